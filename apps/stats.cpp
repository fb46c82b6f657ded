// sluice stats: statistics of files, found on the device.
#include "apps/command.hpp"
#include "apps/compiling.hpp"
#include "apps/interrupt.hpp"
#include "apps/options/apart.hpp"
#include "apps/options/declared.hpp"
#include "apps/options/device.hpp"
#include "apps/options/isolate.hpp"
#include "apps/options/memory_limit.hpp"
#include "apps/options/pipeline.hpp"
#include "apps/stats/collect.hpp"
#include "apps/stats/merge.hpp"
#include "apps/stats/outlier_page.hpp"
#include "apps/terminal/bar.hpp"
#include "apps/terminal/failures.hpp"
#include "apps/terminal/warnings.hpp"
#include "apps/text_file.hpp"

#include "pipeline/core/printable.hpp"

#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace sluice::apps {
namespace {

// 0: unknown.
std::uintmax_t size_of(const std::filesystem::path& path) {
    std::error_code fault;
    const std::uintmax_t bytes = std::filesystem::file_size(path, fault);
    return fault ? 0 : bytes;
}

// What the terminal shows meanwhile.
class Shown : public StatsWatcher {
public:
    Shown(const Messages& messages, const Listing& listing)
        : messages_(messages), warnings_(messages), failures_(messages), bar_(messages) {
        bar_.update([&](Position& at) {
            at.total = listing.files.size() + listing.faults.size();
            for (const InputFile& file : listing.files) at.bytes += size_of(file.path);
        });
    }

