#include "pipeline/batch/steps.hpp"

#include "pipeline/batch/count.hpp"
#include "pipeline/batch/reason.hpp"
#include "pipeline/batch/reserve.hpp"
#include "pipeline/batch/since.hpp"
#include "pipeline/batch/slot.hpp"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <exception>
#include <mutex>
#include <thread>
#include <utility>

namespace sluice {
namespace {

class Run {
public:
    Run(const BatchFiles& files, const Steps& steps, const StepsOptions& options, Observer& observer)
        : files_(files),
          steps_(steps),
          options_(options),
          observer_(observer),
          slots_(options.slots(steps.devices.size())),
          reserve_(steps.devices.size(), steps.closed.size(), options.patience),
          free_(slots_) {}

    Summary run() {
        const auto begun = Clock::now();
        {
            std::vector<std::jthread> threads;  // joined at the end of the scope
            try {
                for (const Start& start : steps_.devices)
                    threads.emplace_back([this, &start] { guarded([&] { device(start); }); });
                for (const auto& open : steps_.closed)
                    threads.emplace_back([this, &open] { guarded([&] { device_in_reserve(open); }); });
                for (std::size_t i = 0; i < options_.workers; ++i)
                    threads.emplace_back([this] { guarded([this] { work(); }); });
            } catch (...) {
                give_up();
            }
        }
        if (fatal_) std::rethrow_exception(fatal_);
        summary_.left = files_.size() - next_ + put_back_;
        summary_.interrupted = summary_.left > 0 && stopped();
        summary_.seconds = since(begun);
        return std::move(summary_);
    }

private:
    // --- who does what next; REQUIRES: the lock is held ------------------------------------------------

    bool continues() const {
        return !fatal_ && !hopeless_ && !stopped() && summary_.failed <= options_.most_failures;
    }
    bool may_take() const { return next_ < files_.size() && continues(); }
    bool stopped() const { return options_.stop.stop_requested(); }
    bool over() const { return !may_take() && free_.size() == slots_; }

    bool has_room(std::size_t bytes) const {
        return options_.memory == 0 || held_ == 0 ||
               (held_ <= options_.memory && bytes <= options_.memory - held_);
    }
    // Nothing is let past a file that waits. Who looks at a header may have to read all of its file.
    bool may_begin() const {
        return may_take() && !free_.empty() && waiting_.empty() && has_room(files_.bytes(next_));
    }
    bool may_admit() const { return !waiting_.empty() && has_room(waiting_.front().need.most()); }
    // Whether some worker waits for memory.
    bool room_is_short() const {
        return !waiting_.empty() || (may_take() && !free_.empty() && !has_room(files_.bytes(next_)));
    }
    void hold(Slot& slot, std::size_t bytes) {
        if (options_.memory == 0) return;
        held_ += bytes - slot.held;
        slot.held = bytes;
    }

    void files_wait() {
        reserve_.files_wait(!decoded_.empty(), Clock::now());
        if (decoded_.size() == 1) reserve_change_.notify_all();  // more of them are no news
    }

    void wake_all() {
        worker_change_.notify_all();
        device_change_.notify_all();
    }

    Slots take_from(Slots& list) {
        Slots one;
        one.splice(one.end(), list, list.begin());
        if (&list == &decoded_) files_wait();
        return one;
    }
    void put(Slots& one, Slots& list, std::size_t holds = 0) {
        const std::lock_guard lock(mutex_);
        const bool was_short = room_is_short();
        hold(one.front(), holds);
        list.splice(list.end(), one);
        if (&list == &decoded_) {
            files_wait();
            device_change_.notify_all();
        } else if (!was_short) {
            worker_change_.notify_one();
        }
        if (was_short) worker_change_.notify_all();
        if (over()) wake_all();
    }

    // --- threads ---------------------------------------------------------------------------------------

