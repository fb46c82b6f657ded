// Where a measurement puts its files.
#pragma once

#include "apps/command.hpp"

#include <filesystem>

namespace sluice::apps {

// A folder that is removed at the end, or with --keep the user's.
class Folder {
public:
    explicit Folder(const Arguments& arguments);  // throws Error(input) where none can be made
    ~Folder();
    Folder(const Folder&) = delete;
    Folder& operator=(const Folder&) = delete;

    std::filesystem::path operator/(const std::string& name) const { return path_ / name; }

private:
    bool kept_;
    std::filesystem::path path_;
};

}  // namespace sluice::apps
