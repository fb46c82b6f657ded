#include "pipeline/files/input.hpp"

#include "pipeline/core/missing_file.hpp"
#include "pipeline/core/standard_streams.hpp"
#include "pipeline/core/text.hpp"
#include "pipeline/files/given_file.hpp"
#include "pipeline/files/tar.hpp"
#include "pipeline/files/waiting.hpp"

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
    std::shared_ptr<const GrowingBytes> bytes = std::make_shared<GrowingBytes>();
    bool ended = false;
};

Stdin& standard_input() {
    static Stdin input;
    return input;
}

std::string fault() { return std::strerror(errno); }

// Reads on until there are `count` bytes or the file ends. False when it has ended.
bool fill(int file, bool regular, GrowingBytes& bytes, std::size_t count) {
    while (bytes.size() < count) {
        if (!regular) wait_for_bytes(file);
        const std::span<std::uint8_t> room = bytes.room();
        const ssize_t got = ::read(file, room.data(), std::min(count - bytes.size(), room.size()));
        if (got == 0) return false;
        if (got > 0)
            bytes.add(static_cast<std::size_t>(got));
        else if (errno != EINTR)
            throw_input("it cannot be read: " + (errno == EISDIR ? "it is a folder" : fault()));
    }
    return true;
}

// Each Input reads it from its start.
int opened_again(const GivenFile& given) {
    const int file = ::fcntl(given.file(), F_DUPFD_CLOEXEC, 0);
    ::lseek(file, 0, SEEK_SET);
    return file;
}

// What a pipe gave until now, and room for more.
std::shared_ptr<GrowingBytes> copy_of(const GrowingBytes& bytes) {
    auto copy = std::make_shared<GrowingBytes>();
    copy->reserve(bytes.size() + 1);
    std::copy(bytes.bytes().begin(), bytes.bytes().end(), copy->room().begin());
    copy->add(bytes.size());
    return copy;
}

}  // namespace

// A pipe without another end is open at once all the same: it is waited for where it is read, which can be
// interrupted.
int open_input(const std::string& path) {
    const bool pipe = is_pipe(path);
    const int file = ::open(path.c_str(), O_RDONLY | O_CLOEXEC | (pipe ? O_NONBLOCK : 0));
    if (file < 0 && errno == ENOTDIR)
        if (const auto member = tar_path(path)) return open_tar_member(*member);
    if (file < 0 && errno == ENOENT) throw_input(missing_file(path));
    if (file < 0) throw_input("it cannot be opened: " + fault());
    if (pipe) ::fcntl(file, F_SETFL, ::fcntl(file, F_GETFL) & ~O_NONBLOCK);
    return file;
}

Input::Input(const std::string& path) {
    if (is_stdin(path)) return;
    const GivenFile* given = GivenFile::of(path);
    file_ = given != nullptr ? opened_again(*given) : open_input(path);
    struct stat facts {};
    regular_ = ::fstat(file_, &facts) == 0 && S_ISREG(facts.st_mode);
    if (regular_) size_ = static_cast<std::uint64_t>(facts.st_size);
}

Input::Input(Bytes memory) : memory_(memory), regular_(true), size_(memory.size()) {}

Input::~Input() {
    if (file_ >= 0) ::close(file_);
}

Bytes Input::head(std::size_t count) {
    if (memory_) return memory_->first(std::min(count, memory_->size()));
    if (file_ < 0) {
        Stdin& input = standard_input();
        const std::lock_guard lock(input.mutex);
        if (!input.ended && input.bytes->size() < count) {
            const std::shared_ptr<GrowingBytes> more = copy_of(*input.bytes);
            input.ended = !fill(STDIN_FILENO, false, *more, count);
            input.bytes = more;
        }
        stdin_bytes_ = input.bytes;
        return stdin_bytes_->bytes().first(std::min(count, stdin_bytes_->size()));
    }
    fill(file_, regular_, bytes_, count);
    return bytes_.bytes().first(std::min(count, bytes_.size()));
}