    void work() {
        std::unique_lock lock(mutex_);
        while (true) {
            worker_change_.wait(lock, [this] {
                return !processed_.empty() || may_admit() || may_begin() ||
                       (!waiting_.empty() && !continues()) || over();
            });
            if (!processed_.empty()) {
                Slots one = take_from(processed_);
                lock.unlock();
                encode(one);
                lock.lock();
            } else if (!waiting_.empty() && !continues()) {
                put_back_ += waiting_.size();
                free_.splice(free_.end(), waiting_);
                wake_all();
            } else if (may_admit()) {
                Slots one = take_from(waiting_);
                hold(one.front(), one.front().need.most());
                lock.unlock();
                decode(one);
                lock.lock();
            } else if (may_begin()) {
                Slots one = take_from(free_);
                Slot& slot = one.front();
                slot.report.file = files_[next_++];
                if (options_.memory > 0) {
                    hold(slot, slot.report.file.bytes);
                    lock.unlock();
                    weigh(slot);
                    lock.lock();
                    hold(slot, 0);
                    if (!waiting_.empty() || !has_room(slot.need.most()) || !continues()) {
                        waiting_.splice(waiting_.end(), one);
                        continue;
                    }
                    hold(slot, slot.need.most());
                }
                lock.unlock();
                decode(one);
                lock.lock();
            } else if (over()) {  // else the run was stopped just now, and files are still on their way
                wake_all();
                reserve_change_.notify_all();
                return;
            }
        }
    }

    void device(const Start& start) {
        OnDevice on;
        std::unique_lock lock(mutex_);
        while (true) {
            device_change_.wait(lock,
                                [&] { return on.lost || !on.files.empty() || !decoded_.empty() || over(); });
            if (!on.lost && !decoded_.empty() && on.files.size() < options_.in_flight) {
                Slots one = take_from(decoded_);
                lock.unlock();
                this->start(start, one, on);
                lock.lock();
            } else if (!on.files.empty()) {
                lock.unlock();
                Slots one = take_from(on.files);
                finish(one, on);
                lock.lock();
            } else if (on.lost || over()) {
                return;
            }
        }
    }

    void device_in_reserve(const std::function<Start()>& open) {
        if (!is_needed()) return;
        Start start;
        try {
            Slots more(2 * options_.in_flight);
            start = open();
            const std::lock_guard lock(mutex_);
            slots_ += more.size();
            free_.splice(free_.end(), more);
            wake_all();
        } catch (...) {
            const std::string why = reason_of(std::current_exception(), {}, options_.spelling);
            const std::lock_guard lock(mutex_);
            if (reserve_.left() > 1) {
                reserve_.lost(false);
                summary_.lost.push_back(why);
                reserve_change_.notify_all();
                return;
            }
            start = [why](const Decoded&, FileReport&) -> Finish {
                throw Hopeless(Error::Kind::device, "", why);
            };
        }
        device(start);
    }

    // Waits until a further device is to be opened: that is then what the caller does. False: the run is
    // over.
    bool is_needed() {
        constexpr double longest = 3600;  // seconds; any patience fits into a time
        std::unique_lock lock(mutex_);
        while (!over()) {
            const auto wait = reserve_.opens_in(Clock::now(), !continues());
            if (!wait) {
                reserve_change_.wait(lock);
            } else if (*wait > 0) {
                reserve_change_.wait_for(lock, std::chrono::duration<double>(std::min(*wait, longest)));
            } else {
                reserve_.opens();
                return true;
            }
        }
        return false;
    }

    // Nothing that a thread meets may end the program. Steps and observers are caught where they are called;
    // what is left is the lock itself.
    template <class Body>
    void guarded(Body body) noexcept {
        try {
            body();
        } catch (...) {
            give_up();
        }
    }

    void give_up() {
        const std::lock_guard lock(mutex_);
        if (!fatal_) fatal_ = std::current_exception();
        wake_all();
        reserve_change_.notify_all();
    }

    // --- one file --------------------------------------------------------------------------------------

