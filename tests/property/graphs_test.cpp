// Random graphs on the device: fused as not fused, byte for byte, in both storages, and as the reference.
#include "tests/all.hpp"
#include "tests/as_gpu.hpp"
#include "tests/places.hpp"
#include "tests/property/chosen.hpp"
#include "tests/property/kernel_options.hpp"
#include "tests/property/random_graph.hpp"
#include "tests/property/repeat.hpp"
#include "tests/property/run_graph.hpp"
#include "tests/property/shrink.hpp"
#include "tests/stage_facts.hpp"

#include <doctest/doctest.h>

#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <iostream>

using namespace sluice;
using namespace sluice::property;

namespace {

const Device& device() {
    static const Device device = Device::pick();
    return device;
}

// Makes the graph as small as it fails, and says how to see it again.
std::string report(const GraphCase& graph, const std::string& fault, const Device& on) {
    const std::vector<Variant> ways = variants(graph.seed);
    const GraphCase small = shrunk(graph, [&](const GraphCase& g) { return !fault_of(g, ways, on).empty(); });
    std::string text = "seed " + std::to_string(graph.seed) + ": " + fault + "\n  " + graph.text() +
                       "\nas small as it fails: " + fault_of(small, ways, on) + "\n  " + small.text() +
                       "\nagain: ./dev property 1 " + std::to_string(graph.seed);
    const std::filesystem::path folder =
        std::filesystem::path(SLUICE_TEST_OUTPUT) / "property-failures" / std::to_string(graph.seed);
    std::filesystem::create_directories(folder);
    const std::string pipeline = pipeline_of_files(small, folder);
    if (!pipeline.empty()) text += "\n   or: sluice run \"" + pipeline + "\"";
    return text;
}

std::uint64_t number_from_environment(const char* name, std::uint64_t standard) {
    const char* text = std::getenv(name);
    return text == nullptr ? standard : std::strtoull(text, nullptr, 10);
}

}  // namespace

TEST_CASE("random graphs give the same fused and not, in both storages, and what the reference gives") {
    const Chosen chosen = chosen_graphs(device().facts(), test::asked_stages(), test::takes_all());
    for (const std::string& kind : chosen.missing) FAIL_CHECK(kind << " is never written");
    Tally tally;
    for (const GraphCase& graph : chosen.graphs) {
        const KernelOptions options(graph);
        const std::string fault = fault_of(graph, variants(graph.seed), device(), &tally);
        if (!fault.empty()) FAIL_CHECK(report(graph, fault, device()));
    }
    MESSAGE(tally.text());
    // Of few stages some are drawn often.
    CHECK(tally.unbounded <= tally.images / (test::asked_stages().empty() ? 10 : 6));
    CHECK(tally.in_strips + tally.too_low.size() == chosen.graphs.size());
    // Stages that change sizes have no strips.
    if (test::asked_stages().empty()) CHECK(tally.too_low.size() <= chosen.graphs.size() / 3);
}

// ./dev property: SLUICE_PROPERTY_COUNT graphs from seed SLUICE_PROPERTY_FIRST on, every fourth planned as
// for a GPU, whatever runs it, and half of these with small groups.
TEST_CASE("as many random graphs as asked for" * doctest::skip()) {
    const std::uint64_t first = number_from_environment("SLUICE_PROPERTY_FIRST", 1);
    const std::uint64_t count = number_from_environment("SLUICE_PROPERTY_COUNT", 500);
    Tally tally;
    for (std::uint64_t seed = first; seed < first + count; ++seed) {
        const GraphCase graph = random_graph(seed);
        if (count == 1) std::cout << graph.text() << std::endl;  // a crash says nothing more
        const KernelOptions options(graph);
        const Device on = seed % 4 == 3 ? test::as_gpu(device(), seed % 8 == 3 ? 8 : 1024) : device();
        const std::string fault = fault_of(graph, variants(seed), on, &tally);
        if (!fault.empty()) FAIL_CHECK(report(graph, fault, on));
        if ((seed - first) % 100 == 99) std::cout << "seed " << seed << ": " << tally.text() << std::endl;
    }
    std::cout << "seeds " << first << " to " << first + count - 1 << ": " << tally.text() << std::endl;
}
