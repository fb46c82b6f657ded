#include "pipeline/isolated/process.hpp"

#include "pipeline/core/error.hpp"
#include "pipeline/isolated/parcel.hpp"
#include "pipeline/isolated/protocol.hpp"

#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstring>
#include <thread>
#include <utility>

#include <fcntl.h>
#include <poll.h>
#include <spawn.h>
#include <sys/socket.h>
#include <sys/wait.h>

namespace sluice::isolated {
namespace {

[[noreturn]] void refuse(const std::string& why) {
    throw Error(Error::Kind::usage, "", "no decoder can be started in a separate process: " + why);
}

// Nothing is said by it on our terminal, and our stdin is not its.
class Streams {
public:
    explicit Streams(int socket) {
        if (::posix_spawn_file_actions_init(&actions_) != 0) throw std::bad_alloc();
        for (const int stream : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO})
            ::posix_spawn_file_actions_addopen(&actions_, stream, "/dev/null", O_RDWR, 0);
        ::posix_spawn_file_actions_adddup2(&actions_, socket, worker_socket);
    }
    ~Streams() { ::posix_spawn_file_actions_destroy(&actions_); }
    Streams(const Streams&) = delete;
    Streams& operator=(const Streams&) = delete;

    const posix_spawn_file_actions_t* get() const { return &actions_; }

private:
    posix_spawn_file_actions_t actions_{};
};

}  // namespace

Process::Process(const std::vector<std::string>& command) {
    int ends[2];
    if (::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0) refuse(std::strerror(errno));
    channel_.emplace(Descriptor(ends[0]));
    start(command,
          Descriptor(ends[1]));  // which closes it here: else nobody would see that the worker is gone
    wait_until_ready();
}

void Process::start(const std::vector<std::string>& command, const Descriptor& socket) {
    std::vector<std::string> words = command;
    std::vector<char*> pointers;
    pointers.reserve(words.size() + 1);
    for (std::string& word : words) pointers.push_back(word.data());
    pointers.push_back(nullptr);
    const Streams streams(socket.number());
    const int fault = ::posix_spawn(&id_, pointers.front(), streams.get(), nullptr, pointers.data(), environ);
    if (fault != 0) {
        id_ = -1;
        refuse(std::strerror(fault));
    }
}

void Process::wait_until_ready() {
    constexpr int longest = 60'000;  // milliseconds; a program that is read from a slow disk is no fault
    try {
        const Message first = channel_->receive(most_of_words, Channel::Files::refused, [](int socket) {
            pollfd wanted{socket, POLLIN, 0};
            if (::poll(&wanted, 1, longest) == 0) throw Disconnected();
        });
        if (static_cast<Say>(first.kind) != Say::ready) throw Disconnected();
        unfiltered_ = Unpacking(first.bytes).text();
    } catch (const Disconnected&) {
        refuse("it " + ending());
    } catch (const Error& error) {
        ending();
        refuse(error.message());
    }
}

Process::~Process() { ending(); }

std::string Process::ending() {
    if (id_ < 0) return "had already ended";
    // Whoever has closed the socket is about to end, and how that comes about is worth to know.
    constexpr auto look_again = std::chrono::milliseconds(2);
    constexpr int looks = 250;
    const bool gone = channel_->closed();
    int status = 0;
    pid_t ended = 0;
    for (int i = 0; gone && i < looks && ended == 0; ++i) {
        ended = ::waitpid(id_, &status, WNOHANG);
        if (ended == 0) std::this_thread::sleep_for(look_again);
    }
    if (ended == 0) {
        ::kill(id_, SIGKILL);
        while (::waitpid(id_, &status, 0) < 0 && errno == EINTR) {
        }
    }
    id_ = -1;
    return ending_text(status);
}

std::string ending_text(int status) {
    if (!WIFSIGNALED(status)) return "ended with exit code " + std::to_string(WEXITSTATUS(status));
    const char* const name = ::sigabbrev_np(WTERMSIG(status));
    return "ended with " +
           (name != nullptr ? std::string("SIG") + name : "signal " + std::to_string(WTERMSIG(status)));
}

}  // namespace sluice::isolated
