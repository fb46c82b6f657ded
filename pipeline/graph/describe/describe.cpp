// Pages for terminals: the list of stages, and the help of each.
#include "pipeline/graph/describe/describe.hpp"

#include "pipeline/core/message.hpp"
#include "pipeline/graph/describe/facts.hpp"
#include "pipeline/graph/describe/parts.hpp"

#include <algorithm>

namespace sluice {
namespace {

// Its names in other programs, with the parameters that do the same; words that stand for several parameters.
std::string names_elsewhere(const StageDef& stage) {
    std::vector<std::string> words;
    for (const Synonym& synonym : stage.also)
        words.push_back(synonym.word + (synonym.params.empty() ? "" : " (" + synonym.params + ")"));
    if (words.empty()) return "";
    const std::string title = numbers_are_examples(stage) ? " (numbers are examples): " : ": ";
    return "names in other programs" + title + listed(words);
}
std::string shorthands(const StageDef& stage) {
    std::vector<std::string> all;
    for (const std::string& form : stage.shorthand.forms) all.push_back(stage.name + " " + form);
    return all.empty() ? "" : "short forms: " + listed(all);
}

std::string help_ports(const std::string& title, const std::vector<PortDecl>& ports, std::size_t columns) {
    if (ports.empty()) return "";
    std::string text = "\n" + title + "\n";
    for (const ShownPort& port : shown(ports)) {
        const std::string to = port.last.empty() ? "" : " to " + port.last;
        text += wrapped_text(port.first + to + ": " + port.type, "  ", columns);
        text += wrapped_text(port.doc, "      ", columns);
    }
    return text;
}

}  // namespace

std::string stages_list(const Registry& registry) {
    std::size_t width = 0;
    for (const std::string& name : registry.names()) width = std::max(width, name.size());
    std::string text;
    for (const std::string& name : registry.names())
        text += name + std::string(width - name.size() + 2, ' ') + registry.find(name)->summary + "\n";
    return text;
}

std::string stage_help(const StageDef& stage, std::size_t columns) {
    std::string text = wrapped_text(stage.name + ": " + stage.summary, "", columns);
    text += "\n" + wrapped_text(usage(stage), "  ", columns);
    if (!stage.example.empty()) text += wrapped_text("for example: " + stage.shown(), "  ", columns);
    for (const ShownUse& use : stage.uses)
        text +=
            wrapped_text("for example: " + with_params(stage, use.params) + ": " + use.effect, "  ", columns);
    for (const std::string& line : {shorthands(stage), names_elsewhere(stage)})
        text += wrapped_text(line, "  ", columns);
    text += help_ports("Inputs", stage.inputs, columns);
    text += help_ports("Outputs", stage.outputs, columns);
    if (stage.params.empty()) return text;
    return text + "\nParameters\n" + params_help(stage.params, columns);
}

std::string params_help(const std::vector<ParamDecl>& params, std::size_t columns) {
    std::string text;
    for (const ParamDecl& p : params) {
        const std::string standard = p.required ? "; required" : "; default " + standard_text(p);
        text += wrapped_text(p.name + ": " + facts_text(p) + standard, "  ", columns);
        text += wrapped_text(p.doc, "      ", columns);
    }
    return text;
}

}  // namespace sluice
