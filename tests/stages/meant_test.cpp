// Where stages mean their floats to lie, and what files of integers say to that.
#include "pipeline/plan/rewrite/walk.hpp"
#include "pipeline/sluice/stages_table.hpp"
#include "tests/error_of.hpp"

#include <doctest/doctest.h>

#include <string>
#include <vector>

using namespace sluice;

namespace {

const ImageFormat photograph{8, 4, 3, Pixel::u8};
const ImageFormat floats{8, 4, 3, Pixel::f32};

Primitives walked(const std::string& chain, const ImageFormat& format, const std::string& file) {
    static const Registry stages(stage_table());
    Diagnostics faults;
    const CheckedGraph graph = check(
        Graph::from_chain("load a.png | " + chain + (file.empty() ? "" : " | save " + file)), stages, faults);
    REQUIRE_MESSAGE(faults.ok(), faults.text());
    return walk(graph, stages, {{"load", format}}, {});
}

// Why a chain cannot be saved in a file, or "".
std::string refusal(const std::string& chain, const std::string& file,
                    const ImageFormat& format = photograph) {
    return error_of([&] { walked(chain, format, file); });
}

bool refused(const std::string& chain, const std::string& file, const ImageFormat& format = photograph) {
    return refusal(chain, file, format).find("cannot hold numbers") != std::string::npos;
}

std::optional<ValueRange> meant(const std::string& chain, const ImageFormat& format = photograph) {
    return walked(chain, format, "").nodes.back().format->meant;
}

}  // namespace

TEST_CASE("mean 0 and deviation 1 are refused by files of integers, which would clip half of it") {
    for (const char* file : {"x.png", "x.jpg", "x.bmp", "x.tga", "x.ppm"}) {
        CAPTURE(file);
        const std::string why = refusal("normalize standardize", file);
        for (const char* part : {"cannot hold numbers below 0 and above 1, which are meant here",
                                 "(batch: format)", ".pfm", "`scale=0.2 shift=0.5`", "`convert pixel=u"})
            CHECK_MESSAGE(why.find(part) != std::string::npos, why);
    }
    for (const char* file : {"x.pfm", "x.npy"}) CHECK(refusal("normalize standardize", file).empty());
    // Radiance has no sign.
    CHECK(refusal("normalize standardize", "x.hdr").find("HDR cannot hold numbers below 0, which are") !=
          std::string::npos);
    CHECK_FALSE(refused("normalize out=0,2 pixel=f32", "x.hdr"));
}

TEST_CASE(
    "a standardize that is meant to fit is saved: two deviations have room on either side of the mean") {
    CHECK_FALSE(refused("normalize standardize scale=0.2 shift=0.5", "x.png"));
    CHECK_FALSE(refused("normalize standardize scale=-0.25 shift=0.5", "x.jpg"));
    CHECK(refused("normalize standardize scale=0.3 shift=0.5", "x.png"));
    CHECK(refused("normalize standardize scale=0.2", "x.png"));
    // Mean and deviation that are given say exactly where 0 to 255 goes.
    CHECK(meant("normalize standardize preset=inception") == ValueRange{-1, 1});
    CHECK_FALSE(refused("normalize standardize preset=inception scale=0.5 shift=0.5", "x.png"));
    CHECK(refused("normalize standardize preset=imagenet", "x.png"));
    CHECK(meant("normalize standardize mean=0 std=51") == ValueRange{0, 5});
}

TEST_CASE("ranges that leave 0 to white are refused, and those that do not are saved") {
    CHECK(refused("normalize out=-1,1 pixel=f32", "x.png"));
    CHECK(refused("normalize out=2,0 pixel=f32", "x.png"));
    CHECK(refused("normalize percentile out=0,1.5", "x.png", floats));
    CHECK_FALSE(refused("normalize out=0.1,0.9", "x.png", floats));
    CHECK_FALSE(refused("normalize percentile pixel=f32", "x.jpg"));
    // Without a clamp a line goes on beyond its ends.
    CHECK(meant("normalize in=85,170 clamp=false pixel=f32") == ValueRange{-1, 2});
    CHECK(refused("normalize in=85,170 clamp=false pixel=f32", "x.png"));
    CHECK_FALSE(refused("normalize in=0,255 clamp=false pixel=f32", "x.png"));
    CHECK_FALSE(refused("normalize clamp=false pixel=f32", "x.png"));
    CHECK(refused("normalize clamp=false region=0,0,2,2 pixel=f32", "x.png"));
    CHECK(refused("normalize in=85,170 clamp=false group=luma pixel=f32", "x.png"));
    for (const char* bent : {"space=linear", "space=linear pixel=f32", "space=linear strength=0.5 pixel=f32"})
        CHECK_FALSE(refused(std::string("normalize ") + bent, "x.png"));
}

TEST_CASE("what is meant goes through other stages to the file") {
    CHECK(refused("normalize standardize | gamma 0.5", "x.png"));
    CHECK(refused("normalize standardize | convert space=linear channels=1 pixel=f16", "x.png"));
    CHECK(meant("normalize out=0,2 pixel=f32 | invert") == ValueRange{-1, 1});
    CHECK(meant("convert pixel=f32") == ValueRange{0, 1});
    CHECK(meant("convert pixel=f32 white=255") == ValueRange{0, 255});
    // A stretch after it brings it back.
    CHECK_FALSE(refused("normalize standardize | normalize", "x.png"));
    // Numbers that are kept without their white are all white.
    CHECK(refused("convert pixel=f32 scale=none", "x.png"));
    CHECK(refused("convert pixel=f32", "x.png", {8, 4, 1, Pixel::i16}));
    CHECK_FALSE(refused("convert pixel=f32 scale=none white=255", "x.png"));
}

TEST_CASE("who converts to integers wants them clipped, and of what a file held nothing is promised") {
    CHECK_FALSE(refused("normalize standardize | convert pixel=u8", "x.jpg"));
    CHECK_FALSE(refused("normalize standardize pixel=u16", "x.png"));
    CHECK_FALSE(refused("normalize standardize | convert pixel=u8 | convert pixel=f32", "x.png"));
    CHECK_FALSE(refused("gamma 0.5", "x.png", floats));
    CHECK_FALSE(refused("normalize grayworld", "x.png", floats));
    CHECK_FALSE(meant("gamma 0.5", floats));
}
