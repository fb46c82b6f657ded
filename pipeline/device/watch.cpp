#include "pipeline/device/watch.hpp"

#include <atomic>
#include <utility>

#include <unistd.h>

namespace sluice {
namespace {

thread_local std::shared_ptr<CallWatch> watch_of_thread;
std::atomic<bool> any_given_up = false;

}  // namespace

std::string CallWatch::stuck(double seconds) const {
    const std::lock_guard lock(mutex_);
    const bool late =
        !call_.empty() && std::chrono::duration<double>(Clock::now() - begun_).count() > seconds;
    return late ? call_ : "";
}

void CallWatch::give_up() {
    const std::lock_guard lock(mutex_);
    given_up_ = any_given_up = true;
}

UnderWatch::UnderWatch(std::shared_ptr<CallWatch> watch)
    : before_(std::exchange(watch_of_thread, std::move(watch))) {}
UnderWatch::~UnderWatch() { watch_of_thread = before_; }

WatchedCall::WatchedCall(const std::string& stage, const char* call, const std::string& object)
    : watch_(watch_of_thread.get()) {
    if (watch_ == nullptr) return;
    std::string text =
        call + (object.empty() ? "" : " of " + object) + (stage.empty() ? "" : " (" + stage + ")");
    const std::lock_guard lock(watch_->mutex_);
    outer_ = std::exchange(watch_->call_, std::move(text));
    watch_->begun_ = CallWatch::Clock::now();
}

WatchedCall::~WatchedCall() {
    if (watch_ == nullptr) return;
    bool given_up = false;
    {
        const std::lock_guard lock(watch_->mutex_);
        watch_->call_ = std::move(outer_);
        watch_->begun_ = CallWatch::Clock::now();
        given_up = watch_->given_up_;
    }
    while (given_up) ::pause();
}

bool is_watched() { return watch_of_thread != nullptr; }
bool calls_were_given_up() { return any_given_up; }

}  // namespace sluice
