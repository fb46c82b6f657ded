// Pages for people: help in a terminal, Markdown, the list of stages.
#include "pipeline/graph/describe/describe.hpp"

#include "pipeline/core/message.hpp"
#include "pipeline/graph/describe/facts.hpp"

#include <algorithm>

namespace sluice {
namespace {

std::string port_type(const PortDecl& port) {
    std::string type = port.is_image() ? "image" : "table";
    if (!port.fields.empty()) type += " of " + listed(port.fields);
    return port.optional ? type + ", optional" : type;
}

std::string in_cell(std::string text) {  // of a Markdown table
    for (std::size_t at = 0; (at = text.find('|', at)) != std::string::npos; at += 2) text.insert(at, "\\");
    return text;
}

// A chain that works as soon as the required values are filled in.
std::string usage(const StageDef& stage) {
    std::string text = stage.name;
    for (std::size_t i = 0; i < stage.params.size(); ++i) {
        const ParamDecl& p = stage.params[i];
        std::string upper = p.name;
        for (char& c : upper)
            if (c >= 'a' && c <= 'z') c = static_cast<char>(c - 'a' + 'A');
        const std::string word = i == 0 ? upper : p.name + "=" + upper;
        text += p.required ? " " + word : " [" + word + "]";
    }
    return text;
}

// Ports as pages show them: those of one list are one.
struct ShownPort {
    std::string first, last, type, doc;
};
std::vector<ShownPort> shown(const std::vector<PortDecl>& ports) {
    std::vector<ShownPort> all;
    std::size_t required = 0;
    for (std::size_t i = 0; i < ports.size(); ++i) {
        const PortDecl& port = ports[i];
        const bool goes_on = i > 0 && !port.list.empty() && ports[i - 1].list == port.list;
        required = (goes_on ? required : 0) + (port.optional ? 0 : 1);
        if (!goes_on) {
            all.push_back({port.name, "", port_type(port), port.doc});
            continue;
        }
        all.back().last = port.name;
        all.back().type = "images, " + std::to_string(required) + " at least";
    }
    return all;
}

// Whether a name in another program is shown with a number, which there may be any.
bool numbers_are_examples(const StageDef& stage) {
    return std::any_of(stage.also.begin(), stage.also.end(), [](const Synonym& synonym) {
        return synonym.params.find_first_of("0123456789") != std::string::npos;
    });
}
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

std::string markdown_ports(const std::string& title, const std::vector<PortDecl>& ports) {
    if (ports.empty()) return "";
    std::string text = "\n## " + title + "\n\n| name | type | |\n|---|---|---|\n";
    for (const ShownPort& port : shown(ports)) {
        const std::string to = port.last.empty() ? "" : " to `" + port.last + "`";
        text +=
            "| `" + port.first + "`" + to + " | " + in_cell(port.type) + " | " + in_cell(port.doc) + " |\n";
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

std::string stage_markdown(const StageDef& stage) {
    std::string text = "# " + stage.name + "\n\n" + stage.summary + "\n\n";
    text += "```\n" + usage(stage) + "\n```\n";
    if (!stage.example.empty()) text += "\nFor example:\n\n```\n" + stage.shown() + "\n```\n";
    if (!stage.shorthand.forms.empty()) {
        std::vector<std::string> forms;
        for (const std::string& form : stage.shorthand.forms)
            forms.push_back("`" + stage.name + " " + form + "`");
        text += "\nShort forms: " + listed(forms) + "\n";
    }
    if (!stage.also.empty()) {
        text += "\n## Names in other programs\n\n";
        if (numbers_are_examples(stage)) text += "The numbers in the right column are examples.\n\n";
        text += "| elsewhere | in sluice |\n|---|---|\n";
        for (const Synonym& synonym : stage.also)
            text += "| `" + synonym.word + "` | `" + stage.name +
                    (synonym.params.empty() ? "" : " " + synonym.params) + "` |\n";
    }
    text += markdown_ports("Inputs", stage.inputs);
    text += markdown_ports("Outputs", stage.outputs);
    if (stage.params.empty()) return text;
    text += "\n## Parameters\n\n| name | default | values | |\n|---|---|---|---|\n";
    for (const ParamDecl& p : stage.params) {
        const std::string standard = p.required ? "required" : "`" + standard_text(p) + "`";
        text += "| `" + p.name + "` | " + in_cell(standard) + " | " + in_cell(facts_text(p)) + " | " +
                in_cell(p.doc) + " |\n";
    }
    return text;
}

}  // namespace sluice
