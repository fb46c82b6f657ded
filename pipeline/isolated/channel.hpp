// Messages between two processes that share a socket: a kind, bytes, and at most one descriptor.
#pragma once

#include "pipeline/files/bytes.hpp"
#include "pipeline/files/descriptor.hpp"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <vector>

namespace sluice::isolated {

struct Message {
    std::uint32_t kind = 0;
    std::vector<std::uint8_t> bytes;
    Descriptor file;
};

// Thrown when the other end is gone.
class Disconnected {};

// One thread at a time.
class Channel {
public:
    explicit Channel(Descriptor socket) : socket_(std::move(socket)) {}
    Channel(Channel&&) = default;

    int socket() const { return socket_.number(); }
    bool closed() const;  // by the other end

    // Throws Disconnected.
    void send(std::uint32_t kind, Bytes bytes, int file = -1) const;

    // The next message. Before each look at the socket `wait` is called, which returns when there is
    // something and may throw. Throws Disconnected, and Error(input) for more than `most` bytes. A descriptor
    // that is refused is dropped by the system.
    enum class Files { taken, refused };
    Message receive(std::size_t most, Files files, const std::function<void(int socket)>& wait) const;
    Message receive(std::size_t most, Files files) const;  // waits as long as it takes

private:
    Descriptor socket_;
};

}  // namespace sluice::isolated
