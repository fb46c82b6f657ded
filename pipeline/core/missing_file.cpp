#include "pipeline/core/missing_file.hpp"

#include "pipeline/core/message.hpp"

#include <system_error>
#include <vector>

namespace sluice {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t most_names = 200;  // a list of many files that are missing must not cost minutes

std::vector<std::string> names_in(const fs::path& folder) {
    std::vector<std::string> names;
    std::error_code fault;
    for (fs::directory_iterator at(folder, fault), end; !fault && at != end && names.size() < most_names;
         at.increment(fault))
        names.push_back(at->path().filename().string());
    return names;
}

}  // namespace

Wording missing_file(const fs::path& path) {
    const std::string& text = path.native();
    if (text.find_first_of("*?") != std::string::npos)
        return "there is no such file; the shell expands '*' and '?' only outside of quotes, and '" +
               Remedy{"glob", "PATTERN", "batch"} + "' does it itself";
    if (text.starts_with("~"))
        return "there is no such file; the shell expands '~' only outside of quotes; write $HOME";
    const fs::path folder = path.parent_path();
    std::error_code fault;
    if (!folder.empty() && !fs::is_directory(folder, fault))
        return "there is no folder " + in_quotes(folder.string());
    return "there is no such file" +
           did_you_mean(path.filename().string(), names_in(folder.empty() ? fs::path(".") : folder));
}

}  // namespace sluice
