#include "tests/property/shrink.hpp"
#include "pipeline/plan/make_plan.hpp"

#include "io/read.hpp"
#include "pipeline/sluice/plan.hpp"
#include "tests/all.hpp"
#include "tests/property/random_graph.hpp"
#include "tests/property/repeat.hpp"
#include "tests/temporary_folder.hpp"

#include <doctest/doctest.h>

#include <algorithm>

using namespace sluice;
using namespace sluice::property;

TEST_CASE("a graph is made as small as it fails") {
    // "Fails" where a gamma comes before a normalize and the image is more than four pixels wide.
    const auto fails = [](const GraphCase& graph) {
        const auto gamma = std::find_if(graph.stages.begin(), graph.stages.end(),
                                        [](const auto& stage) { return stage.stage == "gamma"; });
        const bool then = std::any_of(gamma, graph.stages.end(),
                                      [](const auto& stage) { return stage.stage == "normalize"; });
        return then && graph.sources[0].format.width > 4;
    };
    const std::size_t enough = test::takes_all() ? 5 : 2;
    std::size_t found = 0;
    for (std::uint64_t seed = 1; found < enough; ++seed) {
        const GraphCase graph = random_graph(seed);
        if (!fails(graph)) continue;
        ++found;
        const GraphCase small = shrunk(graph, fails);
        CAPTURE(small.text());
        CHECK(fails(small));
        CHECK(small.sources.size() <= 2);  // both may be needed: the two stages need not have one
        CHECK(small.sources[0].format.width == 5);
        CHECK(small.sources[0].format.height == 1);
        CHECK(small.sources[0].format.channels == 1);
        CHECK(small.stages.size() <= 4);  // and an end, or one for each
        for (const auto& stage : small.stages) CHECK(stage.params.empty());
    }
}

TEST_CASE("a stage that must have two images keeps two") {
    const auto fails = [](const GraphCase& graph) {
        return std::any_of(graph.stages.begin(), graph.stages.end(),
                           [](const auto& stage) { return stage.stage == "blend"; });
    };
    GraphCase graph;
    for (const char* id : {"image", "top", "mask"})
        graph.sources.push_back({id, {7, 5, 4, Pixel::u8}, {}, {}});
    graph.stages = {{"gamma", "s1", {}, {"top"}},
                    {"blend", "s2", {{"opacity", "0.5"}}, {"image", "s1", "mask"}},
                    {"output", "o1", {}, {"s2"}}};
    const GraphCase small = shrunk(graph, fails);
    CAPTURE(small.text());
    REQUIRE(small.stages.front().stage == "blend");
    CHECK(small.stages.front().from == std::vector<std::string>{"image", "image"});
    CHECK(small.sources.size() == 1);
}

TEST_CASE("a graph that fails can be run as a pipeline of files, with the same result") {
    GraphCase graph;
    graph.sources.push_back({"image", {7, 5, 3, Pixel::f16, Space::linear}, {.seed = 3}, {}});
    graph.sources.push_back({"mask", {7, 5, 1, Pixel::u8, Space::data}, {.seed = 4, .range = {{0, 1}}}, {}});
    graph.stages = {{"gamma", "s1", {{"exponent", "0.7"}}, {"image"}},
                    {"normalize", "s2", {{"pixel", "u16"}}, {"s1", "mask"}},
                    {"output", "o1", {}, {"s2"}}};
    const TemporaryFolder folder;
    const std::string pipeline = pipeline_of_files(graph, folder / "");
    const Device device = Device::pick();
    CheckedGraph checked;
    Diagnostics faults;
    checked = check(Graph::from_chain(pipeline), builtin_stages(), faults);
    faults.throw_if_errors();
    Session files(Prepared{
        device, make_plan(checked, builtin_stages(), open_sources(checked).formats, device.facts(), {})});
    run_files(files);
    const std::string saved = bytes_of(folder / "o1.npy");

    Session session(Plan(Graph::from_chain(graph.chain()), graph.formats(), device));
    const auto images = graph.images();
    std::map<std::string, SubmittedImage> submitted;
    for (const auto& [id, image] : images) submitted[id] = image.view();
    const HostImage expected = session.submit(submitted).read();
    const std::size_t bytes = expected.format().host_bytes();
    REQUIRE(saved.size() > bytes);
    CHECK(std::equal(saved.end() - static_cast<std::ptrdiff_t>(bytes), saved.end(),
                     reinterpret_cast<const char*>(expected.row(0))));
}
