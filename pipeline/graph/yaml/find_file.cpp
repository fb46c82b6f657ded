#include "pipeline/graph/yaml/find_file.hpp"

#include "pipeline/core/message.hpp"
#include "pipeline/core/missing_file.hpp"
#include "pipeline/core/text.hpp"

#include <algorithm>
#include <cstdlib>
#include <system_error>
#include <vector>

namespace sluice {
namespace {

std::string environment_or(const char* name, const std::string& otherwise) {
    const char* value = std::getenv(name);
    return value == nullptr || *value == '\0' ? otherwise : value;
}

// Where files lie that are for all pipelines.
std::vector<std::filesystem::path> common_folders() {
    std::vector<std::filesystem::path> folders;
    for (const std::string& folder : split(environment_or("SLUICE_PIPELINES", ""), ':'))
        if (!folder.empty()) folders.emplace_back(folder);
    const std::string home = environment_or("HOME", "");
    std::string data = environment_or("XDG_DATA_HOME", home.empty() ? "" : home + "/.local/share");
    data += ":" + environment_or("XDG_DATA_DIRS", "/usr/local/share:/usr/share");
    for (const std::string& folder : split(data, ':'))
        if (!folder.empty()) folders.push_back(std::filesystem::path(folder) / "sluice" / "pipelines");
    return folders;
}

}  // namespace

std::optional<std::filesystem::path> find_file(const std::filesystem::path& from, const std::string& name,
                                               Wording& fault) {
    namespace fs = std::filesystem;
    std::vector<fs::path> paths{from.parent_path() / name};  // an absolute one replaces it
    if (!fs::path(name).is_absolute())
        for (const fs::path& folder : common_folders()) paths.push_back(folder / name);
    std::error_code ignored;
    const auto found = std::find_if(paths.begin(), paths.end(),
                                    [&](const fs::path& path) { return fs::is_regular_file(path, ignored); });
    if (found != paths.end()) return *found;
    std::vector<std::string> folders;
    for (std::size_t i = 1; i < paths.size(); ++i) folders.push_back(paths[i].parent_path().string());
    const bool is_folder = fs::is_directory(paths[0], ignored);
    fault = in_quotes(paths[0].string()) + ": " +
            (is_folder ? "it is a folder, not a file" : missing_file(paths[0])) +
            (folders.empty() ? "" : "; nor is it in " + listed(folders));
    return std::nullopt;
}

}  // namespace sluice
