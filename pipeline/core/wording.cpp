#include "pipeline/core/wording.hpp"

#include "pipeline/core/value.hpp"

#include <ostream>
#include <utility>

namespace sluice {
namespace {

// Of choices, which are enumerators in C++.
std::string_view type_of_choices(std::string_view parameter) {
    return parameter == "overwrite" ? "Overwrite" : parameter == "storage" ? "StorageChoice" : "";
}

struct ValueInPrograms {
    const Remedy& remedy;
    std::string operator()(std::monostate) const { return ""; }
    std::string operator()(bool value) const { return value ? "true" : "false"; }
    std::string operator()(std::int64_t value) const { return std::to_string(value); }
    std::string operator()(double value) const { return number_text(value); }
    std::string operator()(const std::string& value) const {
        const std::string_view choices = type_of_choices(remedy.parameter);
        if (!choices.empty()) return std::string(choices) + "::" + value;
        const bool field = remedy.parameter.find('.') == std::string::npos &&
                           (remedy.command.empty() || remedy.command == "batch");
        return field ? "\"" + value + "\"" : value;
    }
};

bool same_option(const Remedy& one, const Remedy& other) {
    return one.parameter == other.parameter && one.command == other.command;
}

}  // namespace

std::string in_programs(const Remedy& remedy, bool again) {
    const std::string value = std::visit(ValueInPrograms{remedy}, remedy.value);
    if (again && !value.empty()) return value;
    if (!remedy.command.empty() && remedy.command != "batch")
        return "sluice " + remedy.command + " (" + remedy.parameter + (value.empty() ? "" : "=" + value) +
               ")";
    if (value.empty()) return remedy.parameter;
    if (remedy.parameter.find('.') != std::string::npos) return remedy.parameter + "=" + value;
    const std::string field = "." + remedy.parameter + " = " + value;
    return remedy.command.empty() ? field : "BatchOptions{" + field + "}";
}

Wording::Wording(Remedy remedy) {
    marks_.push_back({0, std::move(remedy)});
    text_ = in(in_programs);
}

std::vector<Wording::Part> Wording::parts() const {
    std::vector<Part> parts;
    std::size_t from = 0;
    for (const Mark& mark : marks_) {
        parts.push_back({words_.substr(from, mark.at - from), &mark.remedy});
        from = mark.at;
    }
    parts.push_back({words_.substr(from), nullptr});
    return parts;
}

std::string Wording::in(Spelling spelling) const {
    std::string text;
    const Remedy* before = nullptr;
    for (const Part& part : parts()) {
        text += part.words;
        if (part.remedy != nullptr)
            text += spelling(*part.remedy, before != nullptr && same_option(*before, *part.remedy));
        before = part.remedy;
    }
    return text;
}

std::vector<Remedy> Wording::remedies() const {
    std::vector<Remedy> all;
    for (const Mark& mark : marks_) all.push_back(mark.remedy);
    return all;
}

Wording Wording::with(const std::function<std::string(std::string_view)>& change) const {
    Wording changed;
    for (const Part& part : parts()) {
        changed += change(part.words);
        if (part.remedy != nullptr) changed += *part.remedy;
    }
    return changed;
}

Wording& Wording::operator+=(const Wording& more) {
    const std::size_t begin = words_.size();
    if (&more == this) return *this += Wording(more);
    words_ += more.words_;
    for (const Mark& mark : more.marks_) marks_.push_back({begin + mark.at, mark.remedy});
    if (marks_.empty())
        text_ = words_;
    else
        text_ = in(in_programs);
    return *this;
}

std::ostream& operator<<(std::ostream& stream, const Wording& wording) { return stream << wording.text_; }

}  // namespace sluice
