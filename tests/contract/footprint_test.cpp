// What lies outside of the footprint of a part of a result does not change that part: NaN, or the largest
// integer, takes its place. The footprint is the one that the engine plans with.
#include "pipeline/plan/schedule/footprint.hpp"
#include "pipeline/plan/plan.hpp"
#include "tests/all.hpp"
#include "tests/contract/cases.hpp"
#include "tests/stage_facts.hpp"

#include <sluice/sluice.hpp>

#include <doctest/doctest.h>

#include <cmath>
#include <limits>

using namespace sluice;
using namespace sluice::contract;
using property::GraphCase;
using property::Params;

namespace {

Area whole(const ImageFormat& image) {
    return {{0, static_cast<std::int64_t>(image.width)}, {0, static_cast<std::int64_t>(image.height)}};
}

Area bounds(const Area& a, const Area& b) {
    const auto both = [](const Interval& i, const Interval& k) -> Interval {
        return {std::min(i.first, k.first), std::max(i.end, k.end)};
    };
    return {both(a.columns, b.columns), both(a.rows, b.rows)};
}

// What a node needs of the image at a port for a part of its own: statistics need all of theirs, and kernels
// that run one after the other.
Area needed_of(const Primitives& graph, const Primitive& node, std::size_t port, const Area& part) {
    if (node.is(Kind::gather) && port == 0) return Footprint(graph, node)(part);
    const ImageFormat& image = graph.nodes[node.inputs[port].value()].format.value();
    return node.is(Kind::reduce) || node.needs_whole_images() ? whole(image) : part;
}

// What a part of the result needs of each Source: back through the primitives that were planned.
std::map<std::string, Area> footprint(const Primitives& graph, const Area& part) {
    std::vector<std::optional<Area>> needed(graph.nodes.size());
    std::map<std::string, Area> of_sources;
    for (std::size_t i = graph.nodes.size(); i-- > 0;) {
        const Primitive& node = graph.nodes[i];
        if (node.is(Kind::sink)) needed[i] = part;
        if (!needed[i]) continue;
        if (node.is(Kind::source)) of_sources[node.id] = *needed[i];
        for (std::size_t port = 0; port < node.inputs.size(); ++port) {
            const auto& input = node.inputs[port];
            if (!input) continue;
            const bool image = graph.nodes[*input].format.has_value();
            const Area own = image ? needed_of(graph, node, port, *needed[i]) : Area();  // none of a Table
            needed[*input] = needed[*input] ? bounds(*needed[*input], own) : own;
        }
    }
    return of_sources;
}

bool within(const Area& area, std::size_t x, std::size_t y) {
    const auto has = [](const Interval& interval, std::size_t i) {
        return static_cast<std::int64_t>(i) >= interval.first && static_cast<std::int64_t>(i) < interval.end;
    };
    return has(area.columns, x) && has(area.rows, y);
}

// How many pixels were.
std::size_t spoil_outside(HostImage& image, const Area& area) {
    const ImageFormat& format = image.format();
    const double v =
        is_integer(format.pixel) ? highest(format.pixel) : std::numeric_limits<double>::quiet_NaN();
    std::size_t spoiled = 0;
    for (std::size_t y = 0; y < format.height; ++y)
        for (std::size_t x = 0; x < format.width; ++x) {
            if (within(area, x, y)) continue;
            for (int c = 0; c < format.channels; ++c) set_sample(image.view(), x, y, c, v);
            ++spoiled;
        }
    return spoiled;
}

bool same_within(const HostImage& a, const HostImage& b, const Area& part) {
    for (std::int64_t y = part.rows.first; y < part.rows.end; ++y)
        for (std::int64_t x = part.columns.first; x < part.columns.end; ++x)
            for (int c = 0; c < a.format().channels; ++c) {
                const auto of = [&](const HostImage& image) {
                    return sample(image.view(), static_cast<std::size_t>(x), static_cast<std::size_t>(y), c);
                };
                if (of(a) != of(b) && !(std::isnan(of(a)) && std::isnan(of(b)))) return false;
            }
    return true;
}

HostImage result_of(Session& session, const std::map<std::string, HostImage>& images) {
    std::map<std::string, SubmittedImage> submitted;
    for (const auto& [id, image] : images) submitted[id] = image.view();
    return session.submit(submitted).read();
}

// A corner, the middle, and the corner across.
std::vector<Area> parts(const ImageFormat& image) {
    const auto width = static_cast<std::int64_t>(image.width),
               height = static_cast<std::int64_t>(image.height);
    return {{{0, 1}, {0, 1}},
            {{width / 2, std::min(width / 2 + 2, width)}, {height / 2, height / 2 + 1}},
            {{width - 1, width}, {height - 1, height}}};
}

// Returns how many pixels were outside.
std::size_t check(const StageDef& stage, const Params& params, const ImageFormat& format) {
    static const Device device = Device::pick();
    GraphCase graph = graph_of(stage, params, format);
    graph.stages.push_back({"output", "o1", {}, {"s1"}});
    CAPTURE(graph.text());
    Session session(Plan(Graph::from_chain(graph.chain()), graph.formats(), device));
    const auto images = graph.images();
    const HostImage all = result_of(session, images);
    std::size_t outside = 0;
    for (const Area& part : parts(all.format())) {
        auto spoiled = images;
        std::size_t pixels = 0;
        for (const auto& [id, area] : footprint(session.plan().graph, part))
            pixels += spoil_outside(spoiled.at(id), area);
        outside += pixels;
        if (pixels == 0) continue;
        CAPTURE(part.columns.first);
        CAPTURE(part.rows.first);
        CHECK(same_within(all, result_of(session, spoiled), part));
    }
    return outside;
}

bool gathers(const GraphCase& graph) {
    const Primitives all = property::primitives(graph);
    return std::any_of(all.nodes.begin(), all.nodes.end(),
                       [](const Primitive& node) { return node.is(Kind::gather); });
}

}  // namespace

TEST_CASE("pixels outside of a footprint do not change the result") {
    std::vector<const StageDef*> stages = points();
    for (const StageDef* stage : stages_for_users())
        if (test::gives_image(*stage) && !test::is_point(*stage)) stages.push_back(stage);
    // In every test run those that read neighbours, with a part of their choices, and a part of the others.
    std::size_t turn = 0;
    for (const StageDef* stage : stages) {
        const ImageFormat format{61, 33, 4, ++turn % 2 == 0 ? Pixel::f32 : Pixel::u8};
        const std::vector<Params> params = cases(*stage, format);
        const bool neighbours = !params.empty() && gathers(graph_of(*stage, params[0], format));
        if (!neighbours && !test::takes_all() && turn % 3 != 0) continue;
        const std::size_t step = test::takes_all() ? 1 : neighbours ? 4 : params.size();
        std::size_t outside = 0;
        for (std::size_t i = 0; i < params.size(); i += step) outside += check(*stage, params[i], format);
        CAPTURE(stage->name);
        if (test::is_point(*stage) && !params.empty()) CHECK(outside > 0);
    }
}
