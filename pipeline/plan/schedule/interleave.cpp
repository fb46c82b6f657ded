#include "pipeline/plan/schedule/interleave.hpp"

#include "pipeline/plan/primitives/interleaved.hpp"
#include "pipeline/plan/primitives/used_taps.hpp"

#include <algorithm>
#include <optional>
#include <variant>
#include <vector>

namespace sluice {
namespace {

// Places of columns are floats in tables of weights.
constexpr std::size_t most_columns = std::size_t{1} << 24;

// Whether its neighbours are weighed, or chosen, channel by channel, and all channels have one beyond the
// edges.
bool gathers_alike(const Primitives& graph, const Primitive& node) {
    const GatherDef& gather = node.gather();
    // Places that columns have of their own would be three times as many.
    if (gather.taps ? !used_taps(graph, node).columns.even : !gather.rank_filter) return false;
    const Border border = gather.border(node.values);
    return border.rule != EdgeRule::constant ||
           (border.lanes[0] == border.lanes[1] && border.lanes[0] == border.lanes[2]);
}

// The channels of all images that it reads or makes, if they are treated alike.
std::optional<int> channels_alike(const Assembly& assembly, const PassStep& pass) {
    const Primitives& graph = assembly.plan.graph;
    if (!pass.reduces.empty() || !pass.tables.empty() || !pass.levels.empty() || assembly.options.check_reads)
        return std::nullopt;
    const ImageFormat& first = graph.nodes[pass.images().front()].format.value();
    if (!may_interleave(first)) return std::nullopt;
    for (const std::size_t i : pass.images()) {
        const ImageFormat& format = graph.nodes[i].format.value();
        const bool alike = format.channels == first.channels && !format.has_alpha() &&
                           format.order == first.order && format.width * 4 < most_columns;
        if (!alike) return std::nullopt;
    }
    std::vector<std::size_t> points = pass.points;
    for (const GatherSource& gather : pass.gathers) {
        if (!gathers_alike(graph, graph.nodes[gather.node])) return std::nullopt;
        points.insert(points.end(), gather.points.begin(), gather.points.end());
    }
    const bool all =
        std::all_of(points.begin(), points.end(), [&](std::size_t i) { return treats_alike(graph, i); });
    return all ? std::optional(first.channels) : std::nullopt;
}

}  // namespace

bool interleave_passes(Assembly& assembly) {
    if (!assembly.plan.device.cpu()) return false;
    bool any = false;
    for (Step& step : assembly.steps)
        if (auto* pass = std::get_if<PassStep>(&step)) {
            pass->interleaved = channels_alike(assembly, *pass).value_or(1);
            any |= pass->interleaved > 1;
        }
    return any;
}

std::set<std::size_t> images_of_interleaved(const Assembly& assembly) {
    std::set<std::size_t> images, others;
    for (const Step& step : assembly.steps)
        if (const auto* pass = std::get_if<PassStep>(&step))
            for (const std::size_t i : pass->in_memory()) (pass->interleaved > 1 ? images : others).insert(i);
    for (const std::size_t i : others) images.erase(i);
    return images;
}

bool part_those_stored_otherwise(Assembly& assembly) {
    bool any = false;
    for (Step& step : assembly.steps) {
        auto* pass = std::get_if<PassStep>(&step);
        if (pass == nullptr || pass->interleaved == 1) continue;
        const std::vector<std::size_t> images = pass->in_memory();
        if (std::all_of(images.begin(), images.end(),
                        [&](std::size_t i) { return assembly.image(i).storage == Storage::rows; }))
            continue;
        pass->interleaved = 1;
        any = true;
    }
    return any;
}

void show_samples(Assembly& assembly) {
    ExecutionPlan& plan = assembly.plan;
    bool any = false;
    for (const Step& step : assembly.steps) {
        const auto* pass = std::get_if<PassStep>(&step);
        if (pass == nullptr || pass->interleaved == 1) continue;
        any = true;
        for (const std::size_t i : pass->in_memory()) plan.images[assembly.image_of.at(i)].as_planned = true;
    }
    if (!any) return;
    assembly.sample_graph = of_samples(plan.graph);
    assembly.sample_images = plan.images;
    for (PlannedImage& image : assembly.sample_images)
        if (may_interleave(image.format)) image.format = of_samples(image.format);
}

}  // namespace sluice
