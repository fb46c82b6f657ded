// Kernels that run one after the other over whole images.
#include "tests/error_of.hpp"
#include "tests/plan/planned.hpp"

#include <algorithm>
#include <string>
#include <variant>
#include <vector>

using namespace sluice;
using namespace sluice::test;

namespace {

const ImageFormat mask{640, 480, 1, Pixel::u8};

std::vector<Launch> launches_of(const ExecutionPlan& plan, const std::string& stage) {
    std::vector<Launch> launches;
    for (const PlannedStep& step : plan.steps)
        if (const auto* launch = std::get_if<Launch>(&step); launch != nullptr && launch->stages == stage)
            launches.push_back(*launch);
    return launches;
}

}  // namespace

TEST_CASE("the kernels of a sequence are one program, in their order, and their images lie in buffers") {
    for (const DeviceFacts& device : {cpu, gpu}) {
        const ExecutionPlan plan = planned("threshold | label", mask, device);
        const std::vector<Launch> launches = launches_of(plan, "label.labels");
        REQUIRE(launches.size() > 2);
        CHECK(launches.front().kernel == (device.cpu() ? "kernel_labelled_strips" : "kernel_labelled_link"));
        CHECK(launches.back().kernel ==
              (device.cpu() ? "kernel_labelled_strips_fill" : "kernel_labelled_fill"));
        for (const Launch& launch : launches) CHECK(launch.program == launches.front().program);
        for (const PlannedImage& image : plan.images)
            if (image.name == "threshold" || image.name == "label.labels")
                CHECK(image.storage == Storage::buffer);
        CHECK(plan.observed.size() == 1);
        CHECK(plan.observed[0].name == "label.blobs");
        CHECK(plan.warnings.size() == 1);
    }
}

TEST_CASE("Points before a sequence are evaluated into the image that it takes") {
    const ExecutionPlan plan = planned("invert | threshold | label", mask);
    REQUIRE(!plan.steps.empty());
    CHECK(launches_of(plan, "invert, threshold.cut").size() == 1);
}

TEST_CASE("what makes no use of labels does not wait for them, and what does comes behind") {
    const ExecutionPlan plan =
        planned("input id=a; label from=a id=l; invert from=a; output from=l id=o", mask);
    CHECK(launches_of(plan, "l.labels").size() > 2);
    CHECK(launches_of(plan, "l.blobs").size() == 2);
}

TEST_CASE("the maxima of peaks are found in a pass of their own, by a strategy") {
    const std::vector<Launch> launches = launches_of(planned("peaks 10", mask), "peaks.most");
    REQUIRE(launches.size() == 1);
    CHECK(launches[0].strategy == "extremes that slide");
}

TEST_CASE("floats are added up when the greatest of each blob is known") {
    ImageFormat floats = mask;
    floats.pixel = Pixel::f32;
    const std::string chain = "input id=mask; input id=of; label from=mask,of id=l";
    std::vector<std::string> kernels;
    for (const Launch& launch :
         launches_of(planned(chain, mask, gpu, {}, builtin(), {{"of", floats}}), "l.blobs"))
        kernels.push_back(launch.implementation);
    CHECK(kernels == std::vector<std::string>{"blobs_begin", "blobs_segments_of_reals", "blobs_segments_sums",
                                              "blobs_end", "blobs_means"});
}

TEST_CASE("a frame with a sequence is not cut into strips") {
    PlanOptions options;
    options.limit_memory = 1 << 20;
    for (const auto& [chain, stage] : {std::pair("label", "label.labels"), std::pair("peaks", "peaks.list"),
                                       std::pair("peaks 3", "peaks.mask")}) {
        CAPTURE(stage);
        CHECK(error_of([&] {
                  planned(chain, mask, cpu, options);
              }).find(std::string(stage) + " needs whole images") != std::string::npos);
    }
}
