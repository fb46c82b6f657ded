#include "pipeline/plan/plan.hpp"

#include <algorithm>
#include <variant>

namespace sluice {

std::size_t ExecutionPlan::passes() const {
    return static_cast<std::size_t>(std::count_if(steps.begin(), steps.end(), [](const PlannedStep& step) {
        const auto* launch = std::get_if<Launch>(&step);
        return launch != nullptr && launch->over_pixels;
    }));
}

std::vector<std::string> ExecutionPlan::images_not_in_memory() const {
    std::vector<std::string> ids;
    for (const auto& [name, i] : graph.names)
        if (graph.makes_image(i) && name == graph.nodes[i].id &&
            std::none_of(images.begin(), images.end(),
                         [&](const PlannedImage& image) { return image.name == name; }))
            ids.push_back(name);
    return ids;
}

std::string ExecutionPlan::needs_whole_images() const {
    const auto found = std::find_if(graph.nodes.begin(), graph.nodes.end(),
                                    [](const Primitive& node) { return node.needs_whole_images(); });
    if (found == graph.nodes.end()) return "";
    return found->id + (found->is(Kind::host) ? " is computed by a host function, which needs whole images"
                                              : " needs whole images");
}

std::string ExecutionPlan::keeps() const {
    const auto kept =
        std::find_if(tables.begin(), tables.end(), [](const PlannedTable& table) { return table.kept; });
    return kept == tables.end() ? "" : kept->name;
}

std::size_t ExecutionPlan::readings(std::size_t source) const {
    std::size_t readings = 0, kept = 0;  // the rows from `kept` on are in memory, or come
    for (const PlannedStep& step : steps) {
        const auto* up = std::get_if<Upload>(&step);
        if (up == nullptr || up->source != source) continue;
        for (const Rows& rows : up->rows) {
            if (rows.count == 0) continue;
            if (readings == 0 || rows.first < kept) ++readings;
            kept = rows.first;
        }
    }
    return readings;
}

std::optional<std::size_t> ExecutionPlan::metadata_source(std::size_t sink) const {
    std::size_t node = sink;
    while (!graph.nodes[node].is(Kind::source)) {
        if (graph.nodes[node].inputs.empty() || !graph.nodes[node].inputs[0]) return std::nullopt;
        node = *graph.nodes[node].inputs[0];
    }
    return node;
}

bool ExecutionPlan::moves_pixels(std::size_t sink) const {
    std::size_t node = sink;
    while (!graph.nodes[node].is(Kind::source)) {
        const Primitive& here = graph.nodes[node];
        if (here.inputs.empty() || !here.inputs[0] || here.needs_whole_images()) return true;
        const Primitive& before = graph.nodes[*here.inputs[0]];
        const auto* gather = here.stage->as<GatherDef>();
        if (gather != nullptr && gather->footprint) return true;
        if (!here.is(Kind::sink) && here.format && before.format &&
            (here.format->width != before.format->width || here.format->height != before.format->height))
            return true;
        node = *here.inputs[0];
    }
    return false;
}

}  // namespace sluice
