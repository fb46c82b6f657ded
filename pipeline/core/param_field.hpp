// How a member of a struct of parameters becomes a parameter. A member may be a bool, an integer, a
// float, a std::string, a path, a list, CodeValue, CodeValues, Colour, Rect, Grid, ValueRange, or an enum
// with names (`choices` limits which ones are accepted). A std::optional is empty if the value is a keyword
// such as "auto".
#pragma once

#include "pipeline/core/colour.hpp"
#include "pipeline/core/enum_names.hpp"
#include "pipeline/core/rect.hpp"
#include "pipeline/core/value.hpp"
#include "pipeline/core/value_range.hpp"

#include <algorithm>
#include <charconv>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <limits>
#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace sluice {

template <class T>
struct ParamField;

template <>
struct ParamField<bool> {
    static constexpr ParamType type = ParamType::boolean;
    static Value value(bool v) { return v; }
    static bool from(const Value& v) { return std::get<bool>(v); }
};
template <std::integral T>
struct ParamField<T> {
    static constexpr ParamType type = ParamType::integer;
    static Value value(T v) { return static_cast<std::int64_t>(v); }
    static T from(const Value& v) { return static_cast<T>(std::get<std::int64_t>(v)); }
};
template <std::floating_point T>
struct ParamField<T> {
    static constexpr ParamType type = ParamType::number;
    // The default 0.1f is shown as 0.1, not as 0.10000000149.
    static Value value(T v) {
        char text[32];
        double decimal = 0;
        std::from_chars(text, std::to_chars(text, text + sizeof text, v).ptr, decimal);
        return decimal;
    }
    static T from(const Value& v) { return static_cast<T>(std::get<double>(v)); }
};
template <>
struct ParamField<std::string> {
    static constexpr ParamType type = ParamType::text;
    static Value value(const std::string& v) { return v; }
    static std::string from(const Value& v) { return std::get<std::string>(v); }
};
template <>
struct ParamField<std::filesystem::path> {
    static constexpr ParamType type = ParamType::path;
    static Value value(const std::filesystem::path& v) { return v.string(); }
    static std::filesystem::path from(const Value& v) { return std::get<std::string>(v); }
};
template <>
struct ParamField<std::vector<double>> {
    static constexpr ParamType type = ParamType::numbers;
    static Value value(const std::vector<double>& v) { return v; }
    static std::vector<double> from(const Value& v) { return std::get<std::vector<double>>(v); }
};
template <>
struct ParamField<CodeValues> {
    static constexpr ParamType type = ParamType::numbers;
    static Value value(const CodeValues& v) { return v.written(); }
    static CodeValues from(const Value& v) { return CodeValues(v); }
    static bool is_text(const std::string& word) { return word.find('%') != std::string::npos; }
    static void declare(ParamDecl& p) {
        p.unit = "pixel values";
        p.percent = Percent::white;
    }
};
template <>
struct ParamField<CodeValue> {
    static constexpr ParamType type = ParamType::number;
    static Value value(const CodeValue& v) { return v.written(); }
    static CodeValue from(const Value& v) { return CodeValue(v); }
    static bool is_text(const std::string& word) { return ParamField<CodeValues>::is_text(word); }
    static void declare(ParamDecl& p) { ParamField<CodeValues>::declare(p); }
};
template <>
struct ParamField<Colour> {
    static constexpr ParamType type = ParamType::color;
    static Value value(const Colour& v) { return v.written(); }
    static Colour from(const Value& v) { return Colour(v); }
    static bool is_text(const std::string& word) {
        return css_colour(word) || ParamField<CodeValues>::is_text(word);
    }
    static void declare(ParamDecl& p) {
        p.min_count = 1, p.max_count = 4;
        p.percent = Percent::white;
    }
};
template <>
struct ParamField<std::vector<std::string>> {
    static constexpr ParamType type = ParamType::choices;
    static Value value(const std::vector<std::string>& v) { return v; }
    static std::vector<std::string> from(const Value& v) { return std::get<std::vector<std::string>>(v); }
};
template <Named E>
struct ParamField<E> {
    static constexpr ParamType type = ParamType::choice;
    static Value value(E v) {  // a program may cast any number to an enum
        const auto number = static_cast<std::size_t>(v);
        return number < names_of<E>.size() ? std::string(name(v)) : std::to_string(number);
    }
    static E from(const Value& v) { return from_name<E>(std::get<std::string>(v)).value(); }
    static void declare(ParamDecl& p) {
        p.choices.assign(names_of<E>.begin(), names_of<E>.end());
        p.aliases.insert(aliases_of<E>.begin(), aliases_of<E>.end());
    }
};
template <>
struct ParamField<Rect> {
    static constexpr ParamType type = ParamType::numbers;
    static Value value(const Rect& v) {
        std::vector<double> list;
        for (const std::size_t n : {v.x, v.y, v.width, v.height}) list.push_back(static_cast<double>(n));
        return list;
    }
    static Rect from(const Value& v) {
        const auto& list = std::get<std::vector<double>>(v);
        const auto at = [&](std::size_t i) { return static_cast<std::size_t>(list.at(i)); };
        return {at(0), at(1), at(2), at(3)};
    }
    static void declare(ParamDecl& p) {
        p.low = 0, p.high = std::numeric_limits<std::int32_t>::max();
        p.min_count = p.max_count = 4;
        p.whole = true;
        p.shape = Shape::rectangle;
        p.unit = "px";
    }
};
template <>
struct ParamField<Grid> {
    static constexpr ParamType type = ParamType::numbers;
    static Value value(const Grid& v) {
        return std::vector<double>{static_cast<double>(v.across), static_cast<double>(v.down)};
    }
    static Grid from(const Value& v) {
        const auto& list = std::get<std::vector<double>>(v);
        return {static_cast<std::size_t>(list.at(0)), static_cast<std::size_t>(list.at(1))};
    }
    static void declare(ParamDecl& p) {
        p.low = 1, p.high = 4096;
        p.min_count = p.max_count = 2;
        p.shape = Shape::size;
        p.whole = true;
    }
};
template <>
struct ParamField<ValueRange> {
    static constexpr ParamType type = ParamType::numbers;
    static Value value(const ValueRange& v) {  // lists hold finite numbers
        constexpr double most = std::numeric_limits<double>::max();
        return std::vector<double>{std::max(v.low, -most), std::min(v.high, most)};
    }
    static ValueRange from(const Value& v) {
        const auto& list = std::get<std::vector<double>>(v);
        return {list.at(0), list.at(1)};
    }
    static void declare(ParamDecl& p) { p.min_count = p.max_count = 2; }
};
template <class T>
struct ParamField<std::optional<T>> {  // the keyword is the default
    static_assert(!std::same_as<T, std::string>, "a text cannot be told from a keyword: use std::string");
    static constexpr ParamType type = ParamField<T>::type;
    static Value value(const std::optional<T>& v) {
        return v ? ParamField<T>::value(*v) : Value(std::string());
    }
    static std::optional<T> from(const Value& v) {
        if constexpr (Named<T>) return from_name<T>(std::get<std::string>(v));
        if (const auto* word = std::get_if<std::string>(&v)) {  // a keyword, or a value written as text
            if constexpr (requires { ParamField<T>::is_text(*word); })
                if (ParamField<T>::is_text(*word)) return ParamField<T>::from(v);
            return std::nullopt;
        }
        return ParamField<T>::from(v);
    }
};

// For compositions: the value for a parameter of a stage that they add, as in {"pixel", value_of(dst.pixel)}.
template <class T>
Value value_of(const T& v) {
    return ParamField<T>::value(v);
}

}  // namespace sluice
