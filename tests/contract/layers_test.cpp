// Whatever a stage does with an image of several layers, it does to each as if it were an image by itself,
// and its tables have the rows of each.
#include "tests/all.hpp"
#include "tests/contract/cases.hpp"

#include <sluice/sluice.hpp>

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <map>
#include <string>
#include <vector>

using namespace sluice;
using namespace sluice::contract;
using property::GraphCase;

namespace {

constexpr std::size_t layers = 3;

using Images = std::map<std::string, HostImage>;

struct OfLayers {
    Images images;
    std::map<std::string, Table> tables;
};

OfLayers of_layers(const GraphCase& graph, const Images& images) {
    static const Device device = Device::pick();
    Session session(Plan(Graph::from_chain(graph.chain()), graph.formats(), device));
    std::map<std::string, SubmittedImage> submitted;
    for (const auto& [id, image] : images) submitted[id] = image.view();
    Frame frame = session.submit(submitted);
    OfLayers result;
    for (const Primitive& node : session.plan().graph.nodes)
        if (node.is(Kind::sink)) result.images[node.id] = frame.read(node.id);
    for (const ObservedTable& observed : session.plan().observed)
        result.tables[observed.name] = frame.table(observed.name);
    return result;
}

HostImage layer_of(const HostImage& image, std::size_t layer) {
    ImageFormat format = image.format();
    format.layers = 1;
    HostImage one(format);
    for (std::size_t y = 0; y < format.height; ++y)
        std::memcpy(one.row(y), image.row(layer * format.height + y), format.host_bytes() / format.rows());
    return one;
}

bool alike(double a, double b) {
    if (std::isnan(a) || std::isnan(b)) return std::isnan(a) == std::isnan(b);
    return a == b || std::fabs(a - b) <= 1e-9 * std::fabs(b);  // groups add floats up in another order
}

// The first value of the rows of a layer that is not that of the layer alone, or "".
std::string difference(const Table& all, const Table& one, std::size_t layer) {
    const std::size_t rows = one.layout().rows;
    if (all.layout().rows != layers * rows) return "rows";
    for (const Field& field : one.layout().fields)
        for (std::size_t row = 0; row < rows; ++row)
            for (std::size_t c = 0; c < (field.per_channel ? one.layout().channels.size() : 1); ++c)
                for (std::size_t i = 0; i < field.count; ++i)
                    if (!alike(all.real(field.name, c, layer * rows + row, i),
                               one.real(field.name, c, row, i)))
                        return field.name;
    return "";
}

// What a stage says that takes one layer only.
bool is_refused(const GraphCase& graph) {
    try {
        Plan(Graph::from_chain(graph.chain()), graph.formats(), Device::pick());
        return false;
    } catch (const Error& error) {
        CHECK(std::string(error.what()).find("must have one layer") != std::string::npos);
        return true;
    }
}

void check_layers(GraphCase graph) {
    CAPTURE(graph.text());
    if (is_refused(graph)) return;
    const Images images = graph.images();
    const OfLayers all = of_layers(graph, images);
    for (property::SourceImage& source : graph.sources) source.format.layers = 1;
    for (std::size_t layer = 0; layer < layers; ++layer) {
        CAPTURE(layer);
        Images alone;
        for (const auto& [id, image] : images) alone.emplace(id, layer_of(image, layer));
        const OfLayers one = of_layers(graph, alone);
        for (const auto& [id, image] : one.images) {
            const HostImage part = layer_of(all.images.at(id), layer);
            REQUIRE(part.format() == image.format());
            CHECK(std::memcmp(part.row(0), layer_of(image, 0).row(0), part.format().host_bytes()) == 0);
        }
        for (const auto& [name, table] : one.tables)
            CHECK_MESSAGE(difference(all.tables.at(name), table, layer).empty(), name);
    }
}

}  // namespace

TEST_CASE("a stage does to each layer what it does to an image of that layer alone") {
    std::size_t number = 0;
    for (const StageDef* stage : stages_for_users()) {
        std::vector<ImageFormat> formats{
            {19, 13, 3, Pixel::u8}, {19, 13, 1, Pixel::u16}, {19, 13, 4, Pixel::f32}};
        // Each stage in one format, or in all.
        if (!test::takes_all()) formats = {formats[number++ % formats.size()]};
        for (ImageFormat format : formats) {
            const std::vector<property::Params> all = cases(*stage, format);
            format.layers = layers;
            for (std::size_t i = 0;
                 i < (test::takes_all() ? all.size() : std::min<std::size_t>(all.size(), 1)); ++i)
                check_layers(graph_of(*stage, all[i], format));
        }
    }
}
