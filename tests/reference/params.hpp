// Checked parameters of a stage in the words of the reference.
#pragma once

#include "pipeline/core/value.hpp"
#include "tests/reference/groups.hpp"

#include <array>
#include <optional>
#include <string>
#include <vector>

namespace sluice::reference {

// Of parameters that there may not be: nullopt, as for "auto" and other keywords.
std::optional<double> number_of(const Values& params, const std::string& name);
std::optional<std::vector<double>> numbers_of(const Values& params, const std::string& name);
std::optional<std::array<double, 2>> pair_of(const Values& params, const std::string& name);
std::string word_of(const Values& params, const std::string& name);  // "" of what is no word
bool truth_of(const Values& params, const std::string& name);

// Of an enum that has names.
template <class Enum>
std::optional<Enum> named(const Values& params, const std::string& parameter) {
    return from_name<Enum>(word_of(params, parameter));
}

Grouping grouping_of(const Values& params);
Counted counted_of(const Values& params);  // alpha rule and region

}  // namespace sluice::reference
