#include "apps/again.hpp"

#include <algorithm>
#include <fstream>

#include <fcntl.h>
#include <spawn.h>
#include <unistd.h>

namespace sluice::apps {
namespace {

// As this process was started with them.
std::vector<std::string> own_arguments() {
    std::ifstream file("/proc/self/cmdline", std::ios::binary);
    std::vector<std::string> arguments;
    for (std::string one; std::getline(file, one, '\0');) arguments.push_back(one);
    return arguments;
}

std::vector<std::string> own_variables_and(std::vector<std::string> all) {
    const auto named_as = [](const std::string& variable, const std::string& other) {
        return variable.substr(0, variable.find('=')) == other.substr(0, other.find('='));
    };
    const std::size_t given = all.size();
    for (char** own = environ; *own != nullptr; ++own)
        if (std::none_of(all.begin(), all.begin() + static_cast<std::ptrdiff_t>(given),
                         [&](const std::string& other) { return named_as(*own, other); }))
            all.emplace_back(*own);
    return all;
}

std::vector<char*> pointers(std::vector<std::string>& texts) {
    std::vector<char*> result;
    for (std::string& text : texts) result.push_back(text.data());
    result.push_back(nullptr);
    return result;
}

}  // namespace

pid_t start_again(const std::vector<std::string>& variables, int output) {
    std::vector<std::string> words = own_arguments(), all = own_variables_and(variables);
    posix_spawn_file_actions_t actions;
    if (words.empty() || posix_spawn_file_actions_init(&actions) != 0) return 0;
    posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDWR, 0);
    if (output >= 0) {
        posix_spawn_file_actions_adddup2(&actions, output, STDOUT_FILENO);
    } else {
        for (const int stream : {STDOUT_FILENO, STDERR_FILENO})
            posix_spawn_file_actions_addopen(&actions, stream, "/dev/null", O_RDWR, 0);
    }
    pid_t process = 0;
    if (posix_spawn(&process, "/proc/self/exe", &actions, nullptr, pointers(words).data(),
                    pointers(all).data()) != 0)
        process = 0;
    posix_spawn_file_actions_destroy(&actions);
    return process;
}

}  // namespace sluice::apps
