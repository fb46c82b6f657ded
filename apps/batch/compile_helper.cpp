#include "apps/batch/compile_helper.hpp"

#include "pipeline/device/program/kernel_cache.hpp"

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <string>
#include <thread>
#include <vector>

#include <fcntl.h>
#include <spawn.h>
#include <unistd.h>

namespace sluice::apps {
namespace {

constexpr const char* mark = "SLUICE_COMPILE_HELPER";

// As this process was started with them.
std::vector<std::string> own_arguments() {
    std::ifstream file("/proc/self/cmdline", std::ios::binary);
    std::vector<std::string> arguments;
    for (std::string one; std::getline(file, one, '\0');) arguments.push_back(one);
    return arguments;
}

std::vector<char*> pointers(std::vector<std::string>& texts) {
    std::vector<char*> result;
    for (std::string& text : texts) result.push_back(text.data());
    result.push_back(nullptr);
    return result;
}

// The second process could not read it again.
bool reads_stdin(const Arguments& arguments) {
    return std::count(arguments.words.begin(), arguments.words.end(), "-") > 0 ||
           (arguments.has("files-from") && arguments.text("files-from") == "-");
}

}  // namespace

bool is_compile_helper() { return std::getenv(mark) != nullptr; }

void start_compile_helper(const Arguments& arguments, const Job& job, const Device& device) {
    if (is_compile_helper() || job.files.size() < 2 || (job.memory && !job.memory.by_default) ||
        reads_stdin(arguments) || std::thread::hardware_concurrency() < 2 ||
        !compiles_everything(device.facts()))
        return;
    std::vector<std::string> words = own_arguments(), variables;
    if (words.empty()) return;
    for (char** variable = environ; *variable != nullptr; ++variable) variables.emplace_back(*variable);
    variables.push_back(std::string(mark) + "=1");
    posix_spawn_file_actions_t actions;
    if (posix_spawn_file_actions_init(&actions) != 0) return;
    for (const int stream : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO})
        posix_spawn_file_actions_addopen(&actions, stream, "/dev/null", O_RDWR, 0);
    pid_t process = 0;
    posix_spawn(&process, "/proc/self/exe", &actions, nullptr, pointers(words).data(),
                pointers(variables).data());
    posix_spawn_file_actions_destroy(&actions);
}

}  // namespace sluice::apps
