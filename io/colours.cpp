#include "io/colours.hpp"

#include "io/icc.hpp"
#include "pipeline/core/error.hpp"
#include "pipeline/core/message.hpp"

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>
#include <vector>

#ifdef SLUICE_LCMS
#include <lcms2.h>
#endif

namespace sluice {

#ifdef SLUICE_LCMS

namespace {

using Matrix = std::array<double, 9>;

struct Deleter {
    void operator()(cmsToneCurve* curve) const { cmsFreeToneCurve(curve); }
    void operator()(void* profile) const { cmsCloseProfile(profile); }
};
struct TransformDeleter {
    void operator()(void* transform) const { cmsDeleteTransform(transform); }
};
using Profile = std::unique_ptr<void, Deleter>;
using Transform = std::unique_ptr<void, TransformDeleter>;
using Curve = std::unique_ptr<cmsToneCurve, Deleter>;

// What belongs to one conversion, errors too: nothing is shared between threads.
class Context {
public:
    Context() : context_(cmsCreateContext(nullptr, this)) {
        if (context_ == nullptr) throw std::bad_alloc();
        cmsSetLogErrorHandlerTHR(context_, [](cmsContext id, cmsUInt32Number, const char* text) {
            auto* self = static_cast<Context*>(cmsGetContextUserData(id));
            if (self->said_.empty()) self->said_ = text;
        });
    }
    ~Context() { cmsDeleteContext(context_); }
    Context(const Context&) = delete;
    Context& operator=(const Context&) = delete;

