#include "apps/child/fork_server.hpp"

#include "apps/child/error_parcel.hpp"
#include "apps/child/fork.hpp"
#include "pipeline/core/error.hpp"
#include "pipeline/isolated/parcel.hpp"

#include <csignal>
#include <cstdint>
#include <utility>

namespace sluice::apps {
namespace {

using isolated::Channel;
using isolated::Message;
using isolated::Packing;
using isolated::Unpacking;

enum class Ask : std::uint32_t {
    start,  // the number of the work; answered by `started` or `failed`
    wait,   // a child, which has ended or was killed; answered by `ended`
};
enum class Say : std::uint32_t {
    started,  // the child, and the descriptor of our end of its channel
    failed,   // an Error
    ended,    // what waitpid() says
};

constexpr std::size_t most_bytes = 4096;

void send(const Channel& channel, std::uint32_t kind, const Packing& parcel, int file = -1) {
    channel.send(kind, parcel.bytes(), file);
}

void start(const Child::Work& work, Channel& channel) {
    try {
        Child child([&](Channel to_owner) {
            { const Channel of_server = std::move(channel); }
            work(std::move(to_owner));
        });
        const int socket = child.channel().socket();
        Packing parcel;
        // By then the child has its owner.
        send(channel, static_cast<std::uint32_t>(Say::started), parcel.add(std::uint64_t(child.id())),
             socket);
        child.release();
    } catch (const Error& error) {
        Packing parcel;
        pack(parcel, error);
        send(channel, static_cast<std::uint32_t>(Say::failed), parcel);
    }
}

// Until its owner is gone.
void serve(const std::vector<Child::Work>& works, Channel channel) {
    while (true) {
        const Message asked = channel.receive(most_bytes, Channel::Files::refused);
        Unpacking parcel(asked.bytes);
        if (static_cast<Ask>(asked.kind) == Ask::start) {
            start(works[parcel.number_below(works.size())], channel);
            continue;
        }
        const int status = wait_for_child(static_cast<pid_t>(parcel.number()));
        send(channel, static_cast<std::uint32_t>(Say::ended), Packing().add(std::uint64_t(status)));
    }
}

}  // namespace

ForkServer::ForkServer(const std::vector<Child::Work>& works)
    : server_([&](Channel channel) { serve(works, std::move(channel)); }) {}

std::unique_ptr<Child> ForkServer::start(std::size_t work) {
    const std::lock_guard lock(mutex_);
    try {
        send(server_.channel(), static_cast<std::uint32_t>(Ask::start), Packing().add(std::uint64_t(work)));
        Message answer = server_.channel().receive(most_bytes, Channel::Files::taken);
        Unpacking parcel(answer.bytes);
        if (static_cast<Say>(answer.kind) == Say::failed) throw unpack_error(parcel);
        return std::make_unique<Child>(static_cast<pid_t>(parcel.number()), Channel(std::move(answer.file)),
                                       [this](pid_t child) { return wait(child); });
    } catch (const isolated::Disconnected&) {
        throw Error(Error::Kind::usage, "process",
                    "no child can be started: the process that starts them is gone; start the program again");
    }
}

int ForkServer::wait(pid_t child) {
    const std::lock_guard lock(mutex_);
    try {
        send(server_.channel(), static_cast<std::uint32_t>(Ask::wait), Packing().add(std::uint64_t(child)));
        const Message answer = server_.channel().receive(most_bytes, Channel::Files::refused);
        return static_cast<int>(Unpacking(answer.bytes).number());
    } catch (const isolated::Disconnected&) {
        return SIGKILL;  // its children end with it
    }
}

}  // namespace sluice::apps
