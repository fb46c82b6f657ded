#include "pipeline/core/colour.hpp"

#include "pipeline/core/luma.hpp"
#include "pipeline/core/message.hpp"
#include "pipeline/core/text.hpp"
#include "pipeline/core/transfer.hpp"

#include <algorithm>
#include <charconv>

namespace sluice {
namespace {

struct NamedColour {
    std::string_view name;
    unsigned rgb;
};

// CSS Color Module Level 4.
constexpr NamedColour named_colours[] = {{"aliceblue", 0xf0f8ff},
                                         {"antiquewhite", 0xfaebd7},
                                         {"aqua", 0x00ffff},
                                         {"aquamarine", 0x7fffd4},
                                         {"azure", 0xf0ffff},
                                         {"beige", 0xf5f5dc},
                                         {"bisque", 0xffe4c4},
                                         {"black", 0x000000},
                                         {"blanchedalmond", 0xffebcd},
                                         {"blue", 0x0000ff},
                                         {"blueviolet", 0x8a2be2},
                                         {"brown", 0xa52a2a},
                                         {"burlywood", 0xdeb887},
                                         {"cadetblue", 0x5f9ea0},
                                         {"chartreuse", 0x7fff00},
                                         {"chocolate", 0xd2691e},
                                         {"coral", 0xff7f50},
                                         {"cornflowerblue", 0x6495ed},
                                         {"cornsilk", 0xfff8dc},
                                         {"crimson", 0xdc143c},
                                         {"cyan", 0x00ffff},
                                         {"darkblue", 0x00008b},
                                         {"darkcyan", 0x008b8b},
                                         {"darkgoldenrod", 0xb8860b},
                                         {"darkgray", 0xa9a9a9},
                                         {"darkgreen", 0x006400},
                                         {"darkgrey", 0xa9a9a9},
                                         {"darkkhaki", 0xbdb76b},
                                         {"darkmagenta", 0x8b008b},
                                         {"darkolivegreen", 0x556b2f},
                                         {"darkorange", 0xff8c00},
                                         {"darkorchid", 0x9932cc},
                                         {"darkred", 0x8b0000},
                                         {"darksalmon", 0xe9967a},
                                         {"darkseagreen", 0x8fbc8f},
                                         {"darkslateblue", 0x483d8b},
                                         {"darkslategray", 0x2f4f4f},
                                         {"darkslategrey", 0x2f4f4f},
                                         {"darkturquoise", 0x00ced1},
                                         {"darkviolet", 0x9400d3},
                                         {"deeppink", 0xff1493},
                                         {"deepskyblue", 0x00bfff},
                                         {"dimgray", 0x696969},
                                         {"dimgrey", 0x696969},
                                         {"dodgerblue", 0x1e90ff},
                                         {"firebrick", 0xb22222},
                                         {"floralwhite", 0xfffaf0},
                                         {"forestgreen", 0x228b22},
                                         {"fuchsia", 0xff00ff},
                                         {"gainsboro", 0xdcdcdc},
                                         {"ghostwhite", 0xf8f8ff},
                                         {"gold", 0xffd700},
                                         {"goldenrod", 0xdaa520},
                                         {"gray", 0x808080},
                                         {"green", 0x008000},
                                         {"greenyellow", 0xadff2f},
                                         {"grey", 0x808080},
                                         {"honeydew", 0xf0fff0},
                                         {"hotpink", 0xff69b4},
                                         {"indianred", 0xcd5c5c},
                                         {"indigo", 0x4b0082},
                                         {"ivory", 0xfffff0},
                                         {"khaki", 0xf0e68c},
                                         {"lavender", 0xe6e6fa},
                                         {"lavenderblush", 0xfff0f5},
                                         {"lawngreen", 0x7cfc00},
                                         {"lemonchiffon", 0xfffacd},
                                         {"lightblue", 0xadd8e6},
                                         {"lightcoral", 0xf08080},
                                         {"lightcyan", 0xe0ffff},
                                         {"lightgoldenrodyellow", 0xfafad2},
                                         {"lightgray", 0xd3d3d3},
                                         {"lightgreen", 0x90ee90},
                                         {"lightgrey", 0xd3d3d3},
                                         {"lightpink", 0xffb6c1},
                                         {"lightsalmon", 0xffa07a},
                                         {"lightseagreen", 0x20b2aa},
                                         {"lightskyblue", 0x87cefa},
                                         {"lightslategray", 0x778899},
                                         {"lightslategrey", 0x778899},
                                         {"lightsteelblue", 0xb0c4de},
                                         {"lightyellow", 0xffffe0},
                                         {"lime", 0x00ff00},
                                         {"limegreen", 0x32cd32},
                                         {"linen", 0xfaf0e6},
                                         {"magenta", 0xff00ff},
                                         {"maroon", 0x800000},
                                         {"mediumaquamarine", 0x66cdaa},
                                         {"mediumblue", 0x0000cd},
                                         {"mediumorchid", 0xba55d3},
                                         {"mediumpurple", 0x9370db},
                                         {"mediumseagreen", 0x3cb371},
                                         {"mediumslateblue", 0x7b68ee},
                                         {"mediumspringgreen", 0x00fa9a},
                                         {"mediumturquoise", 0x48d1cc},
                                         {"mediumvioletred", 0xc71585},
                                         {"midnightblue", 0x191970},
                                         {"mintcream", 0xf5fffa},
                                         {"mistyrose", 0xffe4e1},
                                         {"moccasin", 0xffe4b5},
                                         {"navajowhite", 0xffdead},
                                         {"navy", 0x000080},
                                         {"oldlace", 0xfdf5e6},
                                         {"olive", 0x808000},
                                         {"olivedrab", 0x6b8e23},
                                         {"orange", 0xffa500},
                                         {"orangered", 0xff4500},
                                         {"orchid", 0xda70d6},
                                         {"palegoldenrod", 0xeee8aa},
                                         {"palegreen", 0x98fb98},
                                         {"paleturquoise", 0xafeeee},
                                         {"palevioletred", 0xdb7093},
                                         {"papayawhip", 0xffefd5},
                                         {"peachpuff", 0xffdab9},
                                         {"peru", 0xcd853f},
                                         {"pink", 0xffc0cb},
                                         {"plum", 0xdda0dd},
                                         {"powderblue", 0xb0e0e6},
                                         {"purple", 0x800080},
                                         {"rebeccapurple", 0x663399},
                                         {"red", 0xff0000},
                                         {"rosybrown", 0xbc8f8f},
                                         {"royalblue", 0x4169e1},
                                         {"saddlebrown", 0x8b4513},
                                         {"salmon", 0xfa8072},
                                         {"sandybrown", 0xf4a460},
                                         {"seagreen", 0x2e8b57},
                                         {"seashell", 0xfff5ee},
                                         {"sienna", 0xa0522d},
                                         {"silver", 0xc0c0c0},
                                         {"skyblue", 0x87ceeb},
                                         {"slateblue", 0x6a5acd},
                                         {"slategray", 0x708090},
                                         {"slategrey", 0x708090},
                                         {"snow", 0xfffafa},
                                         {"springgreen", 0x00ff7f},
                                         {"steelblue", 0x4682b4},
                                         {"tan", 0xd2b48c},
                                         {"teal", 0x008080},
                                         {"thistle", 0xd8bfd8},
                                         {"tomato", 0xff6347},
                                         {"turquoise", 0x40e0d0},
                                         {"violet", 0xee82ee},
                                         {"wheat", 0xf5deb3},
                                         {"white", 0xffffff},
                                         {"whitesmoke", 0xf5f5f5},
                                         {"yellow", 0xffff00},
                                         {"yellowgreen", 0x9acd32}};

std::optional<CssColour> of_name(std::string_view name) {
    if (name == "transparent") return CssColour{0, 0, 0, 0};
    for (const NamedColour& colour : named_colours)
        if (colour.name == name) {
            const auto byte = [&](unsigned shift) {
                return static_cast<double>(colour.rgb >> shift & 0xFFu);
            };
            return CssColour{byte(16), byte(8), byte(0), 1};
        }
    return std::nullopt;
}

std::optional<CssColour> of_hex(std::string_view digits) {
    const std::size_t count = digits.size();
    if (count != 3 && count != 4 && count != 6 && count != 8) return std::nullopt;
    const std::size_t each = count < 6 ? 1 : 2;
    CssColour colour{0, 0, 0, 255};
    for (std::size_t i = 0; i < count / each; ++i) {
        unsigned byte = 0;
        const char *begin = digits.data() + i * each, *end = begin + each;
        if (std::from_chars(begin, end, byte, 16).ptr != end || *begin == '-') return std::nullopt;
        colour[i] = each == 1 ? byte * 17 : byte;
    }
    colour[3] /= 255;
    return colour;
}

// A number, or a percentage of `whole`, from 0 to `whole`.
std::optional<double> part_of(std::string_view word, double whole) {
    const bool percent = word.ends_with('%');
    if (percent) word.remove_suffix(1);
    auto number = number_from(word);
    if (number && percent) *number = *number * whole / 100;
    if (!number || *number < 0 || *number > whole) return std::nullopt;
    return number;
}

// "255, 128, 0", "50% 0% 0% / 25%": what stands in the brackets.
std::optional<CssColour> of_parts(std::string_view text) {
    std::vector<std::string_view> words;
    for (std::size_t begin = 0; (begin = text.find_first_not_of(" \t,/", begin)) != text.npos;) {
        const std::size_t end = std::min(text.find_first_of(" \t,/", begin), text.size());
        words.push_back(text.substr(begin, end - begin));
        begin = end;
    }
    if (words.size() != 3 && words.size() != 4) return std::nullopt;
    CssColour colour{0, 0, 0, 1};
    for (std::size_t i = 0; i < words.size(); ++i) {
        const auto part = part_of(words[i], i < 3 ? 255 : 1);
        if (!part) return std::nullopt;
        colour[i] = *part;
    }
    return colour;
}

}  // namespace

std::optional<CssColour> css_colour(std::string_view text) {
    const std::string lower = lower_case(text);
    const std::string_view word = lower;
    if (word.starts_with('#')) return of_hex(word.substr(1));
    for (const std::string_view function : {"rgb(", "rgba("})
        if (word.starts_with(function) && word.ends_with(')'))
            return of_parts(word.substr(function.size(), word.size() - function.size() - 1));
    return of_name(word);
}

std::string did_you_mean_colour(const std::string& word) {
    std::vector<std::string> names;
    for (const NamedColour& colour : named_colours) names.emplace_back(colour.name);
    return did_you_mean(lower_case(word), names);
}

std::vector<double> CodeValues::in(double white) const {
    if (const auto* numbers = std::get_if<std::vector<double>>(&written_)) return *numbers;
    std::vector<double> values;
    std::string_view rest = std::get<std::string>(written_);
    while (!rest.empty()) {
        const std::size_t end = std::min(rest.find(','), rest.size());
        std::string_view word = rest.substr(0, end);
        const bool percent = word.ends_with('%');
        if (percent) word.remove_suffix(1);
        const double number = number_from(word).value_or(0);
        values.push_back(percent ? number * white / 100 : number);
        rest.remove_prefix(std::min(end + 1, rest.size()));
    }
    return values;
}

double CodeValue::in(double white) const {
    const auto* number = std::get_if<double>(&written_);
    return number != nullptr ? *number : CodeValues(written_).in(white).at(0);
}

std::optional<CssColour> Colour::css() const {
    const auto* word = std::get_if<std::string>(&written_);
    return word != nullptr ? css_colour(*word) : std::nullopt;
}

std::vector<double> Colour::in(const ImageFormat& image) const {
    const double white = image.white_value();
    const auto css = this->css();
    if (!css) return CodeValues(written_).in(white);
    std::vector<double> values(css->begin(), css->begin() + 3);
    for (double& v : values)
        v = image.space == Space::linear ? transferred(v / 255, Space::linear) * white : v * white / 255;
    if (values[0] == values[1] && values[0] == values[2])
        values.resize(static_cast<std::size_t>(image.colors()), values[0]);
    else if (image.colors() == 1)
        values = {luma_of(values)};
    if (image.has_alpha()) values.push_back((*css)[3] * white);
    return values;
}

std::string Colour::fault(const ImageFormat& image) const {
    const auto css = this->css();
    if (!css) return "";
    const std::string word = in_quotes(std::get<std::string>(written_));
    if (image.model != Model::rgb)
        return "color " + word + " is one of R G B, and " + image.text() + " is " +
               std::string(name(image.model)) + "; give pixel values, or add convert to=rgb before it";
    if ((*css)[3] < 1 && !image.has_alpha())
        return "color " + word + " is not opaque, and " + image.text() + " has no alpha";
    return "";
}

double Colour::alpha() const { return css().value_or(CssColour{0, 0, 0, 1})[3]; }

}  // namespace sluice
