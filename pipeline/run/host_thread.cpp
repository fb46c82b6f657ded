#include "pipeline/run/host_thread.hpp"

#include "pipeline/core/copy_rows.hpp"
#include "pipeline/device/clock.hpp"
#include "pipeline/device/watch.hpp"

#include <utility>

namespace sluice {
namespace {

// What is thrown is said by the stage, whatever it was: the other frames go on.
template <class Work>
void as_of_stage(const std::string& stage, const Work& work) {
    try {
        work();
    } catch (const std::exception& e) {
        throw Error(Error::Kind::input, stage, e.what());
    } catch (...) {
        throw Error(Error::Kind::input, stage, "its function threw something that is not a std::exception");
    }
}

}  // namespace

void HostTask::compute(Workspace& own) const {
    const auto packed = [&](const Image& image) -> HostImage& {
        HostImage& copy = own.copies[image.number];
        if (!(copy.format() == image.staged.format)) copy = HostImage(image.staged.format);
        return copy;
    };
    std::vector<ConstHostView> images;
    for (const auto& image : call_.images) {
        if (!image) {
            images.emplace_back();
        } else if (image->plain) {
            images.push_back(image->staged);
        } else {
            HostImage& copy = packed(*image);
            copy_rows(image->staged, copy.view());
            images.push_back(std::as_const(copy).view());
        }
    }
    const auto& host = *call_.node.stage->as<HostDef>();
    const Image& result = call_.result;
    const HostView dst = result.plain ? result.staged : packed(result).view();
    const std::uint64_t begun = host_time();
    host.compute(call_.node.values, images, dst);
    if (call_.timed) call_.timed(begun);
    if (!result.plain) copy_rows(dst, result.staged);
}

void HostTask::run(Workspace& own) noexcept {
    const std::string& stage = call_.node.id;
    try {
        queue_.wait_all(call_.there, stage);
        if (!call_.skipped && (call_.before == nullptr || call_.before->computed_)) {
            as_of_stage(stage, [&] { compute(own); });
            if (call_.send) {
                state_ = State::sends;
                state_.notify_all();
                if (!own.up) own.up.emplace(device_);
                own.up->wait(call_.send(*own.up), stage);
            }
            computed_ = true;
        }
    } catch (...) {
        failure_ = std::current_exception();
    }
    made_.complete();
    state_ = State::ended;
    state_.notify_all();
}

void HostTask::wait() {
    queue_.wait_all(call_.there, call_.node.id);
    state_.wait(State::computes);
    if (state_ == State::sends) {  // the device's concern again, which a watch looks at
        const WatchedCall call(call_.node.id, "clWaitForEvents", "");
        state_.wait(State::sends);
    }
    if (failure_) std::rethrow_exception(failure_);
}

HostThread::~HostThread() {
    {
        const std::lock_guard lock(mutex_);
        ends_ = true;
    }
    changed_.notify_all();
    if (thread_.joinable()) thread_.join();
}

void HostThread::put(std::shared_ptr<HostTask> task) {
    const std::lock_guard lock(mutex_);
    if (!thread_.joinable()) thread_ = std::thread([this] { run(); });
    waiting_.push(std::move(task));
    changed_.notify_all();
}

void HostThread::finish() noexcept {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [&] { return waiting_.empty(); });
}

void HostThread::run() {
    HostTask::Workspace own;
    std::unique_lock lock(mutex_);
    for (;;) {
        changed_.wait(lock, [&] { return ends_ || !waiting_.empty(); });
        if (waiting_.empty()) return;
        const std::shared_ptr<HostTask> task = waiting_.front();
        lock.unlock();
        task->run(own);
        lock.lock();
        waiting_.pop();
        changed_.notify_all();
    }
}

}  // namespace sluice
