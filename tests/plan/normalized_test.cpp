// Image objects with normalized texels in plans.
#include "pipeline/plan/plan.hpp"
#include "tests/error_of.hpp"
#include "tests/plan/planned.hpp"

#include <doctest/doctest.h>

#include <string>
#include <variant>

using namespace sluice;
using namespace sluice::test;

TEST_CASE("normalized numbers are those of u8 and u16, and are converted where they are read and written") {
    const PlanOptions normalized{.storage = StorageChoice::normalized};
    DeviceFacts has = gpu;
    has.natural_texels = {"RGBA/UNORM_INT8", "RGBA/UNSIGNED_INT8", "R/FLOAT"};
    const ExecutionPlan plan = planned("invert", photo, has, normalized);
    for (const PlannedImage& image : plan.images) {
        CHECK(image.storage == Storage::natural);
        CHECK(image.normalized);
        CHECK(image.texel() == "RGBA/UNORM_INT8");
        CHECK(image.reason == "asked for, in normalized numbers");
    }
    for (const PlannedStep& step : plan.steps)
        if (const auto* launch = std::get_if<Launch>(&step)) {
            CHECK(launch->program->source.find("read_imagef(") != std::string::npos);
            CHECK(launch->program->source.find("write_imagef(") != std::string::npos);
        }
    CHECK_FALSE(planned("invert", {7, 5, 1, Pixel::f32}, has, normalized).images[0].normalized);
    CHECK(planned("invert", {7, 5, 1, Pixel::f64}, has, normalized).images[0].storage == Storage::buffer);
    CHECK(error_of([&] {
              planned("invert", {7, 5, 4, Pixel::u16}, has, normalized);
          }).find("the device does not read and write RGBA/UNORM_INT16") != std::string::npos);
}
