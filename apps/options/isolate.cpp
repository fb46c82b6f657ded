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

void add_isolate_option(po::options_description& options) {
    options.add_options()(
        "isolate",
        "decode in separate processes that cannot open files: if a decoder crashes, hangs or "
        "takes too much memory, only its file fails");
}

WorkerCommand this_program() { return {"/proc/self/exe", worker_mark}; }

Isolation::Isolation(const Arguments& arguments, std::size_t jobs, const WorkerCommand& worker)
    : jobs_(jobs), stages_(builtin_stages()) {
    if (!arguments.has("isolate")) return;
    try {
        workers_ = std::make_unique<isolated::Workers>(worker, jobs);
    } catch (const Error& error) {
        throw wrong_arguments(arguments, "--isolate: " + error.message());
    }
    if (!doubt().empty()) arguments.messages.warning(doubt());
    stages_ = isolated::isolated_stages(builtin_stages(), *workers_);
}

std::string Isolation::doubt() const {
    if (!workers_ || workers_->unfiltered().empty()) return "";
    return "--isolate: decoders are not prevented from opening files: " + workers_->unfiltered();
}

MemoryLimit Isolation::share(MemoryLimit limit) const {
    if (!workers_ || !limit) return limit;
    const std::size_t own = std::min(limit.pictures / 2, jobs_ * of_a_worker);
    limit.pictures -= own;
    limit.beside += own;
    workers_->limit_memory(limit.left(), !limit.by_default);
    return limit;
}

bool is_decoding_worker(const std::vector<std::string>& words) {
    return words == std::vector<std::string>{worker_mark};
}
int serve_as_decoding_worker() { return isolated::serve(builtin_stages()); }

}  // namespace sluice::apps
