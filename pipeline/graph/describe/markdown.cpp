// The page of a stage in Markdown.
#include "pipeline/core/message.hpp"
#include "pipeline/graph/describe/describe.hpp"
#include "pipeline/graph/describe/facts.hpp"
#include "pipeline/graph/describe/parts.hpp"

#include <algorithm>

namespace sluice {
namespace {

std::string in_cell(std::string text) {  // of a Markdown table
    for (std::size_t at = 0; (at = text.find('|', at)) != std::string::npos; at += 2) text.insert(at, "\\");
    return text;
}

std::string in_code(const std::string& text) { return "`" + text + "`"; }

std::string markdown_ports(const std::string& title, const std::vector<PortDecl>& ports) {
    if (ports.empty()) return "";
    std::string text = "\n## " + title + "\n\n| name | type | |\n|---|---|---|\n";
    for (const ShownPort& port : shown(ports)) {
        const std::string to = port.last.empty() ? "" : " to " + in_code(port.last);
        text +=
            "| " + in_code(port.first) + to + " | " + in_cell(port.type) + " | " + in_cell(port.doc) + " |\n";
    }
    return text;
}

// What to type, for a stage that makes one image of one. A TIFF can store every result.
std::string markdown_command(const StageDef& stage) {
    const auto needed = [](const PortDecl& port) { return !port.optional; };
    const bool one_in = std::count_if(stage.inputs.begin(), stage.inputs.end(), needed) == 1;
    if (!one_in || stage.outputs.size() != 1 || !stage.outputs.front().is_image()) return "";
    return "\nIn a [pipeline](../pipelines.md): `sluice run \"load photo.jpg | EXAMPLE | save out.tif\"`, "
           "with one of these as EXAMPLE:\n";
}

std::string markdown_examples(const StageDef& stage) {
    std::string text;
    if (!stage.example.empty() && stage.uses.empty())
        text += "\nFor example:\n\n```\n" + stage.shown() + "\n```\n";
    if (stage.uses.empty()) return text;
    text += markdown_command(stage) + "\n| example | effect |\n|---|---|\n";
    for (const ShownUse& use : stage.uses)
        text += "| " + in_code(with_params(stage, use.params)) + " | " + in_cell(use.effect) + " |\n";
    return text;
}

std::string markdown_synonyms(const StageDef& stage) {
    if (stage.also.empty()) return "";
    std::string text = "\n## Names in other programs\n\n";
    text += "For these operations of other programs, use this stage. Results may differ";
    text += numbers_are_examples(stage) ? ", and the numbers are only examples.\n\n" : ".\n\n";
    text += "| elsewhere | in sluice |\n|---|---|\n";
    for (const Synonym& synonym : stage.also)
        text += "| " + in_code(synonym.word) + (synonym.program.empty() ? "" : " (" + synonym.program + ")") +
                " | " + in_code(with_params(stage, synonym.params)) + " |\n";
    return text;
}

// A doc explains choices in sentences that begin with the choice and a colon: each has a line of its own.
std::string doc_lines(const ParamDecl& p) {
    const auto is_choice = [&p](const std::string& word) {
        return std::count(p.choices.begin(), p.choices.end(), word) != 0 ||
               std::count(p.keywords.begin(), p.keywords.end(), word) != 0;
    };
    // Where its colon is, if it begins with choices.
    const auto colon_of = [&](const std::string& sentence) -> std::size_t {
        const std::size_t colon = sentence.find(": ");
        if (colon == std::string::npos) return 0;
        std::string rest = sentence.substr(0, colon);
        for (std::size_t comma; (comma = rest.find(", ")) != std::string::npos; rest.erase(0, comma + 2))
            if (!is_choice(rest.substr(0, comma))) return 0;
        return is_choice(rest) ? colon : 0;
    };
    std::string text;
    for (std::size_t from = 0, end; from < p.doc.size(); from = end) {
        end = std::min(p.doc.find(". ", from), p.doc.size() - 2) + 2;
        const std::string sentence = p.doc.substr(from, end - from);
        const std::size_t colon = colon_of(sentence);
        if (colon == 0) {
            text += sentence;
            continue;
        }
        while (text.ends_with(' ')) text.pop_back();
        if (!text.empty()) text += "<br>";
        text += in_code(sentence.substr(0, colon)) + sentence.substr(colon);
    }
    return text;
}

// The condition under which the stage has the parameter, as far as it is one of the stage's first parameter.
const OnlyFor* in_mode(const StageDef& stage, const ParamDecl& p) {
    const ParamDecl* at = &p;
    while (at != nullptr && at->only_for && at->only_for->param != stage.params[0].name)
        at = stage.param(at->only_for->param);
    return at != nullptr && at->only_for ? &*at->only_for : nullptr;
}

std::string title_of(const StageDef& stage, const OnlyFor& mode) {
    std::vector<std::string> others = stage.params[0].choices;
    std::erase_if(others, [&](const std::string& choice) {
        return std::count(mode.values.begin(), mode.values.end(), choice) != 0;
    });
    const bool most = others.size() * 3 < mode.values.size();
    return most ? "Each " + mode.param + " except " + enumerated(others)
                : "Only with " + mode.param + "=" + listed(mode.values);
}

// The tables of parameters: one for all modes, one for each group of modes.
class MarkdownParams {
public:
    explicit MarkdownParams(const StageDef& stage) : stage_(stage) {}

