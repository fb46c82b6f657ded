// The kernels of a stage build for every format and give what its reference gives: fused as not fused, whole
// and in strips, in buffers and image objects.
#include "pipeline/device/inspect.hpp"
#include "tests/all.hpp"
#include "tests/contract/cases.hpp"
#include "tests/property/run_graph.hpp"
#include "tests/stage_facts.hpp"

#include <doctest/doctest.h>

#include <array>

using namespace sluice;
using namespace sluice::contract;
using property::GraphCase;
using property::Params;
using property::Variant;

namespace {

struct Size {
    std::size_t width, height;
};
// High enough for a window of compare metric=ssim; a wide one has as many pixels as the others.
constexpr std::array<Size, 5> sizes{{{1, 11}, {15, 11}, {16, 11}, {17, 11}, {100, 3}}};
constexpr std::size_t pixels = names_of<Pixel>.size(), channels = 4;
constexpr std::array storages{StorageChoice::buffer, StorageChoice::image};

const Device& device() {
    static const Device device = Device::pick();
    return device;
}

std::vector<Variant> ways(StorageChoice storage) {
    std::vector<Variant> all(4);
    for (Variant& variant : all) variant.options.storage = storage;
    all[0].name = "fused";
    all[1].name = "not fused";
    all[1].options.fuse = false;
    all[2].name = "in strips";
    all[2].strips = 3;
    all[3].name = "with its reads checked";  // against the reach or the footprint that it declares
    all[3].options.check_reads = true;
    all[3].strips = 2;
    return all;
}

// The stage, once more behind itself where it takes what it gives, so that there is something to fuse.
GraphCase twice(const StageDef& stage, const Params& params, const ImageFormat& format) {
    const GraphCase once = graph_of(stage, params, format);
    if (!test::gives_image(stage)) return once;
    GraphCase graph = once;
    property::StageText again = graph.stages[0];
    again.id = "s2";
    again.from[0] = "s1";
    graph.stages.push_back(again);
    if (!property::is_legal(graph)) graph = once;
    graph.stages.push_back({"output", "o1", {}, {graph.stages.back().id}});
    return graph;
}

void check(const StageDef& stage, const Params& params, const ImageFormat& format, StorageChoice storage) {
    const GraphCase graph = twice(stage, params, format);
    const std::string fault = property::fault_of(graph, ways(storage), device());
    const std::string where = storage == StorageChoice::image ? " in image objects" : "";
    CHECK_MESSAGE(fault.empty(), graph.text() << where << ": " << fault);
}

ImageFormat format_of(std::size_t pixel, std::size_t channel, std::size_t size) {
    ImageFormat format{sizes[size].width, sizes[size].height, static_cast<int>(channel) + 1,
                       static_cast<Pixel>(pixel)};
    format.grey_alpha = format.channels == 2;
    return format;
}

}  // namespace

TEST_CASE("with its defaults a stage gives what its reference gives, for pixel types, channels and sizes") {
    std::size_t number = 0;
    for (const StageDef* stage : stages_for_users()) {
        const auto check_one = [&](std::size_t pixel, std::size_t channel, std::size_t size,
                                   std::size_t storage) {
            const ImageFormat format = format_of(pixel, channel, size);
            if (const std::vector<Params> params = cases(*stage, format); !params.empty())
                check(*stage, params[0], format, storages[storage]);
        };
        if (test::takes_all()) {
            for (std::size_t i = 0; i < pixels * channels * storages.size(); ++i)
                for (std::size_t size = 0; size < sizes.size(); ++size)
                    check_one(i % pixels, i / pixels % channels, size, i / pixels / channels);
            continue;
        }
        // One pixel type, the next for the next stage; the rest in turn. Random graphs have all of them.
        check_one(number % pixels, (number / pixels + number) % channels, number % sizes.size(),
                  (number / 3) % storages.size());
        ++number;
    }
    CHECK(short_headers_will_do(device()));
}

// In every test run the random graphs have all of them.
TEST_CASE("with each choice a stage gives what its reference gives" * doctest::skip(!test::takes_all())) {
    for (const StageDef* stage : stages_for_users())
        for (std::size_t pixel = 0; pixel < pixels; ++pixel)
            for (std::size_t channel = 0; channel < channels; ++channel) {
                const ImageFormat format = format_of(pixel, channel, (pixel + channel) % sizes.size());
                for (const Params& params : cases(*stage, format))
                    check(*stage, params, format, storages[(pixel + channel) % storages.size()]);
            }
}
