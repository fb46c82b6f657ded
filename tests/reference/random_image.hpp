// Images for tests: the same bits on every machine for the same arguments.
#pragma once

#include "pipeline/core/host_image.hpp"

#include <array>
#include <cstdint>
#include <functional>
#include <optional>

namespace sluice::reference {

// Numbers that depend on nothing but the seed (the distributions of <random> differ between libraries).
class Random {
public:
    explicit Random(std::uint64_t seed) : state_(seed) {}
    std::uint64_t bits();                                       // splitmix64
    double uniform();                                           // [0, 1), a multiple of 2^-53
    std::int64_t between(std::int64_t low, std::int64_t high);  // inclusive
    double normal();  // mean 0, deviation 1, bell-shaped within +-3.5: four uniform numbers

private:
    std::uint64_t state_;
};

struct RandomOptions {
    std::uint64_t seed = 1;
    // Of values, inclusive. Default: all of an integer type up to white, floats in [0, white].
    std::optional<std::array<double, 2>> range{};
    // Floats only, each about 1 sample in 16: NaN, infinities, denormals, zeros of both signs, and numbers
    // near the type's largest (huge).
    bool nan = false, inf = false, denormal = false, huge = false;
    double transparent = 0;  // share of pixels with alpha 0; alpha of the others is random
};
HostImage random_image(const ImageFormat& format, const RandomOptions& options = {});

// A mask of one u8 channel: about `share` of the pixels are 255, the rest is 0.
HostImage random_mask(std::size_t width, std::size_t height, double share, std::uint64_t seed = 1);

// Every sample from its place; `function(x, row, channel)` with channels counted R, G, B, A. Two channels are
// grey and alpha, as in files; so they are in all images made here.
HostImage image_of(const ImageFormat& format,
                   const std::function<double(std::size_t, std::size_t, int)>& function);
HostImage constant_image(const ImageFormat& format, double value);
// first, first + step, ... through all samples of a channel, row by row; each channel begins one step later.
HostImage ramp_image(const ImageFormat& format, double first, double step);
// Zero but for one sample.
HostImage one_hot_image(const ImageFormat& format, std::size_t x, std::size_t row, int channel, double value);
// The same pixels in rows that are `padding` bytes longer, filled with 0xA5. Owns its memory: read it through
// `view()`.
class PaddedImage {
public:
    PaddedImage(const HostImage& image, std::size_t padding);
    ConstHostView view() const { return {format_, bytes_.data(), pitch_}; }
    HostView view() { return {format_, bytes_.data(), pitch_}; }
    bool padding_is_untouched() const;

private:
    ImageFormat format_;
    std::size_t pitch_, padding_;
    std::vector<std::byte> bytes_;
};

}  // namespace sluice::reference
