#include "pipeline/run/build_kernels.hpp"

#include "pipeline/device/watch.hpp"
#include "pipeline/graph/kernel/own_names.hpp"
#include "pipeline/run/cores.hpp"

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <exception>
#include <mutex>
#include <optional>
#include <thread>
#include <utility>
#include <variant>
#include <vector>

namespace sluice {
namespace {

std::vector<std::size_t> missing(const ExecutionPlan& plan, const Kernels& kernels) {
    std::vector<std::size_t> steps;
    for (std::size_t i = 0; i < plan.steps.size(); ++i)
        if (std::holds_alternative<Launch>(plan.steps[i]) && kernels.count(i) == 0) steps.push_back(i);
    return steps;
}

struct Timed {
    Kernel kernel;
    double seconds;
};

// What is wrong in the text of a stage that was read from a file is its author's mistake, not the device's:
// its first line, "vignette.cl:9:5: ...", without a column, which is another one in the file.
void refuse_text_of_stage(const ExecutionPlan& plan, const Error& error) {
    std::string what = error.message();
    what = what.substr(0, what.find('\n'));
    for (const Primitive& node : plan.graph.nodes) {
        const KernelCall* call = node.stage->call();
        if (!node.stage->read_from || call == nullptr || !call->function) continue;
        const std::string file = call->function(plan.graph.inputs_of(node)).file + ".cl";
        if (!what.starts_with(file + ":")) continue;
        const std::string rest = what.substr(file.size() + 1);
        const std::string line = rest.substr(0, rest.find_first_not_of("0123456789"));
        std::string said = rest.substr(std::min(rest.find(": "), rest.size()));
        const std::string renamed = own_name_end + std::string("'");
        for (std::size_t at = 0; (at = said.find(renamed, at)) != std::string::npos;)
            said.erase(at, renamed.size() - 1);
        const std::string& path = node.stage->read_from->file;
        throw Error(Error::Kind::usage, "", (path.empty() ? file : path) + ":" + line + said);
    }
}

Timed timed(const Device& device, const ExecutionPlan& plan, const Launch& launch) {
    const auto begun = std::chrono::steady_clock::now();
    try {
        Kernel kernel(device, launch.program->name, launch.program->source, launch.program->options,
                      launch.kernel, launch.stages);
        return {std::move(kernel),
                std::chrono::duration<double>(std::chrono::steady_clock::now() - begun).count()};
    } catch (const Error& error) {
        if (error.kind() == Error::Kind::device) refuse_text_of_stage(plan, error);
        throw;
    }
}

// Threads that take one step after the other.
class Building {
public:
    Building(const Device& device, const ExecutionPlan& plan, const std::vector<std::size_t>& steps)
        : device_(device), plan_(plan), steps_(steps), kernels_(steps.size()) {}

    bool run(std::size_t threads, const GoOn& go_on) {
        {
            std::vector<std::jthread> others;  // joined at the end of this scope, also where one cannot begin
            for (std::size_t i = 0; i < threads; ++i) others.emplace_back([this] { take_steps(); });
            try {
                watch(go_on);
            } catch (...) {
                const std::lock_guard lock(mutex_);
                stopped_ = true;
                throw;
            }
        }
        if (failure_) std::rethrow_exception(failure_);
        return !stopped_;
    }

    void give(Kernels& kernels, const Built& built) {
        for (std::size_t i = 0; i < steps_.size(); ++i) {
            if (!kernels_[i]) continue;
            kernels.emplace(steps_[i], std::move(kernels_[i]->kernel));
            if (built) built(std::get<Launch>(plan_.steps[steps_[i]]), kernels_[i]->seconds);
        }
    }

private:
    // Tells what is done until nothing more will be.
    void watch(const GoOn& go_on) {
        std::unique_lock lock(mutex_);
        const auto at_end = [&] { return done_ == taken_ && (stopped_ || taken_ == steps_.size()); };
        for (std::size_t told = 0;;) {  // which was told before the threads began
            changed_.wait(lock, [&] { return done_ != told || at_end(); });
            if (at_end()) return;
            told = done_;
            if (!go_on || stopped_) continue;
            lock.unlock();
            const bool goes_on = go_on(told, steps_.size());
            lock.lock();
            stopped_ = stopped_ || !goes_on;
        }
    }

    void take_steps() {
        for (;;) {
            std::size_t i = 0;
            {
                const std::lock_guard lock(mutex_);
                if (stopped_ || taken_ == steps_.size()) return;
                i = taken_++;
            }
            std::exception_ptr failure;
            try {
                kernels_[i] = timed(device_, plan_, std::get<Launch>(plan_.steps[steps_[i]]));
            } catch (...) {
                failure = std::current_exception();
            }
            const std::lock_guard lock(mutex_);
            ++done_;
            if (failure) stopped_ = true;
            if (failure && !failure_) failure_ = failure;
            changed_.notify_one();
        }
    }

    const Device& device_;
    const ExecutionPlan& plan_;
    const std::vector<std::size_t>& steps_;
    std::vector<std::optional<Timed>> kernels_;  // each written by one thread

    std::mutex mutex_;  // for what follows
    std::condition_variable changed_;
    std::size_t taken_ = 0, done_ = 0;
    bool stopped_ = false;
    std::exception_ptr failure_;
};

bool build_one_by_one(const Device& device, const ExecutionPlan& plan, const std::vector<std::size_t>& steps,
                      Kernels& kernels, const GoOn& go_on, const Built& built) {
    for (std::size_t i = 0; i < steps.size(); ++i) {
        if (go_on && !go_on(i, steps.size())) return false;
        const auto& launch = std::get<Launch>(plan.steps[steps[i]]);
        Timed made = timed(device, plan, launch);
        kernels.emplace(steps[i], std::move(made.kernel));
        if (built) built(launch, made.seconds);
    }
    return true;
}

}  // namespace

std::size_t missing_kernels(const ExecutionPlan& plan, const Kernels& kernels) {
    return missing(plan, kernels).size();
}

bool build_kernels(const Device& device, const ExecutionPlan& plan, Kernels& kernels, const GoOn& go_on,
                   const Built& built) {
    const std::vector<std::size_t> steps = missing(plan, kernels);
    if (steps.empty()) return true;
    const std::size_t threads = std::min(steps.size(), usable_cores());
    if (threads <= 1 || is_watched()) return build_one_by_one(device, plan, steps, kernels, go_on, built);
    if (go_on && !go_on(0, steps.size())) return false;
    Building building(device, plan, steps);
    const bool all = building.run(threads, go_on);
    building.give(kernels, built);
    return all;
}

}  // namespace sluice
