// A number in a kernel's declaration that depends on parameters and on the image: "2 * radius", "width / 2".
#pragma once

#include "pipeline/core/error.hpp"
#include "pipeline/core/value.hpp"

#include <map>
#include <set>
#include <string>
#include <vector>

namespace sluice {

struct Formula {
    std::string text;
    Place place = {};
};

using Numbers = std::map<std::string, double>;

// The values of parameters that are numbers; of a choice, its index.
Numbers numbers_of(const std::vector<ParamDecl>& params, const Values& values);

// Its value with these numbers. Throws Error(usage), with its place, if it is no formula of them.
double value_of(const Formula& formula, const Numbers& numbers);
// The names in it.
std::set<std::string> names_in(const Formula& formula);

}  // namespace sluice
