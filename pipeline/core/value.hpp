// Values of parameters: what a user may write, and what a stage declares that it takes.
#pragma once

#include "pipeline/core/api.hpp"
#include "pipeline/core/enum_names.hpp"

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace sluice {

// As written, before its declaration is known, a value is mostly text or a list of texts.
// After checking it has the type that its parameter declares. Where a list is declared, a text is
// split at its commas and semicolons.
using Value =
    std::variant<bool, std::int64_t, double, std::string, std::vector<double>, std::vector<std::string>>;
using Values = std::map<std::string, Value>;

enum class ParamType {
    boolean,  // bool
    integer,  // std::int64_t
    number,   // double; a std::string where it is a percentage of white
    text,     // std::string
    path,     // std::string: a file; "-" is stdin or stdout
    choice,   // std::string: one of `choices`
    numbers,  // std::vector<double>; a std::string where percentages of white are among them
    color,    // std::vector<double>: code values; or std::string: a colour of CSS, percentages (colour.hpp)
    choices,  // std::vector<std::string>: any of `choices`
};
template <>
inline constexpr std::array<std::string_view, 9> names_of<ParamType>{
    "boolean", "integer", "number", "text", "path", "choice", "numbers", "color", "choices"};

// What "50%" is: no number, 0.5, or half of an image's white.
enum class Percent { no, number, white };
// How a list of numbers may be written beside its commas: 640x480, or 640x480+10+20 of x, y, width, height.
enum class Shape { list, size, rectangle };

// Choices of another parameter of the stage.
struct OnlyFor {
    std::string param;
    std::vector<std::string> values;
};

// One parameter of a stage: the only place where these facts stand.
struct ParamDecl {
    std::string name;
    std::string doc;   // one sentence
    std::string unit;  // "px", "%", or empty
    ParamType type = ParamType::number;
    Value standard;                     // the default
    bool required = false;              // then there is no default
    bool live = false;                  // may change between frames without planning anew ...
    std::string live_while;             // ... "as long as the kernel keeps its size"; "" = always
    std::optional<double> low, high;    // range of a number, an integer, each of a list; inclusive
    std::vector<std::string> choices;   // of choice and choices
    std::vector<std::string> keywords;  // words that may stand in the place of a number or a list: "auto"
    std::vector<std::string> examples;  // of a text: what may be written
    std::size_t min_count = 0, max_count = 0;  // of a list; 0, 0 = any
    bool whole = false;                        // of numbers: all of them must be whole
    Percent percent = Percent::no;
    Shape shape = Shape::list;
    bool rows = false;                // whether files may write it as a list of lists: points, a matrix
    std::optional<OnlyFor> only_for;  // beside other choices it means nothing and must not be given
    // Of an option of a command: its letter, "r"; and what help calls its value, "DIR", else by its type.
    std::string letter, shown_as;
};

// As a user would write it in a chain: "0.5", "0,255", "auto", "true"; quoted where a chain needs it.
SLUICE_API std::string text(const Value& value);

// Converts what was written into the declared type and checks range, choices and counts.
// On failure returns nothing and puts into `fault` what is wrong and what would be right,
// such as "120 is outside [0, 100]". Numbers use a point whatever the locale.
SLUICE_API std::optional<Value> convert(const ParamDecl& decl, const Value& written, std::string& fault);

// Why the parameter means nothing beside these values: "mode minmax has no such option; it belongs to
// percentile". "" where it means something, and where they do not have what it is only for.
SLUICE_API std::string misplaced(const ParamDecl& decl, const Values& values);

// Shortest text that reads back as the same number.
SLUICE_API std::string number_text(double value);
// The finite number that is the whole of `text`, such as "-0.5", "+1e3"; nothing for all else.
SLUICE_API std::optional<double> number_from(std::string_view text);

// "[0, 100]", "at least 1", "at most 5" or "". Limits that only come from the C++ type that holds the
// parameter (those of int, or beyond) are no news to anybody and left out.
SLUICE_API std::string range_text(const ParamDecl& decl);

}  // namespace sluice
