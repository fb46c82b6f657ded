// Names by which files are recognised, of many files in few folders.
#pragma once

#include "pipeline/core/overwrite.hpp"

#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>

#include <sys/stat.h>

namespace sluice {

using RealName = std::function<std::filesystem::path(const std::filesystem::path&)>;
using FileId = std::pair<dev_t, ino_t>;

// Of what a path leads to. Nothing if there is none.
std::optional<FileId> file_id(const std::string& path);

// Asks the file system once about each folder, and about a file only if it may be a link. One thread.
class RealNames {
public:
    explicit RealNames(RealName real = real_name) : real_(std::move(real)) {}

    struct Look {
        std::string name;        // as real_name() says it
        bool may_exist = false;  // it was not looked for, or it exists
        bool is_link = false;
    };
    // `plain`: it is known to be a file and no link.
    Look look(std::string_view path, bool plain = false);

private:
    struct Folder {
        std::string name;
        bool exists = false;
    };
    const Folder& folder(std::string_view path);

    RealName real_;
    std::unordered_map<std::string, Folder> folders_;
    std::string last_;
    const Folder* last_folder_ = nullptr;
};

}  // namespace sluice
