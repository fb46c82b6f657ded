// A file that another process has opened for this one, which may open none itself.
#pragma once

#include <string>

namespace sluice {

class GivenFile {
public:
    enum class Kind {
        file,       // open: a file, or the reading end of a pipe
        shut_pipe,  // a pipe that must not be opened, since that would take its bytes from who reads it later
    };

    // As long as this lives, what reads `path` reads this descriptor in its place, which stays the caller's.
    // One at a time in a process.
    GivenFile(std::string path, int file, Kind kind);
    ~GivenFile();
    GivenFile(const GivenFile&) = delete;
    GivenFile& operator=(const GivenFile&) = delete;

    // The one that stands for a path; nullptr: none does.
    static const GivenFile* of(const std::string& path);

    int file() const { return file_; }
    Kind kind() const { return kind_; }

private:
    std::string path_;
    int file_;
    Kind kind_;
};

}  // namespace sluice