    operator cmsContext() const { return context_; }
    // What it said, in parentheses.
    std::string said() const { return said_.empty() ? "" : " (Little CMS: " + said_ + ")"; }

private:
    cmsContext context_;
    std::string said_;
};

[[noreturn]] void refuse_broken(const Context& context) { throw_input("it is broken" + context.said()); }

Profile opened(const Context& context, Bytes bytes) {
    Profile profile(
        cmsOpenProfileFromMemTHR(context, bytes.data(), static_cast<cmsUInt32Number>(bytes.size())));
    if (profile == nullptr) refuse_broken(context);
    return profile;
}

// Looks at the bytes of the header: an enumerator of Little CMS may not hold what a broken file has there.
bool expect_of_images(Bytes profile) {
    if (has_magic(profile, "link", 12)) throw_input("it is a device link, which is for two devices at once");
    if (has_magic(profile, "abst", 12)) throw_input("it is an abstract profile, which is for no device");
    if (has_magic(profile, "nmcl", 12)) throw_input("it is a list of named colours");
    const bool grey = has_magic(profile, "GRAY", 16);
    if (!grey && !has_magic(profile, "RGB ", 16)) throw_input("it is neither for RGB nor for grey images");
    return grey;
}

Curve srgb_curve(const Context& context) {
    constexpr std::array<double, 5> numbers{2.4, 1 / 1.055, 0.055 / 1.055, 1 / 12.92, 0.04045};
    return Curve(cmsBuildParametricToneCurve(context, 4, numbers.data()));
}

// Light is proportional to its values.
Curve straight(const Context& context) { return Curve(cmsBuildGamma(context, 1)); }

// With a curve of its own.
Profile made_srgb(const Context& context, const Curve& curve, bool grey, const std::string& name) {
    if (curve == nullptr) throw std::bad_alloc();
    std::array<cmsToneCurve*, 3> curves;
    curves.fill(curve.get());
    constexpr cmsCIExyY d65{0.3127, 0.3290, 1};
    constexpr cmsCIExyYTRIPLE primaries{{0.64, 0.33, 1}, {0.30, 0.60, 1}, {0.15, 0.06, 1}};
    // Grey is grey whatever the white.
    Profile profile(grey ? cmsCreateGrayProfileTHR(context, cmsD50_xyY(), curve.get())
                         : cmsCreateRGBProfileTHR(context, &d65, &primaries, curves.data()));
    cmsMLU* text = cmsMLUalloc(context, 1);
    if (profile == nullptr || text == nullptr) throw std::bad_alloc();
    cmsMLUsetASCII(text, "en", "US", name.c_str());
    cmsWriteTag(profile.get(), cmsSigProfileDescriptionTag, text);
    cmsMLUfree(text);
    return profile;
}

// --- what a profile of curves and a matrix has -----------------------------------------------------

// As Little CMS chooses: a table comes before curves and a matrix.
bool has_table(cmsHPROFILE profile, cmsUInt32Number intent) {
    constexpr std::array<cmsTagSignature, 3> tables{cmsSigAToB0Tag, cmsSigAToB1Tag, cmsSigAToB2Tag};
    constexpr std::array<cmsTagSignature, 3> floats{cmsSigDToB0Tag, cmsSigDToB1Tag, cmsSigDToB2Tag};
    return cmsIsTag(profile, cmsSigAToB0Tag) != 0 || cmsIsTag(profile, tables.at(intent)) != 0 ||
           cmsIsTag(profile, floats.at(intent)) != 0;
}

// Light to XYZ, row by row.
Matrix to_xyz(const Context& context, cmsHPROFILE profile) {
    constexpr std::array<cmsTagSignature, 3> tags{cmsSigRedColorantTag, cmsSigGreenColorantTag,
                                                  cmsSigBlueColorantTag};
    Matrix m{};
    for (std::size_t c = 0; c < 3; ++c) {
        const auto* xyz = static_cast<const cmsCIEXYZ*>(cmsReadTag(profile, tags[c]));
        if (xyz == nullptr) refuse_broken(context);
        m[c] = xyz->X, m[3 + c] = xyz->Y, m[6 + c] = xyz->Z;
    }
    return m;
}

Matrix inverse(const Matrix& m) {
    const auto minor = [&](std::size_t row, std::size_t column) {
        const std::size_t r1 = (row + 1) % 3, r2 = (row + 2) % 3, c1 = (column + 1) % 3,
                          c2 = (column + 2) % 3;
        return m[3 * r1 + c1] * m[3 * r2 + c2] - m[3 * r1 + c2] * m[3 * r2 + c1];
    };
    const double determinant = m[0] * minor(0, 0) + m[1] * minor(0, 1) + m[2] * minor(0, 2);
    Matrix result{};
    for (std::size_t r = 0; r < 3; ++r)
        for (std::size_t c = 0; c < 3; ++c) result[3 * r + c] = minor(c, r) / determinant;
    return result;
}

Matrix product(const Matrix& a, const Matrix& b) {
    Matrix result{};
    for (std::size_t r = 0; r < 3; ++r)
        for (std::size_t c = 0; c < 3; ++c)
            for (std::size_t k = 0; k < 3; ++k) result[3 * r + c] += a[3 * r + k] * b[3 * k + c];
    return result;
}

cmsUInt32Number number_of(Intent intent) {
    constexpr std::array<cmsUInt32Number, 3> numbers{INTENT_RELATIVE_COLORIMETRIC, INTENT_PERCEPTUAL,
                                                     INTENT_SATURATION};
    return numbers.at(static_cast<std::size_t>(intent));
}

}  // namespace

struct ColourConversion::Impl {
    Impl(Bytes bytes, Intent intent) : profile(opened(context, bytes)) {
        grey = expect_of_images(bytes);
        const Profile srgb = opened(context, srgb_profile(grey).icc);  // as rounded as files have it
        transform = transform_to(srgb, intent);
        if (grey) return;
        if (has_table(profile.get(), number_of(intent))) {
            to_light = transform_to(made_srgb(context, straight(context), false, "sRGB"), intent);
            return;
        }
        find_curves();
        matrix = product(inverse(to_xyz(context, srgb.get())), to_xyz(context, profile.get()));
    }

    Transform transform_to(const Profile& other, Intent intent) {
        const cmsUInt32Number type = grey ? TYPE_GRAY_DBL : TYPE_RGB_DBL;
        Transform made(cmsCreateTransformTHR(context, profile.get(), type, other.get(), type,
                                             number_of(intent), cmsFLAGS_NOOPTIMIZE | cmsFLAGS_NOCACHE));
        if (made == nullptr) refuse_broken(context);
        return made;
    }

