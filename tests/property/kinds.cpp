#include "tests/property/kinds.hpp"

#include "pipeline/sluice/plan.hpp"
#include "tests/property/variants.hpp"
#include "tests/stage_facts.hpp"

#include <algorithm>
#include <array>
#include <map>
#include <sstream>

namespace sluice::property {
namespace {

constexpr std::array<std::size_t, 3> depths{5, 8, 11};  // that are wanted beside what is short

// The parameter, and the words that were chosen for it.
void add_param(std::set<std::string>& kinds, const StageDef& stage, const std::string& name,
               const std::string& value) {
    const ParamDecl& param = *stage.param(name);
    kinds.insert(stage.name + "." + name);
    if (param.choices.empty()) return;
    std::istringstream words(value);
    for (std::string word; std::getline(words, word, ',');)
        kinds.insert(stage.name + "." + name + "=" + word);
}

// Of a list only whether there are more images than it must have.
std::string kind_of(const PortDecl& port) {
    if (port.list.empty()) return port.name;
    return port.optional ? "more " + port.list : port.list;
}

// A decision without the numbers in it and the names of nodes, which have numbers too.
std::string without_names(const std::string& decision) {
    std::istringstream words(decision);
    std::string text;
    for (std::string word; words >> word;)
        if (word.find_first_of("0123456789") == std::string::npos) text += (text.empty() ? "" : " ") + word;
    return text;
}

}  // namespace

std::set<std::string> kinds(const GraphCase& graph) {
    std::set<std::string> kinds;
    std::map<std::string, std::size_t> uses;
    std::size_t outputs = 0;
    const Primitives all = primitives(graph);
    for (const Primitive& node : all.nodes) kinds.insert("part " + node.stage->name);
    for (const StageText& stage : graph.stages) {
        for (const std::string& id : stage.from) ++uses[id];
        if (stage.stage == "output") {
            ++outputs;
            continue;
        }
        kinds.insert("stage " + stage.stage);
        const ImageFormat& src = all.nodes[all.names.at(stage.from[0])].format.value();
        kinds.insert(stage.stage + " of " + std::string(name(src.pixel)));
        kinds.insert(stage.stage + " of " + std::to_string(src.channels) + " channels");
        const StageDef& def = *builtin_stages().find(stage.stage);
        for (std::size_t port = 1; port < stage.from.size(); ++port)
            if (!stage.from[port].empty()) kinds.insert(stage.stage + " with " + kind_of(def.inputs[port]));
        for (const auto& [name, value] : stage.params) add_param(kinds, def, name, value);
        for (const auto& [name, value] : stage.live) kinds.insert(stage.stage + "." + name + " set later");
    }
    for (const SourceImage& source : graph.sources) {
        const ImageFormat& format = source.format;
        kinds.insert("source " + std::string(name(format.pixel)));
        kinds.insert(std::to_string(format.channels) + " channels");
        kinds.insert(std::string(name(format.space)) + " source");
        if (format.order == Order::bgr) kinds.insert("bgr");
        if (format.white > 0) kinds.insert("white of its own");
        if (format.layers > 1) kinds.insert("layers");
        if (format.width > 64) kinds.insert("several units in a row");
        if (source.constant) kinds.insert("constant");
        if (source.random.nan) kinds.insert("nan");
        if (source.random.inf) kinds.insert("inf");
        if (source.random.transparent > 0) kinds.insert("transparent");
    }
    const ImageFormat& first = graph.sources.front().format;
    for (const SourceImage& source : graph.sources)
        if (source.format.width != first.width || source.format.height != first.height)
            kinds.insert("sources of two sizes");
    if (outputs > 1) kinds.insert("several outputs");
    if (outputs == 0) kinds.insert("no image comes out");
    if (!graph.observe.empty()) kinds.insert("observed");
    if (std::any_of(uses.begin(), uses.end(), [](const auto& use) { return use.second > 1; }))
        kinds.insert("branch");
    if (std::count(depths.begin(), depths.end(), graph.depth()) > 0)
        kinds.insert("depth " + std::to_string(graph.depth()));
    for (const Variant& variant : variants(graph.seed)) {
        kinds.insert(variant.name);
        if (variant.options.storage == StorageChoice::image)
            kinds.insert(std::string(name(first.pixel)) + " in image objects");
    }
    return kinds;
}

std::set<std::string> kinds(const ExecutionPlan& plan) {
    std::set<std::string> kinds;
    for (const PlannedStep& step : plan.steps)
        if (const auto* launch = std::get_if<Launch>(&step)) kinds.insert(launch->implementation);
    for (const std::string& decision : plan.decisions) kinds.insert(without_names(decision));
    return kinds;
}

std::set<std::string> all_kinds(const Registry& registry) {
    std::set<std::string> kinds{"encoded source",
                                "linear source",
                                "data source",
                                "bgr",
                                "white of its own",
                                "layers",
                                "several units in a row",
                                "constant",
                                "nan",
                                "inf",
                                "transparent",
                                "several outputs",
                                "sources of two sizes",
                                "no image comes out",
                                "observed",
                                "branch"};
    for (const std::size_t depth : depths) kinds.insert("depth " + std::to_string(depth));
    for (std::uint64_t seed = 0; seed < 48; ++seed)
        for (const Variant& variant : variants(seed)) kinds.insert(variant.name);
    for (const std::string_view pixel : names_of<Pixel>) kinds.insert("source " + std::string(pixel));
    for (int channels = 1; channels <= 4; ++channels) kinds.insert(std::to_string(channels) + " channels");
    for (const std::string& stage : registry.names()) {
        const StageDef& def = *registry.find(stage);
        if (!test::is_for_users(def)) continue;
        kinds.insert("stage " + stage);
        for (std::size_t port = 1; port < def.inputs.size(); ++port)
            if (def.inputs[port].is_image()) kinds.insert(stage + " with " + kind_of(def.inputs[port]));
        for (const ParamDecl& param : def.params) {
            if (param.type == ParamType::path) continue;
            if (param.type == ParamType::text && param.examples.empty()) continue;
            kinds.insert(stage + "." + param.name);
            if (param.live) kinds.insert(stage + "." + param.name + " set later");
            for (const std::string& choice : param.choices)
                kinds.insert(stage + "." + param.name + "=" + choice);
        }
    }
    return kinds;
}

}  // namespace sluice::property
