#include "apps/batch/pipeline.hpp"

#include "apps/options/declared.hpp"
#include "apps/options/offered.hpp"
#include "apps/options/pipeline.hpp"
#include "apps/program.hpp"
#include "pipeline/core/message.hpp"
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
std::string mode_by_set(const Arguments& arguments) {
    constexpr std::string_view name = "normalize.mode=";
    std::string mode;
    if (arguments.has("set"))
        for (const std::string& change : arguments.options["set"].as<std::vector<std::string>>())
            if (change.starts_with(name)) mode = change.substr(name.size());
    return mode;
}

Graph written(const Arguments& arguments) {
    at_most_one(arguments, {"pipeline", "normalize"});
    at_most_one(arguments, {"pipeline", "stats-from"});
    if (arguments.has("pipeline")) return pipeline_of(arguments.text("pipeline"));
    if (arguments.has("normalize")) return normalize_graph(arguments, arguments.text("normalize"));
    if (const std::string mode = mode_by_set(arguments); !mode.empty())
        return normalize_graph(arguments, mode);
    if (arguments.has("stats-from")) return normalize_graph(arguments, "minmax");
    Graph graph;
    graph.add("normalize", standard);
    return graph;
}

// Last of all, so that what was asked for is known, and known to be right.
void give(const GivenStatistics& given, Graph& graph, const Messages& messages) {
    const CheckedGraph checked = check_or_throw(graph, builtin_stages(), {.paths_later = true});
    const auto asked = std::find_if(checked.nodes.begin(), checked.nodes.end(),
                                    [](const CheckedNode& node) { return node.stage->name == "normalize"; });
    const auto node = std::find_if(graph.nodes.begin(), graph.nodes.end(),
                                   [](const GraphNode& node) { return node.stage == "normalize"; });
    given.give_to(*node, *asked, [&](const std::string& text) { messages.warning(text); });
}

// Those that there are: "minmax, percentile[:LOW,HIGH]".
std::string modes() {
    std::vector<std::string> modes = builtin_stages().find("normalize")->param("mode")->choices;
    for (std::string& mode : modes)
        if (mode == "percentile") mode += "[:LOW,HIGH]";
    return listed(modes);
}

}  // namespace

void add_pipeline_options(po::options_description& options) {
    const auto text = [](const char* name) { return po::value<std::string>()->value_name(name); };
    options.add_options()  //
        ("pipeline,p", text("PIPELINE"),
         "a .yaml or .json file, or a chain, without load and save")  //
        ("normalize", offered("MODE", builtin_stages().find("normalize")->param("mode")->choices, true),
         ("instead of --pipeline: " + modes() + "; default: percentile:0.5,99.5 of all channels together")
             .c_str());
    add_stage_options(options, "load");
    add_stage_options(options, "save");
}

Graph normalize_graph(const Arguments& arguments, const std::string& mode) {
    const std::size_t colon = mode.find(':');
    const std::string name = mode.substr(0, colon);
    std::vector<std::pair<std::string, Value>> params = {{"mode", name}};
    if (colon != std::string::npos) {
        const std::string rest = mode.substr(colon + 1);
        const std::size_t comma = rest.find(',');
        if (name != "percentile" || comma == std::string::npos)
            throw wrong_arguments(arguments, "--normalize " + in_quotes(mode) +
                                                 ": only percentile:LOW,HIGH accepts numbers; set other "
                                                 "parameters with --set normalize.PARAM=VALUE");
        params.emplace_back("low", rest.substr(0, comma));
        params.emplace_back("high", rest.substr(comma + 1));
    }
    if (name == "clahe") params.emplace_back("clip_limit", gentle_clip_limit);
    Graph graph;
    graph.add("normalize", params);
    for (GraphParam& param : graph.nodes.back().params)
        param.place.file = called(arguments.command) + ": --normalize";
    return graph;
}

void tell_what_is_done(const Arguments& arguments, const CheckedGraph& graph) {
    if (arguments.has("pipeline") || arguments.has("normalize") || !mode_by_set(arguments).empty()) return;
    if (arguments.has("stats-from"))
        return arguments.messages.note("stretches from the minimum to the maximum in " +
                                       in_quotes(arguments.text("stats-from")) +
                                       "; --normalize percentile:LOW,HIGH uses its percentiles");
    const auto node = std::find_if(graph.nodes.begin(), graph.nodes.end(),
                                   [](const CheckedNode& node) { return node.stage->name == "normalize"; });
    std::string words;
    for (const ParamDecl& param : node->stage->params)
        if (node->param_places.count(param.name) > 0)
            words += " " + param.name + "=" + text(node->values.at(param.name));
    arguments.messages.note(
        "normalizes with" + words +
        "; --normalize minmax stretches from the minimum to the maximum, and clips nothing");
}

Graph batch_pipeline(const Arguments& arguments, const Registry& stages, const GivenStatistics* given) {
    Graph graph = wrapped(written(arguments), stages);
    apply_option(arguments, "durable", graph, "save", "durable", true);
    apply_stage_options(arguments, graph, "load");
    apply_stage_options(arguments, graph, "save");
    if (arguments.has("output") && arguments.text("output") == "-")
        apply_option(arguments, "format", graph, "save", "format");  // no name says it
    apply_set(arguments, graph);
    if (given != nullptr) give(*given, graph, arguments.messages);
    return graph;
}

}  // namespace sluice::apps
