// sluice stages: pages made from the declarations of the stages.
#include "apps/json.hpp"
#include "apps/program.hpp"
#include "apps/stages/kernel_files.hpp"
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

// The stages of sluice, or those of a folder; the schema of a folder has both.
Registry asked_stages(const Arguments& arguments) {
    if (!arguments.has("from")) return builtin_stages();
    Registry registry = arguments.has("schema") ? builtin_stages() : Registry();
    registry.add(stages_from(arguments.text("from")));
    return registry;
}

int run_stages(const Arguments& arguments) {
    at_most_one(arguments, {"json", "schema", "markdown", "cpp"});
    if (!arguments.words.empty() && arguments.words[0] == "new") return write_new_kernel(arguments);
    if (arguments.words.size() > 1)
        throw wrong_arguments(arguments, in_quotes(arguments.words[1]) +
                                             " is one argument too many; it takes one NAME; see '" +
                                             called("help") + " stages'");
    if (arguments.has("kind")) throw wrong_arguments(arguments, "--kind is for 'stages new NAME'");
    if (arguments.has("from")) at_most_one(arguments, {"from", "cpp"});
    const Registry registry = asked_stages(arguments);
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
                    .words = "[NAME | new NAME]",
                    .summary = "Lists the stages, or shows the page of one.",
                    .details =
                        "'sluice stages new NAME' writes NAME.cl, a kernel of your own that runs; "
                        "docs/own-kernel.md describes such files.",
                    .offered = builtin_stages().names(),
                    .max_words = 2,
                    .run = run_stages};
    command.options.add_options()  //
        ("from", po::value<std::string>()->value_name("DIR"),
         "the stages of the kernel files (.cl) in a folder, or of one file")  //
        ("kind", po::value<std::string>()->value_name("KIND"),
         "what 'new' writes: point, stencil, reduce or source (=point)")  //
        ("json", "print the declarations as JSON")                        //
        ("schema", "print a JSON Schema of pipeline files, for editors")  //
        ("markdown", "print pages in Markdown")                           //
        ("cpp", "print the stage's struct in <sluice/stages.hpp>");
    return command;
}

}  // namespace sluice::apps
