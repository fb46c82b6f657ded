// sluice plan: what would be run and why; nothing runs.
#include "apps/command.hpp"
#include "apps/json.hpp"
#include "apps/options/declared.hpp"
#include "apps/options/device.hpp"
#include "apps/options/memory_limit.hpp"
#include "apps/options/pipeline.hpp"
#include "apps/options/pipeline_help.hpp"
#include "apps/terminal/terminal.hpp"
#include "apps/terminal/wrap.hpp"

#include "pipeline/core/message.hpp"
#include "pipeline/core/printable.hpp"
#include "pipeline/graph/measured.hpp"
#include "pipeline/plan/print.hpp"
#include "pipeline/run/measure.hpp"
#include "pipeline/run/prepare.hpp"
#include "pipeline/sluice/plan.hpp"

#include <algorithm>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

namespace sluice::apps {
namespace {

bool lacks_path(const CheckedNode& node, Kind kind) {
    return node.stage->kind() == kind && node.stage->param("path") != nullptr &&
           node.values.count("path") == 0;
}

// The files of the pipeline; the formats of images that it leaves open are all taken from that of --input.
Opened opened(CheckedGraph& graph, const Arguments& arguments) {
    const std::string file = arguments.has("input") ? arguments.text("input") : "";
    const StageDef& load = *builtin_stages().find("load");
    SourceFormats given;
    bool used = false;
    for (CheckedNode& node : graph.nodes) {
        const auto* source = node.stage->as<SourceDef>();
        const bool open = source != nullptr && !source->open;
        if (!open && !lacks_path(node, Kind::source)) continue;
        if (file.empty())
            throw wrong_arguments(arguments, "the pipeline does not say what '" + node.id +
                                                 "' reads; give an example with --input");
        used = true;
        if (open) {
            Values values;
            for (const ParamDecl& decl : load.params) values[decl.name] = decl.standard;
            values["path"] = file;
            given[node.id] = load.as<SourceDef>()->open(values)->header().format;
        } else {
            node.values["path"] = file;
        }
    }
    if (!file.empty() && !used)
        throw wrong_arguments(arguments, "--input: this pipeline already names its input file");
    return open_files(graph, given);
}

// Without a device there is still a plan: that of a processor like any other.
DeviceFacts facts(const Arguments& arguments) {
    const std::vector<DeviceEntry> devices = list_devices();
    const bool any = std::any_of(devices.begin(), devices.end(),
                                 [](const DeviceEntry& entry) { return entry.missing.empty(); });
    if (any || arguments.has("device")) return pick_device(arguments).facts();
    arguments.messages.warning(
        "there is no OpenCL device; the plan is for an imaginary CPU ('sluice doctor' says what is missing)");
    DeviceFacts imagined;
    imagined.name = "imaginary CPU";
    imagined.compute_units = 4;
    imagined.global_bytes = std::size_t{4} << 30;
    imagined.max_allocation = std::size_t{1} << 30;
    imagined.local_bytes = std::size_t{32} << 10;
    imagined.max_work_group = 1024;
    imagined.fp64 = true;
    imagined.unified_memory = true;
    return imagined;
}

// Lines that are too long go on further to the right.
std::string hung(const std::string& text, std::size_t columns) {
    constexpr std::size_t mark = 4;  // "  + "
    std::string hung;
    std::istringstream lines(text);
    for (std::string line; std::getline(lines, line);)
        hung += (line.starts_with("  ") ? line.substr(0, mark) + wrapped(line.substr(mark), columns, 2 * mark)
                                        : wrapped(line, columns)) +
                "\n";
    return hung;
}

// What an image is planned for: its result, and before that what measures sizes that follow from pixels.
struct PlanOfImage {
    ExecutionPlan plan;
    std::vector<std::string> measured;  // ids of the stages that it measures; none: it gives the result
};
using PlansOfImage = std::vector<PlanOfImage>;

PlansOfImage plans_of_image(const CheckedGraph& graph, Opened& files, const DeviceFacts& device,
                            const PrepareOptions& options) {
    PlansOfImage plans;
    for (Measuring& one : with_largest(graph))
        plans.push_back({one.measured.empty() ? prepare(one.graph, files, device, options)
                                              : prepare_to_measure(one.graph, files, device, options),
                         std::move(one.measured)});
    return plans;
}

template <class Text>
std::string text_of(const PlansOfImage& plans, const Text& text) {
    std::string all;
    for (const PlanOfImage& one : plans) {
        if (!one.measured.empty())
            all += (all.empty() ? "first" : "\nnext") +
                   (", for each image: the size of " + listed(one.measured)) +
                   ", which follows from its pixels\n";
        else if (plans.size() > 1)
            all += "\nthen: a plan for the size that was found; here for the largest that there may be\n";
        all += text(one.plan);
    }
    return all;
}

std::string json_of(const PlansOfImage& plans) {
    if (plans.size() == 1) return plan_json(plans[0].plan) + "\n";
    Json json = Json::parse(plan_json(plans.back().plan));
    for (const PlanOfImage& one : plans)
        if (!one.measured.empty())
            json["first"].push_back({{"measures", one.measured}, {"plan", Json::parse(plan_json(one.plan))}});
    return pretty(json);
}

// A chain has none.
int list_variables(const Arguments& arguments) {
    const std::string& pipeline = arguments.words.at(0);
    const bool file = is_pipeline_file(pipeline);
    if (!file || variables_of_file(pipeline).empty())
        arguments.messages.note(printable(pipeline) + " declares no variables");
    if (file) print(pipeline_help(pipeline, help_columns()));
    return Exit::all_done;
}

int run_plan(const Arguments& arguments) {
    at_most_one(arguments, {"json", "dot", "kernels", "steps", "check", "vars"});
    if (arguments.has("vars")) return list_variables(arguments);
    const PlanOptions options = plan_options(arguments);
    CheckedGraph graph = check_pipeline(read_pipeline(arguments), {.open_ends = true, .paths_later = true},
                                        arguments.messages);
    if (arguments.has("check")) {
        arguments.messages.detail("the pipeline is correct");
        return Exit::all_done;
    }
    Opened files = opened(graph, arguments);
    for (const CheckedNode& node : graph.nodes)
        if (lacks_path(node, Kind::sink))
            arguments.messages.note("'" + node.id +
                                    "' names no file; the plan assumes that its format can store the image");
    const DeviceFacts device = facts(arguments);
    const PlansOfImage plans = plans_of_image(graph, files, device, {options, memory_limit(arguments, 1)});
    const bool kernels = arguments.has("kernels");
    if (arguments.has("json"))
        print(json_of(plans));
    else if (arguments.has("dot"))
        print(plan_dot(plans.back().plan));
    else if (arguments.has("steps"))
        print(
            text_of(plans, [](const ExecutionPlan& plan) { return hung(plan_steps(plan), help_columns()); }));
    else if (kernels || arguments.messages.verbose)
        print(text_of(plans, [&](const ExecutionPlan& plan) { return plan_text(plan, kernels); }));
    else
        print(text_of(plans, plan_summary));
    return Exit::all_done;
}

}  // namespace

Command plan_command() {
    Command command{.name = "plan",
                    .words = "PIPELINE",
                    .summary =
                        "Shows the stages, passes and memory of a pipeline without running it; with -v, each "
                        "step and the reason for it.",
                    .min_words = 1,
                    .max_words = 1,
                    .run = run_plan};
    command.options.add_options()  //
        ("input", po::value<std::string>()->value_name("FILE"),
         "an example input, if the pipeline does not name one")            //
        ("check", "only check the pipeline")                               //
        ("vars", "list the variables and the files of the pipeline file")  //
        ("json", "print JSON")                                             //
        ("dot", "print a graph for Graphviz")                              //
        ("kernels", "also print the source code of the kernels")           //
        ("steps", "print how the plan is derived: + was added, - was removed, ? is a reason");
    add_stage_options(command.options, "load");
    add_change_options(command.options);
    add_plan_options(command.options);
    add_device_options(command.options);
    return command;
}

}  // namespace sluice::apps
