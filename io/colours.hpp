// Colours from the profile of a file to sRGB, by Little CMS.
#pragma once

#include "pipeline/core/enum_names.hpp"
#include "pipeline/core/format.hpp"
#include "pipeline/files/bytes.hpp"

#include <array>
#include <cstddef>
#include <memory>
#include <span>
#include <string>
#include <string_view>

namespace sluice {

// What becomes of colours that another device cannot show: which table of a profile is used, where it has
// several.
enum class Intent { relative, perceptual, saturation };
template <>
inline constexpr std::array<std::string_view, 3> names_of<Intent>{"relative", "perceptual", "saturation"};

// Pixel values of a profile to those of sRGB. 1 is white; alpha has no part in this. A value: may
// be used by one thread at a time.
class ColourConversion {
public:
    // How it is made. `curve`: of grey, one curve. `matrix`: a curve for each channel gives light, a matrix
    // makes that the light of sRGB. `table`: the light of sRGB is known of whole colours alone.
    enum class Way { curve, matrix, table };

    // `profile` is for grey or for red, green and blue, and so are the results. Throws Error(input) without
    // `where`: it is broken, or of a kind that no picture has; Error(usage) when this program was built
    // without Little CMS.
    ColourConversion(Bytes profile, Intent intent);
    ~ColourConversion();
    ColourConversion(ColourConversion&&) noexcept;

    bool is_grey() const;
    Way way() const;
    // What light pixel values are, three numbers for a colour, of Way::matrix the profile's own, which the
    // matrix (row by row) makes that of sRGB; of Way::table that of sRGB. It may lie beyond 0 to 1: there is
    // no such colour in sRGB.
    void light(std::span<const double> from, std::span<double> to) const;
    const std::array<double, 9>& matrix() const;
    // All of it: the numbers of whole colours, one or three each. Results lie in 0 to 1, or a little beyond.
    void convert(std::span<const double> from, std::span<double> to) const;
    // Whether some colour changes by a step or more, where results end at 0 and 1. Looks at a few thousand of
    // them. Profiles that are called sRGB differ from each other by 0.002.
    bool changes(double step) const;

private:
    struct Impl;
    std::unique_ptr<Impl> impl_;
};

// Why colours of an image cannot be taken from its profile to sRGB, or "". REQUIRES: it has a profile.
std::string fault_of_profile(const ImageFormat& image, Intent intent);

// The profile of sRGB, for grey or for red, green and blue, or of its light (Space::linear): the same bytes
// every time. Throws Error(usage) when this program was built without Little CMS. Any thread.
ColourProfile srgb_profile(bool grey, Space space = Space::encoded);

}  // namespace sluice
