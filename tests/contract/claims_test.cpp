// What Points claim of their functions is true on every level of 8 and 16 bit: that they are monotone, that
// they are affine. Points that take Tables are looked at in the compositions that they are parts of.
#include "tests/all.hpp"
#include "tests/contract/cases.hpp"
#include "tests/stage_facts.hpp"

#include <sluice/sluice.hpp>

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <set>

using namespace sluice;
using namespace sluice::contract;
using property::GraphCase;

namespace {

const Device& device() {
    static const Device device = Device::pick();
    return device;
}

ImageFormat format_of_levels(Pixel pixel, int channels) {
    return {static_cast<std::size_t>(highest(pixel) - lowest(pixel)) + 1, 1, channels, pixel};
}

// A row of all levels, the same in all channels.
HostImage levels(const ImageFormat& format) {
    HostImage image(format);
    for (std::size_t x = 0; x < format.width; ++x)
        for (int c = 0; c < format.channels; ++c)
            set_sample(image.view(), x, 0, c, lowest(format.pixel) + static_cast<double>(x));
    return image;
}

// The Points through which an image goes to the result, the last one first; none where it goes through
// anything else, or through a Point that takes another image as well.
std::vector<const Primitive*> way_of(const Primitives& graph) {
    std::vector<const Primitive*> way;
    for (std::size_t at = graph.names.at("s1"); !graph.nodes[at].is(Kind::source);) {
        const Primitive& node = graph.nodes[at];
        const auto images = std::count_if(node.inputs.begin(), node.inputs.end(), [&](const auto& input) {
            return input && graph.nodes[*input].format;
        });
        if (!node.is(Kind::point) || images != 1) return {};
        way.push_back(&node);
        at = node.inputs[0].value();
    }
    return way;
}

// What is looked at with it: each function on 8 and on 16 bit, of everything also each pixel type of image
// and result. Nothing when one of the Points does not claim to be monotone.
std::set<std::string> claimed(const std::vector<const Primitive*>& way, const Primitives& graph,
                              Pixel pixel) {
    std::set<std::string> functions;
    for (const Primitive* point : way) {
        if (!test::claims_monotone(*point->stage)) return {};
        std::string function = point->stage->name + " ";
        function +=
            point->stage->call()->function(graph.inputs_of(*point)).name + std::to_string(bytes(pixel));
        if (test::takes_all()) function.append(name(pixel)).append(name(point->format->pixel));
        functions.insert(std::move(function));
    }
    return functions;
}

bool is_monotone(const ConstHostView& image, int channel) {
    bool rises = true, falls = true;
    for (std::size_t x = 1; x < image.format.width; ++x) {
        const double before = sample(image, x - 1, 0, channel), v = sample(image, x, 0, channel);
        rises &= v >= before;
        falls &= v <= before;
    }
    return rises || falls;
}

// Whether results lie on a line but for their rounding; those that saturate need not.
bool is_affine(const ConstHostView& image, int channel) {
    const Pixel pixel = image.format.pixel;
    std::vector<std::size_t> inside;
    double largest = 0;
    for (std::size_t x = 0; x < image.format.width; ++x) {
        const double v = sample(image, x, 0, channel);
        if (!std::isfinite(v) || v <= lowest(pixel) || v >= highest(pixel)) continue;
        inside.push_back(x);
        largest = std::max(largest, std::fabs(v));
    }
    if (inside.size() < 3) return true;
    const double digits = pixel == Pixel::f16 ? 11 : pixel == Pixel::f32 ? 24 : 53;
    // Half a step each: at both ends, by which the line is known, and in between.
    const double off = is_integer(pixel) ? 1 : 4 * largest * std::exp2(-digits);
    const auto first = static_cast<double>(inside.front()), last = static_cast<double>(inside.back());
    const double low = sample(image, inside.front(), 0, channel),
                 high = sample(image, inside.back(), 0, channel);
    return std::all_of(inside.begin(), inside.end(), [&](std::size_t x) {
        const double share = (static_cast<double>(x) - first) / (last - first);
        return std::fabs(sample(image, x, 0, channel) - (low + share * (high - low))) <= off;
    });
}

void check(GraphCase graph, const std::vector<const Primitive*>& way) {
    CAPTURE(graph.text());
    const HostImage image = levels(graph.sources[0].format);
    graph.stages.push_back({"output", "o1", {}, {"s1"}});
    PlanOptions options;
    options.simplify = false;
    Session session(Plan(Graph::from_chain(graph.chain()), graph.formats(), device(), options));
    const HostImage result = session.submit(image.view()).read();
    for (int c = 0; c < result.format().channels; ++c) {
        CHECK_MESSAGE(is_monotone(result.view(), c), "it turns back in channel " << c);
        if (way.size() == 1 && test::claims_affine(*way[0]->stage))
            CHECK_MESSAGE(is_affine(result.view(), c), "it is not affine in channel " << c);
    }
}

}  // namespace

TEST_CASE("Points that claim to be monotone or affine are, on every level of 8 and 16 bit") {
    std::vector<const StageDef*> stages = points();
    for (const StageDef* stage : stages_for_users())
        if (test::gives_image(*stage) && !test::is_point(*stage)) stages.push_back(stage);
    std::set<std::string> unchecked, checked;  // stages; what was looked at
    for (const StageDef* stage : contract::stages())
        if (test::claims_monotone(*stage) || test::claims_affine(*stage)) unchecked.insert(stage->name);
    for (const Pixel pixel : {Pixel::u8, Pixel::i8, Pixel::u16, Pixel::i16})
        for (const int channels : {1, 3}) {
            const ImageFormat format = format_of_levels(pixel, channels);
            for (const StageDef* stage : stages)
                for (const auto& params : cases(*stage, format)) {
                    const GraphCase graph = graph_of(*stage, params, format);
                    if (graph.sources.size() != 1) continue;
                    const Primitives parts = primitives(graph);
                    const std::vector<const Primitive*> way = way_of(parts);
                    const std::size_t before = checked.size();
                    checked.merge(claimed(way, parts, pixel));
                    if (checked.size() == before) continue;
                    check(graph, way);
                    for (const Primitive* point : way) unchecked.erase(point->stage->name);
                }
        }
    for (const std::string& stage : unchecked) FAIL_CHECK("what " << stage << " claims is never looked at");
}
