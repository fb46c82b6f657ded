#include "pipeline/sluice/batch.hpp"

#include "pipeline/batch/fingerprint.hpp"
#include "pipeline/batch/journal.hpp"
#include "pipeline/batch/manifest.hpp"
#include "pipeline/device/forked.hpp"
#include "pipeline/run/process_memory.hpp"
#include "pipeline/sluice/batch/before_work.hpp"
#include "pipeline/sluice/batch/checks.hpp"
#include "pipeline/sluice/batch/inputs.hpp"
#include "pipeline/sluice/batch/options.hpp"
#include "pipeline/sluice/batch/state.hpp"
#include "pipeline/sluice/batch/watch.hpp"

#include <utility>

namespace sluice {
namespace {

BatchOptions checked(BatchOptions options) {
    batch_options().check(options, [](const std::string& option, const std::string& fault) {
        throw Error(Error::Kind::usage, "batch", Remedy{option} + ": " + fault);
    });
    return options;
}

StepsOptions steps_of(const BatchOptions& options) {
    StepsOptions steps;
    steps.workers = workers_of(options);
    steps.in_flight = options.in_flight;
    steps.stop_on_failure = options.on_error == OnError::stop;
    steps.spelling = options.spelling;
    return steps;
}

FilePipeline pipeline_of(Graph graph, const BatchOptions& options, const Registry& stages) {
    graph = wrapped(std::move(graph), stages);
    for (const auto& [name, value] : options.set) graph.set(name, value);
    Diagnostics faults;
    FilePipeline pipeline(graph, stages, faults);
    faults.throw_if_errors();
    if (options.log)
        for (const Diagnostic& warning : faults)
            options.log({LogMessage::Severity::note, "", warning.text()});
    return pipeline;
}

// What the author of a pipeline wrote, where he did.
Overwrite overwrite_of(const FilePipeline& pipeline) {
    const CheckedGraph& graph = pipeline.graph();
    const Values& values = graph.nodes[graph.find(pipeline.sink()).value()].values;
    const auto value = values.find("overwrite");
    const auto* word = value == values.end() ? nullptr : std::get_if<std::string>(&value->second);
    return word == nullptr ? Overwrite::never : from_name<Overwrite>(*word).value_or(Overwrite::never);
}

std::vector<std::string> texts(const std::vector<std::filesystem::path>& paths) {
    std::vector<std::string> all;
    for (const auto& path : paths) all.push_back(path.string());
    return all;
}

Job job_of(FilePipeline pipeline, const std::vector<std::filesystem::path>& inputs,
           const std::filesystem::path& output, const BatchOptions& options) {
    const Overwrite overwrite = options.overwrite.value_or(overwrite_of(pipeline));
    Job job{std::move(pipeline), batch_files(texts(inputs), output.string(), options), overwrite,
            steps_of(options), PlanOptions{.storage = options.storage}};
    job.copy_unchanged = options.unchanged == Unchanged::copy;
    job.device_timeout = options.device_timeout;
    job.expect = options.expect;
    return job;
}

// The manifest of a run and what goes with it.
struct Records {
    Records(const Batch::State& batch, const DeviceGroup& devices) {
        const BatchOptions& options = batch.options;
        if (options.manifest.empty()) return;
        // What it says of results that stay is not lost.
        const bool goes_on = options.resume || batch.job.overwrite == Overwrite::skip;
        before_work([&] {
            manifest.emplace(options.manifest, only_device(devices), batch.fingerprint,
                             goes_on ? Manifest::Begin::go_on : Manifest::Begin::anew);
        });
        if (std::filesystem::is_regular_file(options.manifest))
            before_work([&] {
                journal.emplace(options.manifest.string() + ".begun",
                                options.resume ? Journal::Begin::go_on : Journal::Begin::anew);
            });
        if (options.resume) batch.tell_doubtful(manifest->record());
    }

    std::optional<Manifest> manifest;
    std::optional<Journal> journal;
};

}  // namespace

std::string only_device(const DeviceGroup& devices) {
    return devices.open.size() + devices.closed.size() > 1 ? "" : devices.open.front().facts().name;
}

Batch::State::State(const Graph& pipeline, const std::vector<std::filesystem::path>& inputs,
                    const std::filesystem::path& output, BatchOptions options_, const Registry& stages)
    : options(checked(std::move(options_))),
      // The pipeline first: a wrong one ends all before a file is looked at.
      job(job_of(pipeline_of(pipeline, options, stages), inputs, output, options)),
      fingerprint(sluice::fingerprint(job.pipeline, job.copy_unchanged)) {
    check_files(job, output.string(), options);
}

Record Batch::State::earlier_runs() const {
    Record record;
    if (options.resume) before_work([&] { record = Record::read(options.manifest, fingerprint); });
    tell_doubtful(record);
    return record;
}

void Batch::State::tell_doubtful(const Record& record) const {
    const std::vector<std::size_t>& lines = record.doubtful();
    if (lines.empty()) return;
    const bool one = lines.size() == 1;
    say(LogMessage::Severity::warning, options.manifest.string() + ": " +
                                           (one ? "line " + std::to_string(lines[0]) + " is"
                                                : std::to_string(lines.size()) + " lines (the first is " +
                                                      std::to_string(lines[0]) + ") are") +
                                           " not as this version wrote " + (one ? "it" : "them") + ": " +
                                           Remedy{"resume"} + " ignores " + (one ? "it" : "them"));
}

void Batch::State::say(LogMessage::Severity severity, const Wording& text) const {
    if (options.log) options.log({severity, "", text.in(options.spelling)});
}

Batch::Batch(const Graph& pipeline, const std::vector<std::filesystem::path>& inputs,
             const std::filesystem::path& output, BatchOptions options, const Registry& stages)
    : state_(std::make_shared<State>(pipeline, inputs, output, std::move(options), stages)) {}

Batch::Batch(const Graph& pipeline, const std::vector<std::filesystem::path>& inputs,
             const std::filesystem::path& output)
    : Batch(pipeline, inputs, output, options_in(pipeline)) {}

Batch::State& Batch::state() const {
    if (state_ == nullptr) throw Error(Error::Kind::usage, "batch", "is empty, because it was moved from");
    return *state_;
}

const std::vector<BatchFile>& Batch::files() const { return state().job.files; }

Summary Batch::run(const Device& device, const std::stop_token& stop) const {
    return run(DeviceGroup{{device}}, stop);
}

Summary Batch::run(DeviceGroup devices, const std::stop_token& stop) const {
    refuse_forked();
    const State& own = state();
    if (devices.open.empty()) throw Error(Error::Kind::usage, "batch", "no device of the group is open");
    if (own.options.limit_memory > 0) devices.open_all();  // forecasts go by the facts of each
    Job job = own.job;
    if (!job.memory) job.memory = memory_limit_of_process(own.options.limit_memory, devices.open.size());
    job.steps.stop = stop;
    Records records(own, devices);
    if (records.journal) job.journal = &*records.journal;
    if (own.options.resume) job.record = &records.manifest->record();
    const auto watch =
        std::make_shared<BatchWatch>(own.options, job.files, records.manifest ? &*records.manifest : nullptr);
    if (own.options.log) job.log = [watch](const LogMessage& message) { watch->say(message); };
    Summary summary = run_batch(job, devices, *watch);
    watch->end();
    if (summary.abandoned > 0)
        own.say(LogMessage::Severity::note,
                "removed temporary files of killed runs: " + std::to_string(summary.abandoned));
    for (const std::string& lost : summary.lost)
        own.say(LogMessage::Severity::warning, lost + "; the run continued without it");
    return summary;
}

}  // namespace sluice
