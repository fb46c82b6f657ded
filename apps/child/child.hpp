// A copy of this process that does some of its work, and the channel to it.
#pragma once

#include "pipeline/isolated/channel.hpp"

#include <functional>
#include <optional>
#include <string>

#include <sys/types.h>

namespace sluice::apps {

// It ends with its owner. One thread at a time, but for kill() and interrupt().
class Child {
public:
    // What it does with its end of the channel. When this returns or throws, the child ends.
    using Work = std::function<void(isolated::Channel)>;
    // See fork_child(). Interrupts are the parent's.
    explicit Child(const Work& work);
    // The child of another process. `wait`: how it ended, as waitpid() says it; called once.
    using Wait = std::function<int(pid_t)>;
    Child(pid_t id, isolated::Channel channel, Wait wait);
    ~Child();
    Child(const Child&) = delete;
    Child& operator=(const Child&) = delete;

    pid_t id() const { return id_; }
    const isolated::Channel& channel() const { return *channel_; }
    void interrupt() const;  // as Ctrl-C would
    void kill() const;
    // Ends it, unless it has ended: "ended with SIGSEGV".
    std::string end();
    // Its number. It is then the caller's to wait for, and the channel is closed here.
    pid_t release();

private:
    pid_t id_ = -1;
    std::optional<isolated::Channel> channel_;
    Wait wait_;
};

}  // namespace sluice::apps
