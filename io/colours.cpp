#include "io/colours.hpp"

#include "io/icc.hpp"
#include "pipeline/core/error.hpp"
#include "pipeline/core/message.hpp"
#include "pipeline/core/transfer.hpp"

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>
#include <vector>

#ifdef SLUICE_LCMS
#include "io/lcms.hpp"
#endif

namespace sluice {

#ifdef SLUICE_LCMS

namespace {

// Looks at the bytes of the header: an enumerator of Little CMS may not hold what a broken file has there.
bool expect_of_images(Bytes profile) {
    if (has_magic(profile, "link", 12)) throw_input("it is a device link, which is for two devices at once");
    if (has_magic(profile, "abst", 12)) throw_input("it is an abstract profile, which is for no device");
    if (has_magic(profile, "nmcl", 12)) throw_input("it is a list of named colours");
    const bool grey = has_magic(profile, "GRAY", 16);
    if (!grey && !has_magic(profile, "RGB ", 16)) throw_input("it is neither for RGB nor for grey images");
    return grey;
}

// As Little CMS chooses: a table comes before curves and a matrix. Tables lead from values to colours, or
// from colours to values.
enum class Direction { to_colours, to_values };
bool has_table(cmsHPROFILE profile, cmsUInt32Number intent, Direction direction) {
    using Tags = std::array<cmsTagSignature, 3>;
    const bool back = direction == Direction::to_values;
    const Tags tables = back ? Tags{cmsSigBToA0Tag, cmsSigBToA1Tag, cmsSigBToA2Tag}
                             : Tags{cmsSigAToB0Tag, cmsSigAToB1Tag, cmsSigAToB2Tag};
    const Tags floats = back ? Tags{cmsSigBToD0Tag, cmsSigBToD1Tag, cmsSigBToD2Tag}
                             : Tags{cmsSigDToB0Tag, cmsSigDToB1Tag, cmsSigDToB2Tag};
    return cmsIsTag(profile, tables[0]) != 0 || cmsIsTag(profile, tables.at(intent)) != 0 ||
           cmsIsTag(profile, floats.at(intent)) != 0;
}

// Light to XYZ, row by row.
Matrix3 to_xyz(const lcms::Context& context, cmsHPROFILE profile) {
    constexpr std::array<cmsTagSignature, 3> tags{cmsSigRedColorantTag, cmsSigGreenColorantTag,
                                                  cmsSigBlueColorantTag};
    Matrix3 m{};
    for (std::size_t c = 0; c < 3; ++c) {
        const auto* xyz = static_cast<const cmsCIEXYZ*>(cmsReadTag(profile, tags[c]));
        if (xyz == nullptr) lcms::refuse_broken(context);
        m[c] = xyz->X, m[3 + c] = xyz->Y, m[6 + c] = xyz->Z;
    }
    return m;
}

// From values to light; they belong to the profile.
using Curves = std::array<const cmsToneCurve*, 3>;
Curves curves_of(const lcms::Context& context, cmsHPROFILE profile) {
    constexpr std::array<cmsTagSignature, 3> tags{cmsSigRedTRCTag, cmsSigGreenTRCTag, cmsSigBlueTRCTag};
    Curves curves{};
    for (std::size_t c = 0; c < 3; ++c) {
        curves[c] = static_cast<const cmsToneCurve*>(cmsReadTag(profile, tags[c]));
        if (curves[c] == nullptr) lcms::refuse_broken(context);
    }
    return curves;
}

void run(const Curves& curves, std::span<const double> from, std::span<double> to) {
    for (std::size_t i = 0; i < std::min(from.size(), to.size()); ++i)
        to[i] = double{cmsEvalToneCurveFloat(curves.at(i % 3), static_cast<float>(from[i]))};
}

bool is_srgb_curve(const cmsToneCurve* curve) {
    constexpr int places = 256;
    for (int i = 0; i <= places; ++i) {
        const double v = static_cast<double>(i) / places;
        const double light = double{cmsEvalToneCurveFloat(curve, static_cast<float>(v))};
        if (std::fabs(light - transferred(v, Space::linear)) > 2e-5) return false;
    }
    return true;
}

cmsUInt32Number number_of(Intent intent) {
    constexpr std::array<cmsUInt32Number, 3> numbers{INTENT_RELATIVE_COLORIMETRIC, INTENT_PERCEPTUAL,
                                                     INTENT_SATURATION};
    return numbers.at(static_cast<std::size_t>(intent));
}

}  // namespace

struct ColourConversion::Impl {
    Impl(Bytes from_bytes, Bytes to_bytes, Intent intent)
        : from(lcms::opened(context, from_bytes)),
          to(lcms::opened(context, to_bytes)),
          grey(expect_of_images(from_bytes)) {
        if (expect_of_images(to_bytes) != grey)
            throw_input(grey ? "it is for grey, and the other one for red, green and blue"
                             : "it is for red, green and blue, and the other one for grey");
        transform = transform_to(to, intent);
        if (grey) return;
        if (has_table(to.get(), number_of(intent), Direction::to_values)) {
            way = Way::whole;
            return;
        }
        for (const cmsToneCurve* curve : curves_of(context, to.get()))
            encoders.emplace_back(inverse_of(curve));
        const Curves targets = curves_of(context, to.get());
        as_srgb = std::all_of(targets.begin(), targets.end(), is_srgb_curve);
        const Matrix3 target = to_xyz(context, to.get());
        if (has_table(from.get(), number_of(intent), Direction::to_colours)) {
            way = Way::table;
            to_light = transform_to(linear_of(target), intent);
            return;
        }
        way = Way::matrix;
        curves = curves_of(context, from.get());
        matrix = product(inverse(target), to_xyz(context, from.get()));
    }