    // Runs a step and says whether the file goes on; if it does not, it is finished.
    template <class Step>
    bool attempt(Slots& one, Step step) {
        Slot& slot = one.front();
        try {
            if (step(slot)) return true;
            slot.report.status = FileStatus::skipped;
        } catch (const Hopeless&) {
            const std::lock_guard lock(mutex_);
            hopeless_ = true;
            fail(slot);
        } catch (...) {
            fail(slot);
        }
        release(one);
        return false;
    }

    // A step of a device.
    template <class Step>
    bool attempt(Slots& one, OnDevice& on, Step step) {
        bool elsewhere = false, left = false;
        const bool goes_on = attempt(one, [&](Slot& slot) {
            try {
                return step(slot);
            } catch (const NotHere& error) {
                if (options_.leave_lost && error.lost()) {
                    tell_lost(one, on, error);
                    return left = true;
                }
                const std::lock_guard lock(mutex_);
                elsewhere = on.lost || reserve_.left() > 1;
                if (!elsewhere && error.lost()) hopeless_ = true;
                if (!elsewhere) throw;
                if (error.lost() && !on.lost) {
                    reserve_.lost(on.begun_any);
                    reserve_change_.notify_all();
                    summary_.lost.push_back(error.in(options_.spelling));
                    on.lost = true;
                }
                slot.finish = nullptr;
                slot.decoded = error.take();
                return true;
            }
        });
        if (left) {
            give_slot_back(one);
            return false;
        }
        if (!elsewhere) return goes_on;
        const std::lock_guard lock(mutex_);
        decoded_.splice(decoded_.begin(), one);
        files_wait();
        wake_all();
        return false;
    }

    // A file that a lost device had is left.
    void tell_lost(const Slots& one, const OnDevice& on, const Error& why) {
        bool first = false;
        {
            const std::lock_guard lock(mutex_);
            first = !std::exchange(hopeless_, true);
            ++put_back_;
        }
        if (!first) return;
        std::vector<BatchFile> files{one.front().report.file};
        for (const Slot& slot : on.files) files.push_back(slot.report.file);
        tell([&] { observer_.lost(files, why.in(options_.spelling)); });
    }

    // For what is being caught.
    void fail(Slot& slot) const {
        slot.report.status = FileStatus::failed;
        try {
            slot.report.error = reason_of(std::current_exception(), slot.report.file, options_.spelling);
        } catch (...) {  // no memory for the words
        }
    }

    // Finds out what a file needs. It has not been begun: should the run end now, it is left.
    void weigh(Slot& slot) const {
        try {
            if (slot.report.file.fault.empty()) slot.need = steps_.need(slot.report.file);
        } catch (...) {
            slot.fault = std::current_exception();
        }
    }

    void decode(Slots& one) {
        const bool goes_on = attempt(one, [&](Slot& slot) {
            const Busy busy(decoding_);
            const BatchFile& file = slot.report.file;
            slot.begun = Clock::now();
            tell([&] { observer_.started(file); });
            if (slot.fault) std::rethrow_exception(slot.fault);
            if (!file.fault.empty()) throw Error(Error::Kind::input, file.input.string(), file.fault);
            slot.decoded = steps_.decode(slot.report, std::exchange(slot.need.header, nullptr).get());
            slot.report.seconds.decode = since(slot.begun) - slot.report.seconds.glimpses;
            return slot.decoded.has_value();
        });
        if (goes_on) put(one, decoded_, std::max(one.front().need.device, one.front().need.encode));
    }

    void start(const Start& start, Slots& one, OnDevice& on) {
        double built = 0;
        const bool goes_on = attempt(one, on, [&](Slot& slot) {
            slot.device_begun = Clock::now();
            FileReport::Seconds& seconds = slot.report.seconds;
            seconds.queued = since(slot.begun) - seconds.decode - seconds.glimpses;
            slot.finish = start(std::move(*slot.decoded), slot.report);
            built = seconds.build;
            slot.decoded.reset();
            ++on_device_;
            return true;
        });
        if (goes_on) on.files.splice(on.files.end(), one);
        tell_reserve(on, built);
    }

