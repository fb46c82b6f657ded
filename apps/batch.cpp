// sluice batch: a folder of pictures through a pipeline.
#include "apps/batch/checks.hpp"
#include "apps/batch/compile_helper.hpp"
#include "apps/batch/dry_run.hpp"
#include "apps/batch/inputs.hpp"
#include "apps/batch/observers.hpp"
#include "apps/batch/pipeline.hpp"
#include "apps/batch/progress.hpp"
#include "apps/batch/text.hpp"
#include "apps/command.hpp"
#include "apps/compiling.hpp"
#include "apps/interrupt.hpp"
#include "apps/options/device.hpp"
#include "apps/options/memory_limit.hpp"
#include "apps/options/offered.hpp"
#include "apps/options/overwrite.hpp"
#include "apps/options/pipeline.hpp"
#include "apps/report/facts.hpp"
#include "apps/report/glimpse.hpp"
#include "apps/report/page.hpp"
#include "apps/terminal/terminal.hpp"
#include "pipeline/batch/compile_ahead.hpp"
#include "pipeline/batch/fingerprint.hpp"
#include "pipeline/batch/job.hpp"
#include "pipeline/batch/manifest.hpp"
#include "pipeline/core/message.hpp"
#include "pipeline/core/printable.hpp"
#include "pipeline/sluice/plan.hpp"

#include <algorithm>
#include <optional>
#include <thread>

