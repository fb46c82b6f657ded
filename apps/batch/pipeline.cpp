#include "apps/batch/pipeline.hpp"

#include "apps/options/pipeline.hpp"
#include "apps/program.hpp"
#include "pipeline/core/message.hpp"
#include "pipeline/graph/sizes.hpp"
#include "pipeline/run/prepare.hpp"
#include "pipeline/sluice/plan.hpp"

#include <algorithm>
#include <vector>

namespace sluice::apps {
namespace {

// What is done when nothing is asked for: colours keep their hue, and half a percent is clipped at either
// end.
const std::vector<std::pair<std::string, Value>> standard = {
    {"mode", std::string("percentile")}, {"low", 0.5}, {"high", 99.5}, {"group", std::string("joint")}};
constexpr double gentle_clip_limit = 3;  // of clahe; OpenCV's 40 is next to no limit

// The mode that --set asks for, or "". It has options of its own: those of the default are not for it.
std::string mode_by_set(const BatchRequest& request) {
    std::string mode;
    for (const auto& [name, value] : request.set)
        if (name == "normalize.mode" && value) mode = text(*value);
    return mode;
}

// Whether an option says what becomes of an image (--thumbnail 800): then nothing else is done to it.
bool altered_by_save(const BatchRequest& request) {
    const StageDef& save = *builtin_stages().find("save");
    return std::any_of(request.save.begin(), request.save.end(),
                       [&](const auto& given) { return save.param(given.first)->alters; });
}

// Whether the options leave open what is done.
bool by_default(const BatchRequest& request) {
    return !request.pipeline && request.extras.normalize.empty() && mode_by_set(request).empty() &&
           (!request.extras.stats_from.empty() || request.extras.dataset || !altered_by_save(request));
}

// The graph of "minmax", "percentile" or "percentile:2,98"; what a mode is and takes, check() knows.
// clahe has a clip limit that suits photographs.
Graph normalize_graph(const Caller& caller, const std::string& mode) {
    const Wording option = Remedy{"normalize"};
    const std::size_t colon = mode.find(':');
    const std::string name = mode.substr(0, colon);
    std::vector<std::pair<std::string, Value>> params = {{"mode", name}};
    if (colon != std::string::npos) {
        const std::string rest = mode.substr(colon + 1);
        const std::size_t comma = rest.find(',');
        if (name != "percentile" || comma == std::string::npos)
            throw wrong_arguments(caller, option + " " + in_quotes(mode) +
                                              ": only percentile:LOW,HIGH accepts numbers; set other "
                                              "parameters with " +
                                              Remedy{"set"} + " normalize.PARAM=VALUE");
        params.emplace_back("low", rest.substr(0, comma));
        params.emplace_back("high", rest.substr(comma + 1));
    }
    if (name == "clahe") params.emplace_back("clip_limit", gentle_clip_limit);
    Graph graph;
    graph.add("normalize", params);
    for (GraphParam& param : graph.nodes.back().params)
        param.place.file = called(caller.command) + ": " + option.in(caller.spelling);
    return graph;
}

Graph written(const BatchRequest& request) {
    if (request.pipeline) return *request.pipeline;
    if (!request.extras.normalize.empty()) return normalize_graph(request.caller, request.extras.normalize);
    if (const std::string mode = mode_by_set(request); !mode.empty())
        return normalize_graph(request.caller, mode);
    if (!request.extras.stats_from.empty()) return normalize_graph(request.caller, "minmax");
    Graph graph;
    if (by_default(request)) graph.add("normalize", standard);
    return graph;
}

// Checked, and its node `normalize`.
struct Checked {
    explicit Checked(const Graph& graph)
        : graph(check_or_throw(graph, builtin_stages(), {.paths_later = true})),
          normalize(*std::find_if(this->graph.nodes.begin(), this->graph.nodes.end(),
                                  [](const CheckedNode& node) { return node.stage->name == "normalize"; })) {}

    CheckedGraph graph;
    const CheckedNode& normalize;
};

// Last of all, so that what was asked for is known, and known to be right.
void give(const GivenStatistics& given, Graph& graph, const Messages& messages) {
    const Checked checked(graph);
    const auto node = std::find_if(graph.nodes.begin(), graph.nodes.end(),
                                   [](const GraphNode& node) { return node.stage == "normalize"; });
    given.give_to(*node, checked.normalize, [&](const std::string& text) { messages.warning(text); });
}

}  // namespace

void tell_what_is_done(const BatchRequest& request, const Graph& pipeline) {
    if (!by_default(request)) return;
    if (const std::string stats = request.extras.stats_from.string(); !stats.empty())
        return request.caller.messages.note("stretches from the minimum to the maximum in " +
                                            in_quotes(stats) +
                                            "; --normalize percentile:LOW,HIGH uses its percentiles");
    const Checked checked(pipeline);
    const CheckedNode& node = checked.normalize;
    std::string words;
    for (const ParamDecl& param : node.stage->params)
        if (node.param_places.count(param.name) > 0)
            words += " " + param.name + "=" + text(*written_value(node, param.name));
    request.caller.messages.note(
        "normalizes with" + words +
        "; --normalize minmax stretches from the minimum to the maximum, and clips nothing");
}

Graph batch_pipeline(const BatchRequest& request, const GivenStatistics* given) {
    const Caller& caller = request.caller;
    Graph graph = wrapped(written(request), builtin_stages());
    Values save = request.save;
    if (request.extras.durable) save["durable"] = true;
    if (request.extras.strip) save["keep"] = std::string("none");
    if (request.output == "-" && !request.options.format.empty()) save["format"] = request.options.format;
    apply_values(caller, request.load, "load", graph);
    apply_values(caller, save, "save", graph);
    apply_changes(caller, request.set, graph);
    if (given != nullptr) give(*given, graph, caller.messages);
    return graph;
}

}  // namespace sluice::apps
