#include "pipeline/graph/yaml/variables.hpp"

#include "pipeline/core/message.hpp"
#include "pipeline/core/text.hpp"
#include "pipeline/graph/sizes.hpp"
#include "pipeline/graph/yaml/expression.hpp"
#include "pipeline/graph/yaml/param_block.hpp"

#include <algorithm>
#include <cstdlib>

namespace sluice {
namespace {

using VarNode = YamlNode::Type;

// A scalar as it would be written; a list as it is.
Value as_written(Value value) {
    const bool list = std::holds_alternative<std::vector<double>>(value) ||
                      std::holds_alternative<std::vector<std::string>>(value);
    if (list || std::holds_alternative<std::string>(value)) return value;
    return sluice::text(value);
}

}  // namespace

FileVariables::FileVariables(const YamlNode& root, const GivenVariables& given, Diagnostics& faults)
    : given_(given), faults_(faults) {
    if (const YamlNode::Entry* env = root.find("allow_env")) {
        allow_env_ = env->value.text == "true";
        if (!allow_env_ && env->value.text != "false")
            faults_.error(env->value.place, "allow_env", "true or false is expected");
    }
    const YamlNode::Entry* vars = root.find("vars");
    if (vars != nullptr && vars->value.type != VarNode::map && vars->value.type != VarNode::null)
        faults_.error(vars->place, "vars",
                      "write a map of variables, such as {radius: {type: number, default: 3}}");
    else if (vars != nullptr)
        for (const YamlNode::Entry& entry : vars->value.entries) declare(entry);
    const std::vector<std::string> names = declared_names();
    for (const auto& [name, value] : given.values) {
        if (std::find(names.begin(), names.end(), name) != names.end() || places_.count(name) > 0) continue;
        const std::string near = did_you_mean(name, names);
        const Place here = vars != nullptr ? vars->place : Place{root.place.file, 0, 0};
        faults_.error(
            place_of(name, here), subject_of(name),
            "there is no such variable" + (!near.empty()   ? near
                                           : names.empty() ? "; the file declares none under 'vars:'"
                                                           : "; there are: " + listed(names)));
    }
}

std::vector<std::string> FileVariables::declared_names() const {
    std::vector<std::string> names;
    for (const ParamDecl& decl : declared_) names.push_back(decl.name);
    return names;
}

Wording FileVariables::subject_of(const std::string& name) const {
    return given_.by.empty() ? Wording(Remedy{"vars." + name}) : Wording(given_.by + "." + name);
}

Place FileVariables::place_of(const std::string& name, const Place& otherwise) const {
    const auto at = given_.places.find(name);
    return at == given_.places.end() ? otherwise : at->second;
}

void FileVariables::declare(const YamlNode::Entry& entry) {
    places_[entry.key] = entry.place;
    if (!is_variable_name(entry.key))
        return faults_.error(entry.place, "vars",
                             in_quotes(entry.key) +
                                 " cannot be a variable; its name consists of letters, digits and '_', "
                                 "begins with a letter, and is not min, max or round");
    const WrittenDefault written = [this](const YamlNode& standard, const Wording& subject) {
        return default_of(standard, subject);
    };
    if (auto described = described_param(entry, "vars", {}, written, faults_))
        set(entry, std::move(described->decl), described->standard);
    else
        faulty_.insert(entry.key);
}

void FileVariables::set(const YamlNode::Entry& entry, ParamDecl decl, const YamlNode* standard) {
    std::string fault;
    if (standard != nullptr) {
        const auto written = default_of(*standard, "vars." + decl.name);
        auto value = written ? convert(decl, *written, fault) : std::nullopt;
        if (written && !value) faults_.error(standard->place, "vars." + decl.name + ".default", fault);
        if (!value) {
            faulty_.insert(decl.name);
            return;
        }
        decl.required = false;
        decl.standard = *value;
        values_[decl.name] = std::move(*value);
    }
    if (const auto given = given_.values.find(decl.name); given != given_.values.end()) {
        auto value = convert(decl, given->second, fault);
        if (!value) {
            faults_.error(place_of(decl.name, entry.place), subject_of(decl.name), fault);
            faulty_.insert(decl.name);
        } else {
            values_[decl.name] = std::move(*value);
        }
    }
    declared_.push_back(std::move(decl));
}

std::optional<Value> FileVariables::default_of(const YamlNode& standard, const Wording& subject) {
    const auto is_sized = [](const YamlNode& word) { return text_names_size(word.text); };
    if (is_sized(standard) || std::any_of(standard.items.begin(), standard.items.end(), is_sized)) {
        faults_.error(standard.place, subject,
                      "a default cannot depend on the size of an image; write that in the value of a "
                      "parameter");
        return std::nullopt;
    }
    if (standard.type == VarNode::scalar) return value(standard, subject);
    if (standard.type != VarNode::list) {
        faults_.error(standard.place, subject, "a default is a word, a number or a list of them");
        return std::nullopt;
    }
    std::vector<std::string> list;
    for (const YamlNode& item : standard.items) {
        const auto word = text(item, subject);
        if (!word) return std::nullopt;
        list.push_back(*word);
    }
    return list;
}

void FileVariables::expect_all_set() const {
    for (const ParamDecl& decl : declared_) {
        if (values_.count(decl.name) > 0 || faulty_.count(decl.name) > 0) continue;
        const std::string help = decl.doc.empty() ? "" : " (" + decl.doc + ")";
        if (given_.by.empty())
            faults_.error(places_.at(decl.name), "vars." + decl.name,
                          "it has no value and no default; set it: " +
                              Remedy{"vars." + decl.name, std::string("VALUE")} + help);
        else
            faults_.error(given_.included, given_.by,
                          "a value for " + in_quotes(decl.name) +
                              " is required, beside 'file'; it is declared in " +
                              places_.at(decl.name).text() + help);
    }
}

void FileVariables::expect_all_used() const {
    for (const ParamDecl& decl : declared_)
        if (used_.count(decl.name) == 0)
            faults_.error(places_.at(decl.name), "vars." + decl.name,
                          "it is never used; write ${" + decl.name +
                              "} as the value of a parameter, or leave the variable out");
}

std::optional<Value> FileVariables::environment(const std::string& name, Wording& fault) const {
    if (!allow_env_) {
        fault =
            "the file does not allow values from the environment; write 'allow_env: true' beside "
            "'stages:' if they may decide what it does";
        return std::nullopt;
    }
    const char* value = std::getenv(name.c_str());
    if (value == nullptr) {
        fault = "the environment variable " + in_quotes(name) + " is not set";
        return std::nullopt;
    }
    return std::string(value);
}

std::optional<Value> FileVariables::look_up(const std::string& name, Wording& fault) {
    if (name.starts_with("env:")) return environment(name.substr(4), fault);
    used_.insert(name);
    if (const auto at = values_.find(name); at != values_.end()) return at->second;
    const std::vector<std::string> names = declared_names();
    if (faulty_.count(name) > 0 || std::find(names.begin(), names.end(), name) != names.end())
        return std::nullopt;  // a fault that is said where it is declared
    const std::string near = did_you_mean(name, names);
    fault = "there is no variable " + in_quotes(name) + near;
    if (near.empty()) fault += "; declare it: vars: {" + name + ": {type: number}}";
    return std::nullopt;
}

std::optional<Value> FileVariables::part(std::string_view expression, Wording& fault) {
    if (names_size(expression)) return sized_part(expression, fault);
    auto value = evaluate(
        expression, [&](const std::string& name, Wording& why) { return look_up(name, why); }, fault);
    if (!value) return std::nullopt;
    return as_written(std::move(*value));
}

// An expression again.
std::optional<Value> FileVariables::sized_part(std::string_view expression, Wording& fault) {
    std::string result = "${";
    std::size_t at = 0;
    const std::vector<NamePlace> names = names_in(expression, fault);
    if (!fault.empty()) return std::nullopt;
    for (const NamePlace& place : names) {
        result += expression.substr(at, place.at - at);
        at = place.at + place.length;
        if (const auto size = size_name(place.name)) {
            fault = size_fault(*size);
            if (!fault.empty()) return std::nullopt;
            result += expression.substr(place.at, place.length);
            continue;
        }
        const Lookup look_up_one = [&](const std::string& name, Wording& why) { return look_up(name, why); };
        const auto number =
            evaluate(std::string(expression.substr(place.at, place.length)) + "+0", look_up_one, fault);
        if (!number) return std::nullopt;
        const std::string text = number_text(std::get<double>(*number));
        result += text.starts_with('-') ? "(" + text + ")" : text;
    }
    return result + std::string(expression.substr(at)) + "}";
}

std::optional<Value> FileVariables::value(const YamlNode& word, const Wording& subject) {
    const std::string& text = word.text;
    const auto refuse = [&](const Wording& what) {
        if (!what.empty()) faults_.error(word.place, subject, what);
        return std::nullopt;
    };
    if (text.starts_with('$') && places_.count(text.substr(1)) > 0)
        return refuse("write a variable with braces: ${" + text.substr(1) + "}");
    std::string result;
    for (std::size_t at = 0; at < text.size();) {
        const std::size_t begin = std::min(text.find("${", at), text.size());
        result += text.substr(at, begin - at);
        if (begin == text.size()) break;
        if (begin > at && text[begin - 1] == '$') {  // "$${"
            result += '{';
            at = begin + 2;
            continue;
        }
        const std::size_t end = text.find('}', begin);
        if (end == std::string::npos) return refuse("a '}' is missing after '${'; '$${' stands for '${'");
        Wording fault;
        auto written = part(std::string_view(text).substr(begin + 2, end - begin - 2), fault);
        if (!written) return refuse(fault);
        if (begin == 0 && end + 1 == text.size()) return written;
        const auto* scalar = std::get_if<std::string>(&*written);
        if (scalar == nullptr) return refuse("a list cannot be a part of a text");
        result += *scalar;
        at = end + 1;
    }
    return result;
}

std::optional<std::string> FileVariables::text(const YamlNode& word, const Wording& subject) {
    const auto result = value(word, subject);
    if (!result) return std::nullopt;
    if (const auto* text = std::get_if<std::string>(&*result)) return *text;
    faults_.error(
        word.place, subject,
        "a list cannot be a part of a list; write '" + word.text + "' without the brackets around it");
    return std::nullopt;
}

}  // namespace sluice
