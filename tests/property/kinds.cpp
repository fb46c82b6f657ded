#include "tests/property/kinds.hpp"

#include <algorithm>
#include <map>
#include <sstream>

namespace sluice::property {
namespace {

void add_choices(std::set<std::string>& kinds, const std::string& name, const std::string& value) {
    std::istringstream words(value);
    for (std::string word; std::getline(words, word, ',');) kinds.insert(name + "=" + word);
}

}  // namespace

std::set<std::string> kinds(const GraphCase& graph) {
    std::set<std::string> kinds;
    std::map<std::string, std::size_t> uses;
    std::size_t outputs = 0;
    for (const StageText& stage : graph.stages) {
        for (const std::string& id : stage.from) ++uses[id];
        if (stage.stage == "output") {
            ++outputs;
            continue;
        }
        kinds.insert("stage " + stage.stage);
        if (stage.from.size() > 1) kinds.insert(stage.stage + " with mask");
        for (const auto& [name, value] : stage.params) {
            kinds.insert(stage.stage + "." + name);
            add_choices(kinds, stage.stage + "." + name, value);
        }
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
    if (outputs > 1) kinds.insert("several outputs");
    if (outputs == 0) kinds.insert("no image comes out");
    if (!graph.observe.empty()) kinds.insert("observed");
    if (std::any_of(uses.begin(), uses.end(), [](const auto& use) { return use.second > 1; }))
        kinds.insert("branch");
    if (graph.depth() >= 8) kinds.insert("depth 8");
    if (graph.depth() >= 11) kinds.insert("depth 11");
    return kinds;
}

std::set<std::string> all_kinds(const Registry& registry) {
    std::set<std::string> kinds{"normalize with mask",
                                "reduce with mask",
                                "encoded source",
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
                                "no image comes out",
                                "observed",
                                "branch",
                                "depth 8",
                                "depth 11"};
    for (const std::string_view pixel : names_of<Pixel>) kinds.insert("source " + std::string(pixel));
    for (int channels = 1; channels <= 4; ++channels) kinds.insert(std::to_string(channels) + " channels");
    for (const std::string& stage : registry.names()) {
        const StageDef& def = *registry.find(stage);
        if (def.kind() == Kind::source || def.kind() == Kind::sink) continue;
        kinds.insert("stage " + stage);
        for (const ParamDecl& param : def.params) {
            kinds.insert(stage + "." + param.name);
            for (const std::string& choice : param.choices)
                kinds.insert(stage + "." + param.name + "=" + choice);
        }
    }
    return kinds;
}

}  // namespace sluice::property
