#include "tests/property/graph_case.hpp"

#include "pipeline/plan/live.hpp"
#include "pipeline/plan/make_plan.hpp"
#include "pipeline/plan/text.hpp"
#include "pipeline/sluice/plan.hpp"
#include "tests/plan/planned.hpp"

#include <algorithm>
#include <utility>

namespace sluice::property {

HostImage SourceImage::image() const {
    return constant ? reference::constant_image(format, *constant) : reference::random_image(format, random);
}

std::string SourceImage::text() const {
    std::string text = id + ": " + format.text();
    if (constant) return text + ", every sample " + number_text(*constant);
    if (random.range)
        text += ", values " + number_text((*random.range)[0]) + ".." + number_text((*random.range)[1]);
    for (const auto& [name, there] : {std::pair("nan", random.nan),
                                      {"inf", random.inf},
                                      {"denormal", random.denormal},
                                      {"huge", random.huge}})
        if (there) text += std::string(", ") + name;
    if (random.transparent > 0) text += ", transparent " + number_text(random.transparent);
    return text + ", seed " + std::to_string(random.seed);
}

std::string StageText::text() const {
    std::string text = stage + " id=" + id;
    bool named = false;  // behind a port that is left out
    for (std::size_t i = 0; i < from.size(); ++i) {
        named = named || from[i].empty();
        if (from[i].empty()) continue;
        const std::string port = named ? builtin_stages().find(stage)->inputs[i].name + ":" : "";
        text += (i == 0 ? " from=" : ",") + port + from[i];
    }
    for (const auto& [name, value] : params) text += " " + name + "=" + value;
    return text;
}

std::string GraphCase::chain() const {
    std::string text;
    for (const SourceImage& source : sources) text += (text.empty() ? "" : "; ") + ("input id=" + source.id);
    for (const StageText& stage : stages) text += "; " + stage.text();
    return text;
}

std::string GraphCase::text() const {
    std::string text = chain();
    for (const SourceImage& source : sources) text += "\n    " + source.text();
    for (const std::string& table : observe) text += "\n    observed: " + table;
    for (const StageText& stage : stages)
        for (const auto& [name, value] : stage.live)
            text += cat("\n    then set: ", stage.id, ".", name, "=", value);
    return text;
}

SourceFormats GraphCase::formats() const {
    SourceFormats formats;
    for (const SourceImage& source : sources) formats[source.id] = source.format;
    return formats;
}

std::map<std::string, HostImage> GraphCase::images() const {
    std::map<std::string, HostImage> images;
    for (const SourceImage& source : sources) images[source.id] = source.image();
    return images;
}

std::optional<GraphCase> GraphCase::with_live_set() const {
    GraphCase after = *this;
    bool any = false;
    for (StageText& stage : after.stages) {
        any = any || !stage.live.empty();
        for (auto& [name, value] : std::exchange(stage.live, {})) {
            std::erase_if(stage.params, [&](const auto& given) { return given.first == name; });
            stage.params.emplace_back(name, value);
        }
    }
    if (!any) return std::nullopt;
    return after;
}

std::size_t GraphCase::depth() const {
    std::map<std::string, std::size_t> depths;
    std::size_t deepest = 0;
    for (const StageText& stage : stages) {
        std::size_t before = 0;
        for (const std::string& id : stage.from) before = std::max(before, depths[id]);
        depths[stage.id] = before + (stage.stage == "output" ? 0 : 1);
        deepest = std::max(deepest, depths[stage.id]);
    }
    return deepest;
}

CheckedGraph checked(const GraphCase& graph) {
    Diagnostics faults;
    CheckedGraph result =
        check(Graph::from_chain(graph.chain()), builtin_stages(), faults, {.open_ends = true});
    faults.throw_if_errors();
    return result;
}

Primitives primitives(const GraphCase& graph) {
    return walk(checked(graph), builtin_stages(), graph.formats(), {});
}

bool is_legal(const GraphCase& graph) {
    try {
        primitives(graph);
        return true;
    } catch (const Error&) {
        return false;
    }
}

bool KernelsOf::do_for(const GraphCase& other) {
    const auto planned = [](const GraphCase& of) {
        DeviceFacts roomy = test::cpu;  // lists may hold millions of entries
        roomy.global_bytes = roomy.max_allocation = std::size_t{1} << 40;
        return make_plan(checked(of), builtin_stages(), of.formats(), roomy);
    };
    if (!plan_) plan_ = planned(graph_);
    return lacks(*plan_, planned(other)).empty();
}

}  // namespace sluice::property
