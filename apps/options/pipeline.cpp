#include "apps/options/pipeline.hpp"

#include "apps/options/declared.hpp"
#include "apps/options/meant.hpp"
#include "apps/options/result_names.hpp"
#include "apps/program.hpp"
#include "apps/terminal/excerpt.hpp"
#include "apps/terminal/terminal.hpp"

#include "io/codecs.hpp"
#include "pipeline/batch/file_pipeline.hpp"
#include "pipeline/core/message.hpp"
#include "pipeline/core/printable.hpp"
#include "pipeline/files/extension.hpp"
#include "pipeline/graph/given_files.hpp"
#include "pipeline/graph/names.hpp"
#include "pipeline/run/prepare.hpp"
#include "pipeline/sluice/plan.hpp"

#include <algorithm>
#include <filesystem>

namespace sluice::apps {

void add_change_options(po::options_description& options) {
    struct Changed {
        std::vector<std::string> set, var;
    };
    add_options(options,
                Declared<Changed>()
                    .param("set", &Changed::set, "change a parameter of the pipeline; may be repeated",
                           shown_as("NODE.PARAM=VALUE"))
                    .param("var", &Changed::var,
                           "value of a variable of the pipeline file ('sluice plan FILE --vars' lists them); "
                           "may be repeated",
                           shown_as("NAME=VALUE"))
                    .params());
}

namespace {

// Faults of parameters that were given by an option say by which.
void name_option(const Caller& caller, const Wording& option, Graph& graph) {
    for (GraphNode& node : graph.nodes)
        for (GraphParam& param : node.params)
            if (param.replaces && param.place.file.empty())
                param.place.file = called(caller.command) + ": " + option.in(caller.spelling);
}

// Every NODE.PARAM that --set can change.
std::vector<std::string> settable(const Graph& graph) {
    std::vector<std::string> all;
    const std::vector<std::string> names = node_names(graph.nodes);
    const Registry stages = with_stages_of(graph, builtin_stages());
    for (std::size_t i = 0; i < names.size(); ++i)
        if (const StageDef* stage = stages.find(graph.nodes[i].stage))
            for (const ParamDecl& param : stage->params) all.push_back(names[i] + "." + param.name);
    return all;
}

}  // namespace

Changes given_changes(const Arguments& arguments) {
    Changes changes;
    if (!arguments.has("set")) return changes;
    for (const std::string& change : arguments.options["set"].as<std::vector<std::string>>()) {
        const std::size_t end = change.find('=');
        changes.push_back({change.substr(0, end), {}});
        if (end != std::string::npos) changes.back().value = change.substr(end + 1);
    }
    return changes;
}

Values given_variables(const Arguments& arguments) {
    Values values;
    if (!arguments.has("var")) return values;
    for (const std::string& word : arguments.options["var"].as<std::vector<std::string>>()) {
        const std::size_t end = word.find('=');
        if (end == std::string::npos || end == 0)
            throw wrong_arguments(arguments, Remedy{"var"} + " " + in_quotes(word) +
                                                 ": NAME=VALUE is expected, such as radius=3");
        values[word.substr(0, end)] = word.substr(end + 1);
    }
    return values;
}

void apply_changes(const Caller& caller, const Changes& changes, Graph& graph) {
    for (const auto& [name, value] : changes) {
        const auto* word = value ? std::get_if<std::string>(&*value) : nullptr;
        const std::string rest = !value ? "" : "=" + (word != nullptr ? *word : text(*value));
        const Wording said = Remedy{"set"} + " " + in_quotes(name + rest) + ": ";
        if (!value || name.find('.') == std::string::npos) {
            const std::string near = nearest(name, settable(graph));
            const std::string meant = near + (value ? rest : "=VALUE");
            throw wrong_arguments(caller,
                                  said + "NODE.PARAM=VALUE is expected" +
                                      (near.empty() ? "" : " (did you mean " + in_quotes(meant) + "?)"));
        }
        try {
            graph.set(name, *value);
        } catch (const Error& error) {
            throw wrong_arguments(caller, said + error.message());
        }
    }
    name_option(caller, Remedy{"set"}, graph);
}

void apply_values(const Caller& caller, const Values& values, const std::string& stage, Graph& graph) {
    const bool there = std::any_of(graph.nodes.begin(), graph.nodes.end(),
                                   [&](const GraphNode& node) { return node.stage == stage; });
    for (const auto& [param, value] : values) {
        const Wording option = Remedy{stage + "." + param};
        if (!there)
            throw wrong_arguments(
                caller, option + ": is for the stage '" + stage + "', which the pipeline does not have");
        set_everywhere(graph, stage, param, value);
        name_option(caller, option, graph);
    }
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
    if (extension_of(argument) == "cl")
        refuse("it is a kernel, not a pipeline; a pipeline uses it: \"load photo.jpg | kernel " +
               printable(argument) + " | save out.png\"");
    refuse("the name of a pipeline file must end in .yaml, .yml or .json; rename it");
}

}  // namespace

Graph pipeline_of(const std::string& argument, const Values& vars) {
    refuse_other_files(argument);
    return Graph::from_argument(argument, vars);
}

Graph read_pipeline(const Arguments& arguments) {
    const std::vector<NamedFile> files = given_files({arguments.words.begin() + 1, arguments.words.end()});
    Graph graph =
        with_ends(pipeline_of(arguments.words.at(0), given_variables(arguments)), files, builtin_stages());
    for (const char* stage : {"load", "save"})
        apply_values(arguments, given_to_stage(arguments, stage), stage, graph);
    apply_changes(arguments, given_changes(arguments), graph);
    try {
        fill_paths(graph, files, builtin_stages());
    } catch (const Error& error) {
        throw wrong_arguments(arguments, error.message() + meant_by_files(arguments.words));
    }
    name_results(graph, builtin_stages());
    return graph;
}

std::string pipeline_text(const Arguments& arguments) {
    if (arguments.has("pipeline")) return arguments.text("pipeline");
    const bool takes_one = takes_pipeline(find_command({arguments.command}));
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
