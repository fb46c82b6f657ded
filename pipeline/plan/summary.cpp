// A plan in three lines, for people who think in pictures and stages and not in kernels.
#include "pipeline/plan/print.hpp"

#include "pipeline/core/device_name.hpp"
#include "pipeline/core/text.hpp"
#include "pipeline/plan/text.hpp"
#include "pipeline/plan/words.hpp"

#include <algorithm>
#include <array>
#include <sstream>
#include <utility>
#include <variant>
#include <vector>

namespace sluice {
namespace {

void add_once(std::vector<std::string>& list, const std::string& name) {
    if (std::find(list.begin(), list.end(), name) == list.end()) list.push_back(name);
}

// "451 x 300, RGB, 8 bit".
std::string picture_text(const ImageFormat& format) {
    constexpr std::array<const char*, 8> pixels{"8 bit",         "8 bit signed", "16 bit", "16 bit signed",
                                                "32 bit signed", "half floats",  "floats", "doubles"};
    constexpr std::array<const char*, 4> names{"grey", "grey with alpha", "RGB", "RGB with alpha"};
    const char* channels =
        format.colors() == 2 ? "two channels" : names.at(static_cast<std::size_t>(format.channels) - 1);
    std::string text = cat(format.width, " x ", format.height, ", ", channels, ", ",
                           pixels.at(static_cast<std::size_t>(format.pixel)));
    if (format.space != Space::encoded) text += cat(", ", name(format.space));
    if (format.layers > 1) text += cat(", ", format.layers, " layers");
    return text;
}

std::string what_happens(const Primitives& graph) {
    std::vector<std::string> stages;
    for (const Primitive& node : graph.nodes) {
        const bool source = node.is(Kind::source), sink = node.is(Kind::sink);
        const auto& image = sink ? graph.nodes[node.inputs.at(0).value()].format : node.format;
        add_once(stages,
                 source || sink ? cat(node.id, " (", picture_text(*image), ")") : stage_text(graph, node.id));
    }
    return joined(stages, ", ");
}

// "measure for normalize": a pass that writes no image. "normalize, invert": one that does.
std::string pass_text(const Primitives& graph, const Launch& launch) {
    std::vector<std::string> stages;
    std::istringstream ids(launch.stages);
    for (std::string id; ids >> id;) {
        if (id.back() == ',') id.pop_back();
        add_once(stages, stage_text(graph, id));
    }
    return cat(launch.writes.empty() ? "measure for " : "", joined(stages, ", "));
}

// " (measure for normalize; normalize; integral 14 times)".
std::string passes_text(const ExecutionPlan& plan) {
    std::vector<std::pair<std::string, std::size_t>> passes;  // those in a row that do the same are one
    for (const PlannedStep& step : plan.steps) {
        const auto* launch = std::get_if<Launch>(&step);
        if (launch == nullptr || !launch->over_pixels) continue;
        const std::string text = pass_text(plan.graph, *launch);
        if (passes.empty() || passes.back().first != text) passes.emplace_back(text, 0);
        ++passes.back().second;
    }
    std::string all;
    for (const auto& [text, times] : passes)
        all += cat(all.empty() ? " (" : "; ", text, times > 1 ? cat(" ", times, " times") : "");
    return all.empty() ? "" : all + ")";
}

// "; load is read 2 times".
std::string readings_text(const ExecutionPlan& plan) {
    std::string text;
    for (std::size_t i = 0; i < plan.graph.nodes.size(); ++i) {
        if (!plan.graph.nodes[i].is(Kind::source)) continue;
        const std::size_t times = plan.holds ? 1 : plan.readings(i);
        text += cat("; ", plan.graph.nodes[i].id, " is decoded ", times == 1 ? "once" : cat(times, " times"));
    }
    return text;
}

}  // namespace

std::string plan_summary(const ExecutionPlan& plan) {
    std::string text = cat("stages: ", what_happens(plan.graph), "\npasses over the pixels: ", plan.passes(),
                           passes_text(plan), ", on ", short_name(plan.device),
                           "\nmemory: ", size_text(plan.peak_bytes), " on the device for each image");
    std::string on_host;
    for (const PlannedStep& step : plan.steps)
        if (const auto* host = std::get_if<HostWork>(&step))
            on_host += cat(on_host.empty() ? "" : ", ", plan.graph.nodes[host->node].id);
    if (plan.in_strips()) text += cat(", which is processed in ", plan.strips, " strips");
    if (plan.by_rows) text += cat("\nfiles: by rows", readings_text(plan));
    if (!on_host.empty()) text += cat("\non the host, between the passes: ", on_host);
    return text + "\n";
}

}  // namespace sluice