    // After a device has begun a file, or tried.
    void tell_reserve(OnDevice& on, double built) {
        if (on.lost || (on.begun_any && built == 0)) return;
        const std::lock_guard lock(mutex_);
        if (on.begun_any)
            reserve_.built(built, Clock::now());
        else
            reserve_.begun(Clock::now());
        on.begun_any = true;
        reserve_change_.notify_all();
    }

    void finish(Slots& one, OnDevice& on) {
        const bool goes_on = attempt(one, on, [&](Slot& slot) {
            const Busy until_now(on_device_, Busy::since_before);
            slot.processed = slot.finish(slot.report);
            slot.finish = nullptr;
            slot.report.seconds.device = since(slot.device_begun) - slot.report.seconds.build;
            return true;
        });
        if (goes_on) put(one, processed_, one.front().need.encode);
    }

    void encode(Slots& one) {
        const bool goes_on = attempt(one, [&](Slot& slot) {
            const Busy busy(encoding_);
            const auto begun = Clock::now();
            const double looked = slot.report.seconds.glimpses;
            steps_.encode(*slot.processed, slot.report);
            slot.processed.reset();
            slot.report.seconds.encode = since(begun) - (slot.report.seconds.glimpses - looked);
            return true;
        });
        if (goes_on) release(one);
    }

    // Reports the file and gives its slot back.
    void release(Slots& one) {
        FileReport& report = one.front().report;
        report.seconds.total = since(one.front().begun);
        tell([&] {
            count(report);
            observer_.finished(report);
        });
        give_slot_back(one);
    }

    void give_slot_back(Slots& one) {
        const std::size_t held = one.front().held;
        one.front() = Slot();  // pixels go before somebody else takes the slot, or its memory
        one.front().held = held;
        put(one, free_);
    }

    void count(const FileReport& report) {
        const std::lock_guard lock(mutex_);
        sluice::count(summary_, report);
    }

    QueueFill fill() {
        const std::lock_guard lock(mutex_);
        return {decoding_, decoded_.size(), on_device_, processed_.size(), encoding_};
    }

    // Counts a file as long as it lives.
    class Busy {
    public:
        enum Begun { now, since_before };
        explicit Busy(std::atomic<std::size_t>& files, Begun begun = now) : files_(files) {
            if (begun == now) ++files_;
        }
        ~Busy() { --files_; }
        Busy(const Busy&) = delete;
        Busy& operator=(const Busy&) = delete;

    private:
        std::atomic<std::size_t>& files_;
    };

    template <class Event>
    void tell(Event event) {
        try {
            const std::lock_guard lock(telling_);
            observer_.queues(fill());
            event();
        } catch (...) {
            give_up();
        }
    }

    const BatchFiles& files_;
    const Steps& steps_;
    const StepsOptions& options_;
    Observer& observer_;

    std::atomic<std::size_t> decoding_ = 0, on_device_ = 0, encoding_ = 0;  // files

    std::mutex telling_;  // events go to the observer one at a time; taken before mutex_
    std::mutex mutex_;    // for all below
    // Who waits for one thing is not woken for another: files are many and small.
    std::condition_variable worker_change_, device_change_;
    std::condition_variable reserve_change_;  // of what reserve_ is told, or of all
    std::size_t next_ = 0;                    // file to be taken
    std::size_t put_back_ = 0;                // files that were taken and not begun
    std::size_t held_ = 0;                    // bytes
    std::size_t slots_;                       // that there are
    Reserve reserve_;
    Slots free_, waiting_, decoded_, processed_;
    std::exception_ptr fatal_;
    bool hopeless_ = false;
    Summary summary_;
};

}  // namespace

Summary run_steps(const BatchFiles& files, const Steps& steps, const StepsOptions& options,
                  Observer& observer) {
    return Run(files, steps, options, observer).run();
}

}  // namespace sluice
