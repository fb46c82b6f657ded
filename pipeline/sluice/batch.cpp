#include "pipeline/sluice/batch.hpp"

#include "pipeline/batch/compile_ahead.hpp"
#include "pipeline/batch/fingerprint.hpp"
#include "pipeline/batch/job.hpp"
#include "pipeline/batch/journal.hpp"
#include "pipeline/batch/manifest.hpp"
#include "pipeline/batch/preview.hpp"
#include "pipeline/batch/record.hpp"
#include "pipeline/batch/shard.hpp"
#include "pipeline/core/hash.hpp"
#include "pipeline/device/forked.hpp"
#include "pipeline/graph/chain_text.hpp"
#include "pipeline/run/process_memory.hpp"
#include "pipeline/run/saved_files.hpp"
#include "pipeline/sluice/batch/archives.hpp"
#include "pipeline/sluice/batch/before_work.hpp"
#include "pipeline/sluice/batch/checks.hpp"
#include "pipeline/sluice/batch/inputs.hpp"
#include "pipeline/sluice/batch/job_of_batch.hpp"
#include "pipeline/sluice/batch/joining.hpp"
#include "pipeline/sluice/batch/options.hpp"
#include "pipeline/sluice/batch/watch.hpp"
#include "pipeline/sluice/no_effect.hpp"

#include <algorithm>
#include <system_error>
#include <utility>