    std::string text() {
        std::vector<const OnlyFor*> modes;  // what several modes share comes first
        for (const ParamDecl& p : stage_.params) {
            const OnlyFor* mode = in_mode(stage_, p);
            const auto same = [mode](const OnlyFor* other) { return other->values == mode->values; };
            if (mode != nullptr && std::none_of(modes.begin(), modes.end(), same)) modes.push_back(mode);
        }
        std::stable_sort(modes.begin(), modes.end(), [](const OnlyFor* a, const OnlyFor* b) {
            return a->values.size() > b->values.size();
        });
        std::string text = table(nullptr);
        for (const OnlyFor* mode : modes) text += "\n### " + title_of(stage_, *mode) + "\n\n" + table(mode);
        return "\n## Parameters\n\n" + about_live() + text + notes();
    }

private:
    std::string table(const OnlyFor* mode) {
        std::string text = "| name | default | values | |\n|---|---|---|---|\n";
        for (const ParamDecl& p : stage_.params) {
            const OnlyFor* own = in_mode(stage_, p);
            if ((own == nullptr) != (mode == nullptr) || (own != nullptr && own->values != mode->values))
                continue;
            const std::string standard = p.required ? "required" : in_code(standard_text(p));
            text += "| " + in_code(p.name) + " | " + in_cell(standard) + " | " + in_cell(facts(p, own)) +
                    " | " + in_cell(doc_lines(p)) + " |\n";
        }
        return text;
    }

    std::string facts(const ParamDecl& p, const OnlyFor* mode) {
        std::string text = value_facts(p);
        if (p.live) text += "; live" + note(p.live_while);
        if (p.only_for && (mode == nullptr || p.only_for->param != mode->param))
            text += "; only with " + p.only_for->param + "=" + listed(p.only_for->values);
        if (!p.formats.empty()) text += "; for " + enumerated(p.formats) + " files";
        return text;
    }

    // " (1)", the number of the condition.
    std::string note(const std::string& condition) {
        if (condition.empty()) return "";
        auto at = std::find(conditions_.begin(), conditions_.end(), condition);
        if (at == conditions_.end()) at = conditions_.insert(at, condition);
        return " (" + std::to_string(at - conditions_.begin() + 1) + ")";
    }
    std::string notes() const {
        if (conditions_.empty()) return "";
        std::string text = "\nConditions of live parameters:\n\n";
        for (std::size_t i = 0; i < conditions_.size(); ++i)
            text += std::to_string(i + 1) + ". " + conditions_[i] + "\n";
        return text;
    }
    std::string about_live() const {
        const auto live = [](const ParamDecl& p) { return p.live; };
        if (std::none_of(stage_.params.begin(), stage_.params.end(), live)) return "";
        return "*live* matters only to programs that use the library: they can change such a parameter "
               "between "
               "two frames ([in C++](../library.md#a-camera-loop), [in "
               "Python](../python.md#a-stream-of-frames)). A number in parentheses after *live* refers to a "
               "condition in the list below the tables.\n\n";
    }

    const StageDef& stage_;
    std::vector<std::string> conditions_;
};

}  // namespace

std::string stage_markdown(const StageDef& stage) {
    std::string text = "# " + stage.name + "\n\n" + stage.summary + "\n" + markdown_examples(stage);
    constexpr std::size_t longest_usage = 240;  // nobody reads a longer line, and the tables say the same
    if (const std::string line = usage(stage); line.size() <= longest_usage)
        text += "\n```\n" + line + "\n```\n";
    if (!stage.shorthand.forms.empty()) {
        std::vector<std::string> forms;
        for (const std::string& form : stage.shorthand.forms)
            forms.push_back(in_code(with_params(stage, form)));
        text += "\nShort forms: " + listed(forms) + "\n";
    }
    text += markdown_ports("Inputs", stage.inputs) + markdown_ports("Outputs", stage.outputs);
    if (!stage.params.empty()) text += MarkdownParams(stage).text();
    return text + markdown_synonyms(stage);
}

}  // namespace sluice
