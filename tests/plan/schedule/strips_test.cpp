// Frames that do not fit go through in strips; what does not fit even so is refused.
#include "pipeline/plan/schedule/strips.hpp"

#include "pipeline/plan/print.hpp"
#include "tests/error_of.hpp"
#include "tests/plan/planned.hpp"

#include <doctest/doctest.h>

#include <string>
#include <variant>

using namespace sluice;
using namespace sluice::test;

TEST_CASE("an image that does not fit is processed in strips; every sweep reads it again") {
    const std::size_t row = 464 * 4;
    const auto rows = [](const ExecutionPlan& plan) {
        std::string text;
        for (const Rows& of : std::get<Upload>(plan.steps.front()).rows)
            text += (text.empty() ? "" : ", ") + std::to_string(of.first) + " to " + std::to_string(of.end());
        return text;
    };
    DeviceFacts small = cpu;
    small.max_allocation = row * 300 - 1;
    CHECK(rows(planned("invert", photo, small)) == "0 to 150, 150 to 300");
    CHECK_FALSE(planned("invert", photo, cpu).in_strips());

    const ExecutionPlan plan = planned("normalize", photo, cpu, {.limit_memory = row * 250});
    CHECK(plan.strips >= 3);
    CHECK(plan.peak_bytes <= row * 250);
    CHECK(plan.passes() == 2);
    std::string kinds;
    for (const PlannedStep& step : plan.steps) {
        const auto* launch = std::get_if<Launch>(&step);
        kinds += std::holds_alternative<Upload>(step)     ? "up "
                 : std::holds_alternative<Download>(step) ? "down "
                 : launch->over_pixels                    ? "pass "
                                                          : "table ";
    }
    CHECK(kinds == "up pass table table up pass down ");
    CHECK(plan_text(plan).find("rows at a time") != std::string::npos);
    CHECK(plan_json(plan).find("\"strips\": " + std::to_string(plan.strips)) != std::string::npos);

    // What both sides of a table need is evaluated on both, whatever it moves.
    const ExecutionPlan again =
        planned("convert channels=1 | normalize", {451, 300, 4, Pixel::f32}, cpu, {.limit_memory = 1000000});
    CHECK(again.in_strips());
    CHECK(again.images.size() == 2);
}

TEST_CASE(
    "where strips do not help, the message names what is needed, who needs it, and what would be enough") {
    const auto refused = [](const std::string& chain, const ImageFormat& format, std::size_t limit) {
        return error_of([&] { planned(chain, format, cpu, {.limit_memory = limit}); });
    };
    CHECK(refused("invert", photo, 3000) ==
          "a frame needs 3712 bytes of device memory; the limit is 3000, even row by row; a limit of "
          "3712 would be enough");
    ImageFormat layered = photo;
    layered.layers = 2;
    CHECK(refused("invert", layered, 7000) ==
          "a frame needs 7424 bytes of device memory; the limit is 7000, even row by row; a limit of "
          "7424 would be enough");

    const std::string blurred = refused("gaussian sigma=10", photo, 20000);
    INFO(blurred);
    CHECK(blurred.find(
              "the limit is 20000, even row by row: gaussian reads 81 of the 300 rows of its image for one "
              "of its own; a limit of ") != std::string::npos);
    const std::size_t enough = std::stoul(blurred.substr(blurred.find("a limit of ") + 11));
    CHECK(refused("gaussian sigma=10", photo, enough) == "");
    CHECK(refused("gaussian sigma=10", photo, enough - 1) != "");

    DeviceFacts tiny = cpu;
    tiny.max_allocation = 464 * 4 - 1;
    CHECK(error_of([&] { planned("invert", photo, tiny); }) ==
          "an image of 451x300 u8 x3 needs 1856 bytes in one piece; the device (a CPU) allows 1855, even row "
          "by "
          "row; use a smaller image or a device with more memory");
}

TEST_CASE(
    "strips go through all layers at once, and through images of other heights in as many strips or fewer") {
    ImageFormat layered = photo;
    layered.layers = 2;
    const ExecutionPlan layers = planned("invert", layered, cpu, {.limit_memory = 1000000});
    CHECK(layers.strips == 3);
    for (const PlannedImage& image : layers.images) CHECK(image.rows == 200);

    const PlanOptions limited{.limit_memory = 300000};
    const ExecutionPlan heights = planned("input id=low; input | invert; invert from=low", photo, cpu,
                                          limited, builtin(), {{"low", {451, 3, 3, Pixel::u8}}});
    CHECK(heights.strips == 4);
    CHECK(heights.peak_bytes <= limited.limit_memory);
    for (const PlannedImage& image : heights.images) {
        CHECK(image.rows == (image.format.height == 3 ? 1 : 75));
    }
}

TEST_CASE("what goes from float to double between two passes of a strip is there for that strip") {
    const ExecutionPlan plan =
        planned("gamma exponent=0.7 | convert pixel=f64 | normalize | convert pixel=f32 | gamma exponent=0.5",
                {451, 300, 1, Pixel::f32}, cpu, {.limit_memory = 1000000});
    std::string steps;
    for (const PlannedStep& step : plan.steps) {
        const auto* launch = std::get_if<Launch>(&step);
        if (launch == nullptr || !launch->over_pixels) continue;
        steps += "[";
        for (const std::size_t image : launch->reads) steps += plan.images[image].name + " ";
        steps += "->";
        for (const std::size_t image : launch->writes) steps += " " + plan.images[image].name;
        steps += "]";
    }
    CHECK(steps ==
          "[input -> gamma][gamma ->][input -> gamma][gamma -> convert.2.rescale][convert.2.rescale -> "
          "gamma.2]");
    for (const PlannedImage& image : plan.images) CHECK(image.rows == (300 + plan.strips - 1) / plan.strips);
}