namespace sluice {
namespace {

BatchOptions checked(BatchOptions options) {
    batch_options().check(options, [](const std::string& option, const std::string& fault) {
        throw Error(Error::Kind::usage, "batch", Remedy{option} + ": " + fault);
    });
    failures_allowed(options, 0);
    return options;
}

StepsOptions steps_of(const BatchOptions& options) {
    StepsOptions steps;
    steps.workers = workers_of(options);
    steps.in_flight = options.in_flight;
    steps.spelling = options.spelling;
    return steps;
}

Graph with_options(Graph graph, const BatchOptions& options, const Registry& stages) {
    graph = wrapped(std::move(graph), stages);
    for (const auto& [name, value] : options.set) graph.set(name, value);
    return graph;
}

FilePipeline pipeline_of(const Graph& graph, const BatchOptions& options, const Registry& stages) {
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
    for (const FileNode& node : file_nodes(pipeline.graph().nodes))
        if (*node.id == pipeline.sinks().front().id) return overwrite_of(node).value_or(Overwrite::never);
    return Overwrite::never;
}

std::vector<std::string> texts(const std::vector<std::filesystem::path>& paths) {
    std::vector<std::string> all;
    for (const auto& path : paths) all.push_back(path.string());
    return all;
}

Job job_of(FilePipeline pipeline, const BatchOptions& options) {
    const Overwrite overwrite = options.overwrite.value_or(overwrite_of(pipeline));
    Job job{std::move(pipeline), {}, overwrite, steps_of(options), PlanOptions{.storage = options.storage}};
    // An array of the input may have other axes than those that are joined.
    job.copy_unchanged = options.unchanged == Unchanged::copy && options.shard_size == 0;
    job.device_timeout = options.device_timeout;
    job.expect = options.expect;
    job.glimpse = options.glimpse;
    return job;
}

std::vector<std::filesystem::path> other_manifests(const BatchOptions& options) {
    if (options.resume_from.empty()) return {};
    std::vector<std::filesystem::path> others = manifests_at(options.resume_from);
    std::erase_if(others, [&](const std::filesystem::path& other) {
        std::error_code fault;
        return std::filesystem::equivalent(other, options.manifest, fault);
    });
    return others;
}

// Files with the same parameters share a variant of the pipeline.
void set_for_each(Job& job, const Graph& graph, const BatchOptions& options) {
    if (!options.set_for) return;
    std::map<std::string, std::size_t> variants;  // by their marks
    for (std::size_t i = 0; i < job.files.size(); ++i) {
        const BatchFile file = job.files[i];
        if (!file.fault.empty()) continue;
        try {
            const std::map<std::string, Value> set = options.set_for(file.input);
            if (set.empty()) continue;
            Hash hash;
            for (const auto& [name, value] : set) {
                hash.add(name);
                hash.add(text(value));
            }
            const std::string mark = "-" + hash.text();
            std::size_t& variant = variants[mark];
            if (variant == 0) {
                Graph own = graph;
                for (const auto& [name, value] : set) own.set(name, value);
                variant = job.pipeline.vary(own);
            }
            job.files.set_variant(i, variant, mark);
        } catch (const Error& error) {
            job.files.set_fault(i, error.text());
        }
    }
}

// A manifest can be resumed from where it is a file.
Record earlier_runs(const BatchOptions& options, const std::string& fingerprint) {
    Record record;
    if (!options.resume) return record;
    before_work([&] {
        record = Record::read(options.manifest, fingerprint);
        for (const std::filesystem::path& other : other_manifests(options)) record.read_other(other);
    });
    return record;
}

void say(const BatchOptions& options, LogMessage::Severity severity, const Wording& text) {
    if (options.log) options.log({severity, "", text.in(options.spelling)});
}

void tell_doubtful(const BatchOptions& options, const Record& record) {
    for (const auto& [manifest, lines] : record.doubtful()) {
        const bool one = lines.size() == 1;
        say(options, LogMessage::Severity::warning,
            manifest.string() + ": " +
                (one ? "line " + std::to_string(lines[0]) + " is"
                     : std::to_string(lines.size()) + " lines (the first is " + std::to_string(lines[0]) +
                           ") are") +
                " not as this version wrote " + (one ? "it" : "them") + ": " + Remedy{"resume"} +
                " ignores " + (one ? "it" : "them"));
    }
}

// What a manifest says of files that no device was asked to do: of several, none can be named.
std::string only_device(const DeviceGroup& devices) {
    return devices.open.size() + devices.closed.size() > 1 ? "" : devices.open.front().facts().name;
}

// What the limit leaves for images, and for nobody else.
MemoryLimit memory_of(const BatchOptions& options, std::size_t devices) {
    const auto asked = static_cast<std::int64_t>(options.limit_memory);
    MemoryLimit limit;
    try {
        limit = memory_limit_of_process(options.limit_memory, devices);
    } catch (const Error& error) {
        throw Error(error.kind(), "batch", Remedy{"limit_memory", asked} + ": " + error.message());
    }
    if (!options.set_aside || !limit) return limit;
    const std::size_t other = std::min(options.set_aside(limit.left(), asked > 0), limit.pictures / 2);
    limit.pictures -= other;
    limit.beside += other;
    return limit;
}

// Of nodes whose path is open, the files of the batch.
void warn_of_options_without_effect(const Job& job, const BatchOptions& options) {
    const std::vector<FileSink>& sinks = job.pipeline.sinks();
    const std::vector<std::string>& sources = job.pipeline.sources();
    const auto paths_of = [&](const FileNode& node, const std::function<void(std::string_view)>& take) {
        for (std::size_t sink = 0; sink < sinks.size(); ++sink)
            for (std::size_t i = 0; sinks[sink].id == *node.id && i < job.files.size(); ++i)
                take(job.files.output(i, sink));
        const bool reads_input = std::find(sources.begin(), sources.end(), *node.id) != sources.end();
        for (std::size_t i = 0; reads_input && i < job.files.size(); ++i) take(job.files.input(i));
    };
    for (const Wording& text : options_without_effect(file_nodes(job.pipeline.graph().nodes), paths_of))
        say(options, LogMessage::Severity::warning, text);
}

}  // namespace

MemoryLimit open_within_limit(DeviceGroup& devices, const BatchOptions& options) {
    if (options.limit_memory > 0) devices.open_all();  // forecasts go by the facts of each
    return memory_of(options, devices.open.size());
}

Summary JobOfBatch::run(const Batch& batch, const RunJob& run_job, const std::stop_token& stop) {
    return batch.run(run_job, "", stop);
}

struct SLUICE_HIDDEN Batch::State {
    State(const Graph& pipeline, const std::vector<std::filesystem::path>& inputs,
          const std::filesystem::path& output, BatchOptions options_, const Registry& stages)
        : options(checked(std::move(options_))),
          shard(shard_from(options.shard)),
          graph(with_options(pipeline, options, stages)),
          // The pipeline first: a wrong one ends all before a file is looked at.
          job(job_of(pipeline_of(graph, options, stages), options)),
          fingerprint(sluice::fingerprint(job.pipeline, job.copy_unchanged)) {
        options.overwrite = job.overwrite;
        FilesOfBatch found =
            batch_files(texts(inputs), output.string(), options, shard, job.pipeline.sinks());
        job.files = found.files;
        check_files(job, output.string(), options);
        if (!shard.is_all()) job.files = found.of_shard();
        folders =
            options.shard_size > 0 ? joined_folders(job.files, output.string()) : archive_folders(job.files);
        if (options.shard_size > 0)
            check_joined(job.files, folders, joined_folders(found.files, output.string()), output.string());
        note_sizes(job.files);
        warn_of_options_without_effect(job, options);
        job.steps.most_failures =
            failures_allowed(options, job.files.size()).value_or(job.steps.most_failures);
    }

