// What the contract test looks at: the stages of the library, each with its defaults and with each of its
// choices.
#pragma once

#include "tests/property/graph_case.hpp"

#include <string>
#include <vector>

namespace sluice::contract {

// The stages to look at: those of the library, or those that test::asked_stages() names.
std::vector<const StageDef*> stages();
// Those of them that users see and that compute on images alone.
std::vector<const StageDef*> stages_for_users();
// Those that are Points and take no Table; internal ones too.
std::vector<const StageDef*> points();

// A stage on an image of this format, and on as many more of the same format as it must have, or of those
// that it says; as `s1`, without an output.
property::GraphCase graph_of(const StageDef& stage, const property::Params& params,
                             const ImageFormat& format);
// Of small numbers, NaN and infinities among floats, alpha that is 0 here and there.
property::SourceImage source(const std::string& id, const ImageFormat& format);

// The parameters of a stage, for images of this format: those that it must have (none where its defaults will
// do), then with each choice, keyword and truth value in turn, beside the choice that the parameter is for.
// What it refuses for this format is not among them; nothing where it refuses the format.
std::vector<property::Params> cases(const StageDef& stage, const ImageFormat& format);

}  // namespace sluice::contract
