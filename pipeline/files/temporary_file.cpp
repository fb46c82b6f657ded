#include "pipeline/files/temporary_file.hpp"

#include "pipeline/core/hash.hpp"
#include "pipeline/core/message.hpp"
#include "pipeline/files/bytes.hpp"

#include <algorithm>
#include <array>
#include <atomic>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstdint>
#include <cstring>
#include <ctime>
#include <fstream>
#include <optional>
#include <string_view>
#include <system_error>
#include <utility>
#include <vector>

#include <fcntl.h>
#include <poll.h>
#include <sys/file.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <unistd.h>

namespace sluice {
namespace {

namespace fs = std::filesystem;

// Guards the list. A signal handler may wait for it: whoever holds it has blocked all signals, so that it is
// another thread, which goes on.
std::atomic<bool> held = false;
static_assert(std::atomic<bool>::is_always_lock_free);
TemporaryFile* first = nullptr;

void take() {
    while (held.exchange(true, std::memory_order_acquire)) ::poll(nullptr, 0, 1);
}

class Hold {
public:
    Hold() {
        sigset_t all;
        sigfillset(&all);
        pthread_sigmask(SIG_BLOCK, &all, &mask_);
        take();
    }
    ~Hold() {
        held.store(false, std::memory_order_release);
        pthread_sigmask(SIG_SETMASK, &mask_, nullptr);
    }
    Hold(const Hold&) = delete;
    Hold& operator=(const Hold&) = delete;

private:
    sigset_t mask_;
};

constexpr std::string_view name_start = ".sluice-", name_end = ".tmp";

// A lock excludes others only on the machine that gave it: not every network file system passes it on. A
// machine is known by its start, which containers on it share, as they share its locks.
const std::string& own_machine() {
    static const std::string name = [] {
        std::string start;
        std::ifstream("/proc/sys/kernel/random/boot_id") >> start;
        std::array<char, 256> host{};
        if (start.empty() && ::gethostname(host.data(), host.size() - 1) == 0) start = host.data();
        return hash_text(mixed(fnv1a(start)));
    }();
    return name;
}

// Of this process; whoever is forked from it finds its own names taken and counts on.
const std::string& own_nonce() {
    static const std::string nonce = [] {
        std::uint64_t number = static_cast<std::uint64_t>(::getpid());
        if (::getrandom(&number, sizeof number, GRND_NONBLOCK) != sizeof number)
            number ^= static_cast<std::uint64_t>(std::chrono::steady_clock::now().time_since_epoch().count());
        return hash_text(mixed(number));
    }();
    return nonce;
}

bool all_of(std::string_view text, std::string_view allowed) {
    return !text.empty() && text.find_first_not_of(allowed) == text.npos;
}

// The machine in ".sluice-MACHINE-NONCE-NUMBER.tmp"; "" in ".sluice-PROCESS-NUMBER.tmp" of older versions;
// nothing where a name is no temporary one.
std::optional<std::string_view> machine_in(std::string_view name) {
    constexpr std::string_view digits = "0123456789", hexadecimal = "0123456789abcdef";
    constexpr std::size_t hash = 16;
    if (!name.starts_with(name_start) || !name.ends_with(name_end)) return std::nullopt;
    name = name.substr(name_start.size(), name.size() - name_start.size() - name_end.size());
    const std::size_t first = name.find('-'), last = name.rfind('-');
    if (first == name.npos || !all_of(name.substr(last + 1), digits)) return std::nullopt;
    const std::string_view machine = name.substr(0, first);
    if (first == last) return all_of(machine, digits) ? std::optional<std::string_view>("") : std::nullopt;
    const std::string_view nonce = name.substr(first + 1, last - first - 1);
    const bool hashes = machine.size() == hash && nonce.size() == hash && all_of(machine, hexadecimal) &&
                        all_of(nonce, hexadecimal);
    return hashes ? std::optional(machine) : std::nullopt;
}

// Nobody writes on one file for so long without a byte.
bool is_old(const struct stat& facts) {
    constexpr std::time_t seconds_of_a_day = 86400;
    return ::time(nullptr) - facts.st_mtim.tv_sec > seconds_of_a_day;
}

int open_to_lock(const fs::path& path) {
    constexpr int flags = O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC;
    // For writing: over NFS nobody else may lock a file for himself alone.
    const int file = ::open(path.c_str(), O_WRONLY | flags);
    return file < 0 && errno == EACCES ? ::open(path.c_str(), O_RDONLY | flags) : file;
}

bool remove_if_abandoned(const fs::path& path) {
    const bool own = machine_in(path.filename().native()) == own_machine();
    const int file = open_to_lock(path);
    if (file < 0) return false;
    struct stat facts {};
    // Looked at when locked: until then somebody else may have removed it and made one of that name.
    const bool removed = ::flock(file, LOCK_EX | LOCK_NB) == 0 && ::fstat(file, &facts) == 0 &&
                         S_ISREG(facts.st_mode) && facts.st_nlink == 1 && (own || is_old(facts)) &&
                         ::unlink(path.c_str()) == 0;
    ::close(file);
    return removed;
}

[[noreturn]] void throw_not_created(const fs::path& folder, int fault) {
    const std::string name = in_quotes(folder.string());
    std::error_code ignored;
    if (fault == ENOENT && folder.empty())
        throw_input("it cannot be created: the working folder no longer exists");
    if (fault == ENOENT && !fs::exists(folder, ignored))
        throw_input("it cannot be created: there is no folder " + name);
    if (fault == ENOENT || fault == EINVAL || fault == EOPNOTSUPP)  // proc and its like
        throw_input("it cannot be created: the file system of " + name +
                    " does not accept new files; save into another folder");
    if (fault == ENOTDIR) throw_input("it cannot be created: " + name + " is not a folder");
    throw_cannot("created", fault);
}

constexpr const char* renamed = "renamed from its temporary name";

// What a file system says that knows no such way to rename, or to link.
bool is_unknown(int fault) {
    return fault == EINVAL || fault == ENOSYS || fault == EOPNOTSUPP || fault == EPERM;
}

// 0, or what was wrong; EEXIST when there is something.
int rename_to_free(const char* from, const char* to) {
    if (::renameat2(AT_FDCWD, from, AT_FDCWD, to, RENAME_NOREPLACE) == 0) return 0;
    if (!is_unknown(errno)) return errno;
    if (::link(from, to) == 0) {
        ::unlink(from);
        return 0;
    }
    if (!is_unknown(errno)) return errno;
    struct stat facts {};
    if (::lstat(to, &facts) == 0) return EEXIST;
    return ::rename(from, to) == 0 ? 0 : errno;
}

int exchange(const char* one, const char* other) {
    return ::renameat2(AT_FDCWD, one, AT_FDCWD, other, RENAME_EXCHANGE) == 0 ? 0 : errno;
}

}  // namespace

void throw_cannot(const std::string& action, int fault) {
    throw_input("it cannot be " + action + ": " + std::strerror(fault));
}

TemporaryFile::TemporaryFile(const fs::path& target) {
    // A name that no other thread and no other process takes. It is hidden and of fixed length, so that it
    // fits where the name itself is as long as names may be.
    static std::atomic<unsigned> counter{0};
    const std::string start =
        (target.parent_path() / name_start).string() + own_machine() + "-" + own_nonce() + "-";
    int fault = EEXIST;
    while (fault == EEXIST) {
        path_ = start + std::to_string(counter++);
        path_ += name_end;
        fault = create();
    }
    if (fault != 0) throw_not_created(target.parent_path(), fault);
}

int TemporaryFile::create() {
    const Hold hold;
    descriptor_ = ::open(path_.c_str(), O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    if (descriptor_ < 0) return errno;
    if (!lock()) {
        ::close(std::exchange(descriptor_, -1));
        return EEXIST;
    }
    after_ = std::exchange(first, this);
    if (after_ != nullptr) after_->before_ = this;
    return 0;
}

// False when somebody took the new file for an abandoned one before it was locked: it is or will be removed.
bool TemporaryFile::lock() {
    if (::flock(descriptor_, LOCK_EX | LOCK_NB) != 0)
        return errno != EWOULDBLOCK;  // else a file system without locks: nobody removes what he cannot lock
    struct stat facts {};
    return ::fstat(descriptor_, &facts) != 0 || facts.st_nlink > 0;
}

TemporaryFile::~TemporaryFile() {
    if (descriptor_ >= 0) ::close(descriptor_);
    if (placed_) return;
    const Hold hold;
    ::unlink(path_.c_str());
    forget();
}

// REQUIRES: the list is held.
void TemporaryFile::placed() {
    forget();
    placed_ = true;
}

// REQUIRES: the list is held.
void TemporaryFile::forget() {
    (before_ != nullptr ? before_->after_ : first) = after_;
    if (after_ != nullptr) after_->before_ = before_;
}

void TemporaryFile::finish() {
    // The file stays open, and thereby locked; closing any other descriptor tells the same.
    const int other = ::fcntl(descriptor_, F_DUPFD_CLOEXEC, 0);
    if (other < 0 || (::close(other) != 0 && errno != EINTR)) throw_cannot("written", errno);
}

void TemporaryFile::take_the_place_of(const fs::path& target) {
    const auto place = [&] {
        const Hold hold;
        if (::rename(path_.c_str(), target.c_str()) != 0) return errno;
        placed();
        return 0;
    };
    if (const int fault = place(); fault != 0) throw_cannot(renamed, fault);
}

bool TemporaryFile::take_free_place(const fs::path& target) {
    const auto place = [&] {
        const Hold hold;
        const int fault = rename_to_free(path_.c_str(), target.c_str());
        if (fault == 0) placed();
        return fault;
    };
    const int fault = place();
    if (fault != 0 && fault != EEXIST) throw_cannot(renamed, fault);
    return fault == 0;
}

bool TemporaryFile::take_place_if(const fs::path& target,
                                  const std::function<bool(const fs::path&)>& may_go) {
    bool gone = false;
    const auto place = [&] {
        const Hold hold;
        if (const int fault = exchange(path_.c_str(), target.c_str()); is_unknown(fault)) {
            if (!may_go(target)) return 0;
            if (::rename(path_.c_str(), target.c_str()) != 0) return errno;
        } else if (fault != 0) {
            return fault == ENOENT ? 0 : fault;
        } else if (!may_go(path_)) {
            return exchange(path_.c_str(), target.c_str());
        } else {
            ::unlink(path_.c_str());
        }
        gone = true;
        placed();
        return 0;
    };
    if (const int fault = place(); fault != 0) throw_cannot(renamed, fault);
    return gone;
}

std::size_t remove_abandoned_files(const fs::path& folder) {
    std::vector<fs::path> found;
    std::error_code fault;
    for (fs::directory_iterator at(folder.empty() ? fs::path(".") : folder, fault), end; !fault && at != end;
         at.increment(fault))
        if (machine_in(at->path().filename().native())) found.push_back(at->path());
    return static_cast<std::size_t>(std::count_if(found.begin(), found.end(), remove_if_abandoned));
}

void TemporaryFile::remove_all() noexcept {
    take();
    for (const TemporaryFile* file = first; file != nullptr; file = file->after_)
        ::unlink(file->path_.c_str());
}

}  // namespace sluice
