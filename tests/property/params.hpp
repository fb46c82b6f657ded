// Checked parameters of a stage in the words of the reference.
#pragma once

#include "pipeline/core/value.hpp"
#include "tests/property/bounded_normalize.hpp"
#include "tests/reference/groups.hpp"

#include <array>
#include <optional>
#include <string>

namespace sluice::property {

// Of parameters that there may not be: nullopt, as for "auto" and other keywords.
std::optional<double> number_of(const Values& params, const std::string& name);
std::optional<std::array<double, 2>> pair_of(const Values& params, const std::string& name);
std::string word_of(const Values& params, const std::string& name);

reference::Grouping grouping_of(const Values& params);
reference::Counted counted_of(const Values& params);  // alpha rule and region
NormalizeCall normalize_call(const Values& params);
// What stage convert makes of this format.
ImageFormat converted_format(const Values& params, const ImageFormat& src);

}  // namespace sluice::property
