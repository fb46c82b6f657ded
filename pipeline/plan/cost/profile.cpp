#include "pipeline/plan/cost/profile.hpp"

namespace sluice {

std::span<const ProfileNumber> profile_numbers() {
    using Of = ProfileNumber::Of;
    static constexpr ProfileNumber all[] = {
        {"launch", &Profile::launch, Of::frame, "starting a kernel"},
        {"compile", &Profile::compile, Of::frame, "compiling a kernel"},
        {"items", &Profile::items, Of::kernels, "items that keep a unit busy"},
        {"byte", &Profile::byte, Of::units, "a byte of a large image"},
        {"near_byte", &Profile::near_byte, Of::units, "a byte in the nearest cache"},
        {"operation", &Profile::operation, Of::units, "an addition or comparison"},
        {"division", &Profile::division, Of::units, "a division"},
        {"lookup", &Profile::lookup, Of::units, "a look-up in a table"},
        {"words", &Profile::words, Of::kernels, "a look-up in words, to others"},
        {"planes", &Profile::planes, Of::kernels, "vectors of channels, to vectors of pixels"},
        {"transcendental", &Profile::transcendental, Of::units, "a power"},
        {"product", &Profile::product, Of::units, "a product with a weight"},
        {"numbers", &Profile::numbers, Of::units, "a number in a window"},
        {"window", &Profile::window, Of::kernels, "neighbours read for one pixel alone"},
        {"columns", &Profile::columns, Of::kernels, "columns read for one pixel alone"},
        {"lines", &Profile::lines, Of::kernels, "lines read for one pixel alone"},
        {"extremes", &Profile::extremes, Of::kernels, "places of a window that is read once, for extremes"},
        {"medians", &Profile::medians, Of::kernels, "the same for medians"},
    };
    return all;
}

}  // namespace sluice