    void finished(const FileStatistics& file, const std::vector<std::string>& warnings) override {
        warnings_.tell(file.path, warnings);
        if (!file.format) failures_.tell(file.path, file.error);
        bar_.update([&](Position& at) {
            ++at.finished;
            at.finished_bytes += size_of(file.path);
            if (file.format)
                at.pixels += static_cast<double>(file.format->pixels());
            else
                ++at.failed;
        });
        if (file.format) messages_.detail("done: " + printable(file.path));
    }
    bool stops() override { return interrupted_by_user(); }
    void reads_again(std::size_t files) override {
        messages_.detail("reads " + std::to_string(files) + " files again, for exact percentiles of all");
        bar_.update([&](Position& at) { at.total += files; });
    }
    void read_again(const std::string& path) override {
        bar_.update([&](Position& at) { ++at.finished; });
        messages_.detail("read again: " + printable(path));
    }
    void tell_rest() {
        warnings_.tell_rest();
        failures_.tell_rest();
    }

private:
    const Messages& messages_;
    Warnings warnings_;
    Failures failures_;
    Bar bar_;
};

// What the command alone has.
struct StatsWords {
    bool merge = false, partial = false;
    std::string output, report;
};
const Declared<StatsWords>& stats_words() {
    static const auto words =
        Declared<StatsWords>()
            .param("merge", &StatsWords::merge,
                   "merge files that --json --dataset wrote into one, as if all images had been measured at "
                   "once; the options are those of the files")
            .param("output", &StatsWords::output, "with --merge: the merged file; - is stdout", letter('o'),
                   shown_as("FILE"))
            .param("report", &StatsWords::report, "with --outliers: write a page (.html) that shows them",
                   shown_as("FILE"))
            .param("partial", &StatsWords::partial, "with --merge: some shards may be missing");
    return words;
}

// The page of outliers, where it is asked for.
void check_page(const Caller& caller, const StatsWords& words, const StatsRequest& request) {
    if (words.report.empty()) return;
    if (!request.wanted.quality)
        throw wrong_arguments(caller,
                              Remedy{"report"} + " shows outliers; it needs " + Remedy{"outliers", true});
    expect_writable(words.report);
}
void write_page(const StatsWords& words, const std::vector<QualityOfFile>& files, const StatsRequest& request,
                const Registry& stages) {
    if (words.report.empty()) return;
    write_text(words.report,
               outlier_page(outliers_among(files), files.size(), words.report, stages, request.reading));
}

// Options that parts bring along.
void expect_merge_options(const Arguments& arguments) {
    for (const auto& [name, value] : arguments.options)
        for (const ParamDecl& param : stats_extras().params())
            if (!value.defaulted() && name == option_name(param.name) && param.name != "approximate" &&
                param.name != "device" && param.name != "isolate")
                throw wrong_arguments(arguments, Remedy{param.name} +
                                                     " is what the files were measured with; "
                                                     "leave it out with " +
                                                     Remedy{"merge"});
}

int run_merge(const Arguments& arguments, const StatsWords& words) {
    expect_merge_options(arguments);
    if (words.output.empty())
        throw wrong_arguments(arguments, Remedy{"merge"} + " needs " + Remedy{"output", "FILE"});
    if (words.output != "-") expect_writable(words.output);
    const StatsExtras extras = given(arguments, stats_extras());
    const Isolation isolation(arguments, extras.isolate, files_ahead());
    MergedParts merged = merge_parts(arguments, arguments.words, words.partial);
    StatsRequest request = request_of(arguments, merged.part.options);
    request.storage = given_options(arguments).storage;
    check_page(arguments, words, request);
    request.approximate = extras.approximate;
    request.memory = isolation.share(memory_limit(arguments, 1));
    watch_interrupts(arguments.messages.quiet);
    std::optional<Shown> shown(std::in_place, arguments.messages, Listing{});
    const auto device = [&] { return pick_device(arguments); };
    if (!find_percentiles(merged.set, merged.measured, request, isolation.stages(), device, *shown))
        return Exit::interrupted;
    shown.reset();
    for (const std::string& warning : warnings_about(merged.set, request.wanted))
        arguments.messages.warning(warning);
    write_page(words, qualities_in(merged.files), request, isolation.stages());
    write_text(words.output, stats_json(devices_json(merged.devices), std::move(merged.files), &merged.set,
                                        &merged.part, request.wanted));
    return Exit::all_done;
}

int run_stats(const Arguments& arguments) {
    const StatsWords words = given(arguments, stats_words());
    if (words.merge) return run_merge(arguments, words);
    if (arguments.has("output"))
        throw wrong_arguments(arguments, Remedy{"output"} + " belongs to " + Remedy{"merge"} + "; " +
                                             Remedy{"json"} + " writes what is measured to a file");
    if (arguments.has("partial"))
        throw wrong_arguments(arguments, Remedy{"partial"} + " belongs to " + Remedy{"merge"});
    const StatsExtras extras = given(arguments, stats_extras());
    const BatchOptions options = given_options(arguments);
    StatsRequest request = stats_request(arguments, extras, options, given_to_stage(arguments, "load"));
    const Isolation isolation(arguments, extras.isolate, files_ahead());
    if (arguments.has("json")) expect_writable(arguments.text("json"));
    check_page(arguments, words, request);
    const Listing listing = stats_inputs(arguments, arguments.words, options.recursive, request.shard);
    std::vector<TakenFile> inputs;
    for (const InputFile& file : listing.files) inputs.push_back({file.path, "an input"});
    if (arguments.has("json")) expect_apart(arguments, "json", inputs);
    expect_apart(arguments, "report", words.report, inputs);
    const Device device = pick_device(arguments);
    request.memory = isolation.share(memory_limit(arguments, 1));
    const CompilingNote note(arguments.messages, device);
    watch_interrupts(arguments.messages.quiet);
    std::optional<Shown> shown(std::in_place, arguments.messages, listing);
    const std::optional<Report> report =
        collect_statistics(listing, request, isolation.stages(), device, *shown);
    if (!report) return Exit::interrupted;
    shown->tell_rest();
    for (const std::string& warning : report->warnings) arguments.messages.warning(warning);
    shown.reset();
    tell_peak_memory(arguments);

    if (arguments.has("json"))
        write_text(arguments.text("json"), stats_json(*report, request.wanted));
    else
        print(stats_text(*report, request.wanted));
    write_page(words, qualities_in(*report), request, isolation.stages());
    const bool all = std::all_of(report->files.begin(), report->files.end(),
                                 [](const FileStatistics& file) { return file.format.has_value(); });
    return all ? Exit::all_done : Exit::some_failed;
}

}  // namespace

Command stats_command() {
    Command command{
        .name = "stats",
        .words = "PATH...",
        .summary = "Measures images on the device: minimum, maximum, mean, standard deviation.",
        .details =
            "A PATH is a file or a folder. With --page 0, all pages of a file are measured "
            "together. Alpha is a separate channel, A; --group joint and luma leave it out. Colours "
            "are measured where alpha is not 0. Percentiles are counted from the nearer end, as "
            "normalize does: the 1st is the smallest value v such that more than 1 % of the values are "
            "at most v; the 99th is the largest v such that more than 1 % are at least v. Histograms "
            "have equal bins over the whole range of an integer type, or from 0 to white for floats.",
        .min_words = 1,
        .max_words = std::string::npos,
        .run = run_stats};
    add_options(command.options, stats_options().params());
    add_options(command.options, stats_extras().params());
    add_options(command.options, stats_words().params());
    command.options.add_options()("json", po::value<std::string>()->value_name("FILE"),
                                  "write JSON to FILE; - is stdout");
    add_stage_options(command.options, "load");
    return command;
}

}  // namespace sluice::apps
