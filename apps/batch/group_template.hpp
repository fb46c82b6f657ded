// Which files of a batch belong together: --group-by.
#pragma once

#include "apps/command.hpp"

#include <filesystem>
#include <optional>
#include <regex>
#include <string>

namespace sluice::apps {

// Value type; any thread.
class GroupTemplate {
public:
    // "" = all files are one group; a text with the fields {parent} (the folder), {stem} and {ext}; or a
    // regular expression, whose groups in brackets, or else whose whole match, tell what files have in
    // common. Throws wrong_arguments.
    GroupTemplate(const Caller& caller, const std::string& text);

    // Nothing for a file that the regular expression does not match.
    std::optional<std::string> group_of(const std::filesystem::path& file) const;

private:
    std::string text_;
    std::optional<std::regex> pattern_;
};

}  // namespace sluice::apps