    lcms::Transform transform_to(const lcms::Profile& other, Intent intent) const {
        const cmsUInt32Number type = grey ? TYPE_GRAY_DBL : TYPE_RGB_DBL;
        lcms::Transform made(cmsCreateTransformTHR(context, from.get(), type, other.get(), type,
                                                   number_of(intent),
                                                   cmsFLAGS_NOOPTIMIZE | cmsFLAGS_NOCACHE));
        if (made == nullptr) lcms::refuse_broken(context);
        return made;
    }

    lcms::Curve inverse_of(const cmsToneCurve* curve) const {
        constexpr cmsUInt32Number places = 32768;  // of a curve without a formula
        lcms::Curve made(cmsReverseToneCurveEx(places, curve));
        if (made == nullptr) lcms::refuse_broken(context);
        return made;
    }

    // The colours of the target, with values that are light.
    lcms::Profile linear_of(const Matrix3& to_xyz) const {
        const lcms::Curve straight(cmsBuildGamma(context, 1));
        lcms::Profile profile(cmsCreateProfilePlaceholder(context));
        if (profile == nullptr || straight == nullptr) throw std::bad_alloc();
        cmsSetProfileVersion(profile.get(), 4.3);
        cmsSetDeviceClass(profile.get(), cmsSigDisplayClass);
        cmsSetColorSpace(profile.get(), cmsSigRgbData);
        cmsSetPCS(profile.get(), cmsSigXYZData);
        cmsWriteTag(profile.get(), cmsSigMediaWhitePointTag, cmsD50_XYZ());
        constexpr std::array<cmsTagSignature, 3> colorants{cmsSigRedColorantTag, cmsSigGreenColorantTag,
                                                           cmsSigBlueColorantTag};
        constexpr std::array<cmsTagSignature, 3> trcs{cmsSigRedTRCTag, cmsSigGreenTRCTag, cmsSigBlueTRCTag};
        for (std::size_t c = 0; c < 3; ++c) {
            const cmsCIEXYZ xyz{to_xyz[c], to_xyz[3 + c], to_xyz[6 + c]};
            cmsWriteTag(profile.get(), colorants[c], &xyz);
            cmsWriteTag(profile.get(), trcs[c], straight.get());
        }
        return profile;
    }

    void run(const lcms::Transform& by, std::span<const double> values, std::span<double> results) const {
        const std::size_t colours = std::min(values.size(), results.size()) / (grey ? 1 : 3);
        cmsDoTransform(by.get(), values.data(), results.data(), static_cast<cmsUInt32Number>(colours));
    }

