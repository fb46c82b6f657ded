#include "pipeline/batch/watchdog.hpp"

#include "pipeline/core/value.hpp"

#include <algorithm>
#include <chrono>
#include <exception>
#include <utility>

namespace sluice {

struct Watchdog::Shared {
    std::shared_ptr<CallWatch> watch = std::make_shared<CallWatch>();
    std::mutex mutex;  // for all below
    std::condition_variable change;
    std::function<void()> work;
    std::exception_ptr fault;
    bool done = false, over = false;

    void serve() {
        const UnderWatch under(watch);
        std::unique_lock lock(mutex);
        while (true) {
            change.wait(lock, [&] { return work || over; });
            if (over) return;
            const std::function<void()> now = std::exchange(work, nullptr);
            lock.unlock();
            std::exception_ptr thrown;
            try {
                now();
            } catch (...) {
                thrown = std::current_exception();
            }
            lock.lock();
            fault = thrown;
            done = true;
            change.notify_all();
        }
    }
};

Watchdog::Watchdog(double seconds, std::string what)
    : seconds_(seconds),
      what_(std::move(what)),
      shared_(std::make_shared<Shared>()),
      thread_([shared = shared_] { shared->serve(); }) {}

Watchdog::~Watchdog() {
    if (has_given_up()) {
        thread_.detach();
        return;
    }
    {
        const std::lock_guard lock(shared_->mutex);
        shared_->over = true;
        shared_->change.notify_all();
    }
    thread_.join();
}

void Watchdog::run(std::function<void()> work) {
    if (has_given_up()) throw Hung(Error::Kind::device, "", why_);
    const std::chrono::duration<double> pause(std::clamp(seconds_ / 4, 0.001, 0.25));
    std::unique_lock lock(shared_->mutex);
    shared_->done = false;
    shared_->work = std::move(work);
    shared_->change.notify_all();
    while (!shared_->change.wait_for(lock, pause, [&] { return shared_->done; })) {
        const std::string call = shared_->watch->stuck(seconds_);
        if (call.empty()) continue;
        shared_->watch->give_up();
        why_ = what_ + ": " + call + " has not returned for " + number_text(seconds_) + " s (" +
               Remedy{"device_timeout"} + ")";
        throw Hung(Error::Kind::device, "", why_);
    }
    if (const auto fault = std::exchange(shared_->fault, nullptr)) std::rethrow_exception(fault);
}

}  // namespace sluice
