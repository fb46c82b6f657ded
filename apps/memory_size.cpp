#include "apps/memory_size.hpp"

#include "pipeline/core/message.hpp"
#include "pipeline/core/value.hpp"

#include <cmath>

namespace sluice::apps {

std::size_t memory_size(const std::string& option, const Arguments& arguments) {
    const std::string& text = arguments.text(option);
    const std::size_t digits = text.find_first_not_of("0123456789.");
    const auto number = number_from(text.substr(0, digits));
    std::string unit = digits == std::string::npos ? "" : text.substr(digits);
    for (const char* tail : {"iB", "B"})
        if (unit.size() > 1 && unit.ends_with(tail)) unit.resize(unit.size() - std::string(tail).size());
    const std::string units = "KMGT";
    const std::size_t power = unit.size() == 1 ? units.find(unit) : std::string::npos;
    const bool known = unit.empty() || unit == "B" || power != std::string::npos;
    const double bytes =
        number && known
            ? *number * std::pow(1024, power == std::string::npos ? 0 : static_cast<double>(power + 1))
            : 0;
    if (!(bytes >= 1 && bytes < 0x1p63))
        throw wrong_arguments(arguments, "--" + option + ": " + in_quotes(text) +
                                             " is no size; it is written as 4096, 512K, 1.5M or 2G");
    return static_cast<std::size_t>(bytes);
}

}  // namespace sluice::apps
