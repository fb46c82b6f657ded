// sluice batch: a folder of pictures through a pipeline.
#include "apps/batch/compile_helper.hpp"
#include "apps/batch/dry_run.hpp"
#include "apps/batch/files.hpp"
#include "apps/batch/pipeline.hpp"
#include "apps/batch/prepare.hpp"
#include "apps/batch/progress.hpp"
#include "apps/batch/text.hpp"
#include "apps/command.hpp"
#include "apps/compiling.hpp"
#include "apps/interrupt.hpp"
#include "apps/options/declared.hpp"
#include "apps/options/device.hpp"
#include "apps/options/isolate.hpp"
#include "apps/options/memory_limit.hpp"
#include "apps/options/pipeline.hpp"
#include "apps/terminal/failures.hpp"
#include "apps/terminal/terminal.hpp"
#include "pipeline/batch/compile_ahead.hpp"
#include "pipeline/sluice/plan.hpp"

#include <optional>
#include <vector>

namespace sluice::apps {
namespace {

bool is_minmax(const Arguments& arguments) {
    return !arguments.has("pipeline") && !arguments.has("set") && !arguments.has("stats-from") &&
           arguments.has("normalize") && arguments.text("normalize") == "minmax";
}

void summarize(const Summary& summary, std::size_t full_range, Overwrite overwrite, bool resumable,
               const Messages& messages) {
    messages.note(summary_line(summary));
    if (overwrite == Overwrite::skip && summary.skipped > 0)
        messages.note("--overwrite skip: results that exist were left as they are and count as done");
    if (full_range > 0)
        messages.note(
            std::to_string(full_range) + " of " + std::to_string(summary.done) +
            " images already spanned the full range, and minmax left them as they were; --normalize "
            "percentile, or no --normalize, stretches them too");
    Failures failures(messages, "failed: ");
    for (const Summary::Failure& failure : summary.failures)
        failures.tell(failure.input, failure.reason, failure.output);
    failures.tell_rest();
    if (summary.left > 0)
        messages.error(what_left_files(summary) + ": " + std::to_string(summary.left) +
                       " files were not started" +
                       (resumable ? "; the same command with --resume does them"
                                  : "; the same command with --overwrite skip does them"));
}

// A picture that was to go to standard output, and nobody reads it.
bool is_unread(const Job& job, const Summary& summary) {
    return summary.failed > 0 && job.files.front().output == "-" && stdout_is_closed();
}

// The end of the process takes all memory of a driver at once. PoCL's compiler gives back what it read and
// made piece by piece, for 0.05 s.
void leave_open(const std::vector<Device>& devices) {
    [[maybe_unused]] static const auto* open = new std::vector<Device>(devices);
}

int run_batch(const Arguments& arguments) {
    if (!is_compile_helper()) watch_interrupts(arguments.messages.quiet);
    AskedBatch batch(arguments);
    leave_open(batch.devices.open);
    const Device& device = batch.devices.open.front();
    if (is_compile_helper()) {
        compile_ahead(batch.job(), device);
        return Exit::all_done;
    }
    if (arguments.has("dry-run")) {
        const Record record = batch.batch.state().earlier_runs();
        batch.job().record = &record;
        tell_what_is_done(arguments, batch.job().pipeline.graph());
        return dry_run(batch.job(), device, arguments.messages);
    }

    batch.open_records();
    tell_what_is_done(arguments, batch.job().pipeline.graph());
    std::optional<Progress> progress(std::in_place, arguments.messages, batch.batch.files(),
                                     is_minmax(arguments));
    start_compile_helper(arguments, batch.job(), device);
    const CompilingNote note(arguments.messages, device);
    const StopsOnInterrupt stop;
    const Summary summary = batch.run([&](const BatchProgress& at) { progress->hear(at); }, stop.token());
    progress->tell_rest();
    const std::size_t full_range = progress->full_range();
    progress.reset();
    if (is_unread(batch.job(), summary)) throw OutputClosed();
    const bool resumable = arguments.has("manifest") && arguments.text("manifest") != "-";
    summarize(summary, full_range, batch.job().overwrite, resumable, arguments.messages);
    tell_peak_memory(arguments);
    batch.complete_page(summary);
    // What was waited for no longer has failed.
    if (summary.interrupted || (interrupted_by_user() && summary.failed > 0)) return Exit::interrupted;
    return summary.failed > 0 ? Exit::some_failed : Exit::all_done;
}

}  // namespace

Command batch_command() {
    Command command{
        .name = "batch",
        .words = "INPUT... -o DIR",
        .summary = "Runs a pipeline on every image in a folder; by default, stretches the contrast.",
        .details =
            "An INPUT is a file, a folder, or - for stdin. The results mirror the folders of the inputs. "
            "They are written atomically, never in parts. Formats that sluice cannot write (GIF, PSD) "
            "become PNG. If a file fails, the others are still processed.\n\n"
            "Without --normalize and --pipeline, the percentiles 0.5 and 99.5 of all channels together "
            "become black and white. --normalize minmax stretches each channel from its minimum to its "
            "maximum. If an image and its format do not change, the file is copied byte for byte (see "
            "--unchanged).\n\n"
            "To be able to continue a run after Ctrl-C, a crash or a kill, give it a --manifest. The same "
            "command with --resume then processes the rest. It keeps a result if the manifest says that "
            "it was made with the same pipeline and options, and if the size and time of the input and "
            "the result have not changed since. Everything else is processed again. A result that existed "
            "before the first run is treated as --overwrite says.",
        .min_words = 0,
        .max_words = std::string::npos,
        .run = run_batch};
    const auto text = [](const char* name) { return po::value<std::string>()->value_name(name); };
    add_file_options(command.options);
    add_batch_options(command.options);
    add_pipeline_options(command.options);
    add_set_option(command.options);
    command.options.add_options()                                                          //
        ("durable", "wait for the disk (fsync), so that results survive a power failure")  //
        ("report", text("FILE"),
         "write a page (.html) that shows each image before and after, failures and times")  //
        ("dry-run", "show what would be done, and write nothing")                            //
        ("stats-from", text("FILE"), "statistics for --normalize, from sluice stats --json --dataset");
    add_isolate_option(command.options);
    add_device_spec(command.options, true);
    return command;
}

}  // namespace sluice::apps
