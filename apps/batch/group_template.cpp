#include "apps/batch/group_template.hpp"

#include "pipeline/core/message.hpp"
#include "pipeline/files/extension.hpp"

#include <array>
#include <utility>

namespace sluice::apps {
namespace {

using Field = std::pair<const char*, std::string>;

std::array<Field, 3> fields_of(const std::filesystem::path& file) {
    return {{{"{parent}", file.parent_path().string()},
             {"{stem}", file.stem().string()},
             {"{ext}", extension_of(file.string())}}};
}

bool has_fields(const std::string& text) {
    for (const auto& [field, value] : fields_of({}))
        if (text.find(field) != std::string::npos) return true;
    return false;
}

}  // namespace

GroupTemplate::GroupTemplate(const Caller& caller, const std::string& text) : text_(text) {
    if (text.empty() || has_fields(text)) return;
    try {
        pattern_.emplace(text);
    } catch (const std::regex_error& error) {
        throw wrong_arguments(caller, Remedy{"group_by"} + " " + in_quotes(text) +
                                          " is neither a text with {parent}, {stem} or {ext} nor a regular "
                                          "expression: " +
                                          error.what());
    }
}

std::optional<std::string> GroupTemplate::group_of(const std::filesystem::path& file) const {
    if (!pattern_) {
        std::string group = text_;
        for (const auto& [field, value] : fields_of(file))
            for (std::size_t at = 0; (at = group.find(field, at)) != std::string::npos; at += value.size())
                group.replace(at, std::string(field).size(), value);
        return group;
    }
    const std::string path = file.string();
    std::smatch match;
    if (!std::regex_search(path, match, *pattern_)) return std::nullopt;
    if (match.size() == 1) return match.str(0);
    std::string group;
    for (std::size_t i = 1; i < match.size(); ++i) group += match.str(i) + '\0';
    return group;
}

}  // namespace sluice::apps
