#include "pipeline/run/host_thread.hpp"

#include "pipeline/device/clock.hpp"
#include "pipeline/run/pack.hpp"

#include <utility>

namespace sluice {
namespace {

// Said by the stage, whatever the function threw: the other frames go on.
std::exception_ptr failure_of(const std::string& stage, const std::exception_ptr& thrown) {
    const auto error = [&](const std::string& what) {
        return std::make_exception_ptr(Error(Error::Kind::input, stage, what));
    };
    try {
        std::rethrow_exception(thrown);
    } catch (const std::exception& e) {
        return error(e.what());
    } catch (...) {
        return error("its function threw what is no std::exception");
    }
}

}  // namespace

void HostTask::compute(Scratch& scratch) const {
    const auto packed = [&](const Image& image) -> HostImage& {
        HostImage& copy = scratch[image.number];
        ImageFormat format = image.staged.format;
        if (!(copy.format() == format)) copy = HostImage(format);
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

void HostTask::run(Scratch& scratch) noexcept {
    bool there = false;
    try {
        queue_.wait_all(call_.there, call_.node.id);
        there = !call_.skipped && (call_.before == nullptr || call_.before->computed_);
        if (there) compute(scratch);
        computed_ = there;
    } catch (...) {  // what the device failed at is told to those who wait for the frame
        if (there) failure_ = failure_of(call_.node.id, std::current_exception());
    }
    made_.complete();
    ended_ = true;
    ended_.notify_all();
}

void HostTask::wait() {
    queue_.wait_all(call_.there, call_.node.id);
    ended_.wait(false);
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
    HostTask::Scratch scratch;
    std::unique_lock lock(mutex_);
    for (;;) {
        changed_.wait(lock, [&] { return ends_ || !waiting_.empty(); });
        if (waiting_.empty()) return;
        const std::shared_ptr<HostTask> task = waiting_.front();
        lock.unlock();
        task->run(scratch);
        lock.lock();
        waiting_.pop();
        changed_.notify_all();
    }
}

}  // namespace sluice
