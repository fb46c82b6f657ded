// Runs chains on the device for tests of stages, in every way that must give the same pixels.
#pragma once

#include <sluice/sluice.hpp>

#include "pipeline/core/normalized_texel.hpp"
#include "pipeline/graph/kinds.hpp"
#include "pipeline/plan/plan.hpp"
#include "tests/every_pair.hpp"
#include "tests/reference/random_image.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <string>
#include <vector>

namespace sluice::test {

inline const Device& device() {
    static const Device device = Device::pick();
    return device;
}

// One way to run a pipeline: where images lie, how wide kernels are, how many work-items share a group.
struct Way {
    std::string name;
    PlanOptions options;
};

inline Way way(StorageChoice storage, int pixels = 0, std::size_t work_group = 0, bool fuse = true) {
    PlanOptions options;
    options.storage = storage;
    options.pixels_at_once = pixels;
    options.work_group = work_group;
    options.fuse = fuse;
    const char* where = storage == StorageChoice::image        ? "image"
                        : storage == StorageChoice::natural    ? "natural"
                        : storage == StorageChoice::normalized ? "normalized"
                                                               : "buffer";
    return {where + std::string(", pixels ") + std::to_string(pixels) + ", work-group " +
                std::to_string(work_group) + (fuse ? "" : ", not fused"),
            options};
}
// In buffers, by each of these strategies where it fits.
inline std::vector<Way> by_strategies(const std::vector<std::string>& strategies) {
    std::vector<Way> ways;
    for (const std::string& strategy : strategies) {
        ways.push_back(way(StorageChoice::buffer));
        ways.back().options.strategy = strategy;
        ways.back().name = strategy;
    }
    return ways;
}

// Both storages as the device likes it.
inline std::vector<Way> storages() { return {way(StorageChoice::buffer), way(StorageChoice::image)}; }

// Whether the device has image objects with a pixel of this format in each texel.
inline bool has_natural(const ImageFormat& format) {
    const std::vector<std::string>& texels = device().facts().natural_texels;
    return std::find(texels.begin(), texels.end(), natural_texel(format)) != texels.end();
}
inline bool has_normalized(const ImageFormat& format) {
    const std::vector<std::string>& texels = device().facts().natural_texels;
    return std::find(texels.begin(), texels.end(), normalized_texel(format)) != texels.end();
}

// Every width of V, work-groups with and without a tree, with and without fusion.
inline std::vector<Way> all_ways() {
    return {way(StorageChoice::buffer),        way(StorageChoice::image),
            way(StorageChoice::buffer, 1, 64), way(StorageChoice::image, 1, 100),
            way(StorageChoice::buffer, 2, 7),  way(StorageChoice::buffer, 4, 1, false)};
}

// As a GPU does it; every further way is a kernel more to compile.
inline Way as_on_gpus() {
    Way gpu = way(StorageChoice::image, 1, 64);
    gpu.options.finish = FinishBy::last_group;
    return gpu;
}
inline std::vector<Way> as_on_cpus_and_gpus() { return {way(StorageChoice::buffer), as_on_gpus()}; }

inline const std::vector<int>& all_channels() {
    static const std::vector<int> channels{1, 2, 3, 4};
    return channels;
}

struct Size {
    std::size_t width, height;
};
// One pixel, one row, one column, odd sizes, more rows than work-groups.
inline const std::vector<Size>& sizes() {
    static const std::vector<Size> sizes{{1, 1}, {37, 1}, {1, 19}, {17, 3}, {101, 67}};
    return sizes;
}

inline const std::vector<Pixel>& all_pixels() {
    static const std::vector<Pixel> pixels{Pixel::u8,  Pixel::i8,  Pixel::u16, Pixel::i16,
                                           Pixel::i32, Pixel::f16, Pixel::f32, Pixel::f64};
    return pixels;
}

struct Result {
    HostImage image;                          // of the last output; empty when there is none
    std::map<std::string, HostImage> images;  // by the outputs' names
    std::map<std::string, Table> tables;
    std::vector<std::string> warnings;
};

// `mask` goes to a second open input where the chain has one (stage "input" with id "mask").
inline Result run(const std::string& chain, const ConstHostView& image, const PlanOptions& options = {},
                  const ConstHostView* mask = nullptr, const Device& on = device()) {
    std::map<std::string, SubmittedImage> images{{"input", image}};
    SourceFormats formats{{"input", image.format}};
    if (mask != nullptr) {
        images["mask"] = *mask;
        formats["mask"] = mask->format;
    }
    Session session(Plan(Graph::from_chain(chain), formats, on, options));
    Frame frame = session.submit(images);
    Result result;
    for (const Primitive& node : session.plan().graph.nodes)
        if (node.is(Kind::sink)) result.image = result.images[node.id] = frame.read(node.id);
    for (const ObservedTable& observed : session.plan().observed)
        result.tables[observed.name] = frame.table(observed.name);
    result.warnings = frame.warnings();
    return result;
}

}  // namespace sluice::test
