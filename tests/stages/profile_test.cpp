// Colour profiles against Little CMS itself.
#include "tests/stages/support.hpp"

#include "io/colours.hpp"
#include "pipeline/files/atomic_file.hpp"
#include "tests/error_of.hpp"
#include "tests/reference/samples.hpp"
#include "tests/skip.hpp"
#include "tests/temporary_folder.hpp"

#include <cmath>
#include <memory>

#ifdef SLUICE_TEST_LCMS
#include "tests/profiles.hpp"

using namespace sluice;
using namespace sluice::test;

namespace {

HostImage with_profile(ImageFormat format, const profiles::Bytes& icc,
                       const reference::RandomOptions& how = {}) {
    format.profile = std::make_shared<const ColourProfile>(ColourProfile{icc});
    return reference::random_image(format, how);
}

cmsUInt32Number type_of(const ImageFormat& format) {
    const auto colours = static_cast<cmsUInt32Number>(format.colors());
    const auto bytes = static_cast<cmsUInt32Number>(sluice::bytes(format.pixel));
    return COLORSPACE_SH(colours == 1 ? PT_GRAY : PT_RGB) | CHANNELS_SH(colours) | BYTES_SH(bytes) |
           EXTRA_SH(static_cast<cmsUInt32Number>(format.channels) - colours) |
           FLOAT_SH(is_integer(format.pixel) ? 0U : 1U);
}

profiles::Bytes srgb_of(const ImageFormat& format) {
    return standard_profile(StandardColours::srgb, format.colors() == 1, format.space).icc;
}

// What Little CMS makes of the colours; alpha is not its concern.
HostImage by_lcms(const HostImage& src, const profiles::Bytes& target, cmsUInt32Number intent) {
    const ImageFormat& format = src.format();
    const cmsHPROFILE from = profiles::opened(format.profile ? format.profile->icc : srgb_of(format));
    const cmsHPROFILE to = profiles::opened(target);
    const cmsHTRANSFORM transform =
        cmsCreateTransform(from, type_of(format), to, type_of(format), intent, cmsFLAGS_NOOPTIMIZE);
    REQUIRE(transform != nullptr);
    HostImage dst(format);
    for (std::size_t y = 0; y < format.height; ++y)
        cmsDoTransform(transform, src.row(y), dst.row(y), static_cast<cmsUInt32Number>(format.width));
    cmsDeleteTransform(transform);
    cmsCloseProfile(from), cmsCloseProfile(to);
    return dst;
}

HostImage by_lcms(const HostImage& src, cmsUInt32Number intent) {
    return by_lcms(src, srgb_of(src.format()), intent);
}

// The largest difference of a colour; of floats where sRGB has it, for beyond that nobody agrees.
double furthest(const HostImage& image, const HostImage& peer) {
    double most = 0;
    for (std::size_t y = 0; y < image.format().height; ++y)
        for (std::size_t x = 0; x < image.format().width; ++x) {
            bool inside = true;
            for (int c = 0; c < image.format().colors(); ++c) {
                const double v = sample(peer.view(), x, y, c);
                inside = inside && v >= 0 && v <= image.format().white_value();
            }
            for (int c = 0; inside && c < image.format().colors(); ++c)
                most =
                    std::max(most, std::fabs(sample(image.view(), x, y, c) - sample(peer.view(), x, y, c)));
        }
    return most;
}

struct Compared {
    std::string name;
    ImageFormat format;
    profiles::Bytes profile;
    double within;
};

void compare(const std::vector<Compared>& all, const std::string& intent, cmsUInt32Number number) {
    for (const Compared& one : all) {
        CAPTURE(one.name);
        CAPTURE(one.format.text());
        const HostImage src = with_profile(one.format, one.profile);
        const Result result = run("convert profile=srgb intent=" + intent, src.view());
        CHECK(result.image.format() == src.format());
        REQUIRE(result.image.format().profile != nullptr);
        CHECK(*result.image.format().profile ==
              standard_profile(StandardColours::srgb, one.format.colors() == 1));
        const double off = furthest(result.image, by_lcms(src, number));
        CHECK(off <= one.within);
    }
}

ImageFormat format(int channels, Pixel pixel) {
    ImageFormat format{101, 67, channels, pixel};
    format.grey_alpha = channels == 2;
    return format;
}

std::string refusal(const std::string& chain, const HostImage& image) {
    return error_of([&] { run(chain, image.view()); });
}

}  // namespace

