#include "apps/options/declared.hpp"

#include "apps/options/offered.hpp"
#include "apps/options/spelled.hpp"
#include "pipeline/core/message.hpp"
#include "pipeline/graph/describe/facts.hpp"
#include "pipeline/graph/registry.hpp"
#include "pipeline/sluice/batch/options.hpp"
#include "pipeline/sluice/plan.hpp"

#include <algorithm>
#include <cctype>
#include <cstdint>
#include <utility>

namespace sluice::apps {
namespace {

bool is_flag(const ParamDecl& decl) { return decl.type == ParamType::boolean; }

// Of a default that says something by itself.
std::string shown_default(const ParamDecl& decl) {
    const bool none = decl.standard == Value(std::int64_t{0}) || decl.standard == Value(0.0) ||
                      decl.standard == Value(std::string());
    return none ? "" : text(decl.standard);
}

void add(po::options_description& options, const ParamDecl& decl) {
    const std::string name = option_name(decl) + (decl.letter.empty() ? "" : "," + decl.letter);
    if (is_flag(decl)) {
        options.add_options()(name.c_str(), new Flag, decl.doc.c_str());
        return;
    }
    if (decl.type == ParamType::choices) {  // once for each
        options.add_options()(name.c_str(), po::value<std::vector<std::string>>()->value_name(decl.shown_as),
                              decl.doc.c_str());
        return;
    }
    auto* value = offered(decl.shown_as.empty() ? "N" : decl.shown_as,
                          decl.choices.empty() ? decl.examples : decl.choices, decl.choices.empty());
    if (const std::string standard = shown_default(decl); !standard.empty()) value->default_value(standard);
    options.add_options()(name.c_str(), value, decl.doc.c_str());
}

// The first sentence of a doc; where formats differ, the first of each ("PNG: Level. TIFF: Level, or a
// method.").
std::string first_sentences(const ParamDecl& decl) {
    const std::string& doc = decl.doc;
    std::string text;
    bool by_format = false;
    for (std::size_t from = 0, end; from < doc.size(); from = end) {
        end = std::min(doc.find(". ", from), doc.size() - 2) + 2;
        const std::string sentence = doc.substr(from, end - from);
        const bool of_format = std::any_of(decl.formats.begin(), decl.formats.end(),
                                           [&](const auto& name) { return sentence.starts_with(name); });
        by_format |= of_format;
        if (of_format || from == 0) text += sentence;
    }
    while (text.ends_with(' ') || text.ends_with('.')) text.pop_back();
    if (!by_format) text.front() = static_cast<char>(std::tolower(static_cast<unsigned char>(text.front())));
    return text;
}

// Of a parameter of a stage: what it does, and what it may be.
std::string help_of(const ParamDecl& decl) {
    if (!decl.option_help.empty())
        return decl.option_help +
               (decl.formats.empty() ? "" : "; for " + enumerated(decl.formats) + " files");
    std::string text = first_sentences(decl);
    return text + "; " + facts_text(decl) +
           (is_flag(decl) ? "" : "; default: " + sluice::text(decl.standard));
}

std::string value_name(const ParamDecl& decl) {
    if (!decl.shown_as.empty()) return decl.shown_as;
    if (decl.type == ParamType::integer) return "N";
    if (decl.type == ParamType::number) return "NUMBER";
    std::string upper = decl.name;
    std::transform(upper.begin(), upper.end(), upper.begin(),
                   [](unsigned char c) { return static_cast<char>(std::toupper(c)); });
    return upper;
}

// What was given of these, as it was written.
Values written(const Arguments& arguments, const std::vector<ParamDecl>& declared) {
    Values values;
    for (const ParamDecl& decl : declared) {
        const std::string option = option_name(decl);
        if (is_flag(decl)) {
            at_most_one(arguments, {option, "no-" + option});
            if (arguments.has(option) || arguments.has("no-" + option))
                values[decl.name] = arguments.has(option);
        } else if (arguments.has(option) && !arguments.options[option].defaulted()) {
            values[decl.name] = arguments.text(option);
        }
    }
    return values;
}

}  // namespace

void add_stage_options(po::options_description& options, const std::string& stage) {
    for (const ParamDecl& decl : builtin_stages().find(stage)->params) {
        if (decl.option.empty()) continue;
        const std::string help = help_of(decl), name = option_name(decl);
        if (is_flag(decl)) {
            options.add_options()(name.c_str(), new Flag, help.c_str());
            continue;
        }
        std::vector<std::string> words = decl.choices;
        words.insert(words.end(), decl.keywords.begin(), decl.keywords.end());
        options.add_options()(name.c_str(), offered(value_name(decl), std::move(words), decl.choices.empty()),
                              help.c_str());
    }
}

void add_options(po::options_description& options, const std::vector<ParamDecl>& declared) {
    for (const ParamDecl& decl : declared) add(options, decl);
}

void add_batch_options(po::options_description& options, const std::vector<std::string>& names) {
    add_options(options, (names.empty() ? batch_options() : batch_options().only(names)).params());
}

Values converted(const Caller& caller, const std::vector<ParamDecl>& declared, const Values& given,
                 const std::string& of) {
    Values values;
    for (const ParamDecl& decl : declared) {
        const auto written = given.find(decl.name);
        if (written == given.end()) continue;
        std::string fault;
        const auto value = convert(decl, written->second, fault);
        if (!value) throw wrong_arguments(caller, Remedy{of + decl.name} + ": " + fault);
        values[decl.name] = *value;
    }
    return values;
}

Values given_values(const Arguments& arguments, const std::vector<ParamDecl>& declared) {
    return converted(arguments, declared, written(arguments, declared));
}

BatchOptions given_options(const Arguments& arguments, BatchOptions into) {
    return given(arguments, batch_options(), std::move(into));
}

Values given_to_stage(const Arguments& arguments, const std::string& stage) {
    std::vector<ParamDecl> declared = builtin_stages().find(stage)->params;
    std::erase_if(declared, [](const ParamDecl& decl) { return decl.option.empty(); });
    return written(arguments, declared);
}

}  // namespace sluice::apps
