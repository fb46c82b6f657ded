// sluice merge: joins the manifests of several runs.
#include "pipeline/batch/merge.hpp"
#include "apps/command.hpp"
#include "apps/options/about_arguments.hpp"
#include "apps/options/apart.hpp"
#include "apps/options/declared.hpp"
#include "apps/report/page.hpp"
#include "apps/terminal/failures.hpp"
#include "apps/terminal/terminal.hpp"
#include "io/writable.hpp"
#include "pipeline/batch/manifest_report.hpp"
#include "pipeline/core/declared.hpp"
#include "pipeline/core/message.hpp"
#include "pipeline/core/standard_streams.hpp"
#include "pipeline/files/output.hpp"
#include "pipeline/sluice/batch/options.hpp"

#include <filesystem>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace sluice::apps {
namespace {

struct MergeWords {
    std::string output;
    std::filesystem::path report;
};

const Declared<MergeWords>& merge_words() {
    static const auto words =
        Declared<MergeWords>()
            .param("output", &MergeWords::output,
                   "the joined manifest; - is stdout; default: only check and count", letter('o'),
                   shown_as("FILE"))
            .param("report", &MergeWords::report,
                   "write a page (.html) about all runs: failures, numbers and times, without thumbnails",
                   shown_as("FILE"));
    return words;
}

const Declared<BatchOptions>& merge_options() {
    static const Declared<BatchOptions> options = batch_options().only({"max_failures"});
    return options;
}

std::vector<std::filesystem::path> named_manifests(const Arguments& arguments) {
    std::vector<std::filesystem::path> all;
    for (const std::string& word : arguments.words) {
        const std::vector<std::filesystem::path> found = manifests_at(word);
        if (found.empty())
            throw wrong_arguments(arguments, in_quotes(word) + " has no manifest: no file ends in .jsonl");
        all.insert(all.end(), found.begin(), found.end());
    }
    return all;
}

void write_lines(const MergedManifests& merged, const std::string& path) {
    constexpr std::size_t of_a_write = std::size_t{1} << 20;
    FileOutput file(path, {});
    std::string text;
    const auto flush = [&] {
        file.append(as_bytes(text));
        text.clear();
    };
    merged.for_each([&](std::string_view line) {
        text.append(line).append(1, '\n');
        if (text.size() > of_a_write) flush();
    });
    flush();
    file.finish();
}

void write_report(const MergedManifests& merged, const std::filesystem::path& path, std::size_t manifests) {
    Page page(path, {{"manifests", std::to_string(manifests)}});
    Summary summary;
    std::set<std::string> devices;
    merged.for_each([&](std::string_view line) {
        const FileReport report = report_from_line(line);
        page.finished(report);
        ++(report.status == FileStatus::done     ? summary.done
           : report.status == FileStatus::failed ? summary.failed
                                                 : summary.skipped);
        if (report.copied) ++summary.copied;
        if (report.status == FileStatus::done && report.input)
            summary.pixels += static_cast<double>(report.input->pixels());
        if (!report.device.empty()) devices.insert(report.device);
        summary.seconds += report.seconds.total;  // of all files, one after another
    });
    summary.devices.assign(devices.begin(), devices.end());
    page.complete(summary);
}

int run_merge(const Arguments& arguments) {
    const MergeWords words = given(arguments, merge_words());
    const BatchOptions options = given(arguments, merge_options());
    about_arguments(arguments, [&] { failures_allowed(options, 0); });
    const std::vector<std::filesystem::path> manifests = named_manifests(arguments);
    std::vector<TakenFile> taken;
    for (const auto& manifest : manifests) taken.push_back({manifest.string(), "one of the manifests"});
    expect_apart(arguments, "output", words.output, taken);
    expect_apart(arguments, "report", words.report.string(), taken);
    if (!words.output.empty()) expect_writable(words.output);
    if (!words.report.empty()) expect_writable(words.report.string());

    const MergedManifests merged(manifests);
    for (const auto& [manifest, lines] : merged.doubtful())
        arguments.messages.warning(manifest.string() + ": " + std::to_string(lines.size()) +
                                   (lines.size() == 1 ? " line is" : " lines are") +
                                   " not as this version wrote " + (lines.size() == 1 ? "it" : "them") +
                                   ", and left out; the first is line " + std::to_string(lines.front()));
    if (!words.output.empty()) {
        try {
            write_lines(merged, words.output);
        } catch (const Error& error) {
            if (!error.where().empty()) throw;
            throw Error(error.kind(), words.output, error.message());
        }
    }
    if (!words.report.empty()) write_report(merged, words.report, manifests.size());
    const std::size_t failed = merged.count(FileStatus::failed);
    arguments.messages.note(
        std::to_string(manifests.size()) + (manifests.size() == 1 ? " manifest: " : " manifests: ") +
        std::to_string(merged.count(FileStatus::done)) + " done, " + std::to_string(failed) + " failed, " +
        std::to_string(merged.count(FileStatus::skipped)) + " skipped");
    return failed > failures_allowed(options, merged.lines()).value_or(0) ? Exit::some_failed
                                                                          : Exit::all_done;
}

}  // namespace

Command merge_command() {
    Command command{
        .name = "merge",
        .words = "MANIFEST...",
        .summary =
            "Joins the manifests of runs that shared the files of a batch, and checks that none is missing.",
        .details =
            "A MANIFEST is a file that 'sluice batch --manifest' wrote, or a folder of such files whose "
            "names "
            "end in .jsonl. The result has one line for each input, sorted by path, and does not depend on "
            "the "
            "order of the manifests. In each manifest, the last line of an input counts.\n\n"
            "Nothing is written if a shard is missing or not complete, if pipelines or options differ, or if "
            "two inputs have the same output. The exit code is 1 if files failed, and 75 if a run is still "
            "writing one of the manifests.",
        .min_words = 1,
        .max_words = std::string::npos,
        .run = run_merge};
    add_options(command.options, merge_words().params());
    add_options(command.options, merge_options().params());
    return command;
}

}  // namespace sluice::apps
