// Images whose lives do not meet share memory; the peak is the sum of what is left.
#include "pipeline/plan/schedule/allocate.hpp"

#include <doctest/doctest.h>

#include <sstream>

using namespace sluice;

namespace {

// "up 0, 0>1, 1>2, down 2": uploads, passes ("0+1>2" reads two images, "0>" writes none), downloads.
std::vector<ImageUse> uses(const std::string& text) {
    const auto numbers = [](std::string list) {
        std::vector<std::size_t> result;
        for (char& c : list)
            if (c == '+' || c == '>') c = ' ';
        std::istringstream in(list);
        for (std::size_t n = 0; in >> n;) result.push_back(n);
        return result;
    };
    std::vector<ImageUse> result;
    std::istringstream in(text);
    for (std::string step; std::getline(in, step, ',');) {
        const std::size_t host = step.find_first_of("un");  // up, down
        result.push_back({numbers(host == std::string::npos ? step : step.substr(step.rfind(' '))),
                          host != std::string::npos});
    }
    return result;
}

// Image i is 64 bytes wide and as high as `heights` says.
ExecutionPlan allocated(const std::string& steps, const std::vector<std::size_t>& heights) {
    ExecutionPlan plan;
    for (const std::size_t height : heights) {
        PlannedImage image;
        image.format = {64, height, 1};
        image.pitch = 64;
        image.rows = height;
        plan.images.push_back(image);
    }
    allocate(plan, uses(steps));
    return plan;
}

std::string slots(const ExecutionPlan& plan) {
    std::string text;
    for (const PlannedImage& image : plan.images) text += std::to_string(image.slot) + " ";
    return text;
}

}  // namespace

TEST_CASE("an image takes the slot of one that nobody needs any more") {
    const std::vector<std::tuple<std::string, std::string>> cases{
        {"up 0, 0>1, down 1", "0 1 "},
        {"up 0, 0>1, 1>2, 2>3, down 3", "0 1 2 3 "},  // 1 is read while 2 is written
        {"up 0, 0>1, 1>2, 2>3, 3>4, down 4", "0 1 2 1 3 "},
        {"up 0, 0>1, 1>2, 2>3, 3>4, 4>5, down 5", "0 1 2 1 2 3 "},
        {"up 0, 0>1, 1>2, 1+2>3, 3>4, 4>5, down 5", "0 1 2 3 1 4 "},
        {"up 0, 0>1, 1>2, 2>3, 1>4, 3+4>5, down 5", "0 1 2 3 2 4 "},  // 1 is needed late
        {"up 0, 0>1, 1>, 0>2, 2>3, down 3", "0 1 1 2 "},              // a pass that only counts
    };
    for (const auto& [given, expected] : cases) {
        const std::string steps = given;  // clang 14 takes no parts of a pair into CAPTURE
        CAPTURE(steps);
        CHECK(slots(allocated(steps, std::vector<std::size_t>(6, 4))).starts_with(expected));
    }
}

TEST_CASE("images that the host writes or reads keep their own slot") {
    CHECK(slots(allocated("up 0, 0>1, up 2, 2>3, down 3", {4, 4, 4, 4})) == "0 1 2 3 ");
    CHECK(slots(allocated("up 0, 0>1, down 1, 0>2, 2>3, down 3", {4, 4, 4, 4})) == "0 1 2 3 ");
    CHECK(slots(allocated("up 0, down 0", {4})) == "0 ");
}

TEST_CASE("only images of one shape share a slot") {
    const std::string steps = "up 0, 0>1, 1>2, 2>3, 3>4, down 4";
    CHECK(slots(allocated(steps, {4, 4, 4, 4, 4})) == "0 1 2 1 3 ");
    CHECK(slots(allocated(steps, {4, 4, 4, 5, 4})) == "0 1 2 3 4 ");

    ExecutionPlan plan = allocated(steps, {4, 4, 4, 4, 4});
    plan.images[3].storage = Storage::image;
    allocate(plan, uses(steps));
    CHECK(slots(plan) == "0 1 2 3 4 ");
    plan.images[3].storage = Storage::buffer;
    plan.images[3].pitch = 128;
    allocate(plan, uses(steps));
    CHECK(slots(plan) == "0 1 2 3 4 ");
}

TEST_CASE("natural image objects share a slot only where their texels are alike") {
    const std::string steps = "up 0, 0>1, 1>2, 2>3, 3>4, down 4";
    ExecutionPlan plan = allocated(steps, {4, 4, 4, 4, 4});
    for (PlannedImage& image : plan.images) {
        image.storage = Storage::natural;
        image.format = {image.format.width, image.format.height, 4, Pixel::u8};
    }
    plan.images[3].format.channels = 3;  // four lanes all the same
    allocate(plan, uses(steps));
    CHECK(slots(plan) == "0 1 2 1 3 ");
    plan.images[3].format.channels = 1;
    plan.images[3].format.pixel = Pixel::f32;  // as many bytes
    allocate(plan, uses(steps));
    CHECK(slots(plan) == "0 1 2 3 4 ");
}

TEST_CASE("the peak is what slots and Tables take together, however often it is asked") {
    const std::string steps = "up 0, 0>1, 1>2, 2>3, 3>4, down 4";
    ExecutionPlan plan = allocated(steps, {10, 4, 5, 4, 7});
    CHECK(plan.slots == std::vector<std::size_t>{640, 256, 320, 448});
    CHECK(plan.peak_bytes == 640 + 256 + 320 + 448);
    plan.tables = {{"stats", {}, 48}, {"scratch", {}, 1000}};
    allocate(plan, uses(steps));
    CHECK(plan.slots.size() == 4);
    CHECK(plan.peak_bytes == 640 + 256 + 320 + 448 + 48 + 1000);
}
