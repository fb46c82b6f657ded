// What is stored for a Gather, and what is evaluated where it reads.
#include "tests/plan/planned.hpp"

#include <algorithm>

using namespace sluice;
using namespace sluice::test;

namespace {

const ImageFormat frame{1280, 720, 4, Pixel::u8};

// The images of which a decision says all of this, in their order.
std::string which(const std::vector<std::string>& decisions, const std::vector<std::string>& says) {
    std::string names;
    for (const std::string& decision : decisions)
        if (std::all_of(says.begin(), says.end(),
                        [&](const std::string& words) { return decision.find(words) != decision.npos; }))
            names += (names.empty() ? "" : " ") + decision.substr(0, decision.find(' '));
    return names;
}

// What is stored for Gathers, or "" where all is evaluated.
std::string stored(const std::string& chain, const DeviceFacts& device, const ImageFormat& format = frame) {
    return which(planned(chain, format, device).decisions,
                 {" is read with its neighbours by ", ": stored, which takes about "});
}

// What is looked up in a pass of its own.
std::string alone(const std::string& chain, const DeviceFacts& device, const ImageFormat& format = frame) {
    return which(planned(chain, format, device).decisions, {" has a pass of its own, to look words up"});
}

}  // namespace

TEST_CASE("what a window reads is stored, unless the pass is small") {
    for (const char* window : {"erode 1", "median 2", "sobel"}) {
        CAPTURE(std::string(window));
        CHECK(stored(std::string("invert | ") + window, cpu) == "invert");
        CHECK(stored(std::string("gamma 0.5 | ") + window, gpu) == "gamma");
    }
    // A launch of another kernel takes longer than all of it.
    CHECK(stored("invert | erode 1", cpu, {16, 9, 4, Pixel::u8}).empty());
}

TEST_CASE("what is read once is evaluated where it is read") {
    for (const DeviceFacts& device : {cpu, gpu})
        for (const char* move : {"rotate 90", "crop 100,100", "resize scale=0.5 filter=area"}) {
            CAPTURE(std::string(move));
            CHECK(stored(std::string("invert | ") + move, device).empty());
            CHECK(stored(std::string("gamma 0.5 | ") + move, gpu).empty());
        }
}

TEST_CASE("a CPU looks bytes up in a pass of their own: there they are words") {
    CHECK(stored("gamma 0.5 | flip x", cpu) == "gamma");
    for (const char* more : {"resize scale=0.5 filter=area", "normalize percentile", "premultiply | erode 1"})
        CHECK(alone(std::string("gamma 0.5 | ") + more, cpu) == "gamma");
    // Behind what reads neighbours, and behind what makes numbers.
    for (const char* first : {"rotate 5", "resize 400x300", "premultiply"}) {
        CAPTURE(std::string(first));
        CHECK(alone(std::string(first) + " | gamma 0.5", cpu) == "gamma");
    }
    CHECK(alone("gamma 0.5", cpu).empty());  // it has one anyway
    // Points of which a table of levels is made have no pass.
    CHECK(alone("temperature 4200 | invert | curves 0,0;0.5,0.6;1,1", cpu).empty());
    CHECK(alone("erode 1 | convert pixel=f32 space=linear", cpu).empty());
    CHECK(alone("erode 1 | gamma 0.5", cpu, {16, 9, 4, Pixel::u8}).empty());
}

TEST_CASE("a CPU ends a pass with a window of whole pixels") {
    const auto ends = [](const std::string& chain, const DeviceFacts& device) {
        return which(planned(chain, frame, device).decisions, {" is stored, as whole pixels, before"});
    };
    CHECK(ends("median 1 | invert", cpu) == "median.middle");
    CHECK(ends("median 1 | invert", gpu).empty());
    CHECK(ends("median 1", cpu).empty());
    CHECK(ends("median 1 | erode 1", cpu).empty());  // it is stored anyway
}

TEST_CASE("on a CPU whole pixels that stay in their rows move as vectors, in a pass of their own") {
    CHECK(stored("invert | flip x", cpu) == "invert");
    CHECK(stored("invert | flip x", gpu).empty());
    CHECK(which(planned("flip x | gamma 0.5", frame, cpu).decisions,
                {" is stored, as whole pixels, before"}) == "flip.placed");
}

TEST_CASE("between two windows the image is stored that takes least, not the last") {
    for (const DeviceFacts& device : {cpu, gpu})
        CHECK(
            stored("rotate 15 | gaussian 2", device).ends_with("rotate.unfaded"));  // whose pixels are bytes
}

TEST_CASE("of several Points those that cost are stored, where their image is small") {
    CHECK(alone("temperature 4200 | unsharp", cpu) == "temperature");  // and not the real numbers behind it
    CHECK(stored("invert | gaussian 2", gpu) == "invert");             // whose items read all that they weigh
}

TEST_CASE("a decision says both times") {
    const std::vector<std::string> decisions = planned("invert | erode 1", frame, cpu).decisions;
    REQUIRE(decisions.size() == 1);
    CHECK(decisions[0].starts_with(
        "invert is read with its neighbours by erode.least: stored, which takes about "));
    CHECK(decisions[0].find(" ms, not ") != std::string::npos);
}
