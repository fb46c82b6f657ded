#include "apps/pipeline_argument.hpp"

#include "pipeline/batch/file_pipeline.hpp"
#include "pipeline/core/message.hpp"
#include "pipeline/sluice/plan.hpp"

#include <algorithm>

namespace sluice::apps {

void add_set_option(po::options_description& options) {
    options.add_options()("set", po::value<std::vector<std::string>>()->value_name("NODE.PARAM=VALUE"),
                          "change a parameter of the pipeline; may be given again");
}

void apply_set(const Arguments& arguments, Graph& graph) {
    if (!arguments.has("set")) return;
    for (const std::string& change : arguments.options["set"].as<std::vector<std::string>>()) {
        const std::size_t equals = change.find('=');
        if (equals == std::string::npos)
            throw wrong_arguments(arguments, "--set " + in_quotes(change) + ": NODE.PARAM=VALUE is expected");
        graph.set(change.substr(0, equals), change.substr(equals + 1));
    }
}

void apply_option(const Arguments& arguments, const std::string& option, Graph& graph,
                  const std::string& stage, const std::string& param, std::optional<Value> flag) {
    if (!arguments.has(option)) return;
    const bool there = std::any_of(graph.nodes.begin(), graph.nodes.end(),
                                   [&](const GraphNode& node) { return node.stage == stage; });
    if (!there)
        throw wrong_arguments(arguments, "--" + option + ": the pipeline has no stage '" + stage + "'");
    set_everywhere(graph, stage, param, flag ? *flag : Value(arguments.text(option)));
}

void add_load_options(po::options_description& options) {
    options.add_options()  //
        ("max-pixels", po::value<std::string>()->value_name("N"),
         "refuse pictures of more; default: what takes 1 GiB in memory")                    //
        ("lenient", "accept pictures whose data ends early or is damaged, with a warning")  //
        ("page", po::value<std::string>()->value_name("N"),
         "of TIFF files with several; 0: all, as layers of one image; default: 1");
}

void apply_load_options(const Arguments& arguments, Graph& graph) {
    apply_option(arguments, "max-pixels", graph, "load", "max_pixels");
    apply_option(arguments, "lenient", graph, "load", "lenient", true);
    apply_option(arguments, "page", graph, "load", "page");
}

void add_save_options(po::options_description& options) {
    const auto text = [](const char* name) { return po::value<std::string>()->value_name(name); };
    options.add_options()                                                                            //
        ("quality", text("N"), "of JPEG, 1 to 100; default: 90")                                     //
        ("png-level", text("N"), "of PNG, 0 (no compression, fast) to 9 (small, slow); default: 1")  //
        ("png-filter", text("FILTER"),
         "of PNG: none, sub, up, average, paeth, adaptive or auto (by the level, the default)");
}

void apply_save_options(const Arguments& arguments, Graph& graph) {
    apply_option(arguments, "quality", graph, "save", "quality");
    apply_option(arguments, "png-level", graph, "save", "compression");
    apply_option(arguments, "png-filter", graph, "save", "filter");
}

Graph read_pipeline(const Arguments& arguments) {
    Graph graph = Graph::from_argument(arguments.words.at(0));
    apply_load_options(arguments, graph);
    apply_save_options(arguments, graph);
    apply_set(arguments, graph);
    return graph;
}

CheckedGraph check_pipeline(const Graph& graph, const CheckOptions& options, const Messages& messages) {
    Diagnostics faults;
    CheckedGraph checked = check(graph, builtin_stages(), faults, options);
    if (!faults.ok()) throw Error(Error::Kind::usage, "", faults.text());
    for (const Diagnostic& warning : faults) messages.note(warning.text());
    return checked;
}

}  // namespace sluice::apps
