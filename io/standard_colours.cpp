#include "io/standard_colours.hpp"

#include "pipeline/core/error.hpp"

#include <algorithm>
#include <cstdint>
#include <string>

#ifdef SLUICE_LCMS
#include "io/lcms.hpp"
#endif

namespace sluice {
namespace {

constexpr Primaries p3_primaries{{0.680, 0.320}, {0.265, 0.690}, {0.150, 0.060}, {0.3127, 0.3290}};
constexpr Primaries adobe_primaries{{0.64, 0.33}, {0.21, 0.71}, {0.15, 0.06}, {0.3127, 0.3290}};

// From a pixel value to light: ((v + offset) / (1 + offset))^exponent, and below `linear_below` v / slope.
struct Gamma {
    double exponent = 1, offset = 0, slope = 1, linear_below = 0;
};
constexpr Gamma srgb_gamma{2.4, 0.055, 12.92, 0.04045};
constexpr Gamma bt709_gamma{1 / 0.45, 0.09929682680944, 4.5, 4.5 * 0.018053968510807};
constexpr Gamma adobe_gamma{563.0 / 256};

struct Described {
    const char* name;
    Primaries primaries;
    Gamma gamma;
};

const Described& described(StandardColours colours) {
    static constexpr std::array<Described, names_of<StandardColours>.size()> all{{
        {"sRGB", srgb_primaries, srgb_gamma},
        {"Display P3", p3_primaries, srgb_gamma},
        {"Adobe RGB (1998)", adobe_primaries, adobe_gamma},
        {"Rec. 2020", bt2020_primaries, bt709_gamma},
    }};
    return all.at(static_cast<std::size_t>(colours));
}

// Nothing: sRGB's, not known, or more than a curve.
std::optional<Gamma> gamma_of(const CodedColours& colours) {
    switch (colours.transfer) {
        case 1:
        case 6:
        case 14:
        case 15: return bt709_gamma;
        case 4: return Gamma{2.2};
        case 5: return Gamma{2.8};
        case 8: return Gamma{};
        case 2:
        case 13: return srgb_gamma;
        default: return std::nullopt;
    }
}

#ifdef SLUICE_LCMS

lcms::Curve curve_of(const lcms::Context& context, const Gamma& gamma) {
    if (gamma.linear_below == 0) return lcms::Curve(cmsBuildGamma(context, gamma.exponent));
    const double whole = 1 + gamma.offset;
    const std::array<double, 5> numbers{gamma.exponent, 1 / whole, gamma.offset / whole, 1 / gamma.slope,
                                        gamma.linear_below};
    constexpr int with_straight_part = 4;
    return lcms::Curve(cmsBuildParametricToneCurve(context, with_straight_part, numbers.data()));
}

ColourProfile made_profile(const Described& of, bool grey, Space space) {
    const lcms::Context context;
    const bool linear = space == Space::linear;
    const std::string name = of.name + std::string(linear ? ", linear" : "") + (grey ? ", grey" : "");
    const lcms::Curve curve = curve_of(context, linear ? Gamma{} : of.gamma);
    if (curve == nullptr) throw std::bad_alloc();
    std::array<cmsToneCurve*, 3> curves;
    curves.fill(curve.get());
    const auto place = [](const std::array<double, 2>& xy) { return cmsCIExyY{xy[0], xy[1], 1}; };
    const Primaries& p = of.primaries;
    const cmsCIExyY white = place(p.white);
    const cmsCIExyYTRIPLE primaries{place(p.red), place(p.green), place(p.blue)};
    // Grey is grey whatever the white.
    const lcms::Profile profile(grey ? cmsCreateGrayProfileTHR(context, cmsD50_xyY(), curve.get())
                                     : cmsCreateRGBProfileTHR(context, &white, &primaries, curves.data()));
    cmsMLU* text = cmsMLUalloc(context, 1);
    if (profile == nullptr || text == nullptr) throw std::bad_alloc();
    cmsMLUsetASCII(text, "en", "US", name.c_str());
    cmsWriteTag(profile.get(), cmsSigProfileDescriptionTag, text);
    cmsMLUfree(text);
    cmsUInt32Number size = 0;
    ColourProfile result{{}, space};
    if (cmsSaveProfileToMem(profile.get(), nullptr, &size) == 0) throw std::bad_alloc();
    result.icc.resize(size);
    if (cmsSaveProfileToMem(profile.get(), result.icc.data(), &size) == 0) throw std::bad_alloc();
    // Now is no part of it.
    constexpr std::array<std::uint8_t, 12> date{2000 >> 8, 2000 & 255, 0, 1, 0, 1};
    std::copy(date.begin(), date.end(), result.icc.begin() + 24);
    return result;
}

#else

ColourProfile made_profile(const Described&, bool, Space) { refuse_profiles(); }

#endif

}  // namespace

void refuse_profiles() {
    throw Error(Error::Kind::usage, "",
                "this sluice was built without Little CMS; it can copy profiles but not apply them");
}

ColourProfile standard_profile(StandardColours colours, bool grey, Space space) {
    return made_profile(described(colours), grey, space);
}

std::optional<Primaries> primaries_of(const CodedColours& colours) {
    constexpr std::array<double, 2> d65{0.3127, 0.3290}, c{0.310, 0.316};
    switch (colours.primaries) {
        case 1: return srgb_primaries;
        case 4: return Primaries{{0.67, 0.33}, {0.21, 0.71}, {0.14, 0.08}, c};
        case 5: return Primaries{{0.64, 0.33}, {0.29, 0.60}, {0.15, 0.06}, d65};
        case 6:
        case 7: return Primaries{{0.630, 0.340}, {0.310, 0.595}, {0.155, 0.070}, d65};
        case 8: return Primaries{{0.681, 0.319}, {0.243, 0.692}, {0.145, 0.049}, c};
        case 9: return bt2020_primaries;
        case 11: return Primaries{p3_primaries.red, p3_primaries.green, p3_primaries.blue, {0.314, 0.351}};
        case 12: return p3_primaries;
        case 22: return Primaries{{0.630, 0.340}, {0.295, 0.605}, {0.155, 0.077}, d65};
        default: return std::nullopt;
    }
}

std::vector<std::uint8_t> coded_icc(const CodedColours& colours, bool grey, const Warn& warn) {
    constexpr int unsaid = 2, p3 = 12, srgb_transfer = 13;
    const auto primaries = primaries_of(colours);
    const auto gamma = gamma_of(colours);
    if (colours.primaries != unsaid && (!primaries || !gamma)) {
        warn("its colours are taken for those of sRGB: what it says of them is unknown (primaries " +
             std::to_string(colours.primaries) + ", transfer " + std::to_string(colours.transfer) + ")");
        return {};
    }
    // Pictures that call themselves BT.709 or BT.601 are meant and shown as sRGB.
    const bool usual =
        !primaries || colours.primaries == 1 || (colours.primaries >= 5 && colours.primaries <= 7);
    if (usual || (grey && colours.transfer == srgb_transfer)) return {};
    try {
        if (colours.primaries == p3 && colours.transfer == srgb_transfer)
            return standard_profile(StandardColours::display_p3, grey).icc;
        const std::string name = "H.273 primaries " + std::to_string(colours.primaries) + ", transfer " +
                                 std::to_string(colours.transfer);
        return made_profile({name.c_str(), *primaries, *gamma}, grey, Space::encoded).icc;
    } catch (const Error&) {  // without Little CMS
        warn("its colours are taken for those of sRGB, though it says others (primaries " +
             std::to_string(colours.primaries) + ")");
        return {};
    }
}

}  // namespace sluice
