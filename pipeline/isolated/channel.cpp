#include "pipeline/isolated/channel.hpp"

#include "pipeline/files/growing_bytes.hpp"

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>

#include <poll.h>
#include <sys/socket.h>
#include <sys/uio.h>

namespace sluice::isolated {
namespace {

struct Header {
    std::uint32_t kind = 0, bytes = 0;
};

// Room for one descriptor, as the system wants it.
union Control {
    std::array<char, CMSG_SPACE(sizeof(int))> bytes;
    cmsghdr aligned;
};

std::span<std::uint8_t> bytes_of(Header& header) {
    return {reinterpret_cast<std::uint8_t*>(&header), sizeof header};
}

void send_all(int socket, Bytes bytes, int file) {
    Control control{};
    while (!bytes.empty()) {
        iovec part{const_cast<std::uint8_t*>(bytes.data()), bytes.size()};
        msghdr message{};
        message.msg_iov = &part;
        message.msg_iovlen = 1;
        if (file >= 0) {
            message.msg_control = &control;
            message.msg_controllen = sizeof control;
            cmsghdr* const carried = CMSG_FIRSTHDR(&message);
            carried->cmsg_level = SOL_SOCKET;
            carried->cmsg_type = SCM_RIGHTS;
            carried->cmsg_len = CMSG_LEN(sizeof file);
            std::memcpy(CMSG_DATA(carried), &file, sizeof file);
        }
        const ssize_t sent = ::sendmsg(socket, &message, MSG_NOSIGNAL);
        if (sent < 0 && errno == EINTR) continue;
        if (sent < 0) throw Disconnected();
        file = -1;  // it went with the first bytes
        bytes = bytes.subspan(static_cast<std::size_t>(sent));
    }
}

// Some of `room`; a descriptor that comes with it goes to `file`. Without a place for it the system drops it.
std::size_t receive_some(int socket, std::span<std::uint8_t> room, Descriptor* file) {
    Control control{};
    iovec part{room.data(), room.size()};
    msghdr message{};
    message.msg_iov = &part;
    message.msg_iovlen = 1;
    if (file != nullptr) {
        message.msg_control = &control;
        message.msg_controllen = sizeof control;
    }
    const ssize_t got = ::recvmsg(socket, &message, MSG_CMSG_CLOEXEC);
    if (got < 0 && (errno == EINTR || errno == EAGAIN)) return 0;
    if (got <= 0) throw Disconnected();
    const cmsghdr* const carried = file != nullptr ? CMSG_FIRSTHDR(&message) : nullptr;
    if (carried != nullptr && carried->cmsg_type == SCM_RIGHTS) {
        int number = -1;
        std::memcpy(&number, CMSG_DATA(carried), sizeof number);
        *file = Descriptor(number);
    }
    return static_cast<std::size_t>(got);
}

}  // namespace

bool Channel::closed() const {
    pollfd end{socket(), 0, 0};
    return ::poll(&end, 1, 0) > 0;
}

void Channel::send(std::uint32_t kind, Bytes bytes, int file) const {
    Header header{kind, static_cast<std::uint32_t>(bytes.size())};
    send_all(socket(), bytes_of(header), file);
    send_all(socket(), bytes, -1);
}

Message Channel::receive(std::size_t most, Files files, const std::function<void(int socket)>& wait) const {
    Message message;
    Header header;
    Descriptor* const place = files == Files::taken ? &message.file : nullptr;
    for (std::size_t have = 0; have < sizeof header;) {
        wait(socket());
        have += receive_some(socket(), bytes_of(header).subspan(have), place);
    }
    message.kind = header.kind;
    if (header.bytes > most) throw_input("its decoder sent a message that is too long");
    // As it comes: who only says that much is coming gets no memory for it.
    GrowingBytes bytes;
    while (bytes.size() < header.bytes) {
        wait(socket());
        const std::span<std::uint8_t> room = bytes.room();
        bytes.add(
            receive_some(socket(), room.first(std::min(room.size(), header.bytes - bytes.size())), nullptr));
    }
    message.bytes.assign(bytes.bytes().begin(), bytes.bytes().end());
    return message;
}

Message Channel::receive(std::size_t most, Files files) const {
    return receive(most, files, [](int) {});  // it is the system that waits
}

}  // namespace sluice::isolated
