#include "pipeline/files/input.hpp"

#include "pipeline/core/missing_file.hpp"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <mutex>
#include <utility>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

namespace sluice {
namespace {

// What was read of stdin until now. It is replaced, never changed: others may hold it.
struct Stdin {
    std::mutex mutex;
    std::shared_ptr<const std::vector<std::uint8_t>> bytes = std::make_shared<std::vector<std::uint8_t>>();
    bool ended = false;
};

Stdin& standard_input() {
    static Stdin input;
    return input;
}

std::string fault() { return std::strerror(errno); }

// Reads on until there are `count` bytes or the file ends. False when it has ended.
bool fill(int file, std::vector<std::uint8_t>& bytes, std::size_t count) {
    constexpr std::size_t step = std::size_t{1} << 20;
    while (bytes.size() < count) {
        const std::size_t have = bytes.size();
        const std::size_t want = std::min(count - have, std::max(step, have));
        bytes.resize(have + want);
        const ssize_t got = ::read(file, bytes.data() + have, want);
        bytes.resize(have + static_cast<std::size_t>(std::max<ssize_t>(got, 0)));
        if (got == 0) return false;
        if (got < 0 && errno != EINTR)
            throw_input("it cannot be read: " + (errno == EISDIR ? "it is a folder" : fault()));
    }
    return true;
}

}  // namespace

Input::Input(const std::string& path) {
    if (path == "-" || path == "/dev/stdin") return;
    file_ = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
    if (file_ < 0 && errno == ENOENT) throw_input(missing_file(path));
    if (file_ < 0) throw_input("it cannot be opened: " + fault());
    struct stat facts {};
    // Room for the whole file at once: growing would copy it.
    regular_ = ::fstat(file_, &facts) == 0 && S_ISREG(facts.st_mode);
    if (regular_) size_ = static_cast<std::uint64_t>(facts.st_size);
    if (regular_ && facts.st_size < (std::int64_t{1} << 32))
        bytes_.reserve(static_cast<std::size_t>(facts.st_size) + 1);
}

Input::~Input() {
    if (file_ >= 0) ::close(file_);
}

Bytes Input::head(std::size_t count) {
    if (file_ < 0) {
        Stdin& input = standard_input();
        const std::lock_guard lock(input.mutex);
        if (!input.ended && input.bytes->size() < count) {
            std::vector<std::uint8_t> more = *input.bytes;
            input.ended = !fill(STDIN_FILENO, more, count);
            input.bytes = std::make_shared<const std::vector<std::uint8_t>>(std::move(more));
        }
        stdin_bytes_ = input.bytes;
        return Bytes(*stdin_bytes_).first(std::min(count, stdin_bytes_->size()));
    }
    fill(file_, bytes_, count);
    return Bytes(bytes_).first(std::min(count, bytes_.size()));
}

BytesAt Input::at(std::size_t limit) {
    return [this, limit](std::uint64_t at, std::size_t count) {
        if (at > limit) return Bytes();
        return bytes_at(at, std::min(count, static_cast<std::size_t>(limit - at)));
    };
}

Bytes Input::bytes_at(std::uint64_t at, std::size_t count) {
    const auto part = [&](Bytes bytes, std::uint64_t start) {
        const Bytes rest =
            bytes.subspan(static_cast<std::size_t>(std::min<std::uint64_t>(at - start, bytes.size())));
        return rest.first(std::min(rest.size(), count));
    };
    if (!regular_) return part(head(static_cast<std::size_t>(at) + count), 0);
    if (at + count <= bytes_.size()) return part(bytes_, 0);
    if (at < window_at_ || at + count > window_at_ + window_.size()) {
        constexpr std::size_t least = 4096;  // what is asked for next is often near
        window_.resize(std::max(count, least));
        std::size_t have = 0;
        while (have < window_.size()) {
            const ssize_t got =
                ::pread(file_, window_.data() + have, window_.size() - have, static_cast<off_t>(at + have));
            if (got < 0 && errno == EINTR) continue;
            if (got < 0) throw_input("it cannot be read: " + fault());
            if (got == 0) break;
            have += static_cast<std::size_t>(got);
        }
        window_.resize(have);
        window_at_ = at;
    }
    return part(window_, window_at_);
}

Bytes Input::all(std::size_t limit) {
    const Bytes bytes = head(limit + 1);
    if (bytes.size() > limit) throw_input("it has more than " + std::to_string(limit) + " bytes");
    return bytes;
}

std::string input_name(const std::string& path) { return path == "-" ? "stdin" : path; }
std::string output_name(const std::string& path) { return path == "-" ? "stdout" : path; }

}  // namespace sluice
