// sluice run: one pipeline, once.
#include "apps/command.hpp"
#include "apps/compiling.hpp"
#include "apps/device_options.hpp"
#include "apps/json.hpp"
#include "apps/pipeline_argument.hpp"
#include "apps/text_file.hpp"

#include "pipeline/batch/outputs.hpp"
#include "pipeline/core/message.hpp"
#include "pipeline/run/session.hpp"
#include "pipeline/sluice/plan.hpp"

#include <algorithm>
#include <filesystem>
#include <map>

namespace sluice::apps {
namespace {

bool writes_stdout(const CheckedNode& node) {
    if (node.stage->kind != Kind::sink) return false;
    const auto path = node.values.find("path");
    return path != node.values.end() && path->second == Value(std::string("-"));
}

// A table that nobody takes is a result too.
bool ends_in_table(const CheckedGraph& graph) {
    for (std::size_t i = 0; i < graph.nodes.size(); ++i) {
        const std::vector<PortDecl>& outputs = graph.nodes[i].stage->outputs;
        for (std::size_t port = 0; port < outputs.size(); ++port) {
            const bool taken =
                std::any_of(graph.nodes.begin(), graph.nodes.end(), [&](const CheckedNode& node) {
                    return std::any_of(node.inputs.begin(), node.inputs.end(), [&](const auto& input) {
                        return input && input->node == i && input->port == port;
                    });
                });
            if (outputs[port].type == PortDecl::Type::table && !taken) return true;
        }
    }
    return false;
}

void refuse_without_result(const Arguments& arguments, const CheckedGraph& graph) {
    const bool saves = std::any_of(graph.nodes.begin(), graph.nodes.end(),
                                   [](const CheckedNode& node) { return node.stage->kind == Kind::sink; });
    const bool tables = ends_in_table(graph);
    if (!saves && !tables)
        throw wrong_arguments(arguments, "the pipeline makes nothing that stays: end it with '| save FILE'");
    if ((tables || arguments.has("counters")) &&
        std::any_of(graph.nodes.begin(), graph.nodes.end(), writes_stdout))
        throw wrong_arguments(arguments,
                              "standard output cannot take an image and JSON: save to a file instead of '-'");
}

// The second would replace the first.
void refuse_one_file_for_two(const Arguments& arguments, const CheckedGraph& graph) {
    std::map<std::filesystem::path, std::string> nodes;
    for (const CheckedNode& node : graph.nodes) {
        if (node.stage->kind != Kind::sink || node.values.count("path") == 0) continue;
        const auto& path = std::get<std::string>(node.values.at("path"));
        const auto [first, fresh] =
            nodes.emplace(path == "-" ? std::filesystem::path(path) : real_name(path), node.id);
        if (!fresh)
            throw wrong_arguments(arguments, "'" + first->second + "' and '" + node.id +
                                                 "' would both be saved as " + in_quotes(path));
    }
}

Json json(const Counters& counters) {
    const Counts total = counters.total();
    return {{"uploads", total.uploads},
            {"downloads", total.downloads},
            {"bytes_to_device", total.bytes_to_device},
            {"bytes_to_host", total.bytes_to_host},
            {"table_reads", total.table_reads},
            {"launches", total.launches},
            {"waits", total.waits},
            {"passes", total.passes},
            {"peak_device_bytes", counters.peak_device_bytes}};
}

int run(const Arguments& arguments) {
    const PlanOptions options = plan_options(arguments);
    const CheckedGraph graph = check_pipeline(read_pipeline(arguments), {}, arguments.messages);
    refuse_without_result(arguments, graph);
    refuse_one_file_for_two(arguments, graph);
    if (arguments.has("trace")) expect_writable(arguments.text("trace"));

    const Device device = pick_device(arguments);
    const CompilingNote note(arguments.messages, device);
    const Prepared plan{device, make_plan(graph, builtin_stages(), probe(graph), device.facts(), options)};
    arguments.messages.detail(plan_text(plan.execution));
    Session session(plan, {.frames_in_flight = 1, .profile = arguments.has("trace")});
    arguments.messages.detail(session.queues());
    const RunResult result = run_files(session);
    for (const std::string& warning : result.warnings) arguments.messages.warning(warning);

    Json output = arguments.has("counters") ? json(session.counters()) : Json::object();
    for (const auto& [name, table] : result.tables) output["tables"][name] = table_json(table);
    if (!output.empty())
        print(arguments.has("counters") && result.tables.empty() ? one_line(output) : pretty(output));
    if (arguments.has("trace"))
        write_text(arguments.text("trace"), trace_json(session.take_spans(), device.facts().name));
    return Exit::all_done;
}

}  // namespace

Command run_command() {
    Command command{
        .name = "run",
        .words = "PIPELINE",
        .summary = "Runs a pipeline once.",
        .details =
            "A PIPELINE is a .yaml or .json file, or a chain in quotes; 'sluice help pipelines' shows "
            "how\none is written. Tables that it makes and no stage takes are printed as JSON.",
        .min_words = 1,
        .max_words = 1,
        .run = run};
    add_load_options(command.options);
    add_save_options(command.options);
    add_set_option(command.options);
    command.options.add_options()                                               //
        ("counters", "print what was moved, launched and waited for, as JSON")  //
        ("trace", po::value<std::string>()->value_name("FILE"),
         "write a trace for Chrome's about:tracing or ui.perfetto.dev");
    add_plan_options(command.options);
    add_device_options(command.options);
    return command;
}

}  // namespace sluice::apps
