// sluice run: one pipeline, once.
#include "apps/child/fork.hpp"
#include "apps/command.hpp"
#include "apps/compiling.hpp"
#include "apps/json.hpp"
#include "apps/options/apart.hpp"
#include "apps/options/declared.hpp"
#include "apps/options/device.hpp"
#include "apps/options/device_timeout.hpp"
#include "apps/options/isolate.hpp"
#include "apps/options/memory_limit.hpp"
#include "apps/options/pipeline.hpp"
#include "apps/text_file.hpp"

#include "io/codecs.hpp"
#include "pipeline/batch/file_pipeline.hpp"
#include "pipeline/core/conversion_text.hpp"
#include "pipeline/core/message.hpp"
#include "pipeline/core/printable.hpp"
#include "pipeline/core/standard_streams.hpp"
#include "pipeline/core/text.hpp"
#include "pipeline/files/extension.hpp"
#include "pipeline/files/temporary_file.hpp"
#include "pipeline/graph/limits.hpp"
#include "pipeline/graph/measured.hpp"
#include "pipeline/isolated/process.hpp"
#include "pipeline/plan/print.hpp"
#include "pipeline/run/measure.hpp"
#include "pipeline/run/prepare.hpp"
#include "pipeline/run/run_files.hpp"
#include "pipeline/run/run_images.hpp"
#include "pipeline/run/saved_files.hpp"
#include "pipeline/run/session.hpp"
#include "pipeline/sluice/no_effect.hpp"
#include "pipeline/sluice/plan.hpp"

#include <algorithm>
#include <filesystem>
#include <map>
#include <optional>

#include <sys/wait.h>