    lcms::Context context;
    lcms::Profile from, to;
    bool grey;
    Way way = Way::curve;
    lcms::Transform transform;          // all of it
    lcms::Transform to_light;           // of Way::table
    Curves curves{};                    // of Way::matrix
    Matrix3 matrix{};                   // of Way::matrix
    std::vector<lcms::Curve> encoders;  // from light to values
    bool as_srgb = false;
};

ColourConversion::ColourConversion(Bytes from, Bytes to, Intent intent)
    : impl_(std::make_unique<Impl>(from, to, intent)) {}

bool ColourConversion::is_grey() const { return impl_->grey; }

ColourConversion::Way ColourConversion::way() const { return impl_->way; }

void ColourConversion::light(std::span<const double> from, std::span<double> to) const {
    if (impl_->to_light != nullptr) return impl_->run(impl_->to_light, from, to);
    run(impl_->curves, from, to);
}

const Matrix3& ColourConversion::matrix() const { return impl_->matrix; }

bool ColourConversion::encodes_as_srgb() const { return impl_->as_srgb; }

void ColourConversion::encode(std::span<const double> light, std::span<double> to) const {
    run({impl_->encoders.at(0).get(), impl_->encoders.at(1).get(), impl_->encoders.at(2).get()}, light, to);
}

void ColourConversion::convert(std::span<const double> from, std::span<double> to) const {
    impl_->run(impl_->transform, from, to);
}

#else

struct ColourConversion::Impl {};
ColourConversion::ColourConversion(Bytes, Bytes, Intent) { refuse_profiles(); }
bool ColourConversion::is_grey() const { refuse_profiles(); }
ColourConversion::Way ColourConversion::way() const { refuse_profiles(); }
void ColourConversion::light(std::span<const double>, std::span<double>) const { refuse_profiles(); }
const Matrix3& ColourConversion::matrix() const { refuse_profiles(); }
bool ColourConversion::encodes_as_srgb() const { refuse_profiles(); }
void ColourConversion::encode(std::span<const double>, std::span<double>) const { refuse_profiles(); }
void ColourConversion::convert(std::span<const double>, std::span<double>) const { refuse_profiles(); }

#endif

ColourConversion::~ColourConversion() = default;
ColourConversion::ColourConversion(ColourConversion&&) noexcept = default;

ColourProfile profile_of(const ImageFormat& image) {
    return image.profile ? *image.profile : standard_profile(StandardColours::srgb, image.colors() == 1);
}

std::string fault_of_profile(const ImageFormat& image, const ColourProfile& to, Intent intent) {
    if (image.model != Model::rgb || image.colors() == 2)
        return "profiles are for grey or for red, green and blue, not for " + image.text();
    if (is_signed_integer(image.pixel))
        return "profiles are for values from 0 to white, not for " + image.text() + "; convert pixel= before";
    if (image.profile && image.profile->space != image.space)
        return "its colour profile is for " + std::string(name(image.profile->space)) +
               " values, and these are " + std::string(name(image.space)) +
               "; put convert profile= before convert space=";
    std::string why = image.profile ? icc_refusal(image.profile->icc, image) : "";
    try {
        if (why.empty()) ColourConversion(profile_of(image).icc, to.icc, intent);
    } catch (const Error& error) {
        why = error.message().text();
    }
    return why.empty() ? ""
                       : "its colour profile cannot be applied: " + why +
                             "; profile=keep leaves its values as they are";
}

bool can_become_srgb(const ImageFormat& image) {
    try {
        const ColourProfile srgb = standard_profile(StandardColours::srgb, image.colors() == 1);
        return fault_of_profile(image, srgb, Intent::relative).empty();
    } catch (const Error&) {  // without Little CMS
        return false;
    }
}

bool ColourConversion::changes(double step) const {
    std::vector<double> from;
    constexpr std::size_t greys = 256, side = 17;
    const std::size_t channels = is_grey() ? 1 : 3;
    for (std::size_t i = 0; i < greys; ++i)
        from.insert(from.end(), channels, static_cast<double>(i) / (greys - 1));
    const auto at = [](std::size_t i) { return static_cast<double>(i % side) / (side - 1); };
    for (std::size_t i = 0; channels == 3 && i < side * side * side; ++i)
        from.insert(from.end(), {at(i), at(i / side), at(i / side / side)});
    std::vector<double> to(from.size());
    convert(from, to);
    constexpr double safely = 0.9;  // with colours between those in mind
    return !std::equal(from.begin(), from.end(), to.begin(), [&](double a, double b) {
        return std::fabs(a - std::clamp(b, 0.0, 1.0)) < safely * step;
    });
}

}  // namespace sluice