TEST_CASE("profiles of curves and a matrix, and of grey, give what Little CMS gives") {
    compare(
        {
            {"gamma", format(3, Pixel::u8), profiles::wide(2.2), 1},
            {"gamma", format(3, Pixel::u16), profiles::wide(2.2), 2},
            {"gamma", format(4, Pixel::f32), profiles::wide(1.8), 1e-5},
            {"tables", format(4, Pixel::u8), profiles::tabled(), 1},
            {"tables", format(3, Pixel::f32), profiles::tabled(), 2e-4},  // of 16 bits, near black
            {"grey", format(1, Pixel::u8), profiles::grey(1.8), 1},
            {"grey", format(2, Pixel::u16), profiles::grey(1.8), 2},
        },
        "relative", INTENT_RELATIVE_COLORIMETRIC);
}

TEST_CASE("profiles of tables give what Little CMS gives, and each intent has its own") {
    const std::vector<Compared> all{{"table", format(3, Pixel::u8), profiles::solid(), 2},
                                    {"table", format(4, Pixel::f32), profiles::solid(), 0.006}};
    compare(all, "relative", INTENT_RELATIVE_COLORIMETRIC);
    compare({all.front()}, "perceptual", INTENT_PERCEPTUAL);
    const HostImage src = with_profile(format(3, Pixel::u8), profiles::solid());
    CHECK(furthest(by_lcms(src, INTENT_PERCEPTUAL), by_lcms(src, INTENT_RELATIVE_COLORIMETRIC)) > 20);
}

TEST_CASE("colours go to named spaces, and to profiles in files, as Little CMS takes them there") {
    const TemporaryFolder folder;
    const auto saved = [&](const std::string& name, const profiles::Bytes& icc) {
        write_file((folder / name).string(), icc);
        return (folder / name).string();
    };
    struct Target {
        std::string profile;
        profiles::Bytes icc;
        double of_8_bits, of_floats;
    };
    const auto named = [](StandardColours colours) { return standard_profile(colours, false).icc; };
    const std::vector<Target> targets{
        {"display-p3", named(StandardColours::display_p3), 1, 2e-5},
        {"adobe-rgb", named(StandardColours::adobe_rgb), 1, 1e-4},
        {"rec2020", named(StandardColours::rec2020), 1, 1e-4},
        {saved("wide.icc", profiles::wide(1.8)), profiles::wide(1.8), 1, 1e-4},
        // Little CMS inverts a curve of a table at 4096 places, which is coarse near black.
        {saved("tabled.icc", profiles::tabled()), profiles::tabled(), 2, 7e-3},
        // A table of colours, looked up between those of another.
        {saved("printer.icc", profiles::printer()), profiles::printer(), 5, 0.02},
    };
    ImageFormat linear = format(3, Pixel::f32);
    linear.space = Space::linear;
    for (const Target& target : targets) {
        CAPTURE(target.profile);
        const auto off = [&](const HostImage& src) {
            const HostImage dst = run("convert profile=" + target.profile, src.view()).image;
            CHECK(dst.format().pixel == src.format().pixel);
            CHECK(dst.format().space == Space::encoded);
            REQUIRE(dst.format().profile != nullptr);
            CHECK(*dst.format().profile == ColourProfile{target.icc});
            return furthest(dst, by_lcms(src, target.icc, INTENT_RELATIVE_COLORIMETRIC));
        };
        CHECK(off(with_profile(format(3, Pixel::u8), profiles::wide(2.4))) <= target.of_8_bits);
        CHECK(off(with_profile(format(4, Pixel::f32), profiles::wide(2.4))) <= target.of_floats);
        CHECK(off(with_profile(format(3, Pixel::u8), profiles::solid())) <= target.of_8_bits + 2);
        CHECK(off(reference::random_image(format(4, Pixel::u8))) <= target.of_8_bits);
        CHECK(off(reference::random_image(format(3, Pixel::u16))) <= 257 * target.of_8_bits);
        CHECK(off(reference::random_image(linear)) <= target.of_floats);
    }
    const profiles::Bytes grey = standard_profile(StandardColours::adobe_rgb, true).icc;
    const HostImage src = reference::random_image(format(1, Pixel::u16));
    CHECK(furthest(run("convert profile=adobe-rgb", src.view()).image,
                   by_lcms(src, grey, INTENT_RELATIVE_COLORIMETRIC)) <= 2);
}

