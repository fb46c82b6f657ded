#include "apps/options/isolate.hpp"

#include "pipeline/isolated/isolated_stages.hpp"
#include "pipeline/isolated/worker.hpp"
#include "pipeline/sluice/plan.hpp"

#include <algorithm>

namespace sluice::apps {
namespace {

constexpr const char* worker_mark = "--decoding-worker";

// Resident memory of a worker that waits, beside what it shares with the program.
constexpr std::size_t of_a_worker = std::size_t{16} << 20;

}  // namespace

const char* const isolate_help =
    "decode in separate processes that cannot open files: if a decoder crashes, hangs or takes too much "
    "memory, "
    "only its file fails";

const char* const isolate_device_help =
    "use the device in a separate process: if a kernel hangs or crashes there, only the file that it worked "
    "on fails; --device-timeout is then 300 s by default";

void add_isolate_option(po::options_description& options) { options.add_options()("isolate", isolate_help); }
void add_isolate_device_option(po::options_description& options) {
    options.add_options()("isolate-device", isolate_device_help);
}

WorkerCommand this_program() { return {"/proc/self/exe", worker_mark}; }

Isolation::Isolation(const Caller& caller, bool isolate, std::size_t jobs, const WorkerCommand& worker,
                     isolated::Workers::Start start)
    : spelling_(caller.spelling), stages_(builtin_stages()) {
    if (!isolate) {
        if (worker.empty()) return;
        workers_ = std::make_unique<isolated::Workers>(worker, jobs, isolated::Workers::Start::when_asked);
        stages_ = isolated::isolated_stages(builtin_stages(), *workers_, isolated::Isolated::dangerous);
        return;
    }
    own_ = jobs * of_a_worker;
    try {
        workers_ = std::make_unique<isolated::Workers>(worker, jobs, start);
    } catch (const Error& error) {
        throw wrong_arguments(caller, Remedy{"isolate"} + ": " + error.message());
    }
    if (!doubt().empty()) caller.messages.warning(doubt());
    stages_ = isolated::isolated_stages(builtin_stages(), *workers_);
}

std::string Isolation::doubt() const {
    if (!workers_ || workers_->unfiltered().empty()) return "";
    const Wording doubt =
        Remedy{"isolate"} + ": decoders are not prevented from opening files: " + workers_->unfiltered();
    return doubt.in(spelling_);
}

std::size_t Isolation::set_aside(std::size_t bytes, bool limited) const {
    if (!workers_) return 0;
    const std::size_t own = std::min(bytes / 2, own_);
    workers_->limit_memory(bytes - own, limited);
    return own;
}

MemoryLimit Isolation::share(MemoryLimit limit) const {
    if (!limit) return limit;
    const std::size_t own = set_aside(limit.left(), !limit.by_default);
    limit.pictures -= own;
    limit.beside += own;
    return limit;
}

bool is_decoding_worker(const std::vector<std::string>& words) {
    return words == std::vector<std::string>{worker_mark};
}
int serve_as_decoding_worker() { return isolated::serve(builtin_stages()); }

}  // namespace sluice::apps
