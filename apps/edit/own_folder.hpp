// A temporary folder.
#pragma once

#include <filesystem>

namespace sluice::apps {

// Nobody else may read it. It is removed with its owner, with all that is in it.
class OwnFolder {
public:
    OwnFolder();  // throws Error(input)
    ~OwnFolder();
    OwnFolder(const OwnFolder&) = delete;
    OwnFolder& operator=(const OwnFolder&) = delete;

    const std::filesystem::path& path() const { return path_; }

private:
    std::filesystem::path path_;
};

}  // namespace sluice::apps