BytesAt Input::at() {
    if (memory_) return sluice::bytes_at(*memory_);
    return [this](std::uint64_t at, std::size_t count) { return bytes_at(at, count); };
}

Bytes Input::bytes_at(std::uint64_t at, std::size_t count) {
    const auto part = [&](Bytes bytes, std::uint64_t start) {
        const Bytes rest =
            bytes.subspan(static_cast<std::size_t>(std::min<std::uint64_t>(at - start, bytes.size())));
        return rest.first(std::min(rest.size(), count));
    };
    // A file is no longer than it was when it was opened, whatever is asked for.
    constexpr std::uint64_t small = std::uint64_t{256} << 10;
    if (at >= size_) return {};
    count = static_cast<std::size_t>(std::min<std::uint64_t>(count, size_ - at));
    if (size_ <= small) head(static_cast<std::size_t>(size_));
    if (at + count <= bytes_.size()) return part(bytes_.bytes(), 0);
    if (at < window_at_ || at + count > window_at_ + window_.size()) move_window(at, count);
    return part(window_, window_at_);
}

// Who goes on gets much at once, and nothing that is there is read again; who leaps, as over the chunks of a
// PNG, gets little.
void Input::move_window(std::uint64_t at, std::size_t count) {
    constexpr std::size_t much = std::size_t{64} << 10, little = 512;
    std::size_t have = 0;
    bool goes_on = false;
    for (const auto& [start, bytes] :
         {std::pair(std::uint64_t{0}, bytes_.bytes()), std::pair(window_at_, Bytes(window_))}) {
        if (at < start || at > start + bytes.size() || bytes.empty()) continue;
        const Bytes rest = bytes.subspan(static_cast<std::size_t>(at - start));
        goes_on = true;
        have = rest.size();
        window_ = std::vector(rest.begin(), rest.end());
        break;
    }
    window_.resize(std::max(count, goes_on ? much : little));
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

Bytes Input::all(std::size_t limit) {
    if (memory_) return *memory_;
    // Room for the whole file at once, and for finding its end.
    if (regular_ && size_ <= limit) bytes_.reserve(static_cast<std::size_t>(size_) + 1);
    if (!(regular_ && size_ > limit))
        if (const Bytes bytes = head(limit + 1); bytes.size() <= limit) return bytes;
    throw_input("it has more than " + byte_count(limit) + ", which is the limit");
}

std::size_t Input::next(void* dst, std::size_t count) {
    const Bytes kept = memory_ ? *memory_ : stdin_bytes_ ? stdin_bytes_->bytes() : bytes_.bytes();
    std::size_t have = 0;
    if (next_ < kept.size()) {
        have = std::min(count, kept.size() - static_cast<std::size_t>(next_));
        std::memcpy(dst, kept.data() + next_, have);
    }
    const int file = file_ < 0 ? STDIN_FILENO : file_;
    while (have < count && !memory_) {
        if (!regular_) wait_for_bytes(file);
        auto* to = static_cast<std::uint8_t*>(dst) + have;
        const ssize_t got = regular_ ? ::pread(file, to, count - have, static_cast<off_t>(next_ + have))
                                     : ::read(file, to, count - have);
        if (got == 0) break;
        if (got < 0 && errno != EINTR) throw_input("it cannot be read: " + fault());
        if (got > 0) have += static_cast<std::size_t>(got);
    }
    next_ += have;
    return have;
}

bool is_pipe(const std::string& path) {
    if (is_stdin(path)) return false;
    struct stat facts {};
    if (const GivenFile* given = GivenFile::of(path)) {
        if (given->kind() == GivenFile::Kind::shut_pipe) return true;
        ::fstat(given->file(), &facts);
    } else {
        ::stat(path.c_str(), &facts);
    }
    return S_ISFIFO(facts.st_mode) || S_ISSOCK(facts.st_mode);
}

std::string input_name(const std::string& path) { return path == "-" ? "stdin" : path; }
std::string output_name(const std::string& path) { return is_stdout(path) ? "stdout" : path; }

}  // namespace sluice
