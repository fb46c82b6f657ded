#include "apps/doctor/isolated.hpp"

#include "apps/terminal/amounts.hpp"
#include "pipeline/core/error.hpp"

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <exception>
#include <memory>

#include <fcntl.h>
#include <poll.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

namespace sluice::apps {
namespace {

using std::chrono::milliseconds;
using Clock = std::chrono::steady_clock;
using File = std::unique_ptr<std::FILE, int (*)(std::FILE*)>;

[[noreturn]] void refuse(const char* call) {
    throw Error(Error::Kind::input, "sluice doctor", std::string(call) + " failed: " + std::strerror(errno));
}

void write_all(int out, const std::string& text) {
    for (std::size_t at = 0; at < text.size();) {
        const ssize_t count = ::write(out, text.data() + at, text.size() - at);
        if (count <= 0) ::_exit(1);  // nobody waits any more
        at += static_cast<std::size_t>(count);
    }
}

[[noreturn]] void be_child(int out, int err, milliseconds limit,
                           const std::function<void(const Send&)>& work) {
    const rlimit no_core{0, 0};
    ::setrlimit(RLIMIT_CORE, &no_core);
    ::dup2(err, STDERR_FILENO);
    ::dup2(err, STDOUT_FILENO);  // results of the command are not a driver's to write
    ::alarm(static_cast<unsigned>(limit.count() / 1000 + 2));  // where nobody is left to end it
    try {
        work([out](const std::string& line) { write_all(out, line + "\n"); });
    } catch (const std::exception& error) {
        std::fprintf(stderr, "%s\n", error.what());
        ::_exit(1);
    }
    ::_exit(0);
}

std::string last_line(std::FILE* file) {
    std::array<char, 2048> end{};
    std::fseek(file, 0, SEEK_END);
    const long size = std::ftell(file);
    std::fseek(file, std::max(0L, size - static_cast<long>(end.size())), SEEK_SET);
    std::string text(end.data(), std::fread(end.data(), 1, end.size(), file));
    while (!text.empty() && text.back() == '\n') text.pop_back();
    const std::size_t start = text.rfind('\n');
    return start == std::string::npos ? text : text.substr(start + 1);
}

}  // namespace

std::string Ending::text(milliseconds limit) const {
    if (late) return "gave no answer within " + duration(static_cast<double>(limit.count()) / 1000);
    if (threw) return "failed: " + said;
    if (signal == 0) return "";
    const char* name = ::strsignal(signal);
    return "was ended by the signal " + (name != nullptr ? name : std::to_string(signal)) +
           (said.empty() ? "" : ": " + said);
}

Ending in_child(milliseconds limit, const std::function<void(const Send&)>& work,
                const std::function<void(const std::string& line)>& take) {
    const Clock::time_point end = Clock::now() + limit;
    int ends[2];
    const File err(std::tmpfile(), std::fclose);
    if (err == nullptr) refuse("tmpfile");
    if (::pipe(ends) != 0) refuse("pipe");
    const pid_t id = ::fork();
    if (id < 0) refuse("fork");
    if (id == 0) {
        ::close(ends[0]);
        be_child(ends[1], ::fileno(err.get()), limit, work);
    }
    ::close(ends[1]);

    Ending ending;
    std::string text;
    std::array<char, 4096> part{};
    for (;;) {
        const auto left = std::chrono::duration_cast<milliseconds>(end - Clock::now()).count();
        pollfd wait{ends[0], POLLIN, 0};
        const int ready = left > 0 ? ::poll(&wait, 1, static_cast<int>(left)) : 0;
        if (ready < 0 && errno == EINTR) continue;
        if (ready <= 0) {
            ending.late = true;
            ::kill(id, SIGKILL);
            break;
        }
        const ssize_t count = ::read(ends[0], part.data(), part.size());
        if (count <= 0) break;
        text.append(part.data(), static_cast<std::size_t>(count));
        for (std::size_t at; (at = text.find('\n')) != std::string::npos; text.erase(0, at + 1))
            take(text.substr(0, at));
    }
    ::close(ends[0]);
    int status = 0;
    while (::waitpid(id, &status, 0) < 0 && errno == EINTR) {
    }
    if (WIFSIGNALED(status) && !ending.late) ending.signal = WTERMSIG(status);
    ending.threw = WIFEXITED(status) && WEXITSTATUS(status) != 0 && !ending.late;
    ending.said = last_line(err.get());
    return ending;
}

}  // namespace sluice::apps