    BatchOptions options;
    Shard shard;
    Graph graph;
    Job job;  // without `memory` and what belongs to a run
    std::string fingerprint;
    ResultFolders folders;  // that become files
};

namespace {

// The manifest of a run and what goes with it.
struct Records {
    Records(const BatchOptions& options, const std::string& fingerprint, const std::string& device,
            const Shard& shard, std::size_t files) {
        if (options.manifest.empty()) return;
        // What it says of results that stay is not lost.
        const bool goes_on = options.resume || options.overwrite == Overwrite::skip;
        before_work([&] {
            manifest.emplace(options.manifest, device, fingerprint,
                             goes_on ? Manifest::Begin::go_on : Manifest::Begin::anew);
            if (options.resume) manifest->go_on_from(other_manifests(options));
            manifest->tell_shard(shard, files);
        });
        if (options.manifest != "-" && std::filesystem::is_regular_file(options.manifest))
            before_work([&] {
                journal.emplace(options.manifest.string() + ".begun",
                                options.resume ? Journal::Begin::go_on : Journal::Begin::anew);
            });
        if (options.resume) tell_doubtful(options, manifest->record());
    }

    std::optional<Manifest> manifest;
    std::optional<Journal> journal;
};

}  // namespace

Batch::Batch(const Graph& pipeline, const std::vector<std::filesystem::path>& inputs,
             const std::filesystem::path& output, BatchOptions options, const Registry& stages)
    : state_(std::make_shared<const State>(pipeline, inputs, output, std::move(options), stages)) {}

Batch::Batch(const Graph& pipeline, const std::vector<std::filesystem::path>& inputs,
             const std::filesystem::path& output)
    : Batch(pipeline, inputs, output, options_in(pipeline)) {}

const Batch::State& Batch::state() const {
    if (state_ == nullptr) throw Error(Error::Kind::usage, "batch", "is empty, because it was moved from");
    return *state_;
}

const BatchFiles& Batch::files() const { return state().job.files; }
const BatchOptions& Batch::options() const { return state().options; }
std::string Batch::pipeline() const { return chain_text(state().job.pipeline.graph()); }

BatchPreview Batch::preview(const Device& device) const {
    const State& own = state();
    Job job = own.job;
    job.memory = memory_of(own.options, 1);
    const Record record = earlier_runs(own.options, own.fingerprint);
    tell_doubtful(own.options, record);
    job.record = &record;
    BatchPreview preview{preview_batch(job, device.facts())};
    if (own.options.limit_memory == 0) return preview;
    preview.room = job.memory.left();
    preview.beside = job.memory.beside;
    return preview;
}

void Batch::warm_up(const Device& device, const std::stop_token& stop) const {
    Job job = state().job;
    job.memory = memory_of(state().options, 1);
    job.steps.stop = stop;
    compile_ahead(job, device);
}

Summary Batch::run(const Device& device, const std::stop_token& stop) const {
    return run(DeviceGroup{{device}}, stop);
}

Summary Batch::run(DeviceGroup devices, const std::stop_token& stop) const {
    refuse_forked();
    const BatchOptions& options = state().options;
    if (devices.open.empty()) throw Error(Error::Kind::usage, "batch", "no device of the group is open");
    const MemoryLimit memory = open_within_limit(devices, options);
    return run(
        [&](Job& job, Observer& watch) {
            job.memory = memory;
            return run_batch(job, devices, watch);
        },
        only_device(devices), stop);
}

Summary Batch::run(const std::function<Summary(Job&, Observer&)>& run_job, const std::string& device,
                   const std::stop_token& stop) const {
    const BatchOptions& options = state().options;
    Job job = state().job;
    job.steps.stop = stop;
    set_for_each(job, state().graph, options);
    Records records(options, state().fingerprint, device, state().shard, job.files.size());
    if (records.journal) job.journal = &*records.journal;
    if (options.resume) job.record = &records.manifest->record();
    Packer packer(state().folders, job.files,
                  options.shard_size > 0 ? packing_of_joined(job) : packing_of_archives(job));
    const auto watch = std::make_shared<BatchWatch>(options, job.files,
                                                    records.manifest ? &*records.manifest : nullptr, packer);
    if (options.log) job.log = [watch](const LogMessage& message) { watch->say(message); };
    Summary summary = run_job(job, *watch);
    watch->end();
    for (const Wording& text :
         packer.finish(summary, failures_allowed(options, job.files.size()).value_or(0)))
        say(options, LogMessage::Severity::warning, text);
    if (summary.abandoned > 0)
        say(options, LogMessage::Severity::note,
            "removed temporary files of killed runs: " + std::to_string(summary.abandoned));
    for (const std::string& lost : summary.lost)
        say(options, LogMessage::Severity::warning, lost + "; the run continued without it");
    return summary;
}

}  // namespace sluice