namespace sluice::apps {
namespace {

bool writes_stdout(const CheckedNode& node) {
    if (node.stage->kind() != Kind::sink) return false;
    const auto path = node.values.find("path");
    if (path == node.values.end()) return false;
    const auto* text = std::get_if<std::string>(&path->second);
    return text != nullptr && is_stdout(*text);
}

// A table that nobody takes is a result too, also one that is only looked at.
bool ends_in_table(const CheckedGraph& graph) {
    for (std::size_t i = 0; i < graph.nodes.size(); ++i) {
        const std::vector<PortDecl>& outputs = graph.nodes[i].stage->outputs;
        for (std::size_t port = 0; port < outputs.size(); ++port) {
            const bool taken =
                std::any_of(graph.nodes.begin(), graph.nodes.end(), [&](const CheckedNode& node) {
                    if (node.stage->kind() == Kind::assertion) return false;
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
                                   [](const CheckedNode& node) { return node.stage->kind() == Kind::sink; });
    const bool tables = ends_in_table(graph);
    if (!saves && !tables)
        throw wrong_arguments(
            arguments, "the pipeline has no result; end it with '| save FILE', or name a file for it last");
    if ((tables || arguments.has("counters")) &&
        std::any_of(graph.nodes.begin(), graph.nodes.end(), writes_stdout))
        throw wrong_arguments(
            arguments, "standard output cannot be both an image and JSON; save to a file instead of '-'");
}

void tell_kept(const Arguments& arguments, const std::string& path, const std::string& why) {
    arguments.messages.note("kept " + printable(path) + ": it " + why);
}

void refuse_measured(const CheckedGraph& graph) {
    if (const CheckedNode* node = first_measured(graph))
        throw Error(Error::Kind::usage, node->id,
                    "the size of its result follows from the pixels, but the images of a video have one "
                    "size; use crop with a rectangle for all of them, or " +
                        Remedy{"load.frames", std::int64_t{1}} + " takes the first image");
}

Json json_of(const Counters& counters) {
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

Graph pipeline_with_overwrite(const Arguments& arguments) {
    Graph graph = read_pipeline(arguments);
    if (const auto overwrite = given_options(arguments).overwrite)
        set_everywhere(graph, "save", "overwrite", std::string(name(*overwrite)));
    return graph;
}

// No output takes the place of anything that is read. Returns whether there is anything to do.
bool check_files(const Arguments& arguments, const CheckedGraph& graph) {
    const std::vector<FileNode> nodes = file_nodes(graph.nodes);
    std::vector<TakenFile> files{{arguments.words.at(0), "the pipeline"}};
    bool anything = ends_in_table(graph) || arguments.has("counters") || arguments.has("trace");
    for (const auto& read : files_read(nodes)) files.push_back({read, "a file of the pipeline"});
    for (const FileNode& node : nodes) {
        const std::string output = output_of(node);
        if (!output.empty()) files.push_back({output, "a file of the pipeline"});
        if (is_same_file(output, arguments.words.at(0)))
            throw Error(Error::Kind::usage, output, "is the pipeline; save the result under another name");
    }
    expect_apart(arguments, "trace", files);
    try {
        const auto keep = results_to_keep(nodes);
        for (const FileNode& node : nodes)
            anything = anything || (node.stage->kind() == Kind::sink && keep.count(*node.id) == 0);
        if (anything) return true;
        for (const FileNode& node : nodes)
            if (keep.count(*node.id) > 0) tell_kept(arguments, output_of(node), keep.at(*node.id));
        return false;
    } catch (const FileExists& fault) {
        throw Error(Error::Kind::usage, fault.where(), fault.message());  // nothing was done
    }
}

void tell_saved(const Arguments& arguments, const CheckedGraph& graph, const RunResult& result) {
    for (const RunResult::Saved& saved : result.saved) {
        if (saved.path == "-") continue;
        const Values& values = graph.nodes[graph.find(saved.sink).value()].values;
        const auto format = values.find("format");
        const bool named = format != values.end() && format->second != Value(std::string("auto"));
        const Codec* codec =
            codec_of_extension(named ? std::get<std::string>(format->second) : extension_of(saved.path));
        const std::string converted = conversion_text(saved.given, saved.format);
        arguments.messages.note("saved " + printable(saved.path) + ": " +
                                (codec == nullptr ? "" : codec->name + ", ") + saved.format.text() +
                                (converted.empty() ? "" : ", " + converted) +
                                (saved.bytes > 0 ? ", " + byte_count(saved.bytes) : ""));
    }
    for (const RunResult::Kept& kept : result.kept) tell_kept(arguments, kept.path, kept.why);
}

void warn_of_options_without_effect(const Arguments& arguments, const CheckedGraph& graph) {
    const auto path_of = [](const FileNode& node, const std::function<void(std::string_view)>& take) {
        const auto path = node.values->find("path");
        if (path != node.values->end())
            if (const auto* text = std::get_if<std::string>(&path->second)) take(*text);
    };
    for (const Wording& warning : options_without_effect(file_nodes(graph.nodes), path_of))
        arguments.messages.warning(warning.in(arguments.spelling));
}

// The parent's part of --isolate-device.
int wait_for_run(const CheckedGraph& graph, pid_t child) {
    const int status = wait_for_child(child);
    if (WIFEXITED(status)) return WEXITSTATUS(status);
    for (const FileNode& node : file_nodes(graph.nodes))
        if (const std::filesystem::path output = output_of(node); !output.empty() && output != "-")
            remove_abandoned_files(output.parent_path());
    throw Error(Error::Kind::device, "",
                "the process that ran the pipeline " + isolated::ending_text(status));
}

int run_run(const Arguments& arguments) {
    const PlanOptions options = plan_options(arguments);
    const Isolation isolation(arguments, arguments.has("isolate"), 1);
    CheckedGraph graph =
        check_pipeline(pipeline_with_overwrite(arguments), {}, arguments.messages, isolation.stages());
    refuse_without_result(arguments, graph);
    if (!check_files(arguments, graph)) return Exit::all_done;
    warn_of_options_without_effect(arguments, graph);
    if (arguments.has("trace")) expect_writable(arguments.text("trace"));

    std::optional<EndsWhenDeviceHangs> watched;
    if (arguments.has("isolate-device")) {
        if (const pid_t child = fork_child(Interrupts::own); child != 0) return wait_for_run(graph, child);
        watched.emplace(arguments.messages, device_timeout(arguments, default_timeout_of_isolated_device));
    }
    const Device device = pick_device(arguments);
    const CompilingNote note(arguments.messages, device);
    Opened opened = open_files(graph);
    const bool video = has_images(opened.files);
    if (video) refuse_measured(graph);
    const MemoryLimit limit = isolation.share(memory_limit(arguments, 1));
    measure(graph, opened, {}, device, {options, limit},
            [&](const Wording& warning) { arguments.messages.warning(warning.in(arguments.spelling)); });
    const Prepared plan{device, prepare(graph, opened, device.facts(), {options, limit})};
    arguments.messages.detail(plan_text(*plan.execution));
    const std::size_t in_flight = video ? 3 : 1;
    Session session(plan, {.frames_in_flight = in_flight, .profile = arguments.has("trace")});
    arguments.messages.detail(session.queues());
    const RunResult result = video ? run_images(session, in_flight, {}, std::move(opened.files))
                                   : run_files(session, {}, std::move(opened.files));
    for (const Wording& warning : result.warnings) arguments.messages.warning(warning.in(arguments.spelling));
    tell_saved(arguments, graph, result);
    tell_peak_memory(arguments);

    Json output = arguments.has("counters") ? json_of(session.counters()) : Json::object();
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
        .words = "PIPELINE [IN...] [OUT...]",
        .summary = "Runs a pipeline once.",
        .details =
            "A PIPELINE is a .yaml or .json file, or a chain in quotes ('sluice help pipelines' says more). "
            "These commands do the same:\n"
            "  sluice run \"load photo.jpg | normalize | save out.png\"\n"
            "  sluice run \"normalize\" photo.jpg out.png\n"
            "\n"
            "If load and save have no paths, or are left out, the files follow the pipeline: first those to "
            "read (IN), then those to write (OUT). ID=FILE gives a file to the load or save with this id.\n"
            "\n"
            "Results are written atomically, never in parts. If a result already exists, the run fails "
            "unless --overwrite says otherwise. A file that the pipeline reads is never replaced. Tables of "
            "statistics that no stage uses are printed as JSON.",
        .min_words = 1,
        .max_words = max_pipeline_nodes,
        .run = run_run};
    add_stage_options(command.options, "load");
    add_stage_options(command.options, "save");
    add_change_options(command.options);
    add_batch_options(command.options, {"overwrite"});
    command.options.add_options()                                                   //
        ("counters", "print the numbers of transfers, launches and waits as JSON")  //
        ("trace", po::value<std::string>()->value_name("FILE"),
         "write a trace for Chrome's about:tracing or ui.perfetto.dev");
    add_isolate_option(command.options);
    add_isolate_device_option(command.options);
    add_plan_options(command.options);
    add_device_options(command.options);
    return command;
}

}  // namespace sluice::apps
