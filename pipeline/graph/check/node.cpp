// One node by itself: is there such a stage, and are its parameters right?
#include "pipeline/core/message.hpp"
#include "pipeline/core/text.hpp"
#include "pipeline/graph/check/parts.hpp"
#include "pipeline/graph/sizes.hpp"

#include <algorithm>
#include <set>

namespace sluice {
namespace {

class NodeCheck {
public:
    NodeCheck(const GraphNode& node, CheckedNode& checked, Diagnostics& faults)
        : node_(node), checked_(checked), stage_(*checked.stage), faults_(faults) {}

    void run(const Registry& registry, const CheckOptions& options) {
        for (const GraphParam& param : node_.params)
            if (param.replaces) take(param);
        bare_words(registry);
        for (const GraphParam& param : node_.params)
            if (!param.replaces && !param.name.empty()) take(param);
        for (const ParamDecl& decl : stage_.params) missing(decl, options);
        for (const GraphParam* param : unknown_) unknown(*param);
        if (unknown_.empty()) misplaced_ones();
        if (sound_ && checked_.sized.empty()) check_together(checked_, faults_);
    }

private:
    void fault(const Place& place, const std::string& param, std::string message) {
        faults_.error(place, param.empty() ? checked_.id : checked_.id + "." + param, std::move(message));
        sound_ = false;
    }

    void take(const GraphParam& param) {
        const ParamDecl* decl = param.name.empty() ? bare(param) : named(param);
        if (decl == nullptr) return;
        if (!given_.insert(decl->name).second) {
            if (replaced_.count(decl->name) == 0) fault(param.place, decl->name, "it is given twice");
            return;
        }
        if (param.replaces) replaced_.insert(decl->name);
        if (param.sized || is_sized(*decl, param.value)) return take_sized(*decl, param);
        std::string what;
        auto value = convert(*decl, param.value, what);
        if (!value) return fault(param.place, decl->name, what);
        checked_.values[decl->name] = std::move(*value);
        checked_.param_places[decl->name] = param.place;
    }

    void take_sized(const ParamDecl& decl, const GraphParam& param) {
        if (!is_sized(decl, param.value))
            return fault(param.place, decl.name,
                         "it is not a number, so it cannot depend on the size of an image");
        if (stage_.kind() == Kind::source || stage_.kind() == Kind::sink)
            return fault(param.place, decl.name,
                         "it belongs to a file, which cannot depend on the size of an image");
        if (const Wording what = sized_fault(decl, param.value); !what.empty())
            return fault(param.place, decl.name, what.text());
        checked_.sized[decl.name] = param.value;
        checked_.param_places[decl.name] = param.place;
    }

    // One may stand for the first parameter. What more of them were meant for is guessed here, where the
    // names of stages and parameters are known.
    void bare_words(const Registry& registry) {
        std::vector<const GraphParam*> words;
        for (const GraphParam& param : node_.params)
            if (!param.replaces && param.name.empty()) words.push_back(&param);
        for (std::size_t i = 0; i < words.size(); ++i) {  // "exponent: 2", "--path a.png"
            const std::string word = written(*words[i]);
            const std::string name = without(word, "-:");
            if (name == word || stage_.param(name) == nullptr) continue;
            const std::string value = i + 1 < words.size() ? written(*words[i + 1]) : "VALUE";
            given_.insert(name);
            return fault(words[i]->place, "", "write a parameter as " + in_quotes(name + "=" + value));
        }
        if (!words.empty()) first_word(*words[0]);
        if (words.size() > 1 && !stage_.params.empty()) second_word(words, registry);
    }

    // The first parameter, or several in few characters.
    void first_word(const GraphParam& param) {
        const auto several =
            stage_.shorthand.read ? stage_.shorthand.read(written(param)) : std::optional<Values>();
        if (!several && !rectangle_in(written(param)).empty()) {
            given_.insert(stage_.params.front().name);
            return fault(param.place, "",
                         in_quotes(written(param)) +
                             " is no rectangle: write its width, height, column and row as " +
                             rectangle_in(written(param)));
        }
        if (!several) return take(param);
        for (const auto& [name, value] : *several) take({name, value, param.place});
    }

    // "500x250+10+20" for "10,20,500,250", where the stage takes such a word and no four numbers. Or "".
    std::string rectangle_in(const std::string& word) const {
        if (!stage_.shorthand.read || stage_.params.front().shape != Shape::size) return "";
        const std::vector<std::string> sides = split(word);
        if (sides.size() != 4) return "";
        const std::string rectangle = sides[2] + "x" + sides[3] + "+" + sides[0] + "+" + sides[1];
        const bool numbers = rectangle.find_first_not_of("0123456789x+") == std::string::npos;
        return numbers && stage_.shorthand.read(rectangle) ? rectangle : "";
    }

    void second_word(const std::vector<const GraphParam*>& words, const Registry& registry) {
        const std::string second = written(*words[1]);
        const std::string name = without(second, ",");
        const bool sign = second.find_first_not_of("<>-=+&,/") == std::string::npos;
        if (sign || name == "then")
            return fault(words[1]->place, "", "separate stages by '|', not by " + in_quotes(second));
        if (registry.find(name) != nullptr)
            return fault(words[1]->place, "", in_quotes(name) + " is a stage: put '|' before it");
        if (stage_.params.front().type == ParamType::path) {
            std::string all;
            for (const GraphParam* word : words) all += (all.empty() ? "" : " ") + written(*word);
            return fault(words[1]->place, "",
                         "quote a name with spaces: " + stage_.name + " " + in_quotes(all));
        }
        std::string what = in_quotes(second) + " is a second value without a name";
        what += stage_.params.size() == 1 ? "; there is one parameter, " + stage_.params.front().name
                                          : "; write it as NAME=VALUE: " + listed(param_names());
        fault(words[1]->place, "", std::move(what));
    }

