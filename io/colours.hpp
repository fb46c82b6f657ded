// Colours from one profile to another, by Little CMS.
#pragma once

#include "io/matrix3.hpp"
#include "io/standard_colours.hpp"
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

// Pixel values of one profile to those of another. 1 is white; alpha has no part in this. A value: may be
// used by one thread at a time.
class ColourConversion {
public:
    // How it is made. `curve`: of grey, one curve. `matrix`: a curve for each channel gives light, a matrix
    // makes that light of the other profile, and its curves make values of that. `table`: the light of the
    // other profile is known of whole colours alone; then come its curves. `whole`: so are its values.
    enum class Way { curve, matrix, table, whole };

    // The profiles are for grey or for red, green and blue, both alike. Throws Error(input) without `where`:
    // one is broken, or of a kind that no picture has; Error(usage) when this program was built without
    // Little CMS.
    ColourConversion(Bytes from, Bytes to, Intent intent);
    ~ColourConversion();
    ColourConversion(ColourConversion&&) noexcept;

    bool is_grey() const;
    Way way() const;
    // What light pixel values are, three numbers for a colour, of Way::matrix the first profile's own, which
    // the matrix makes that of the other; of Way::table that of the other. It may lie beyond 0 to 1: the
    // other profile has no such colour.
    void light(std::span<const double> from, std::span<double> to) const;
    const Matrix3& matrix() const;
    // What pixel values the light of the other profile is, three numbers for a colour; and whether these are
    // as sRGB has them. Of Way::matrix and Way::table.
    void encode(std::span<const double> light, std::span<double> to) const;
    bool encodes_as_srgb() const;
    // All of it: the numbers of whole colours, one or three each. Results lie in 0 to 1, or a little beyond.
    void convert(std::span<const double> from, std::span<double> to) const;
    // Whether some colour changes by a step or more, where results end at 0 and 1. Looks at a few thousand of
    // them. Profiles that are called sRGB differ from each other by 0.002.
    bool changes(double step) const;

private:
    struct Impl;
    std::unique_ptr<Impl> impl_;
};

// The profile of an image, which is that of sRGB if it has none.
ColourProfile profile_of(const ImageFormat& image);

// Why colours of an image cannot be taken from its profile to another one, or "".
std::string fault_of_profile(const ImageFormat& image, const ColourProfile& to, Intent intent);
bool can_become_srgb(const ImageFormat& image);

}  // namespace sluice
