#include "apps/options/pipeline.hpp"

#include "apps/options/declared.hpp"
#include "apps/program.hpp"
#include "apps/terminal/excerpt.hpp"
#include "apps/terminal/terminal.hpp"

#include "io/codecs.hpp"
#include "pipeline/batch/file_pipeline.hpp"
#include "pipeline/core/message.hpp"
#include "pipeline/core/printable.hpp"
#include "pipeline/files/extension.hpp"
#include "pipeline/graph/names.hpp"
#include "pipeline/run/prepare.hpp"
#include "pipeline/sluice/plan.hpp"

#include <algorithm>
#include <filesystem>

namespace sluice::apps {

void add_set_option(po::options_description& options) {
    options.add_options()("set", po::value<std::vector<std::string>>()->value_name("NODE.PARAM=VALUE"),
                          "change a parameter of the pipeline; may be repeated");
}

namespace {

// Faults of parameters that were given by an option say by which.
void name_option(const Arguments& arguments, const std::string& option, Graph& graph) {
    for (GraphNode& node : graph.nodes)
        for (GraphParam& param : node.params)
            if (param.replaces && param.place.file.empty())
                param.place.file = called(arguments.command) + ": --" + option;
}

// Every NODE.PARAM that --set can change.
std::vector<std::string> settable(const Graph& graph) {
    std::vector<std::string> all;
    const std::vector<std::string> names = node_names(graph.nodes);
    for (std::size_t i = 0; i < names.size(); ++i)
        if (const StageDef* stage = builtin_stages().find(graph.nodes[i].stage))
            for (const ParamDecl& param : stage->params) all.push_back(names[i] + "." + param.name);
    return all;
}

}  // namespace

void apply_set(const Arguments& arguments, Graph& graph) {
    if (!arguments.has("set")) return;
    for (const std::string& change : arguments.options["set"].as<std::vector<std::string>>()) {
        const std::string name = change.substr(0, change.find('='));
        const std::string said = "--set " + in_quotes(change) + ": ";
        const bool bare = name.size() == change.size();
        if (bare || name.find('.') == std::string::npos) {
            const std::string near = nearest(name, settable(graph));
            const std::string meant = near + (bare ? "=VALUE" : change.substr(name.size()));
            throw wrong_arguments(arguments,
                                  said + "NODE.PARAM=VALUE is expected" +
                                      (near.empty() ? "" : " (did you mean " + in_quotes(meant) + "?)"));
        }
        try {
            graph.set(name, change.substr(name.size() + 1));
        } catch (const Error& error) {
            throw wrong_arguments(arguments, said + error.message());
        }
    }
    name_option(arguments, "set", graph);
}

void apply_option(const Arguments& arguments, const std::string& option, Graph& graph,
                  const std::string& stage, const std::string& param, std::optional<Value> flag) {
    if (!arguments.has(option)) return;
    const bool there = std::any_of(graph.nodes.begin(), graph.nodes.end(),
                                   [&](const GraphNode& node) { return node.stage == stage; });
    if (!there)
        throw wrong_arguments(arguments, "--" + option + ": is for the stage '" + stage +
                                             "', which the pipeline does not have");
    set_everywhere(graph, stage, param, flag ? *flag : Value(arguments.text(option)));
    name_option(arguments, option, graph);
}

void apply_stage_options(const Arguments& arguments, Graph& graph, const std::string& stage) {
    for (const ParamDecl& param : builtin_stages().find(stage)->params)
        if (!param.option.empty())
            apply_option(arguments, param.option, graph, stage, param.name,
                         is_flag(param) ? std::optional<Value>(true) : std::nullopt);
}

bool is_pipeline_file(const std::string& argument) {
    const std::string extension = extension_of(argument);
    return extension == "yaml" || extension == "yml" || extension == "json";
}

namespace {

// A word that cannot be a chain: what is there under that name.
void refuse_other_files(const std::string& argument) {
    const auto refuse = [&](const std::string& what) {
        throw Error(Error::Kind::usage, printable(argument), what);
    };
    if (argument == "-")
        refuse(
            "a pipeline cannot be read from stdin; give a .yaml or .json file, or a chain in quotes "
            "('load -' reads an image from stdin)");
    std::error_code fault;
    const auto status = std::filesystem::status(argument, fault);
    if (std::filesystem::is_directory(status) && !is_pipeline_file(argument))
        refuse("it is a folder; 'sluice batch " + printable(argument) +
               " -o DIR' runs a pipeline on its images");
    if (!std::filesystem::is_regular_file(status) || is_pipeline_file(argument)) return;
    if (is_picture_extension(extension_of(argument)))
        refuse("it is an image, not a pipeline; a pipeline reads it: \"load " + printable(argument) +
               " | normalize | save out.png\"");
    refuse("the name of a pipeline file must end in .yaml, .yml or .json; rename it");
}

}  // namespace

Graph pipeline_of(const std::string& argument) {
    refuse_other_files(argument);
    return Graph::from_argument(argument);
}

Graph read_pipeline(const Arguments& arguments) {
    Graph graph = pipeline_of(arguments.words.at(0));
    apply_stage_options(arguments, graph, "load");
    apply_stage_options(arguments, graph, "save");
    apply_set(arguments, graph);
    return graph;
}

std::string pipeline_text(const Arguments& arguments) {
    if (arguments.has("pipeline")) return arguments.text("pipeline");
    const bool takes_one = find_command({arguments.command}).words == "PIPELINE";
    return takes_one && !arguments.words.empty() ? arguments.words[0] : "";
}

std::string explained(const Error& error, const std::string& pipeline) {
    const std::string text = error.in(on_command_line);
    if (pipeline.empty()) return text;
    const std::string with = with_excerpts(text, pipeline, bar_columns());
    const bool of_file =
        text.starts_with(pipeline + ":") || text.find("\n" + pipeline + ":") != std::string::npos;
    const bool about = error.kind() == Error::Kind::usage && (with != text || of_file);
    return about ? with + "\n'sluice help pipelines' shows how a pipeline is written" : with;
}

CheckedGraph check_pipeline(const Graph& graph, const CheckOptions& options, const Messages& messages,
                            const Registry& stages) {
    return check_or_throw(graph, stages, options,
                          [&](const Wording& warning) { messages.note(warning.in(on_command_line)); });
}

}  // namespace sluice::apps
