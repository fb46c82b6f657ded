#include "apps/edit/browser.hpp"

#include <cstdlib>
#include <thread>

#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

namespace sluice::apps {

bool open_browser(const std::string& address) {
    const auto is_set = [](const char* name) {
        const char* value = std::getenv(name);
        return value != nullptr && *value != '\0';
    };
    // Without a desktop, xdg-open would start a browser in this terminal.
    if (!is_set("DISPLAY") && !is_set("WAYLAND_DISPLAY")) return false;
    std::string program = "xdg-open", word = address;
    char* const arguments[] = {program.data(), word.data(), nullptr};
    posix_spawn_file_actions_t quietly;
    posix_spawn_file_actions_init(&quietly);
    for (const int stream : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO})
        posix_spawn_file_actions_addopen(&quietly, stream, "/dev/null", O_RDWR, 0);
    pid_t child = 0;
    const int fault = ::posix_spawnp(&child, program.c_str(), &quietly, nullptr, arguments, environ);
    posix_spawn_file_actions_destroy(&quietly);
    if (fault != 0) return false;
    std::thread([child] {
        int status = 0;
        ::waitpid(child, &status, 0);
    }).detach();
    return true;
}

}  // namespace sluice::apps
