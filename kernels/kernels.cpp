#include "kernels/kernels.hpp"

#include "kernels/embedded.hpp"

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <system_error>

namespace sluice {
namespace {

namespace fs = std::filesystem;

std::optional<fs::path> developer_folder() {
    const char* folder = std::getenv("SLUICE_KERNEL_DIR");
    return folder && *folder ? std::optional<fs::path>(folder) : std::nullopt;
}

std::optional<std::string> read(const fs::path& path) {
    std::error_code error;
    if (!fs::is_regular_file(path, error)) return std::nullopt;  // a folder opens as an empty stream
    std::ifstream file(path, std::ios::binary);
    if (!file) return std::nullopt;
    return std::string(std::istreambuf_iterator<char>(file), {});
}

std::vector<std::string> names_below(const fs::path& folder) {
    std::vector<std::string> names;
    std::error_code error;
    for (fs::recursive_directory_iterator entry(folder, error), end; entry != end; entry.increment(error)) {
        const fs::path extension = entry->path().extension();
        if (extension == ".cl" || extension == ".clh") {
            names.push_back(entry->path().lexically_relative(folder).generic_string());
        }
    }
    std::sort(names.begin(), names.end());
    return names;
}

}  // namespace

std::optional<std::string> kernel_text(std::string_view name) {
    if (auto folder = developer_folder()) return read(*folder / name);
    const auto found = embedded_kernels().find(name);
    return found == embedded_kernels().end() ? std::nullopt : std::optional(found->second);
}

bool kernels_are_embedded() { return !developer_folder(); }

std::vector<std::string> kernel_names() {
    if (auto folder = developer_folder()) return names_below(*folder);
    std::vector<std::string> names;
    for (const auto& entry : embedded_kernels()) names.push_back(entry.first);
    return names;
}

}  // namespace sluice
