// The program as a user meets it: a child process with its exit code and its two outputs. SLUICE_PROGRAM is
// its path.
#pragma once

#include "pipeline/core/host_image.hpp"

#include <nlohmann/json.hpp>

#include <filesystem>
#include <string>
#include <vector>

struct Outcome {
    int code = -1;  // exit code; 128 + number when a signal ended it
    std::string out, err;

    nlohmann::json json() const;  // stdout; fails the test when it is none
};

struct Surroundings {
    std::string in = {};                        // a file that becomes stdin; "" = empty
    std::string out = {};                       // a file that becomes stdout; then Outcome::out is empty
    std::vector<std::string> environment = {};  // "NAME=value", beside that of the test
};

// Runs `sluice WORDS...` to its end.
Outcome sluice_program(const std::vector<std::string>& words, const Surroundings& around = {});

// A machine whose OpenCL loader finds nothing.
Surroundings without_devices();

// A folder of the test's own, gone when the test is over.
class Scratch {
public:
    Scratch();
    ~Scratch();
    Scratch(const Scratch&) = delete;
    Scratch& operator=(const Scratch&) = delete;

    std::string operator/(const std::string& name) const { return (path_ / name).string(); }
    // Writes a file, making its folders, and returns its path.
    std::string put(const std::string& name, const std::string& bytes) const;
    std::string put(const std::string& name, const sluice::HostImage& image) const;

private:
    std::filesystem::path path_;
};

// 8 bit; sample i (row by row, channels in turn) is low + i % count.
sluice::HostImage ramp(std::size_t width, std::size_t height, int channels, int low, int count);

inline bool contains(const std::string& text, const std::string& part) {
    return text.find(part) != std::string::npos;
}
