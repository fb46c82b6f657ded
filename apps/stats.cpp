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

int run_stats(const Arguments& arguments) {
    const StatsExtras extras = given(arguments, stats_extras());
    const BatchOptions options = given_options(arguments);
    StatsRequest request = stats_request(arguments, extras, options, given_to_stage(arguments, "load"));
    const Isolation isolation(arguments, extras.isolate, files_ahead());
    if (arguments.has("json")) expect_writable(arguments.text("json"));
    const Listing listing = stats_inputs(arguments, arguments.words, options);
    if (arguments.has("json")) {
        std::vector<TakenFile> inputs;
        for (const InputFile& file : listing.files) inputs.push_back({file.path, "an input"});
        expect_apart(arguments, "json", inputs);
    }
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
    command.options.add_options()("json", po::value<std::string>()->value_name("FILE"),
                                  "write JSON to FILE; - is stdout");
    add_stage_options(command.options, "load");
    return command;
}

}  // namespace sluice::apps