    void run(const Transform& by, std::span<const double> from, std::span<double> to) const {
        const std::size_t colours = std::min(from.size(), to.size()) / (grey ? 1 : 3);
        cmsDoTransform(by.get(), from.data(), to.data(), static_cast<cmsUInt32Number>(colours));
    }

    void find_curves() {
        constexpr std::array<cmsTagSignature, 3> tags{cmsSigRedTRCTag, cmsSigGreenTRCTag, cmsSigBlueTRCTag};
        for (std::size_t c = 0; c < 3; ++c) {
            curves[c] = static_cast<const cmsToneCurve*>(cmsReadTag(profile.get(), tags[c]));
            if (curves[c] == nullptr) refuse_broken(context);
        }
    }

    Context context;
    Profile profile;
    bool grey = false;
    Transform transform;                          // all of it
    Transform to_light;                           // of Way::table
    std::array<const cmsToneCurve*, 3> curves{};  // the profile's
    Matrix matrix{};
};

ColourConversion::ColourConversion(Bytes profile, Intent intent)
    : impl_(std::make_unique<Impl>(profile, intent)) {}

bool ColourConversion::is_grey() const { return impl_->grey; }

ColourConversion::Way ColourConversion::way() const {
    return impl_->grey ? Way::curve : impl_->curves[0] != nullptr ? Way::matrix : Way::table;
}

void ColourConversion::light(std::span<const double> from, std::span<double> to) const {
    if (impl_->to_light != nullptr) return impl_->run(impl_->to_light, from, to);
    for (std::size_t i = 0; i < std::min(from.size(), to.size()); ++i)
        to[i] = double{cmsEvalToneCurveFloat(impl_->curves.at(i % 3), static_cast<float>(from[i]))};
}

const std::array<double, 9>& ColourConversion::matrix() const { return impl_->matrix; }

void ColourConversion::convert(std::span<const double> from, std::span<double> to) const {
    impl_->run(impl_->transform, from, to);
}

ColourProfile srgb_profile(bool grey, Space space) {
    const Context context;
    const bool linear = space == Space::linear;
    const std::string name = std::string("sRGB") + (linear ? ", linear" : "") + (grey ? ", grey" : "");
    const Profile profile = made_srgb(context, linear ? straight(context) : srgb_curve(context), grey, name);
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

namespace {
[[noreturn]] void refuse() {
    throw Error(Error::Kind::usage, "",
                "this sluice was built without Little CMS; it can copy profiles but not apply them");
}
}  // namespace

struct ColourConversion::Impl {};
ColourConversion::ColourConversion(Bytes, Intent) { refuse(); }
bool ColourConversion::is_grey() const { refuse(); }
ColourConversion::Way ColourConversion::way() const { refuse(); }
void ColourConversion::light(std::span<const double>, std::span<double>) const { refuse(); }
const std::array<double, 9>& ColourConversion::matrix() const { refuse(); }
void ColourConversion::convert(std::span<const double>, std::span<double>) const { refuse(); }
ColourProfile srgb_profile(bool, Space) { refuse(); }

#endif

ColourConversion::~ColourConversion() = default;
ColourConversion::ColourConversion(ColourConversion&&) noexcept = default;

std::string fault_of_profile(const ImageFormat& image, Intent intent) {
    if (image.model != Model::rgb || image.colors() == 2)
        return "profiles are for grey or for red, green and blue, not for " + image.text();
    if (is_signed_integer(image.pixel))
        return "profiles are for values from 0 to white, not for " + image.text() + "; convert pixel= before";
    if (image.profile->space != image.space)
        return "its colour profile is for " + std::string(name(image.profile->space)) +
               " values, and these are " + std::string(name(image.space)) +
               "; put convert profile= before convert space=";
    std::string why = icc_refusal(image.profile->icc, image);
    try {
        if (why.empty()) ColourConversion(image.profile->icc, intent);
    } catch (const Error& error) {
        why = error.message().text();
    }
    return why.empty() ? ""
                       : "its colour profile cannot be applied: " + why +
                             "; profile=keep leaves its values as they are";
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
