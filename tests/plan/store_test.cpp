// Images that a caller wants in memory (PlanOptions::store).
#include "tests/error_of.hpp"
#include "tests/plan/planned.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <cstddef>
#include <string>
#include <vector>

using namespace sluice;
using namespace sluice::test;

namespace {

// Passes over pixels, and names of images in memory.
std::string in_memory(const std::string& chain, const PlanOptions& options) {
    const ExecutionPlan plan = planned(chain, photo, cpu, options);
    std::string text = std::to_string(plan.passes());
    for (const PlannedImage& image : plan.images) text += " " + image.name;
    return text;
}

bool decided(const std::string& chain, const PlanOptions& options, const std::string& decision) {
    const std::vector<std::string> all = planned(chain, photo, cpu, options).decisions;
    return std::find(all.begin(), all.end(), decision) != all.end();
}

}  // namespace

TEST_CASE("images that are asked for lie in memory, and the plan says so") {
    CHECK(in_memory("invert | grey", {}) == "1 input grey");
    CHECK(in_memory("invert | grey", {.store = {"invert"}}) == "2 input invert grey");
    CHECK(decided("invert | grey", {.store = {"invert"}}, "invert is stored: asked for"));
    CHECK(decided("invert | grey", {.store = {"input"}}, "input is asked for, and stored anyway"));
    CHECK(planned("invert | grey", photo).images_not_in_memory() == std::vector<std::string>{"invert"});
    CHECK(planned("invert | grey", photo, cpu, {.store = {"invert"}}).images_not_in_memory().empty());
    // The result of a composition, and a part of it.
    for (const char* id : {"normalize", "normalize.stretch"})
        CHECK(in_memory("normalize | grey", {.store = {id}}) == "3 input normalize.stretch grey");
    CHECK(in_memory("invert | grey", {.fuse = false, .store = {"invert"}}) == "2 input invert grey");
}

TEST_CASE("a lookup does not go over an image that is asked for; statistics do not depend on one") {
    CHECK(in_memory("asinh | gamma exponent=2", {}) == "1 input gamma");
    CHECK(in_memory("asinh | gamma exponent=2", {.store = {"asinh"}}) == "2 input asinh gamma");
    const PlanOptions asked{.store = {"invert"}};
    const std::string moved = "normalize.stats looks at input: invert is monotone";
    CHECK(decided("invert | normalize", {}, moved));
    CHECK(decided("invert | normalize", asked, moved));
    CHECK(in_memory("invert | normalize", asked) == "2 input invert normalize.stretch");
}

TEST_CASE("images that are asked for go through in strips") {
    PlanOptions options{.limit_memory = 600 << 10, .store = {"invert"}};
    const ExecutionPlan plan = planned("invert | grey | normalize", photo, cpu, options);
    CHECK(plan.strips > 1);
    CHECK(std::count_if(plan.images.begin(), plan.images.end(), [](const PlannedImage& image) {
              return image.name == "invert" && image.rows < photo.height;
          }) == 1);
    CHECK(plan.passes() == 4);  // both sweeps make it
}

TEST_CASE("what is no image of the graph cannot be asked for") {
    const auto refused = [](const std::string& id) {
        return error_of([&] { planned("invert | normalize | grey", photo, cpu, {.store = {id}}); });
    };
    CHECK(refused("inver") ==
          "store: there is no image 'inver' (did you mean 'invert'?); there are: grey, invert, normalize, "
          "normalize.dst, normalize.stretch");
    CHECK(refused("normalize.stats").starts_with("store: there is no image 'normalize.stats'"));
    CHECK(refused("").starts_with("store: there is no image ''"));
}
