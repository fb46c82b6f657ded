#include "io/colours.hpp"

#include "io/icc.hpp"
#include "pipeline/core/error.hpp"
#include "tests/skip.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <string>
#include <vector>

#ifdef SLUICE_TEST_LCMS
#include "tests/profiles.hpp"

using namespace sluice;
using Way = ColourConversion::Way;

namespace {

ColourConversion to_srgb(const profiles::Bytes& profile, Intent intent) {
    const bool grey = profile.size() > 20 && profile[16] == 'G';
    return {profile, standard_profile(StandardColours::srgb, grey).icc, intent};
}

std::string refusal(const profiles::Bytes& profile) {
    try {
        const ColourConversion conversion = to_srgb(profile, Intent::relative);
    } catch (const Error& error) {
        CHECK(error.kind() == Error::Kind::input);
        return error.what();
    }
    return "";
}

// With another word in the header, where device classes and colour spaces stand.
profiles::Bytes with_word(profiles::Bytes profile, std::size_t at, const std::string& word) {
    std::copy(word.begin(), word.end(), profile.begin() + static_cast<std::ptrdiff_t>(at));
    return profile;
}

}  // namespace

TEST_CASE("the profile of sRGB is the same every time, and changes nothing") {
    for (const bool grey : {false, true}) {
        const ColourProfile profile = standard_profile(StandardColours::srgb, grey);
        CHECK(profile.icc == standard_profile(StandardColours::srgb, grey).icc);
        CHECK(profile.space == Space::encoded);
        CHECK(profile.icc.size() < 1000);
        CHECK(icc_refusal(profile.icc, ImageFormat{1, 1, grey ? 1 : 3}) == "");
        const ColourConversion conversion = to_srgb(profile.icc, Intent::relative);
        CHECK(conversion.is_grey() == grey);
        CHECK_FALSE(conversion.changes(1.0 / 255));
        CHECK_FALSE(conversion.changes(1.0 / 65535));
        CHECK(conversion.changes(0));
    }
    CHECK_FALSE(to_srgb(profiles::srgb(), Intent::perceptual).changes(1.0 / 255));
    CHECK(to_srgb(profiles::wide(2.2), Intent::perceptual).changes(1.0 / 255));
}

TEST_CASE("curves and a matrix are what the whole conversion is made of") {
    const ColourConversion conversion = to_srgb(profiles::tabled(), Intent::relative);
    REQUIRE(conversion.way() == Way::matrix);
    const auto& m = conversion.matrix();
    const std::array<double, 3> from{0.5, 0.6, 0.4};
    std::array<double, 3> to{}, own{};
    conversion.convert(from, to);
    conversion.light(from, own);
    for (std::size_t row = 0; row < 3; ++row) {
        double light = 0;
        for (std::size_t c = 0; c < 3; ++c) light += m[3 * row + c] * own[c];
        CHECK(std::fabs(1.055 * std::pow(light, 1 / 2.4) - 0.055 - to[row]) < 1e-5);
    }
    CHECK(to_srgb(profiles::grey(1.8), Intent::relative).way() == Way::curve);
    CHECK(to_srgb(profiles::solid(), Intent::relative).way() == Way::table);
}

TEST_CASE("profiles that are broken, or of a kind that no picture has, are refused") {
    const profiles::Bytes profile = profiles::wide(2.2);
    CHECK(refusal({profile.begin(), profile.begin() + 200}).starts_with("it is broken (Little CMS: "));
    CHECK(refusal({}).starts_with("it is broken"));
    CHECK(refusal(with_word(profile, 12, "link")) == "it is a device link, which is for two devices at once");
    CHECK(refusal(with_word(profile, 12, "abst")) == "it is an abstract profile, which is for no device");
    CHECK(refusal(with_word(profile, 12, "nmcl")) == "it is a list of named colours");
    CHECK(refusal(with_word(profile, 16, "CMYK")) == "it is neither for RGB nor for grey images");
    // The name of the red curve.
    profiles::Bytes no_red = profile;
    for (std::size_t at = 132; at + 4 < no_red.size(); at += 12)
        if (std::string(no_red.begin() + static_cast<std::ptrdiff_t>(at),
                        no_red.begin() + static_cast<std::ptrdiff_t>(at) + 4) == "rTRC")
            no_red = with_word(no_red, at, "none");
    CHECK(refusal(no_red).starts_with("it is broken"));
}

TEST_CASE("two profiles are one but for when and by what they were made") {
    const ColourProfile one{profiles::wide(2.2)};
    ColourProfile other = one;
    other.icc[30] ^= 1, other.icc[90] ^= 1, other.icc[5] ^= 1;
    CHECK(one == other);
    other.icc[130] ^= 1;
    CHECK(one != other);
    CHECK(one != ColourProfile{one.icc, Space::linear});
    CHECK(ColourProfile{{1, 2}} != ColourProfile{{1, 3}});
    CHECK(ColourProfile{} == ColourProfile{});
}

#else

TEST_CASE("colours of profiles") { report_skip("Little CMS is not installed"); }

#endif
