// sluice batch: a folder of pictures through a pipeline.
#include "apps/batch/compile_helper.hpp"
#include "apps/batch/dry_run.hpp"
#include "apps/batch/pipeline.hpp"
#include "apps/batch/prepare.hpp"
#include "apps/batch/progress.hpp"
#include "apps/batch/request.hpp"
#include "apps/batch/text.hpp"
#include "apps/command.hpp"
#include "apps/compiling.hpp"
#include "apps/interrupt.hpp"
#include "apps/options/about_arguments.hpp"
#include "apps/options/declared.hpp"
#include "apps/options/memory_limit.hpp"
#include "apps/options/pipeline.hpp"
#include "apps/terminal/bar.hpp"
#include "apps/terminal/failures.hpp"
#include "apps/terminal/terminal.hpp"
#include "pipeline/device/watch.hpp"
#include "pipeline/sluice/batch/options.hpp"
#include "pipeline/sluice/plan.hpp"

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <system_error>
#include <vector>

namespace sluice::apps {
namespace {

bool is_minmax(const BatchRequest& request) {
    return !request.pipeline && request.set.empty() && request.extras.stats_from.empty() &&
           request.extras.normalize == "minmax";
}

void summarize(const Summary& summary, std::size_t full_range, Overwrite overwrite, bool resumable,
               const Messages& messages) {
    messages.note(summary_line(summary));
    if (overwrite == Overwrite::skip && summary.skipped > 0)
        messages.note("--overwrite skip: results that exist were left as they are and count as done");
    if (calls_were_given_up())
        messages.note(("with " + Remedy{"isolate_device"} + ", only files at which a device hangs fail")
                          .in(on_command_line));
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
bool is_unread(const Batch& batch, const Summary& summary) {
    return summary.failed > 0 && batch.files().front().output == "-" && stdout_is_closed();
}

// What the terminal shows of the first look at the images. Their warnings and failures come with the second.
class Measuring : public StatsWatcher {
public:
    Measuring(const Messages& messages, const Batch& batch) : bar_(messages) {
        bar_.update([&](Position& at) {
            at.total = batch.files().size();
            for (const BatchFile& file : batch.files()) at.bytes += file.bytes;
        });
    }
    void finished(const FileStatistics& file, const std::vector<std::string>&) override {
        bar_.update([&](Position& at) {
            ++at.finished;
            std::error_code fault;
            const std::uintmax_t bytes = std::filesystem::file_size(file.path, fault);
            if (!fault) at.finished_bytes += bytes;
            if (file.format) at.pixels += static_cast<double>(file.format->pixels());
        });
    }
    bool stops() override { return interrupted_by_user(); }

private:
    Bar bar_;
};

bool measure(AskedBatch& asked, const Messages& messages) {
    if (!asked.series) return true;
    messages.note("measures " + std::to_string(asked.batch.files().size()) +
                  " images, then normalizes them by " +
                  (asked.request.extras.group_by.empty() ? "one range" : "one range for each group"));
    Measuring watcher(messages, asked.batch);
    return asked.measure(watcher);
}

// The end of the process takes all memory of a driver at once. PoCL's compiler gives back what it read and
// made piece by piece, for 0.05 s.
void leave_open(const std::vector<Device>& devices) {
    [[maybe_unused]] static const auto* open = new std::vector<Device>(devices);
}

int run_batch(const Arguments& arguments) {
    if (!is_compile_helper()) watch_interrupts(arguments.messages.quiet);
    AskedBatch asked(batch_request(arguments));
    const Batch& batch = asked.batch;
    leave_open(asked.devices.open);
    const Device* device = asked.devices.open.empty() ? nullptr : &asked.devices.open.front();
    if (is_compile_helper()) {
        batch.warm_up(*device);
        return Exit::all_done;
    }
    if (asked.request.dry_run) {
        tell_what_is_done(asked.request, asked.series ? asked.series->asked() : asked.pipeline);
        return about_arguments(arguments, [&] { return dry_run(batch, *device, arguments.messages); });
    }

    asked.open_page();
    if (!measure(asked, arguments.messages)) return Exit::interrupted;
    tell_what_is_done(asked.request, asked.series ? asked.series->asked() : asked.pipeline);
    std::optional<Progress> progress(std::in_place, arguments.messages, batch, is_minmax(asked.request));
    std::optional<CompilingNote> note;
    if (device != nullptr) {
        start_compile_helper(asked.request, batch, *device);
        note.emplace(arguments.messages, *device);
    }
    const StopsOnInterrupt stop;
    const Summary summary = asked.run([&](const BatchProgress& at) { progress->hear(at); }, stop.token());
    progress->tell_rest();
    const std::size_t full_range = progress->full_range();
    progress.reset();
    if (is_unread(batch, summary)) throw OutputClosed();
    const BatchOptions& options = batch.options();
    const bool resumable = !options.manifest.empty() && options.manifest != "-";
    summarize(summary, full_range, *options.overwrite, resumable, arguments.messages);
    tell_peak_memory(arguments, options.limit_memory);
    asked.complete_page(summary);
    // What was waited for no longer has failed.
    if (summary.interrupted || (interrupted_by_user() && summary.failed > 0)) return Exit::interrupted;
    const std::size_t allowed = failures_allowed(options, batch.files().size()).value_or(0);
    return summary.failed > allowed ? Exit::some_failed : Exit::all_done;
}

}  // namespace

Command batch_command() {
    Command command{
        .name = "batch",
        .words = "INPUT... -o DIR",
        .summary = "Runs a pipeline on every image in a folder; by default, stretches the contrast.",
        .details =
            "For example:\n"
            "  sluice batch photos -o better\n"
            "  sluice batch photos -o small --thumbnail 800 --format webp\n"
            "  sluice batch photos -o grey --pipeline \"grey | normalize\" --overwrite newer\n"
            "\n"
            "An INPUT is a file, a folder, or - for stdin. The results mirror the folders of the inputs. "
            "They are written atomically, never in parts. Formats that sluice cannot write (HEIC, raw, "
            "PSD) become PNG. If a file fails, the others are still processed.\n\n"
            "Without --normalize and --pipeline, batch stretches the contrast: the darkest 0.5 % of the "
            "values become black, the brightest 0.5 % become white, and hues do not shift. Options that "
            "change the images themselves, such as --thumbnail or --grey, switch this off. If an image and "
            "its format do not change, the file is copied byte for byte (see --unchanged).\n\n"
            "A run with --manifest keeps a record, so that it can be continued after Ctrl-C, a crash or a "
            "kill: the same command with --resume processes the rest. It keeps a result if it was made with "
            "the same pipeline and options, and if the input and the result have not changed since. "
            "Everything else is processed again. A result that existed before the first run is treated as "
            "--overwrite says.",
        .min_words = 0,
        .max_words = std::string::npos,
        .run = run_batch};
    add_options(command.options, batch_words().params());
    add_options(command.options, batch_extras().params());
    add_batch_options(command.options);
    add_stage_options(command.options, "load");
    add_stage_options(command.options, "save");
    add_change_options(command.options);
    return command;
}

}  // namespace sluice::apps
