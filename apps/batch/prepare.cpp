#include "apps/batch/prepare.hpp"

#include "apps/batch/checks.hpp"
#include "apps/batch/given_statistics.hpp"
#include "apps/batch/inputs.hpp"
#include "apps/batch/observers.hpp"
#include "apps/batch/pipeline.hpp"
#include "apps/options/device.hpp"
#include "apps/options/device_timeout.hpp"
#include "apps/options/memory_limit.hpp"
#include "apps/options/one_of.hpp"
#include "apps/options/overwrite.hpp"
#include "apps/report/facts.hpp"
#include "apps/report/glimpse.hpp"
#include "pipeline/batch/fingerprint.hpp"

#include <algorithm>
#include <filesystem>
#include <thread>
#include <utility>
#include <vector>

namespace sluice::apps {
namespace {

constexpr std::size_t most_threads = 1024;
constexpr std::size_t most_in_flight = 64;

std::size_t cores() { return std::max(1u, std::thread::hardware_concurrency()); }

// Opens what an option names. Where that cannot be written, or read to go on, the argument was wrong, and
// nothing has been done.
template <class Open>
void before_work(Open open) {
    try {
        open();
    } catch (const Error& error) {
        if (error.kind() != Error::Kind::input) throw;
        throw Error(Error::Kind::usage, error.where(), error.message());
    }
}

// What the author of a pipeline wrote, where he did.
Overwrite overwrite_of(const FilePipeline& pipeline) {
    const CheckedGraph& graph = pipeline.graph();
    const Values& values = graph.nodes[graph.find(pipeline.sink()).value()].values;
    const auto value = values.find("overwrite");
    const auto* word = value == values.end() ? nullptr : std::get_if<std::string>(&value->second);
    return word == nullptr ? Overwrite::never : from_name<Overwrite>(*word).value_or(Overwrite::never);
}

std::size_t jobs(const Arguments& arguments) {
    return arguments.has("jobs") ? whole_number(arguments, "jobs", 1, most_threads) : cores();
}

Job read_job(const Arguments& arguments, const Registry& stages) {
    StepsOptions steps;
    steps.workers = jobs(arguments);
    steps.in_flight = whole_number(arguments, "in-flight", 1, most_in_flight);
    steps.stop_on_failure = one_of(arguments, "on-error", {"skip", "stop"}) == "stop";
    const auto overwrite = overwrite_option(arguments);
    const PlanOptions plan{.observe = {}, .storage = storage_choice(arguments)};
    // The pipeline first: a wrong one ends all before a file is looked at.
    std::optional<GivenStatistics> given;
    if (arguments.has("stats-from")) before_work([&] { given.emplace(arguments.text("stats-from")); });
    FilePipeline pipeline = batch_pipeline(arguments, stages, given ? &*given : nullptr);
    const Overwrite replace = overwrite.value_or(overwrite_of(pipeline));
    Job job{std::move(pipeline), batch_files(arguments), replace, std::move(steps), plan};
    job.copy_unchanged = one_of(arguments, "unchanged", {"copy", "encode"}) == "copy";
    if (given) job.expect = [given](const ImageFormat& picture) { given->expect(picture); };
    return job;
}

// For files that no device was asked to do. Of several, none can be named.
std::string only_device(const DeviceGroup& devices) {
    return devices.open.size() + devices.closed.size() > 1 ? "" : devices.open.front().facts().name;
}

}  // namespace

Batch::Batch(const Arguments& arguments, const WorkerCommand& worker)
    : isolation(arguments, jobs(arguments), worker),
      job(read_job(arguments, isolation.stages())),
      arguments_(arguments) {
    check_files(arguments, job);
    // The limit is measured with all of them open, and forecasts go by the facts of each.
    devices = pick_devices(arguments, arguments.has("limit-memory"));
    job.memory = isolation.share(memory_limit(arguments, devices.open.size()));
    job.device_timeout = device_timeout(arguments);
    fingerprint_ = fingerprint(job.pipeline, job.copy_unchanged);
}

Record Batch::earlier_runs() const {
    Record record;
    if (arguments_.has("resume"))
        before_work([&] { record = Record::read(arguments_.text("manifest"), fingerprint_); });
    tell_doubtful(record);
    return record;
}

void Batch::open_records() {
    if (arguments_.has("report")) {
        before_work([&] { page_.emplace(arguments_.text("report"), report_facts(arguments_, job)); });
        job.glimpse = glimpse;
    }
    if (!arguments_.has("manifest")) return;
    const bool resume = arguments_.has("resume");
    // What it says of results that stay is not lost.
    const bool goes_on = resume || (job.overwrite == Overwrite::skip && !manifest_to_stdout());
    before_work([&] {
        manifest_.emplace(arguments_.text("manifest"), only_device(devices), fingerprint_,
                          goes_on ? Manifest::Begin::go_on : Manifest::Begin::anew);
    });
    if (!manifest_to_stdout() && std::filesystem::is_regular_file(arguments_.text("manifest"))) {
        before_work([&] {
            journal_.emplace(arguments_.text("manifest") + ".begun",
                             resume ? Journal::Begin::go_on : Journal::Begin::anew);
        });
        job.journal = &*journal_;
    }
    if (!resume) return;
    job.record = &manifest_->record();
    tell_doubtful(manifest_->record());
}

Summary Batch::run(Observer& watcher) {
    Observers observers(watcher, manifest_, manifest_to_stdout(), page_);
    return run_batch(job, devices, observers);
}

void Batch::complete_page(const Summary& summary) {
    if (page_) page_->complete(summary);
}

bool Batch::manifest_to_stdout() const {
    return arguments_.has("manifest") && arguments_.text("manifest") == "-";
}

void Batch::tell_doubtful(const Record& record) const {
    const std::vector<std::size_t>& lines = record.doubtful();
    if (lines.empty()) return;
    arguments_.messages.warning(arguments_.text("manifest") + ": " +
                                (lines.size() == 1 ? "line " + std::to_string(lines[0]) + " is"
                                                   : std::to_string(lines.size()) + " lines (the first is " +
                                                         std::to_string(lines[0]) + ") are") +
                                " not as a run of this version wrote " + (lines.size() == 1 ? "it" : "them") +
                                ": --resume does not go by " + (lines.size() == 1 ? "it" : "them"));
}

}  // namespace sluice::apps