namespace sluice::apps {
namespace {

constexpr std::size_t most_threads = 1024;
constexpr std::size_t most_in_flight = 64;

template <class T>
T choice(const Arguments& arguments, const std::string& option,
         const std::vector<std::pair<std::string, T>>& choices) {
    std::vector<std::string> names;
    for (const auto& [name, value] : choices) {
        if (arguments.text(option) == name) return value;
        names.push_back(name);
    }
    throw wrong_arguments(arguments, "--" + option + ": " + in_quotes(arguments.text(option)) +
                                         " is none of " + listed(names) +
                                         did_you_mean(arguments.text(option), names));
}

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

Job read_job(const Arguments& arguments) {
    StepsOptions steps;
    steps.workers = arguments.has("jobs") ? whole_number(arguments, "jobs", 1, most_threads) : cores();
    steps.in_flight = whole_number(arguments, "in-flight", 1, most_in_flight);
    steps.stop_on_failure = choice<bool>(arguments, "on-error", {{"skip", false}, {"stop", true}});
    steps.stop = interrupted_by_user;
    const auto overwrite = overwrite_option(arguments);
    const PlanOptions plan{.observe = {}, .storage = storage_choice(arguments)};
    // The pipeline first: a wrong one ends all before a file is looked at.
    std::optional<GivenStatistics> given;
    if (arguments.has("stats-from")) before_work([&] { given.emplace(arguments.text("stats-from")); });
    FilePipeline pipeline = batch_pipeline(arguments, given ? &*given : nullptr);
    const Overwrite replace = overwrite.value_or(overwrite_of(pipeline));
    Job job{std::move(pipeline), batch_files(arguments), replace, std::move(steps), plan};
    job.copy_unchanged = choice<bool>(arguments, "unchanged", {{"copy", true}, {"encode", false}});
    if (given) job.expect = [given](const ImageFormat& picture) { given->expect(picture); };
    return job;
}

bool is_minmax(const Arguments& arguments) {
    return !arguments.has("pipeline") && !arguments.has("set") && !arguments.has("stats-from") &&
           arguments.has("normalize") && arguments.text("normalize") == "minmax";
}

void summarize(const Summary& summary, std::size_t full_range, Overwrite overwrite, bool resumable,
               const Messages& messages) {
    if (summary.abandoned > 0)
        messages.note("temporary files that a killed run had left were removed: " +
                      std::to_string(summary.abandoned));
    messages.note(summary_line(summary));
    if (overwrite == Overwrite::skip && summary.skipped > 0)
        messages.note("--overwrite skip: results that exist were left as they are and count as done");
    for (const std::string& lost : summary.lost) messages.warning(lost + ": the run went on without it");
    if (full_range > 0)
        messages.note(
            std::to_string(full_range) + " of " + std::to_string(summary.done) +
            " images already spanned the full range, and minmax left them as they were; --normalize "
            "percentile, or no --normalize, stretches them too");
    for (const Summary::Failure& failure : summary.failures)
        messages.error("failed: " + printable(failure.input) + ": " + failure.reason);
    if (summary.left > 0)
        messages.error(what_left_files(summary) + ": " + std::to_string(summary.left) +
                       " files were not begun" +
                       (resumable ? "; the same command with --resume does them"
                                  : "; the same command with --overwrite skip does them"));
}

void tell_doubtful(const Arguments& arguments, const Record& record) {
    const std::vector<std::size_t>& lines = record.doubtful();
    if (lines.empty()) return;
    arguments.messages.warning(arguments.text("manifest") + ": " +
                               (lines.size() == 1 ? "line " + std::to_string(lines[0]) + " is"
                                                  : std::to_string(lines.size()) + " lines (the first is " +
                                                        std::to_string(lines[0]) + ") are") +
                               " not as a run of this version wrote " + (lines.size() == 1 ? "it" : "them") +
                               ": --resume does not go by " + (lines.size() == 1 ? "it" : "them"));
}

// For files that no device was asked to do. Of several, none can be named.
std::string only_device(const DeviceGroup& devices) {
    return devices.open.size() + devices.closed.size() > 1 ? "" : devices.open.front().facts().name;
}

// A picture that was to go to standard output, and nobody reads it.
bool is_unread(const Job& job, const Summary& summary) {
    return summary.failed > 0 && job.files.front().output == "-" && stdout_is_closed();
}

int run(const Arguments& arguments) {
    if (!is_compile_helper()) watch_interrupts();
    Job job = read_job(arguments);
    check_files(arguments, job);
    // The limit is measured with all of them open, and forecasts go by the facts of each.
    const DeviceGroup devices = pick_devices(arguments, arguments.has("limit-memory"));
    if (is_compile_helper()) {
        compile_ahead(job, devices.open.front());
        return Exit::all_done;
    }
    job.memory = memory_limit(arguments, devices.open.size());
    const std::string options = fingerprint(job.pipeline, job.copy_unchanged);
    const bool resume = arguments.has("resume");
    // What it says of results that stay is not lost.
    const bool goes_on = resume || (job.overwrite == Overwrite::skip && arguments.has("manifest") &&
                                    arguments.text("manifest") != "-");
    if (arguments.has("dry-run")) {
        Record record;
        if (resume) before_work([&] { record = Record::read(arguments.text("manifest"), options); });
        tell_doubtful(arguments, record);
        job.record = &record;
        tell_what_is_done(arguments, job.pipeline.graph());
        return dry_run(job, devices.open.front(), arguments.messages);
    }

    std::optional<Page> page;
    if (arguments.has("report"))
        before_work([&] { page.emplace(arguments.text("report"), report_facts(arguments, job)); });
    if (page) job.glimpse = glimpse;
    std::optional<Manifest> manifest;
    if (arguments.has("manifest"))
        before_work([&] {
            manifest.emplace(arguments.text("manifest"), only_device(devices), options,
                             goes_on ? Manifest::Begin::go_on : Manifest::Begin::anew);
        });
    if (resume) job.record = &manifest->record();
    if (resume) tell_doubtful(arguments, manifest->record());
    const bool to_stdout = manifest && arguments.text("manifest") == "-";
    tell_what_is_done(arguments, job.pipeline.graph());
    std::optional<Progress> progress(std::in_place, arguments.messages, job.files, is_minmax(arguments));
    Observers observers(*progress, manifest, to_stdout, page);
    start_compile_helper(arguments, job, devices.open.front());
    const CompilingNote note(arguments.messages, devices.open.front());
    const Summary summary = run_batch(job, devices, observers);
    progress->tell_rest();
    const std::size_t full_range = progress->full_range();
    progress.reset();
    if (is_unread(job, summary)) throw OutputClosed();
    summarize(summary, full_range, job.overwrite, manifest && !to_stdout, arguments.messages);
    tell_peak_memory(arguments);
    if (page) page->complete(summary);
    if (summary.interrupted) return Exit::interrupted;
    return summary.failed > 0 ? Exit::some_failed : Exit::all_done;
}

}  // namespace

Command batch_command() {
    Command command{
        .name = "batch",
        .words = "INPUT... -o DIR",
        .summary = "Puts folders of pictures through a pipeline; by default their contrast is stretched.",
        .details =
            "An INPUT is a file, a folder, or - for stdin. Results mirror the tree of the inputs and appear\n"
            "complete or not at all; formats that cannot be written (GIF, PSD) become PNG. A file that "
            "fails\n"
            "does not stop the others.\n\n"
            "Without --normalize and --pipeline the percentiles 0.5 and 99.5 of all channels together go to "
            "black\n"
            "and white; --normalize minmax goes from the minimum to the maximum of each channel. A file "
            "whose\n"
            "picture stays as it is, in the same format, is copied byte for byte (see --unchanged).\n\n"
            "After an interrupt, a crash or a kill, the same command with --resume (and --manifest, from the "
            "first\n"
            "run on) does what is left. A result is kept when the manifest says that it was done with the "
            "same\n"
            "pipeline and options, and size and time of input and result are still those. All else is done "
            "anew,\n"
            "results too that were changed since, or that no line vouches for. What was in the place of a "
            "result\n"
            "before the first run began is not the run's own: --overwrite says what becomes of it.",
        .min_words = 0,
        .max_words = std::string::npos,
        .run = run};
    const auto text = [](const char* name) { return po::value<std::string>()->value_name(name); };
    add_file_options(command.options);
    add_pipeline_options(command.options);
    add_set_option(command.options);
    add_overwrite_option(command.options);
    command.options.add_options()  //
        ("on-error", offered("WHAT", {"skip", "stop"})->default_value("skip"),
         "skip the file, or stop after it")  //
        ("unchanged", offered("HOW", {"copy", "encode"})->default_value("copy"),
         "copy the files of pictures that stay as they are, or encode them again")                      //
        ("manifest", text("FILE"), "write what became of each file, a line of JSON each; - is stdout")  //
        ("resume",
         "go on with the run that wrote --manifest FILE: what is done and unchanged is left as it is")  //
        ("durable", "results that are done would survive a power failure (fsync)")                      //
        ("report", text("FILE"),
         "write a page (.html) with every picture before and after, what failed, and where time went")  //
        ("dry-run", "show what would be done")                                                          //
        ("jobs,j", text("N"), "threads that decode and encode; default: one for each core")             //
        ("in-flight", text("N")->default_value("2"), "pictures on the device at once")                  //
        ("stats-from", text("FILE"), "numbers for --normalize from sluice stats --json --dataset")      //
        ("limit-memory", text("SIZE"),
         "memory that the program may take, such as 2G: pictures wait for room, go in strips, or fail");
    add_device_options(command.options, true);
    return command;
}

}  // namespace sluice::apps
