// Colour spaces with a name or a number, as ICC profiles.
#pragma once

#include "pipeline/core/enum_names.hpp"
#include "pipeline/core/format.hpp"
#include "pipeline/core/warn.hpp"

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

namespace sluice {

// adobe_rgb: Adobe RGB (1998). rec2020: ITU-R BT.2020.
enum class StandardColours { srgb, display_p3, adobe_rgb, rec2020 };
template <>
inline constexpr std::array<std::string_view, 4> names_of<StandardColours>{"srgb", "display-p3", "adobe-rgb",
                                                                           "rec2020"};

// The profile, for grey (the curve alone) or for red, green and blue, or of its light (Space::linear): the
// same bytes every time. Throws Error(usage) when this program was built without Little CMS. Any thread.
ColourProfile standard_profile(StandardColours colours, bool grey, Space space = Space::encoded);

// What a build without Little CMS throws instead of applying a profile.
[[noreturn]] void refuse_profiles();

// Colours as AVIF, HEIC and PNG code them, by the numbers of ITU-T H.273. 2: it does not say.
struct CodedColours {
    int primaries = 2, transfer = 2;

    bool is_linear() const { return transfer == 8; }
    bool is_pq() const { return transfer == 16; }
    bool is_hlg() const { return transfer == 18; }
};

// The CIE 1931 x and y of red, green, blue and white.
struct Primaries {
    std::array<double, 2> red, green, blue, white;

    double area() const {  // of the triangle; positive if red, green, blue run against the clock
        return ((green[0] - red[0]) * (blue[1] - red[1]) - (blue[0] - red[0]) * (green[1] - red[1])) / 2;
    }
};
inline constexpr Primaries bt2020_primaries{{0.708, 0.292}, {0.170, 0.797}, {0.131, 0.046}, {0.3127, 0.3290}};
inline constexpr Primaries srgb_primaries{{0.64, 0.33}, {0.30, 0.60}, {0.15, 0.06}, {0.3127, 0.3290}};

// Nothing where they are not said, or not known.
std::optional<Primaries> primaries_of(const CodedColours& colours);

// The ICC profile of such colours, neither PQ nor HLG. Empty if a picture of sRGB is as well described
// without it, without Little CMS, and with a warning if they are not known.
std::vector<std::uint8_t> coded_icc(const CodedColours& colours, bool grey, const Warn& warn);

}  // namespace sluice