TEST_CASE("what cannot be taken to a profile is refused, with a way out") {
    const TemporaryFolder folder;
    const HostImage src = reference::random_image(format(3, Pixel::u8));
    const auto said = [&](const std::string& words, const HostImage& image) {
        return refusal("convert " + words, image);
    };
    CHECK(said("profile=display_p3", src)
              .find("profile=display_p3 cannot be read: there is no such file; it is srgb, display-p3, "
                    "adobe-rgb, "
                    "rec2020, or the path of an ICC profile") != std::string::npos);
    const std::string damaged = (folder / "damaged.icc").string();
    write_file(damaged, as_bytes("no profile"));
    CHECK(said("profile=" + damaged, src).find("cannot be used: it is broken") != std::string::npos);
    const std::string colours = (folder / "wide.icc").string();
    write_file(colours, profiles::wide(2.2));
    CHECK(said("profile=" + colours, reference::random_image(format(1, Pixel::u8)))
              .find("it is for colour images, and this one is grey") != std::string::npos);
    CHECK(said("profile=display-p3 to=lab", src).find("put a convert with them before it") !=
          std::string::npos);
    CHECK(said("intent=perceptual", src).find("intent= is for profile=") != std::string::npos);
    ImageFormat plain = format(3, Pixel::f32);
    plain.space = Space::data;
    CHECK(said("profile=display-p3", reference::random_image(plain)).find("works on light") !=
          std::string::npos);
}

TEST_CASE("alpha stays, and the white of a picture too") {
    ImageFormat ten_bits = format(4, Pixel::u16);
    ten_bits.white = 1023;
    const HostImage src = with_profile(ten_bits, profiles::wide(2.2));
    const HostImage dst = run("convert profile=srgb", src.view()).image;
    CHECK(dst.format() == ten_bits);
    double most = 0;
    for (std::size_t x = 0; x < 101; ++x) {
        CHECK(sample(dst.view(), x, 5, 3) == sample(src.view(), x, 5, 3));
        for (int c = 0; c < 3; ++c) most = std::max(most, sample(dst.view(), x, 5, c));
    }
    CHECK(most > 900);
    CHECK(most < 1300);  // no colour of sRGB
}

TEST_CASE("colours go to sRGB before all else that convert does, without rounding in between") {
    const HostImage src = with_profile(format(3, Pixel::u8), profiles::wide(2.2));
    const HostImage real = run("convert profile=srgb pixel=f32", src.view()).image;
    for (const std::string rest :
         {"channels=1", "space=linear pixel=f32", "to=hsv", "pixel=u16 scale=none"}) {
        CAPTURE(rest);
        const HostImage once = run("convert profile=srgb " + rest, src.view()).image;
        const std::string scaled = rest.ends_with("none") ? "convert white=255 | convert " : "convert ";
        const std::string last = rest == "channels=1" ? "channels=1 pixel=u8" : rest;
        const HostImage twice = run(scaled + last, real.view()).image;
        CHECK(once.format() == twice.format());
        CHECK(furthest(once, twice) <= (is_integer(once.format().pixel) ? 1 : 1e-3));
    }
    CHECK(run("convert profile=srgb space=linear pixel=f32", src.view()).image.format().profile == nullptr);
}

TEST_CASE("a picture without a profile, or with that of sRGB, stays as it is") {
    const HostImage plain = reference::random_image(format(3, Pixel::u8));
    const HostImage srgb = with_profile(format(3, Pixel::u16), profiles::srgb());
    for (const HostImage* src : {&plain, &srgb}) {
        const HostImage dst = run("convert profile=srgb", src->view()).image;
        CHECK(reference::samples_of(dst.view()) == reference::samples_of(src->view()));
        CHECK(dst.format().profile == src->format().profile);
    }
    // So does one that is to keep what it has.
    const HostImage wide = with_profile(format(3, Pixel::u8), profiles::wide(2.2));
    CHECK(reference::samples_of(run("convert", wide.view()).image.view()) ==
          reference::samples_of(wide.view()));
}

TEST_CASE("a profile that does not fit its image is refused before anything runs") {
    const auto with = [](int channels, Pixel pixel, const profiles::Bytes& icc) {
        return with_profile(format(channels, pixel), icc);
    };
    const std::string fault = "its colour profile cannot be applied: ",
                      way_out = "; profile=keep leaves its values as they are";
    const HostImage src = with(3, Pixel::f32, profiles::wide(2.2));
    CHECK(refusal("convert profile=srgb", with(1, Pixel::u8, profiles::wide(2.2)))
              .ends_with(fault + "it is for colour images, and this one is grey" + way_out));
    CHECK(refusal("convert profile=srgb", with(3, Pixel::u8, {1, 2, 3}))
              .ends_with(fault + "it is broken" + way_out));
    CHECK(refusal("convert space=linear | convert profile=srgb", src)
              .ends_with("its colour profile is for encoded values, and these are linear; put convert "
                         "profile= before convert space="));
    CHECK(refusal("convert to=lab | convert profile=srgb", src).find("not for 101x67 f32 x3") !=
          std::string::npos);
    CHECK(refusal("convert profile=srgb", with(3, Pixel::i16, profiles::wide(2.2)))
              .ends_with("convert pixel= before"));
}

#else

TEST_CASE("colour profiles") { report_skip("Little CMS is not installed"); }

#endif
