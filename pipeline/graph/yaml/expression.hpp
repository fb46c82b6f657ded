// What stands between the braces of `${...}` in a pipeline file: a variable, or numbers with + - * /,
// parentheses, min, max and round. Names have letters, digits, '_' and points; what else has a name is
// quoted: 'my-photo'.width.
#pragma once

#include "pipeline/core/value.hpp"
#include "pipeline/core/wording.hpp"

#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace sluice {

// The value of a variable; nothing, and `fault` says why, if there is none of this name.
using Lookup = std::function<std::optional<Value>(const std::string& name, Wording& fault)>;

// The value of the variable if the expression is only a name, else a finite double. Nothing, and `fault` says
// what is wrong, if it is no expression, if a value is no number, or if the result is not finite.
std::optional<Value> evaluate(std::string_view expression, const Lookup& lookup, Wording& fault);

// A name in an expression, and the characters that it takes there.
struct NamePlace {
    std::string name;
    std::size_t at = 0, length = 0;
};
// All names of values in it, in order. If it is no expression, `fault` says why, and the names are those
// before that.
std::vector<NamePlace> names_in(std::string_view expression, Wording& fault);

// Letters, digits and '_', beginning with a letter, and no function's name.
bool is_variable_name(std::string_view name);

}  // namespace sluice
