#include "pipeline/core/value.hpp"

#include "pipeline/core/message.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>

namespace sluice {
namespace {

// Beyond this a bound is the limit of a type, not a choice of the stage's author.
constexpr double type_limit = 2147483647.0;

std::optional<double> shown(const std::optional<double>& bound) {
    return bound && std::fabs(*bound) < type_limit ? bound : std::nullopt;
}

std::string bounds_text(const ParamDecl& decl) {
    return "[" + number_text(*decl.low) + ", " + number_text(*decl.high) + "]";
}

}  // namespace

std::string number_text(double value) {
    std::array<char, 32> buffer;
    const auto end = std::to_chars(buffer.data(), buffer.data() + buffer.size(), value).ptr;
    return {buffer.data(), end};
}

std::optional<double> number_from(std::string_view text) {
    // from_chars takes no plus; after one it must not take a minus either.
    if (text.size() > 1 && text[0] == '+' && text[1] != '-') text.remove_prefix(1);
    double value = 0;
    const auto [end, fault] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (fault != std::errc() || end != text.data() + text.size() || !std::isfinite(value))
        return std::nullopt;
    return value;
}

std::string text(const Value& value) {
    struct Text {
        std::string operator()(bool v) const { return v ? "true" : "false"; }
        std::string operator()(std::int64_t v) const { return std::to_string(v); }
        std::string operator()(double v) const { return number_text(v); }
        std::string operator()(const std::string& v) const {
            if (!v.empty() && v.find_first_of(" \t\r\n\v\f'\"\\|;=") == std::string::npos) return v;
            std::string text = "\"";
            for (const char c : v) text += c == '"' || c == '\\' ? std::string{'\\', c} : std::string{c};
            return text + '"';
        }
        std::string operator()(const std::vector<double>& v) const {
            std::string text;
            for (const double x : v) text += (text.empty() ? "" : ",") + number_text(x);
            return text;
        }
        std::string operator()(const std::vector<std::string>& v) const {
            std::string text;
            for (const std::string& x : v) text += (text.empty() ? "" : ",") + (*this)(x);
            return text;
        }
    };
    return std::visit(Text(), value);
}

std::string range_text(const ParamDecl& decl) {
    const auto low = shown(decl.low);
    const auto high = shown(decl.high);
    if (low && high) return bounds_text(decl);
    if (low) return "at least " + number_text(*low);
    if (high) return "at most " + number_text(*high);
    return "";
}

std::string misplaced(const ParamDecl& decl, const Values& values) {
    if (!decl.only_for) return "";
    const auto& [param, meant] = *decl.only_for;
    const auto at = values.find(param);
    if (at == values.end()) return "";
    const auto& choice = std::get<std::string>(at->second);
    if (std::find(meant.begin(), meant.end(), choice) != meant.end()) return "";
    return param + " " + choice + " has no such option; it belongs to " + listed(meant);
}

}  // namespace sluice
