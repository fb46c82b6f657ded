#include "pipeline/isolated/workers.hpp"

#include "pipeline/files/bytes.hpp"

#include <utility>

namespace sluice::isolated {

Workers::Workers(std::vector<std::string> command, std::size_t most_idle, Start start)
    : command_(std::move(command)), most_idle_(most_idle), places_(static_cast<std::ptrdiff_t>(most_idle)) {
    if (start == Start::when_asked) return;
    idle_.push_back(std::make_unique<Process>(command_));
    unfiltered_ = idle_.back()->unfiltered();
}
Workers::~Workers() = default;

void Workers::limit_memory(std::size_t bytes, bool give_back) {
    most_memory_ = bytes;
    gives_back_ = give_back;
    if (give_back) segments.give_back();
}

std::unique_ptr<Process> Workers::idle() {
    const std::lock_guard lock(mutex_);
    while (!idle_.empty()) {
        std::unique_ptr<Process> process = std::move(idle_.back());
        idle_.pop_back();
        if (!process->channel().closed()) return process;  // else somebody has ended it: no file's fault
        segments.forget(process->id());
    }
    return nullptr;
}

std::unique_ptr<Process> Workers::ready() {
    std::unique_ptr<Process> process = idle();
    return process ? std::move(process) : std::make_unique<Process>(command_);
}

Workers::Lease Workers::any() { return {*this, ready(), false}; }

Workers::Lease Workers::of_stdin() {
    stdin_mutex_.lock();
    try {
        if (!of_stdin_ && began_stdin_) throw_input("its data was lost with its decoder");
        if (!of_stdin_) of_stdin_ = ready();
        began_stdin_ = true;
        return {*this, std::move(of_stdin_), true};
    } catch (...) {
        stdin_mutex_.unlock();
        throw;
    }
}

Workers::Lease::~Lease() {
    if (reads_stdin_) {
        workers_.of_stdin_ = std::move(process_);
        workers_.stdin_mutex_.unlock();
    } else if (process_) {
        const std::lock_guard lock(workers_.mutex_);
        if (workers_.idle_.size() < workers_.most_idle_) workers_.idle_.push_back(std::move(process_));
    }
    if (process_) lose();
}

std::string Workers::Lease::lose() {
    const pid_t id = process_->id();
    std::string ending = process_->ending();
    workers_.segments.forget(id);
    process_.reset();
    return ending;
}

}  // namespace sluice::isolated
