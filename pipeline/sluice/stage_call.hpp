// The stages as structs. Editors complete their parameters, and a misspelt one does not compile.
//
//   namespace stages = sluice::stages;  // not `using`, because C has functions open, close and log, too
//   sluice::Graph graph =
//       stages::load{.path = "photo.jpg"} | stages::resize{.width = 640} | stages::save{.path = "small.jpg"};
//
// The members are the parameters of the stage, in their order, and then `id` and `from`. If a member is not
// set, the stage uses its default. The compiler checks names, types and choices; values are checked when a
// Plan is made. All types here are value types; any thread.
#pragma once

#include "pipeline/core/value.hpp"
#include "pipeline/graph/graph.hpp"

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <optional>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

namespace sluice::stages {

template <class T>
concept Arithmetic = std::is_arithmetic_v<T> && !std::same_as<T, bool>;

// The value of a parameter, or none. The types below convert from the values that a parameter accepts.
class Given {
public:
    const std::optional<Value>& value() const { return value_; }

protected:
    Given() = default;
    explicit Given(Value value) : value_(std::move(value)) {}

private:
    std::optional<Value> value_;
};

struct Flag : Given {
    Flag() = default;
    template <std::same_as<bool> B>
    Flag(B value) : Given(Value(value)) {}
};

struct Text : Given {
    Text() = default;
    Text(std::string value) : Given(Value(std::move(value))) {}
    Text(const char* value) : Text(std::string(value)) {}
};

struct Integer : Given {
    Integer() = default;
    template <std::integral I>
    Integer(I value) requires Arithmetic<I> : Given(Value(static_cast<std::int64_t>(value))) {}
};
struct IntegerOrWord : Integer {  // "auto"
    using Integer::Integer;
    IntegerOrWord() = default;
    IntegerOrWord(const char* word) : IntegerOrWord(std::string(word)) {}
    IntegerOrWord(std::string word) { static_cast<Given&>(*this) = Text(std::move(word)); }
};

struct Number : Given {
    Number() = default;
    template <Arithmetic A>
    Number(A value) : Given(Value(static_cast<double>(value))) {}
};
struct NumberOrWord : Number {  // "auto", "50%"
    using Number::Number;
    NumberOrWord() = default;
    NumberOrWord(const char* word) : NumberOrWord(std::string(word)) {}
    NumberOrWord(std::string word) { static_cast<Given&>(*this) = Text(std::move(word)); }
};

struct Numbers : Given {  // {0, 255}, one number, or text as in a chain: "auto", "50%,100%", "640x480"
    Numbers() = default;
    Numbers(std::initializer_list<double> list) : Given(Value(std::vector<double>(list))) {}
    Numbers(std::vector<double> list) : Given(Value(std::move(list))) {}
    template <Arithmetic A>
    Numbers(A value) : Numbers(std::vector<double>{static_cast<double>(value)}) {}
    Numbers(std::string text) : Given(Value(std::move(text))) {}
    Numbers(const char* text) : Numbers(std::string(text)) {}
};

// One or more of the choices of a parameter.
struct Texts : Given {
    Texts() = default;
    Texts(std::initializer_list<const char*> list)
        : Given(Value(std::vector<std::string>(list.begin(), list.end()))) {}
    Texts(std::vector<std::string> list) : Given(Value(std::move(list))) {}
    Texts(const char* word) : Texts(std::vector<std::string>{word}) {}
};

// An enumerator of the stage.
template <class Enum>
struct Choice : Given {
    Choice() = default;
    Choice(Enum value) : Given(Value(std::string(word_of(value)))) {}
};

using Params = std::vector<std::pair<std::string, Value>>;

// The parameters that are set.
inline Params set_among(std::initializer_list<std::pair<const char*, const Given*>> all) {
    Params params;
    for (const auto& [name, given] : all)
        if (given->value()) params.emplace_back(name, *given->value());
    return params;
}

// A stage struct: one of <sluice/stages.hpp>, or one for a stage of your own.
template <class T>
concept Stage = requires(const T& stage, Graph& graph) {
    stage.add_to(graph);
};

template <Stage Next>
Graph operator|(Graph graph, const Next& next) {
    next.add_to(graph);
    return graph;
}
template <Stage First, Stage Next>
Graph operator|(const First& first, const Next& next) {
    Graph graph;
    first.add_to(graph);
    return std::move(graph) | next;
}

}  // namespace sluice::stages
