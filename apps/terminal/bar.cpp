#include "apps/terminal/bar.hpp"

#include "apps/terminal/terminal.hpp"

#include <atomic>
#include <cstdio>
#include <mutex>
#include <system_error>

#include <unistd.h>

namespace sluice::apps {
namespace {

constexpr const char* no_line = "\r\x1b[K";
constexpr std::chrono::milliseconds pause(100), longest_pause(1000);

// There is one terminal, and so one line at its bottom.
std::recursive_mutex& lock() {
    static std::recursive_mutex mutex;
    return mutex;
}
Bar* bar_of_terminal = nullptr;  // under the lock
std::atomic<bool> is_shown = false;
static_assert(std::atomic<bool>::is_always_lock_free);  // else no signal handler may touch it

// Another program has the terminal, such as the shell after Ctrl-Z and "bg".
bool in_background() {
    const pid_t group = ::tcgetpgrp(STDERR_FILENO);
    return group >= 0 && group != ::getpgrp();
}

}  // namespace

Bar::Bar(const Messages& messages) {
    if (messages.quiet || !stderr_is_terminal()) return;
    const std::lock_guard guard(lock());
    try {
        thread_ = std::thread([this] { work(); });
        bar_of_terminal = this;
    } catch (const std::system_error&) {  // work goes on without a bar
    }
}

Bar::~Bar() {
    if (!thread_.joinable()) return;
    {
        const std::lock_guard guard(lock());
        over_ = true;
        erase();
        bar_of_terminal = nullptr;
    }
    wake_.notify_all();
    thread_.join();
}

void Bar::update(const std::function<void(Position&)>& change) {
    const std::lock_guard guard(lock());
    const std::size_t before = position_.finished;
    change(position_);
    if (position_.finished != before)
        position_.finished_at = std::chrono::duration<double>(Clock::now() - begun_).count();
}

void Bar::next(const std::string& what) {
    update([&](Position& position) {
        if (!position.doing.empty()) ++position.finished;
        position.doing = what;
    });
}

void Bar::work() {
    std::unique_lock guard(lock());
    while (!over_) {
        draw();
        wake_.wait_for(guard, pause, [&] { return over_; });
    }
}

void Bar::draw() {
    if (position_.total == 0 || in_background()) return;
    const Clock::time_point now = Clock::now();
    position_.seconds = std::chrono::duration<double>(now - begun_).count();
    const std::string text = bar_text(position_, bar_columns());
    // Drawn again after a while, since others may have written there.
    if (text.empty() || (text == shown_ && now - shown_at_ < longest_pause)) return;
    shown_ = text;
    shown_at_ = now;
    is_shown = true;
    std::fputs(("\r" + text + "\x1b[K").c_str(), stderr);
}

void Bar::erase() {
    if (shown_.empty()) return;
    shown_.clear();
    is_shown = false;
    std::fputs(no_line, stderr);
}

Aside::Aside() {
    lock().lock();
    if (bar_of_terminal != nullptr) bar_of_terminal->erase();
}

Aside::~Aside() { lock().unlock(); }

void erase_bar_at_exit() noexcept {
    if (is_shown) static_cast<void>(!::write(STDERR_FILENO, no_line, 4));
}

}  // namespace sluice::apps
