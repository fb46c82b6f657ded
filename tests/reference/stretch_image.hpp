// What the modes of normalize that stretch a range have in common.
#pragma once

#include "tests/reference/normalize.hpp"

namespace sluice::reference {

// The range [lo, hi] that a mode found for a group.
struct FoundRange {
    Real lo, hi;
    bool widened = false;  // percentiles that are one value: these are the minimum and the maximum
};
// Whether it counts as one value.
bool is_constant(const FoundRange& range, Pixel pixel);

// nullopt: the group counted nothing. `work` holds the values in the space where the stretch happens.
using FindRange = std::function<std::optional<FoundRange>(const ConstHostView& work, std::size_t layer,
                                                          const ChannelGroup& group)>;

// A curve through which the stretch happens; both directions on 0..1.
struct Curve {
    std::function<Real(Real)> to, back;
};
// The curve into `options.space`; nullopt when the image is already there or is data.
std::optional<Curve> curve_into(const std::optional<Space>& space, const ImageFormat& format);

Normalized stretch_image(const ConstHostView& src, const NormalizeOptions& options, const FindRange& find);

// The format of the output: `pixel` or the input's type, white only where the type stays.
ImageFormat normalized_format(const ImageFormat& src, std::optional<Pixel> pixel);
// "R" in layer 0, "2:R" in layer 2.
std::string name_in_layer(const ChannelGroup& group, std::size_t layer);
// A number of the input in units of the output, white to white; signed integers keep their numbers.
Real in_output_units(Real v, const ImageFormat& src, const ImageFormat& dst);

}  // namespace sluice::reference
