// Values of parameters, and declarations of parameters. The functions here may be called from any thread.
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

// The value of a parameter. Before it is checked, it is usually the text that was written, or a list of
// texts. After checking, it has the type that the parameter declares. If that is a list, the text was split
// at commas and semicolons.
using Value =
    std::variant<bool, std::int64_t, double, std::string, std::vector<double>, std::vector<std::string>>;
using Values = std::map<std::string, Value>;

enum class ParamType {
    boolean,  // bool
    integer,  // std::int64_t
    number,   // double; std::string for a percentage of white
    text,     // std::string
    path,     // std::string: a file; "-" is stdin or stdout
    choice,   // std::string: one of `choices`
    numbers,  // std::vector<double>; std::string if some are percentages of white
    color,    // std::vector<double>: pixel values; std::string: a CSS colour, or percentages (colour.hpp)
    choices,  // std::vector<std::string>: some of `choices`
};
template <>
inline constexpr std::array<std::string_view, 9> names_of<ParamType>{
    "boolean", "integer", "number", "text", "path", "choice", "numbers", "color", "choices"};

// What "50%" means: nothing (it is rejected), 0.5, or half of the image's white.
enum class Percent { no, number, white };
// How a list of numbers may be written: with commas only, or also as 640x480 (size), or also as 640x480+10+20
// (rectangle, for x, y, width, height).
enum class Shape { list, size, rectangle };

// Some choices of another parameter of the stage.
struct OnlyFor {
    std::string param;
    std::vector<std::string> values;
};

// The declaration of a parameter of a stage, or of an option of a command.
struct ParamDecl {
    std::string name;
    std::string doc;   // one sentence
    std::string unit;  // "px", "%", or empty; an integer in "bytes" may be written as 512K, 1.5M or 2G
    ParamType type = ParamType::number;
    Value standard;                              // the default
    bool required = false;                       // it has no default
    bool live = false;                           // it can change between frames without a new plan ...
    std::string live_while;                      // ... "as long as the kernel keeps its size"; "" = always
    std::string part;                            // the part of a composition that takes it (passed_to)
    std::optional<double> low, high;             // range of a number or of each number in a list; inclusive
    std::vector<std::string> choices;            // for choice and choices
    std::map<std::string, std::string> aliases;  // other words for choices: "replicate" for "clamp"
    std::vector<std::string> keywords;           // words that may replace a number or a list: "auto"
    std::vector<std::string> examples;           // for a text: what may be written
    std::size_t min_count = 0, max_count = 0;    // length of a list; 0, 0 = any
    bool whole = false;                          // for a list: all numbers must be integers
    Percent percent = Percent::no;
    Shape shape = Shape::list;
    bool rows = false;                 // pipeline files may write it as a list of lists: points, a matrix
    std::optional<OnlyFor> only_for;   // it is rejected if the other parameter has another choice
    std::vector<std::string> formats;  // of files that it has an effect on; empty: it does not depend on them
    bool alters = false;               // of a Sink: it changes the image, not how the image is stored
    // For an option of a command: its letter ("r"), and the name of its value in help ("DIR"; "" = its type).
    std::string letter, shown_as;
    // Of a parameter of a stage that an option of commands sets: the name and the help of that option.
    std::string option, option_help;
};

// The value as in a chain: "0.5", "0,255", "auto", "true". Quoted if a chain needs it.
SLUICE_API std::string text(const Value& value);

// Converts `written` to the declared type, and checks its range, choices and length. If it is rejected,
// returns nothing, and `fault` says what is wrong and what would be right: "120 is outside [0, 100]". The
// decimal separator is a point, whatever the locale.
SLUICE_API std::optional<Value> convert(const ParamDecl& decl, const Value& written, std::string& fault);

// Why the parameter must not be given beside these values: "mode minmax has no such option; it belongs to
// percentile". "" if it may be given, or if `values` lacks the parameter that this depends on.
SLUICE_API std::string misplaced(const ParamDecl& decl, const Values& values);

// The shortest text that reads back as the same number.
SLUICE_API std::string number_text(double value);
// The finite number in `text`, such as "-0.5" or "+1e3". Nothing if the text is anything else.
SLUICE_API std::optional<double> number_from(std::string_view text);

// "[0, 100]", "at least 1", "at most 5" or "". Leaves out limits that only come from the parameter's C++
// type.
SLUICE_API std::string range_text(const ParamDecl& decl);

}  // namespace sluice
