#include "apps/options/memory_size.hpp"

#include "pipeline/core/message.hpp"
#include "pipeline/core/text.hpp"
#include "pipeline/core/value.hpp"

#include <charconv>
#include <cmath>
#include <filesystem>
#include <optional>
#include <system_error>

namespace sluice::apps {
namespace {

constexpr const char* size_name = "SIZE";
constexpr double least_without_unit = 1 << 20;  // who writes 2 means 2 GiB

// How many bytes a unit has: "G", "gb", "GiB"; nothing for what is none.
std::optional<double> unit_bytes(const std::string& written) {
    std::string unit = lower_case(written);
    if (unit == "b") return 1;
    for (const char* tail : {"ib", "b"})
        if (unit.size() > 1 && unit.ends_with(tail)) unit.resize(unit.size() - std::string(tail).size());
    const std::size_t power = std::string("kmgt").find(unit);
    if (unit.size() != 1 || power == std::string::npos) return std::nullopt;
    return std::pow(1024, static_cast<double>(power + 1));
}

// A number, and what follows it without spaces between the two. The number may have a point and an exponent.
struct Parts {
    double number = 0;
    std::string unit;
};
std::optional<Parts> parts(const std::string& text) {
    if (text.find_first_of("0123456789.") != 0) return std::nullopt;  // no sign, no "inf"
    Parts result;
    const char* end = text.data() + text.size();
    const auto [rest, fault] = std::from_chars(text.data(), end, result.number);
    if (fault != std::errc()) return std::nullopt;
    result.unit = std::string(rest, end);
    result.unit.erase(0, result.unit.find_first_not_of(' '));
    return result;
}

bool is_number(const std::string& text) {
    const auto found = parts(text);
    return found && found->unit.empty();
}

bool is_unit_and_no_file(const std::string& text) {
    std::error_code fault;
    return unit_bytes(text) && !std::filesystem::exists(text, fault);
}

}  // namespace

std::size_t memory_size(const std::string& option, const Arguments& arguments) {
    const std::string& text = arguments.text(option);
    const std::string start = "--" + option + ": " + in_quotes(text);
    const auto size = parts(text);
    const auto unit = size && !size->unit.empty() ? unit_bytes(size->unit) : std::optional<double>(1);
    const double bytes = size && unit ? size->number * *unit : 0;
    if (!(bytes >= 1 && bytes < 0x1p63))
        throw wrong_arguments(arguments, start + " is not a size; write 512K, 1.5M or 2G");
    if (size->unit.empty() && bytes < least_without_unit)
        throw wrong_arguments(arguments, start + " would be " + number_text(std::floor(bytes)) +
                                             " bytes; with a unit it is " + text + "M or " + text + "G");
    return static_cast<std::size_t>(bytes);
}

std::vector<std::string> with_sizes_in_one_word(const std::vector<std::string>& words,
                                                const po::options_description& options) {
    std::vector<std::string> result;
    for (std::size_t i = 0; i < words.size(); ++i) {
        result.push_back(words[i]);
        for (const auto& option : options.options()) {
            if (option->semantic()->name().find(size_name) == std::string::npos) continue;
            const std::string name = "--" + option->long_name();
            const bool apart = words[i] == name && i + 1 < words.size() && is_number(words[i + 1]);
            const bool together =
                words[i].starts_with(name + "=") && is_number(words[i].substr(name.size() + 1));
            if (apart) result.push_back(words[++i]);
            if ((apart || together) && i + 1 < words.size() && is_unit_and_no_file(words[i + 1]))
                result.back() += " " + words[++i];
        }
    }
    return result;
}

}  // namespace sluice::apps
