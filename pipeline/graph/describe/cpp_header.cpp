// A stage as a struct of C++, for <sluice/stages.hpp>.
#include "pipeline/graph/describe/describe.hpp"
#include "pipeline/graph/describe/facts.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <string_view>
#include <vector>

namespace sluice {
namespace {

constexpr std::size_t most_columns = 110;

// Names of stages, parameters and choices that C++ keeps for itself have an underscore; digits, too, begin
// none.
std::string cpp_name(const std::string& name) {
    constexpr std::array<std::string_view, 25> kept = {
        "and",      "auto",  "bool",   "char", "class", "const",    "default", "delete", "do",
        "double",   "float", "for",    "if",   "int",   "long",     "new",     "not",    "or",
        "register", "short", "signed", "this", "union", "unsigned", "xor"};
    std::string text = name;
    std::replace_if(
        text.begin(), text.end(), [](unsigned char c) { return std::isalnum(c) == 0; }, '_');
    if (std::isdigit(static_cast<unsigned char>(text.front())) != 0) text.insert(0, "_");
    return std::find(kept.begin(), kept.end(), text) != kept.end() ? text + "_" : text;
}

// "ClipLimit" of clip_limit.
std::string type_name(const std::string& name) {
    std::string type;
    bool begins = true;
    for (const char c : name) {
        if (c != '_') type += begins ? static_cast<char>(std::toupper(static_cast<unsigned char>(c))) : c;
        begins = c == '_';
    }
    return type;
}

// Choices, and words that may stand in their place.
std::vector<std::string> words_of(const ParamDecl& p) {
    std::vector<std::string> words = p.choices;
    for (const std::string& word : p.keywords)
        if (std::find(words.begin(), words.end(), word) == words.end()) words.push_back(word);
    return words;
}

std::string type_in_cpp(const ParamDecl& p) {
    const bool words = !p.keywords.empty() || p.percent != Percent::no;
    switch (p.type) {
        case ParamType::boolean: return "Flag";
        case ParamType::integer: return words ? "IntegerOrWord" : "Integer";
        case ParamType::number: return words ? "NumberOrWord" : "Number";
        case ParamType::text:
        case ParamType::path: return "Text";
        case ParamType::choice: return "Choice<" + type_name(p.name) + ">";
        case ParamType::numbers:
        case ParamType::color: return "Numbers";
        case ParamType::choices: return "Texts";
    }
    return "Text";
}

// "begina, b, cend", in lines that fit.
std::string list_in_lines(const std::string& begin, const std::vector<std::string>& words,
                          const std::string& end) {
    std::string text, line = begin;
    for (std::size_t i = 0; i < words.size(); ++i) {
        const std::string word = words[i] + (i + 1 < words.size() ? "," : end);
        if (line.size() + 1 + word.size() > most_columns) {
            text += line + "\n";
            line = std::string(begin.find_first_not_of(' ') + 3, ' ');
        }
        line += (i == 0 ? "" : " ") + word;
    }
    return text + line + "\n";
}

std::string enum_of(const ParamDecl& p) {
    std::vector<std::string> names, words;
    for (const std::string& word : words_of(p)) {
        names.push_back(cpp_name(word));
        words.push_back("\"" + word + "\"");
    }
    const std::string type = type_name(p.name);
    return list_in_lines("    enum class " + type + " { ", names, " };") + "    friend const char* word_of(" +
           type + " value) {\n" +
           list_in_lines("        static constexpr const char* words[] = {", words, "};") +
           "        return words[static_cast<int>(value)];\n    }\n";
}

}  // namespace

std::string stage_struct(const StageDef& stage) {
    const std::string name = cpp_name(stage.name);
    std::string enums, members, all;
    for (const ParamDecl& p : stage.params) {
        if (p.type == ParamType::choice) enums += enum_of(p);
        const std::string standard = p.required ? "" : "; default: " + standard_text(p);
        members += wrapped_text(p.doc, "    // ", most_columns) +
                   wrapped_text(facts_text(p) + standard, "    // ", most_columns);
        members += "    " + type_in_cpp(p) + " " + cpp_name(p.name) + " = {};\n";
        all += "            {\"" + p.name + "\", &" + cpp_name(p.name) + "},\n";
    }
    return wrapped_text(stage.summary, "// ", most_columns) + "struct " + name + " {\n" + enums +
           (enums.empty() ? "" : "\n") + members +
           "    std::string id = {};                 // \"\" = its name\n" +
           "    std::vector<std::string> from = {};  // ids that its inputs come from; {} = the stage "
           "before\n\n" +
           "    void add_to(Graph& graph) const {\n        graph.add(\"" + stage.name + "\", " +
           (all.empty() ? "{}" : "set_among({\n" + all + "        })") + ", id, from);\n    }\n" +
           "    operator Graph() const {\n        Graph graph;\n        add_to(graph);\n        return "
           "graph;\n    }\n};\n";
}

std::string stage_structs(const Registry& registry) {
    std::string text =
        "// The stages as structs, made by the build from their declarations: do not edit.\n#pragma once\n\n"
        "#include \"pipeline/sluice/stage_call.hpp\"\n\n#include <string>\n#include <vector>\n\n"
        "namespace sluice::stages {\n";
    for (const std::string& name : registry.names()) text += "\n" + stage_struct(*registry.find(name));
    return text + "\n}  // namespace sluice::stages\n";
}

}  // namespace sluice
