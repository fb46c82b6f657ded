// Where images lie that an application gives and gets.
#include "pipeline/graph/graph.hpp"
#include "pipeline/plan/make_plan.hpp"
#include "tests/plan/planned.hpp"

#include <doctest/doctest.h>

#include <map>
#include <string>

using namespace sluice;
using namespace sluice::test;

namespace {

using Places = std::map<std::string, Storage>;

Places places(const std::string& chain, const DeviceFacts& device, const PlanOptions& options = {}) {
    Diagnostics faults;
    const CheckedGraph graph = check(Graph::from_chain(chain), builtin(), faults, {.open_ends = true});
    REQUIRE(faults.ok());
    Places found;
    for (const PlannedImage& image : make_plan(graph, builtin(), {{"input", photo}}, device, options).images)
        found[image.name] = image.storage;
    return found;
}

}  // namespace

TEST_CASE("on a CPU an application's images are rows where kernels go along them, else padded buffers") {
    CHECK(places("normalize | invert", cpu) == Places{{"input", Storage::rows}, {"invert", Storage::rows}});
    CHECK(places("normalize | invert", gpu) == Places{{"input", Storage::image}, {"invert", Storage::image}});
    // Neighbours are read from padded rows, but where channels are treated alike.
    CHECK(places("gaussian sigma=2 | saturation 2", cpu).at("input") == Storage::buffer);
    CHECK(places("gaussian sigma=2 | saturation 2", cpu).at("saturation") == Storage::rows);
    CHECK(places("gaussian sigma=2 | invert", cpu) ==
          Places{{"input", Storage::rows}, {"invert", Storage::rows}});
    // One that only comes and goes is not worth a kernel.
    CHECK(places("input | output", cpu) == Places{{"input", Storage::buffer}});
}

TEST_CASE("rows are given where they are asked for") {
    CHECK(places("normalize | invert", gpu, {.storage_of = {{"input", StorageChoice::rows}}}) ==
          Places{{"input", Storage::rows}, {"invert", Storage::image}});
    for (const auto& [image, storage] : places("gaussian sigma=2", cpu, {.storage = StorageChoice::rows}))
        CHECK(name(storage) == "rows");
    CHECK(places("normalize", cpu, {.storage = StorageChoice::buffer}) ==
          Places{{"input", Storage::buffer}, {"normalize.stretch", Storage::buffer}});
}

TEST_CASE("rows whose bytes 32 bits do not count are refused where neighbours are read in them") {
    const ImageFormat wide{std::size_t{1} << 28, 2, 4, Pixel::f32};
    DeviceFacts large = gpu;
    large.max_allocation = large.global_bytes = std::size_t{64} << 30;
    const auto plan = [&](const char* chain) {
        Diagnostics faults;
        const CheckedGraph graph = check(Graph::from_chain(chain), builtin(), faults, {.open_ends = true});
        return make_plan(graph, builtin(), {{"input", wide}}, large, {});
    };
    CHECK_NOTHROW(plan("invert"));
    CHECK_THROWS_WITH_AS(plan("median"), doctest::Contains("rows of up to 4 GiB"), Error);
}
