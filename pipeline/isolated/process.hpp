// A decoding worker: this program, or another one that speaks the protocol, started again.
#pragma once

#include "pipeline/isolated/channel.hpp"

#include <optional>
#include <string>
#include <vector>

#include <sys/types.h>

namespace sluice::isolated {

// One thread at a time.
class Process {
public:
    // Starts it and waits until it is ready. Throws Error(usage) when that cannot be done.
    explicit Process(const std::vector<std::string>& command);
    ~Process();  // ends it, whatever it is at
    Process(const Process&) = delete;
    Process& operator=(const Process&) = delete;

    pid_t id() const { return id_; }
    const Channel& channel() const { return *channel_; }
    // Why it may open files all the same, or "".
    const std::string& unfiltered() const { return unfiltered_; }

    // It has gone, or is ended now: "ended with SIGSEGV", "ended with exit code 1".
    std::string ending();

private:
    void start(const std::vector<std::string>& command, const Descriptor& socket);
    void wait_until_ready();

    pid_t id_ = -1;
    std::optional<Channel> channel_;
    std::string unfiltered_;
};

// How a process ended, by what waitpid() says: "ended with SIGSEGV", "ended with exit code 1".
std::string ending_text(int status);

}  // namespace sluice::isolated
