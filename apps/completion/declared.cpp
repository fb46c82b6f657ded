#include "apps/completion/declared.hpp"

#include "apps/options/offered.hpp"
#include "pipeline/graph/registry.hpp"
#include "pipeline/sluice/plan.hpp"

namespace sluice::apps {
namespace {

bool one_of(const std::string& name, const std::vector<std::string>& names) {
    for (const std::string& other : names)
        if (name == other) return true;
    return false;
}

Takes takes(const std::string& value) {
    if (value == "PIPELINE") return Takes::pipeline;
    if (value == "DIR") return Takes::folders;
    return one_of(value, {"FILE", "FILE.svg"}) ? Takes::files : Takes::text;
}

DeclaredOption declared(const po::option_description& option) {
    DeclaredOption declared;
    declared.name = "--" + option.long_name();
    const std::string shown = option.canonical_display_name(po::command_line_style::allow_dash_for_short);
    if (shown.size() == 2 && shown[0] == '-') declared.letter = shown;
    declared.what = option.description();
    const po::value_semantic& value = *option.semantic();
    if (value.max_tokens() == 0) return declared;
    const std::string name = value.name();  // "N (=2)"
    const std::size_t end = name.find(" (=");
    declared.value = name.substr(0, end);
    if (end != std::string::npos) declared.standard = name.substr(end + 3, name.size() - end - 4);
    declared.takes = takes(declared.value);
    if (const auto* words = dynamic_cast<const Offered*>(&value);
        words != nullptr && !words->words().empty()) {
        declared.takes = Takes::words;
        declared.words = words->words();
        declared.or_else = words->or_else();
    }
    declared.repeats = dynamic_cast<const po::typed_value<std::vector<std::string>>*>(&value) != nullptr;
    return declared;
}

}  // namespace

std::vector<DeclaredOption> declared_options(const Command& command) {
    std::vector<DeclaredOption> options;
    const po::options_description all = all_options(command);
    for (const auto& option : all.options()) {
        options.push_back(declared(*option));
        const std::string off = switched_off_by(*option);
        if (off.empty()) continue;
        DeclaredOption& added = options.emplace_back();
        added.name = "--" + off;
        added.what = "switch off --" + option->long_name();
        added.switches_off = true;
    }
    return options;
}

Takes takes(const Command& command) {
    if (!command.offered.empty()) return Takes::words;
    if (command.max_words == 0) return Takes::nothing;
    return takes_pipeline(command) ? Takes::pipeline : Takes::files;
}

std::vector<DeclaredStage> declared_stages() {
    std::vector<DeclaredStage> stages;
    for (const std::string& name : builtin_stages().names()) {
        const StageDef& stage = *builtin_stages().find(name);
        DeclaredStage declared{name, stage.summary, false, {}};
        for (const ParamDecl& param : stage.params) {
            declared.path = declared.path || param.type == ParamType::path;
            declared.params.push_back({param.name, param.choices});
        }
        stages.push_back(std::move(declared));
    }
    return stages;
}

}  // namespace sluice::apps
