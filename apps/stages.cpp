// sluice stages: pages made from the declarations of the stages.
#include "apps/json.hpp"
#include "apps/program.hpp"
#include "apps/terminal/terminal.hpp"

#include "pipeline/core/message.hpp"
#include "pipeline/graph/describe/describe.hpp"
#include "pipeline/sluice/plan.hpp"

#include <sstream>

namespace sluice::apps {
namespace {

// What another program's word is here, or the nearest name.
std::string meant(const Registry& registry, const std::string& name) {
    const std::string elsewhere = registry.meant_by(name);
    return elsewhere.empty() ? did_you_mean(name, registry.names()) : elsewhere;
}

const StageDef& stage_named(const Registry& registry, const std::string& name) {
    const StageDef* stage = registry.find(name);
    if (stage == nullptr)
        throw Error(
            Error::Kind::usage, called("stages"),
            "there is no stage " + in_quotes(name) + meant(registry, name) + "; 'sluice stages' lists them");
    return *stage;
}

// The stages' JSON, cut down to one of them.
std::string json_of(const Registry& registry, const std::string& name) {
    Json all = Json::parse(stages_json(registry));
    for (const Json& stage : all["stages"])
        if (stage["name"] == name) return pretty(stage);
    throw Error(Error::Kind::usage, called("stages"),
                in_quotes(name) + " is an internal part of other stages and has no JSON");
}

// All pages as one: what was a page's title becomes a section.
std::string all_pages(const Registry& registry) {
    std::string text = "# Stages\n";
    for (const std::string& name : registry.names()) {
        std::istringstream page(stage_markdown(*registry.find(name)));
        text += "\n";
        for (std::string line; std::getline(page, line);)
            text += (line.starts_with('#') ? "#" : "") + line + "\n";
    }
    return text;
}

int run_stages(const Arguments& arguments) {
    at_most_one(arguments, {"json", "schema", "markdown", "cpp"});
    const Registry& registry = builtin_stages();
    if (arguments.words.empty()) {
        if (arguments.has("cpp")) throw wrong_arguments(arguments, "--cpp needs the name of a stage");
        if (arguments.has("json"))
            print(stages_json(registry));
        else if (arguments.has("schema"))
            print(pipeline_schema(registry));
        else
            print(arguments.has("markdown") ? all_pages(registry) : stages_list(registry));
        return Exit::all_done;
    }
    if (arguments.has("schema"))
        throw wrong_arguments(arguments, "--schema covers all stages and takes no name");
    const StageDef& stage = stage_named(registry, arguments.words[0]);
    if (arguments.has("json"))
        print(json_of(registry, stage.name));
    else if (arguments.has("cpp"))
        print(stage_struct(stage));
    else
        print(arguments.has("markdown") ? stage_markdown(stage) : stage_help(stage, help_columns()));
    return Exit::all_done;
}

}  // namespace

Command stages_command() {
    Command command{.name = "stages",
                    .words = "[NAME]",
                    .summary = "Lists the stages, or shows the page of one.",
                    .offered = builtin_stages().names(),
                    .max_words = 1,
                    .run = run_stages};
    command.options.add_options()                                         //
        ("json", "print the declarations as JSON")                        //
        ("schema", "print a JSON Schema of pipeline files, for editors")  //
        ("markdown", "print pages in Markdown")                           //
        ("cpp", "print the stage's struct in <sluice/stages.hpp>");
    return command;
}

}  // namespace sluice::apps
