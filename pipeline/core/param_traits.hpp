// Properties of a parameter that its type does not imply: live, required, range(0, 1), unit("px") and so on.
#pragma once

#include "pipeline/core/error.hpp"
#include "pipeline/core/param_field.hpp"

#include <concepts>
#include <cstdint>
#include <initializer_list>
#include <limits>
#include <optional>
#include <string>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

namespace sluice {

// Declarations use these types like functions, so their names are in lower case.
// NOLINTBEGIN(readability-identifier-naming)
struct live_t {};
inline constexpr live_t live;  // can change between frames
struct live_while {            // can change as long as a condition holds: "the kernel keeps its size"
    std::string condition;
    explicit live_while(std::string condition_) : condition(std::move(condition_)) {}
};
// Of a composition: it adds a part of this name, whose parameter of the same name gets the value as it is.
// Nothing else depends on it. The part fills a Table on the host (TableDef::given) and throws Error(usage)
// for a value that it cannot take. So a live list changes without a new plan being made.
struct passed_to {
    std::string part;
    explicit passed_to(std::string part_) : part(std::move(part_)) {}
};
struct required_t {};
inline constexpr required_t required;  // there is no default
struct path_t {};
inline constexpr path_t path;  // the text is the path of a file

struct range {  // inclusive
    double low, high;
    range(double low_, double high_) : low(low_), high(high_) {}
};
struct at_least {
    double low;
    explicit at_least(double low_) : low(low_) {}
};
struct choices {
    std::vector<std::string> names;
    choices(std::initializer_list<std::string> names_) : names(names_) {}
    explicit choices(std::vector<std::string> names_) : names(std::move(names_)) {}
};
struct keyword {  // a word that may replace a number or a list
    std::string word;
    explicit keyword(std::string word_) : word(std::move(word_)) {}
};
struct such_as {  // examples of a text
    std::vector<std::string> examples;
    such_as(std::initializer_list<std::string> examples_) : examples(examples_) {}
    explicit such_as(std::vector<std::string> examples_) : examples(std::move(examples_)) {}
};
struct for_formats {  // it has no effect on files of other formats
    std::vector<std::string> names;
    explicit for_formats(std::vector<std::string> names_) : names(std::move(names_)) {}
};
struct alters_t {};
inline constexpr alters_t alters;  // of a Sink: it changes the image, not how the image is stored
struct count {                     // the length of a list
    std::size_t low, high;
    count(std::size_t low_, std::size_t high_) : low(low_), high(high_) {}
};
struct whole_t {};
inline constexpr whole_t whole;  // all numbers of a list are integers
struct percent_t {};
inline constexpr percent_t percent;  // "50%" means 0.5
struct of_white_t {};
inline constexpr of_white_t
    of_white;  // a fraction of white: 0.5 or "50%" is half of white at every bit depth
struct rows_t {};
inline constexpr rows_t rows;  // pipeline files may write it as a list of lists: points, a matrix
struct unit {
    std::string text;
    explicit unit(std::string text_) : text(std::move(text_)) {}
};
struct letter {  // the letter of a command's option: 'r' for -r
    char of_option;
    explicit letter(char of_option_) : of_option(of_option_) {}
};
struct option {  // the option of commands that sets it: its name, and its help where the doc is too long
    std::string name, help;
    explicit option(std::string name_, std::string help_ = "")
        : name(std::move(name_)), help(std::move(help_)) {}
};
struct shown_as {  // the name of the value in the help of commands: "DIR"
    std::string word;
    explicit shown_as(std::string word_) : word(std::move(word_)) {}
};
struct only_for {  // rejected if parameter `param` has another value, even if the default is given
    std::string param;
    std::vector<std::string> values;
    only_for(std::string param_, std::initializer_list<std::string> values_)
        : param(std::move(param_)), values(values_) {}
};

// NOLINTEND(readability-identifier-naming)

inline void apply(ParamDecl& p, live_t) { p.live = true; }
inline void apply(ParamDecl& p, const live_while& l) {
    p.live = true, p.live_while = "as long as " + l.condition;
}
inline void apply(ParamDecl& p, const passed_to& to) { p.part = to.part; }
inline void apply(ParamDecl& p, required_t) { p.required = true; }
inline void apply(ParamDecl& p, path_t) { p.type = ParamType::path; }
inline void apply(ParamDecl& p, const range& r) { p.low = r.low, p.high = r.high; }
inline void apply(ParamDecl& p, const at_least& r) { p.low = r.low; }
inline void apply(ParamDecl& p, const choices& c) {
    p.choices = c.names;
    std::erase_if(p.aliases, [&](const auto& alias) {
        return std::find(c.names.begin(), c.names.end(), alias.second) == c.names.end();
    });
    p.type = p.type == ParamType::choices ? ParamType::choices : ParamType::choice;
}
inline void apply(ParamDecl& p, const keyword& k) { p.keywords.push_back(k.word); }
inline void apply(ParamDecl& p, const such_as& s) { p.examples = s.examples; }
inline void apply(ParamDecl& p, const for_formats& f) { p.formats = f.names; }
inline void apply(ParamDecl& p, alters_t) { p.alters = true; }
inline void apply(ParamDecl& p, const count& c) { p.min_count = c.low, p.max_count = c.high; }
inline void apply(ParamDecl& p, whole_t) { p.whole = true; }
inline void apply(ParamDecl& p, percent_t) { p.percent = Percent::number; }
inline void apply(ParamDecl& p, of_white_t) { p.unit = "of white", p.percent = Percent::number; }
inline void apply(ParamDecl& p, rows_t) { p.rows = true; }
inline void apply(ParamDecl& p, const unit& u) { p.unit = u.text; }
inline void apply(ParamDecl& p, const letter& l) { p.letter = l.of_option; }
inline void apply(ParamDecl& p, const option& o) { p.option = o.name, p.option_help = o.help; }
inline void apply(ParamDecl& p, const shown_as& s) { p.shown_as = s.word; }
inline void apply(ParamDecl& p, const only_for& o) { p.only_for = OnlyFor{o.param, o.values}; }

template <class T>
struct Unwrapped {
    using type = T;
    static constexpr bool optional = false;
};
template <class T>
struct Unwrapped<std::optional<T>> {
    using type = T;
    static constexpr bool optional = true;
};
// Whether a trait suits a member's type. Without this check, a mistake would only show when a user gives the
// parameter.
template <class T, class Trait>
constexpr bool trait_suits() {
    using Element = typename Unwrapped<T>::type;
    constexpr bool text = std::same_as<Element, std::string>;
    constexpr bool number =
        (std::is_arithmetic_v<Element> && !std::same_as<Element, bool>) || std::same_as<Element, CodeValue>;
    constexpr bool color = std::same_as<Element, Colour>;
    constexpr bool numbers = std::same_as<Element, std::vector<double>> || std::same_as<Element, CodeValues>;
    constexpr bool words = std::same_as<Element, std::vector<std::string>>;
    constexpr bool named = Named<Element>;
    if (std::same_as<Trait, range> || std::same_as<Trait, at_least>) return number || numbers || color;
    if (std::same_as<Trait, choices>) return text || words || named;
    if (std::same_as<Trait, keyword>) return text || Unwrapped<T>::optional;
    if (std::same_as<Trait, count>) return numbers || words || color;
    if (std::same_as<Trait, percent_t> || std::same_as<Trait, of_white_t>)
        return std::floating_point<Element> || std::same_as<Element, std::vector<double>>;
    if (std::same_as<Trait, rows_t>) return text || numbers;
    if (std::same_as<Trait, whole_t>) return numbers;
    if (std::same_as<Trait, path_t> || std::same_as<Trait, such_as>) return text;
    return true;
}

// The properties that the member's type implies. Traits refine them.
template <class T>
void declared_by_type(ParamDecl& p) {
    using Field = ParamField<typename Unwrapped<T>::type>;
    p.type = Field::type;
    if constexpr (requires { Field::declare(p); }) Field::declare(p);
}
// Limits the range to the values that the member's type can hold.
template <class T>
void bound_by_type(ParamDecl& p) {
    using Element = typename Unwrapped<T>::type;
    if constexpr (Named<Element>)
        for (const std::string& choice : p.choices)
            if (!from_name<Element>(choice))
                throw Error(Error::Kind::usage, p.name, "there is no value '" + choice + "' of its type");
    if constexpr (std::is_arithmetic_v<Element> && !std::same_as<Element, bool>) {
        using Limits = std::numeric_limits<Element>;
        if constexpr (sizeof(Element) < sizeof(std::int64_t)) {
            if (!p.low) p.low = static_cast<double>(Limits::lowest());
            if (!p.high) p.high = static_cast<double>(Limits::max());
        } else if constexpr (std::unsigned_integral<Element>) {
            if (!p.low) p.low = 0;
        }
    }
}

// The declaration of a parameter with the default `standard`.
template <class T, class... Traits>
ParamDecl declared_param(const std::string& name, std::string doc, const T& standard,
                         const Traits&... traits) {
    static_assert((trait_suits<T, Traits>() && ...), "a trait does not suit the type of this parameter");
    ParamDecl decl;
    decl.name = name;
    decl.doc = std::move(doc);
    declared_by_type<T>(decl);
    decl.standard = ParamField<T>::value(standard);
    (apply(decl, traits), ...);
    bound_by_type<T>(decl);
    // A number from 0 to 1 is a fraction, so it may be written as a percentage.
    if (decl.type == ParamType::number && decl.low == 0.0 && decl.high == 1.0) decl.percent = Percent::number;
    const auto* text = std::get_if<std::string>(&decl.standard);
    if (text != nullptr && text->empty() && !decl.keywords.empty()) decl.standard = decl.keywords.front();
    return decl;
}

}  // namespace sluice
