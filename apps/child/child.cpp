#include "apps/child/child.hpp"

#include "apps/child/fork.hpp"
#include "apps/command.hpp"
#include "apps/interrupt.hpp"
#include "pipeline/core/error.hpp"
#include "pipeline/isolated/process.hpp"

#include <cerrno>
#include <csignal>
#include <cstring>
#include <utility>

#include <sys/socket.h>
#include <unistd.h>

namespace sluice::apps {

using isolated::Channel;

namespace {

[[noreturn]] void do_and_end(const Child::Work& work, Channel channel) {
    try {
        work(std::move(channel));
        ::_exit(Exit::all_done);
    } catch (...) {  // what can be told was told
        ::_exit(Exit::some_failed);
    }
}

}  // namespace

Child::Child(const Work& work) : wait_(wait_for_child) {
    int ends[2];
    if (::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0)
        throw Error(Error::Kind::usage, "process",
                    std::string("no child can be started: ") + std::strerror(errno));
    Descriptor ours(ends[0]), its(ends[1]);
    id_ = fork_child(Interrupts::by_parent);
    if (id_ == 0) {
        ours = Descriptor();
        do_and_end(work, Channel(std::move(its)));
    }
    channel_.emplace(std::move(ours));
}

Child::Child(pid_t id, Channel channel, Wait wait)
    : id_(id), channel_(std::move(channel)), wait_(std::move(wait)) {}

Child::~Child() {
    if (id_ > 0) end();
}

void Child::interrupt() const { tell_child_of_interrupt(id_); }
void Child::kill() const { ::kill(id_, SIGKILL); }

std::string Child::end() {
    if (!channel_->closed()) kill();
    return isolated::ending_text(wait_(std::exchange(id_, -1)));
}

pid_t Child::release() {
    channel_.reset();
    return std::exchange(id_, -1);
}

}  // namespace sluice::apps