    static std::string written(const GraphParam& param) {
        const auto* word = std::get_if<std::string>(&param.value);
        return word != nullptr ? *word : text(param.value);
    }

    // `word` without these characters at its ends.
    static std::string without(const std::string& word, const char* characters) {
        const std::size_t begin = word.find_first_not_of(characters);
        if (begin == std::string::npos) return "";
        return word.substr(begin, word.find_last_not_of(characters) + 1 - begin);
    }

    const ParamDecl* bare(const GraphParam& param) {
        if (!stage_.params.empty()) return &stage_.params.front();
        fault(param.place, "", "it has no parameters, so " + text(param.value) + " means nothing");
        return nullptr;
    }

    const ParamDecl* named(const GraphParam& param) {
        if (const ParamDecl* decl = stage_.param(param.name)) return decl;
        unknown_.push_back(&param);
        return nullptr;
    }

    std::vector<std::string> param_names() const {
        std::vector<std::string> names;
        for (const ParamDecl& p : stage_.params) names.push_back(p.name);
        return names;
    }

    // Said when all others are known: what is proposed would be accepted beside them, if anything would.
    void unknown(const GraphParam& param) {
        const std::vector<std::string> names = param_names();
        std::vector<std::string> accepted;
        for (const ParamDecl& decl : stage_.params)
            if (given_.count(decl.name) == 0 && accepts(decl, param.value)) accepted.push_back(decl.name);
        std::string what = did_you_mean(param.name, accepted);
        if (what.empty()) what = did_you_mean(param.name, names);
        if (what.empty()) what = names.empty() ? "; it has none" : "; there are: " + listed(names);
        fault(param.place, "", "there is no parameter " + in_quotes(param.name) + what);
    }

    bool accepts(const ParamDecl& decl, const Value& written) const {
        std::string what;
        const auto value = convert(decl, written, what);
        if (!misplaced(decl, checked_.values).empty()) return false;
        if (!value || !stage_.check || checked_.values.size() != stage_.params.size())
            return value.has_value();
        Values values = checked_.values;
        values[decl.name] = *value;
        return stage_.check(values).empty();
    }

    // Said when all names are known: one of them may be that of the choice.
    void misplaced_ones() {
        for (const auto& [name, place] : checked_.param_places) {
            const std::string what = misplaced(*stage_.param(name), checked_.values);
            if (!what.empty()) fault(place, name, what);
        }
    }

    void missing(const ParamDecl& decl, const CheckOptions& options) {
        if (given_.count(decl.name) != 0) return;
        if (!decl.required) {
            checked_.values[decl.name] = decl.standard;
            return;
        }
        const bool end = stage_.kind() == Kind::source || stage_.kind() == Kind::sink;
        if (options.paths_later && end && decl.type == ParamType::path) return;
        fault(node_.place, decl.name, "a value is required: " + decl.doc);
    }

    const GraphNode& node_;
    CheckedNode& checked_;
    const StageDef& stage_;
    Diagnostics& faults_;
    std::set<std::string> given_;
    std::vector<const GraphParam*> unknown_;
    std::set<std::string> replaced_;  // by Graph::set: what the text says about them does not count
    bool sound_ = true;
};

}  // namespace

void check_together(const CheckedNode& node, Diagnostics& faults) {
    const std::string what = node.stage->check ? node.stage->check(node.values) : "";
    if (what.empty()) return;
    const std::size_t colon = what.find(": ");  // "low: must be below high" is about a parameter
    const ParamDecl* decl = colon == std::string::npos ? nullptr : node.stage->param(what.substr(0, colon));
    if (decl == nullptr) return faults.error(node.place, node.id, what);
    faults.error(place_of(node, decl->name), node.id + "." + decl->name, what.substr(colon + 2));
}

Place place_of(const CheckedNode& node, const std::string& param) {
    const auto place = node.param_places.find(param);
    return place == node.param_places.end() ? node.place : place->second;
}

CheckedNode check_node(const GraphNode& node, const std::string& id, const Registry& registry,
                       const CheckOptions& options, Diagnostics& faults) {
    CheckedNode checked;
    checked.id = id;
    checked.place = node.place;
    checked.stage = registry.find(node.stage);
    if (checked.stage == nullptr) {
        const std::vector<std::string> names = registry.names();
        const std::size_t name = std::min(node.stage.find_first_of("(:{["), node.stage.size());
        std::string what;
        if (name < node.stage.size() && registry.find(node.stage.substr(0, name)) != nullptr)
            what = "; separate a stage and its values by a space: " + node.stage.substr(0, name) + " VALUE";
        if (what.empty()) what = registry.meant_by(node.stage);
        if (what.empty()) what = did_you_mean(node.stage, names);
        if (what.empty() && node.stage.ends_with(".cl"))
            what = "; 'kernel " + node.stage + "' uses a kernel of your own";
        if (what.empty() && node.stage.find_first_of("./") != std::string::npos)
            what = "; 'load FILE' reads a file and 'save FILE' writes one";
        if (node.stage == "include") what = "; a pipeline file includes another, a chain does not";
        constexpr std::size_t short_list = 20;
        if (what.empty())
            what =
                names.size() > short_list ? "; 'sluice stages' lists them" : "; there are: " + listed(names);
        faults.error(node.place, "", "there is no stage " + in_quotes(node.stage) + what);
        return checked;
    }
    checked.inputs.resize(checked.stage->inputs.size());
    NodeCheck(node, checked, faults).run(registry, options);
    return checked;
}

}  // namespace sluice
