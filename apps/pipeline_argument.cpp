#include "apps/pipeline_argument.hpp"

#include "pipeline/core/message.hpp"
#include "pipeline/sluice/plan.hpp"

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

Graph read_pipeline(const Arguments& arguments) {
    Graph graph = Graph::from_argument(arguments.words.at(0));
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
