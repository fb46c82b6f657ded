// The programs as a user meets them: child processes with their exit code and their two outputs.
// SLUICE_PROGRAM is the path of `sluice`; `sluice-bench` lies beside it.
#pragma once

#include "pipeline/core/host_image.hpp"
#include "tests/temporary_folder.hpp"

#include <nlohmann/json.hpp>

#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include <sys/resource.h>
#include <sys/types.h>

struct Outcome {
    int code = -1;  // exit code; minus its number when a signal ended it
    std::string out, err;
    // Notes that kernels are compiled: what they depend on is not what tests are about, so that `err` is
    // without.
    std::size_t compiling_notes = 0;
    std::size_t peak_memory = 0;  // bytes that were resident

    nlohmann::json json() const;  // stdout; fails the test when it is none
};

struct Surroundings {
    std::string program = "sluice";
    std::string in = {};                        // a file that becomes stdin; "" = empty
    std::string out = {};                       // a file that becomes stdout; then Outcome::out is empty
    std::vector<std::string> environment = {};  // "NAME=value", beside that of the test
    std::size_t largest_file = 0;               // bytes that it may write to one; 0 = any
    std::size_t most_addresses = 0;             // bytes, as ulimit -v sets them; 0 = any
    bool unread = false;                        // stdout is a pipe that nobody reads any more
};

// Its path.
std::string path_of_program(const std::string& name);

// `sluice WORDS...` while it runs.
class Program {
public:
    explicit Program(std::vector<std::string> words, const Surroundings& around = {});
    ~Program();  // ends it
    Program(const Program&) = delete;
    Program& operator=(const Program&) = delete;

    void signal(int number) const;
    pid_t id() const { return id_; }
    bool over();  // does not wait
    Outcome wait();

private:
    bool wait(int options);

    TemporaryFolder folder_;
    bool own_out_;
    std::filesystem::path out_, err_;
    pid_t id_ = -1;
    int status_ = 0;
    rusage usage_{};
    bool over_ = false;
};

// Processes that a program has started, and that have not ended.
std::vector<pid_t> children_of(pid_t program);

// Looks again and again; says whether it was so in time.
bool within_seconds(double seconds, const std::function<bool()>& so);

// Runs `sluice WORDS...` to its end.
Outcome sluice_program(const std::vector<std::string>& words, const Surroundings& around = {});

// The same of `sluice-bench WORDS...`.
Outcome bench_program(const std::vector<std::string>& words);

// A machine whose OpenCL loader finds nothing.
Surroundings without_devices();

// A folder with paths as words of a command line.
class Scratch : public TemporaryFolder {
public:
    std::string operator/(const std::string& name) const { return TemporaryFolder::operator/(name).string(); }
    std::string put(const std::string& name, const std::string& bytes) const {
        return TemporaryFolder::put(name, bytes).string();
    }
    std::string put(const std::string& name, const sluice::HostImage& image) const;
};

// 8 bit; sample i (row by row, channels in turn) is low + i % count.
sluice::HostImage ramp(std::size_t width, std::size_t height, int channels, int low, int count);

// 8 bit; no two numbers have the same samples, and none of them compresses.
sluice::HostImage noise(std::size_t width, std::size_t height, int channels, unsigned number);

inline bool contains(const std::string& text, const std::string& part) {
    return text.find(part) != std::string::npos;
}

// The lines of a manifest.
std::vector<nlohmann::json> json_lines(const std::string& text);

inline bool is_temporary(const std::string& path) {
    return std::filesystem::path(path).filename().string().starts_with(".sluice-");
}
