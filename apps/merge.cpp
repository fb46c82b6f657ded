// sluice merge: joins the manifests of several runs.
#include "apps/merge.hpp"

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

#include <functional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace sluice::apps {
namespace {

const Declared<MergeRequest>& merge_words() {
    static const auto words =
        Declared<MergeRequest>()
            .param("output", &MergeRequest::output,
                   "the joined manifest; - is stdout; default: only check and count", letter('o'),
                   shown_as("FILE"))
            .param("report", &MergeRequest::report,
                   "write a page (.html) about all runs: failures, numbers and times, without thumbnails",
                   shown_as("FILE"));
    return words;
}

const Declared<BatchOptions>& merge_options() {
    static const Declared<BatchOptions> options = batch_options().only({"max_failures"});
    return options;
}

std::vector<std::filesystem::path> named_manifests(const Caller& caller,
                                                   const std::vector<std::string>& words) {
    std::vector<std::filesystem::path> all;
    for (const std::string& word : words) {
        const std::vector<std::filesystem::path> found = manifests_at(word);
        if (found.empty())
            throw wrong_arguments(caller, in_quotes(word) + " has no manifest: no file ends in .jsonl");
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

// Calls `hear` with each file, and counts them.
Summary summed(const MergedManifests& merged, const std::function<void(const FileReport&)>& hear) {
    Summary summary;
    std::set<std::string> devices;
    merged.for_each([&](std::string_view line) {
        const FileReport report = report_from_line(line);
        hear(report);
        ++(report.status == FileStatus::done     ? summary.done
           : report.status == FileStatus::failed ? summary.failed
                                                 : summary.skipped);
        if (report.status == FileStatus::failed)
            summary.failures.push_back({report.file.input, report.error, report.file.output});
        if (report.copied) ++summary.copied;
        if (report.status == FileStatus::done && report.input)
            summary.pixels += static_cast<double>(report.input->pixels());
        if (!report.device.empty()) devices.insert(report.device);
        summary.seconds += report.seconds.total;
    });
    summary.devices.assign(devices.begin(), devices.end());
    return summary;
}

void write_report(const MergedManifests& merged, const std::filesystem::path& path, std::size_t manifests) {
    Page page(path, {{"manifests", std::to_string(manifests)}});
    page.complete(summed(merged, [&](const FileReport& report) { page.finished(report); }));
}

int run_merge(const Arguments& arguments) {
    MergeRequest request = given(arguments, merge_words());
    request.words = arguments.words;
    const BatchOptions options = given(arguments, merge_options());
    about_arguments(arguments, [&] { failures_allowed(options, 0); });
    const auto [merged, manifests, warnings] = merge(arguments, request);
    for (const std::string& warning : warnings) arguments.messages.warning(warning);
    const std::size_t failed = merged.count(FileStatus::failed);
    arguments.messages.note(std::to_string(manifests) + (manifests == 1 ? " manifest: " : " manifests: ") +
                            std::to_string(merged.count(FileStatus::done)) + " done, " +
                            std::to_string(failed) + " failed, " +
                            std::to_string(merged.count(FileStatus::skipped)) + " skipped");
    return failed > failures_allowed(options, merged.lines()).value_or(0) ? Exit::some_failed
                                                                          : Exit::all_done;
}

}  // namespace

Summary summary_of(const MergedManifests& merged) {
    return summed(merged, [](const FileReport&) {});
}

Merged merge(const Caller& caller, const MergeRequest& request) {
    const std::vector<std::filesystem::path> manifests = named_manifests(caller, request.words);
    std::vector<TakenFile> taken;
    for (const auto& manifest : manifests) taken.push_back({manifest.string(), "one of the manifests"});
    expect_apart(caller, "output", request.output, taken);
    expect_apart(caller, "report", request.report.string(), taken);
    if (!request.output.empty()) expect_writable(request.output);
    if (!request.report.empty()) expect_writable(request.report.string());

    MergedManifests merged(manifests);
    std::vector<std::string> warnings;
    for (const auto& [manifest, lines] : merged.doubtful())
        warnings.push_back(manifest.string() + ": " + std::to_string(lines.size()) +
                           (lines.size() == 1 ? " line is" : " lines are") + " not as this version wrote " +
                           (lines.size() == 1 ? "it" : "them") + ", and left out; the first is line " +
                           std::to_string(lines.front()));
    if (!request.output.empty()) {
        try {
            write_lines(merged, request.output);
        } catch (const Error& error) {
            if (!error.where().empty()) throw;
            throw Error(error.kind(), request.output, error.message());
        }
    }
    if (!request.report.empty()) write_report(merged, request.report, manifests.size());
    return {std::move(merged), manifests.size(), std::move(warnings)};
}

Command merge_command() {
    Command command{
        .name = "merge",
        .words = "MANIFEST...",
        .summary =
            "Joins the manifests (records) of runs that shared a batch, and checks that no part is missing.",
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
