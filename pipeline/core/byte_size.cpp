#include "pipeline/core/byte_size.hpp"

#include "pipeline/core/message.hpp"
#include "pipeline/core/text.hpp"
#include "pipeline/core/value.hpp"

#include <charconv>
#include <cmath>
#include <system_error>

namespace sluice {
namespace {

constexpr std::string_view powers = "kmgt";
constexpr double least_without_unit = 1 << 20;  // who writes 2 means 2 GiB

}  // namespace

std::optional<WrittenSize> read_size(std::string_view text) {
    if (text.find_first_of("0123456789.") != 0) return std::nullopt;  // no sign, no "inf"
    WrittenSize size;
    const char* end = text.data() + text.size();
    const auto [rest, fault] = std::from_chars(text.data(), end, size.number);
    if (fault != std::errc()) return std::nullopt;
    size.unit = std::string(rest, end);
    size.unit.erase(0, size.unit.find_first_not_of(' '));
    return size;
}

std::optional<double> bytes_of_unit(const std::string& written) {
    std::string unit = lower_case(written);
    if (unit == "b") return 1;
    for (const std::string_view tail : {"ib", "b"})
        if (unit.size() > 1 && unit.ends_with(tail)) unit.resize(unit.size() - tail.size());
    const std::size_t power = powers.find(unit);
    if (unit.size() != 1 || power == std::string_view::npos) return std::nullopt;
    return std::pow(1024, static_cast<double>(power + 1));
}

std::optional<std::int64_t> bytes_of_size(const std::string& text, std::string& fault) {
    const auto size = read_size(text);
    const auto unit = size && !size->unit.empty() ? bytes_of_unit(size->unit) : std::optional<double>(1);
    const double bytes = size && unit ? size->number * *unit : 0;
    if (!(bytes >= 1 && bytes < 0x1p63)) {
        fault = in_quotes(text) + " is not a size; write 512K, 1.5M or 2G";
        return std::nullopt;
    }
    if (size->unit.empty() && bytes < least_without_unit) {
        fault = in_quotes(text) + " would be " + number_text(std::floor(bytes)) +
                " bytes; with a unit it is " + text + "M or " + text + "G";
        return std::nullopt;
    }
    return static_cast<std::int64_t>(bytes);
}

}  // namespace sluice
