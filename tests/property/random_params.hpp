// Parameters for a stage, from its declaration.
#pragma once

#include "pipeline/graph/stage.hpp"
#include "tests/property/graph_case.hpp"

#include <functional>
#include <optional>
#include <vector>

namespace sluice::property {

// Whether a stage takes these parameters together, with the inputs that it has.
using Legal = std::function<bool(const Params&)>;

// The formats of the images that the stage takes beside its first with these parameters, where it says so.
std::vector<ImageFormat> formats_beside(const StageDef& stage, const Params& params,
                                        const ImageFormat& first);

// Some of the parameters that a stage declares: the first one, which may be written as a bare word, more
// often than others. What is refused is left out. nullopt when nothing was found that the stage takes.
// `given`: those that it has already. `often`: how many of the others it gets, 0..1.
std::optional<Params> random_params(reference::Random& random, const StageDef& stage,
                                    const ImageFormat& image, const Legal& legal, Params given = {},
                                    double often = 0.3);

// The parameters with other values for some that are live; as they are when there are none. Those that are
// so with a condition have a value near their own. `legal`: whether the stage takes them in the place of
// `params`.
Params other_live_params(reference::Random& random, const StageDef& stage, const ImageFormat& image,
                         const Params& params, const Legal& legal);

}  // namespace sluice::property
