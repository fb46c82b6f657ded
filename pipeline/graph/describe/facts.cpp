#include "pipeline/graph/describe/facts.hpp"

#include "pipeline/core/message.hpp"

#include <sstream>

namespace sluice {
namespace {

constexpr const char* pixel_values = "pixel values (0 to 255 for 8 bits)";

// "2 to 4 ", "3 ", "at least 1 ", or "".
std::string count_text(const ParamDecl& p) {
    if (p.min_count == 0 && p.max_count == 0) return "";
    if (p.min_count == 0) return "at most " + std::to_string(p.max_count) + " ";
    if (p.max_count == 0) return "at least " + std::to_string(p.min_count) + " ";
    if (p.min_count == p.max_count) return std::to_string(p.min_count) + " ";
    return std::to_string(p.min_count) + " to " + std::to_string(p.max_count) + " ";
}

// "clamp (or replicate), mirror, wrap".
std::string choices_text(const ParamDecl& p) {
    std::vector<std::string> all = p.choices;
    for (std::string& choice : all)
        for (const auto& [alias, meant] : p.aliases)
            if (meant == choice.substr(0, choice.find(' '))) choice += " (or " + alias + ")";
    return listed(all);
}

// "number in [0, 100]", "1 to 4 numbers, or auto", "one of a, b".
std::string values_text(const ParamDecl& p) {
    const std::string range = range_text(p);
    const std::string bounds = range.empty() ? "" : (range[0] == '[' ? " in " : ", ") + range;
    std::string text;
    switch (p.type) {
        case ParamType::boolean: text = "true or false"; break;
        case ParamType::integer: text = "integer" + bounds; break;
        case ParamType::number: text = "number" + bounds; break;
        case ParamType::text:
            text = "text";
            for (const std::string& example : p.examples)
                text += (text == "text" ? ", such as " : " or ") + example;
            break;
        case ParamType::path: text = "path of a file"; break;
        case ParamType::choice: text = "one of " + choices_text(p); break;
        case ParamType::numbers: text = count_text(p) + (p.whole ? "integers" : "numbers") + bounds; break;
        case ParamType::color:
            text = "a colour such as white, #ff8800, rgb(50% 0% 0%); or " + count_text(p) + pixel_values;
            break;
        case ParamType::choices: {
            const std::string number = count_text(p);
            text = (number.empty() ? "any " : number) + "of " + listed(p.choices);
            break;
        }
    }
    if (p.percent == Percent::number) text += ", or a percentage";
    if (p.percent == Percent::white && p.type != ParamType::color) text += " (or percentages of white)";
    for (const std::string& word : p.keywords) text += ", or " + word;
    return text;
}

// "in px", "as a fraction of white".
std::string unit_text(const std::string& unit) {
    if (unit == "of white") return "as a fraction of white";
    return "in " + (unit == "pixel values" ? std::string(pixel_values) : unit);
}

}  // namespace

std::string standard_text(const ParamDecl& p) {
    const std::string text = sluice::text(p.standard);
    return text.empty() ? "none" : text;  // of an empty list
}

std::string value_facts(const ParamDecl& p) {
    return values_text(p) + (p.unit.empty() ? "" : "; " + unit_text(p.unit));
}

std::string facts_text(const ParamDecl& p) {
    std::string text = value_facts(p);
    if (p.live) text += "; can be changed while running" + (p.live_while.empty() ? "" : " " + p.live_while);
    if (p.only_for) text += "; only with " + p.only_for->param + " " + listed(p.only_for->values);
    if (!p.formats.empty()) text += "; for " + enumerated(p.formats) + " files";
    return text;
}

std::string wrapped_text(const std::string& text, const std::string& indent, std::size_t columns) {
    std::string lines, line;
    std::istringstream words(text);
    for (std::string word; words >> word;) {
        if (!line.empty() && indent.size() + line.size() + 1 + word.size() > columns) {
            lines += indent + line + "\n";
            line.clear();
        }
        line += (line.empty() ? "" : " ") + word;
    }
    return line.empty() ? lines : lines + indent + line + "\n";
}

}  // namespace sluice
