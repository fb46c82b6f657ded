// What is stored for a Gather, and what is evaluated where it reads.
#include "tests/plan/planned.hpp"

#include <algorithm>

using namespace sluice;
using namespace sluice::test;

namespace {

const ImageFormat frame{1280, 720, 4, Pixel::u8};

// What is stored for Gathers, or "" where all is evaluated.
std::string stored(const std::string& chain, const DeviceFacts& device, const ImageFormat& format = frame) {
    std::string names;
    for (const std::string& decision : planned(chain, format, device).decisions)
        if (const auto is = decision.find(" is read with its neighbours by ");
            is != decision.npos && decision.find(": stored, which takes about ") != decision.npos)
            names += (names.empty() ? "" : " ") + decision.substr(0, is);
    return names;
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
        for (const char* move : {"flip x", "crop 100,100", "resize scale=0.5 filter=area"}) {
            CAPTURE(std::string(move));
            CHECK(stored(std::string("invert | ") + move, device).empty());
            CHECK(stored(std::string("gamma 0.5 | ") + move, gpu).empty());
        }
}

TEST_CASE("a CPU looks bytes up in a pass of their own: there they are words") {
    for (const char* move : {"flip x", "resize scale=0.5 filter=area"})
        CHECK(stored(std::string("gamma 0.5 | ") + move, cpu) == "gamma");
}

TEST_CASE("of several Points those that cost are stored, where their image is small") {
    CHECK(stored("temperature 4200 | unsharp", cpu) == "temperature");  // and not the real numbers behind it
    CHECK(stored("invert | gaussian 2", gpu) == "invert");  // whose items read all that they weigh
}

TEST_CASE("a decision says both times") {
    const std::vector<std::string> decisions = planned("invert | erode 1", frame, cpu).decisions;
    REQUIRE(decisions.size() == 1);
    CHECK(decisions[0].starts_with(
        "invert is read with its neighbours by erode.least1: stored, which takes about "));
    CHECK(decisions[0].find(" ms, not ") != std::string::npos);
}
