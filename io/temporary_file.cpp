#include "io/temporary_file.hpp"

#include "io/bytes.hpp"
#include "pipeline/core/message.hpp"

#include <atomic>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <utility>

#include <fcntl.h>
#include <poll.h>
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

}  // namespace

void throw_cannot(const std::string& action, int fault) {
    throw_input("it cannot be " + action + ": " + std::strerror(fault));
}

TemporaryFile::TemporaryFile(const fs::path& target) {
    // A name that no other thread and no other process takes. It is hidden and of fixed length, so that it
    // fits where the name itself is as long as names may be.
    static std::atomic<unsigned> counter{0};
    const std::string start = (target.parent_path() / ".sluice-").string() + std::to_string(::getpid()) + "-";
    int fault = EEXIST;
    while (fault == EEXIST) {
        path_ = start + std::to_string(counter++) + ".tmp";
        fault = create();
    }
    if (fault == ENOENT && target.has_parent_path())
        throw_input("it cannot be created: there is no folder " + in_quotes(target.parent_path().string()));
    if (fault != 0) throw_cannot("created", fault);
}

int TemporaryFile::create() {
    const Hold hold;
    descriptor_ = ::open(path_.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    if (descriptor_ < 0) return errno;
    after_ = std::exchange(first, this);
    if (after_ != nullptr) after_->before_ = this;
    return 0;
}

TemporaryFile::~TemporaryFile() {
    if (descriptor_ >= 0) ::close(descriptor_);
    if (placed_) return;
    const Hold hold;
    ::unlink(path_.c_str());
    forget();
}

// REQUIRES: the list is held.
void TemporaryFile::forget() {
    (before_ != nullptr ? before_->after_ : first) = after_;
    if (after_ != nullptr) after_->before_ = before_;
}

void TemporaryFile::close() {
    // A file system may report only now that it could not write.
    if (::close(std::exchange(descriptor_, -1)) != 0 && errno != EINTR) throw_cannot("written", errno);
}

void TemporaryFile::take_the_place_of(const fs::path& target) {
    const auto place = [&] {
        const Hold hold;
        if (::rename(path_.c_str(), target.c_str()) != 0) return errno;
        forget();
        placed_ = true;
        return 0;
    };
    if (const int fault = place(); fault != 0) throw_cannot("renamed from its temporary name", fault);
}

void TemporaryFile::remove_all() noexcept {
    take();
    for (const TemporaryFile* file = first; file != nullptr; file = file->after_)
        ::unlink(file->path_.c_str());
}

}  // namespace sluice
