#include "pipeline/sluice/batch/options.hpp"

#include "io/codecs.hpp"
#include "pipeline/core/message.hpp"
#include "pipeline/graph/checked_graph.hpp"
#include "pipeline/run/cores.hpp"

#include <cmath>
#include <string>

namespace sluice {
namespace {

constexpr double most_threads = 1024, most_in_flight = 64, most_seconds = 1e6, most_failures = 1e15,
                 most_joined = 1e9;

Declared<BatchOptions> declared() {
    using Options = BatchOptions;
    return Declared<Options>()
        .param("recursive", &Options::recursive, "include subfolders", letter('r'))
        .param("glob", &Options::glob, "read only files in folders whose names match, such as '*.jpg'",
               shown_as("PATTERN"))
        .param("base", &Options::base, "mirror the tree below this folder; default: below each INPUT folder",
               shown_as("DIR"))
        .param("name", &Options::name,
               "names of the results; {parent}, {index} and {index:4} are possible, too", shown_as("NAME"))
        .param("format", &Options::format,
               "save all results in this format; default: the format of the input, or png",
               such_as(written_extensions()), shown_as("EXT"))
        .param(
            "overwrite", &Options::overwrite,
            "what to do if a result already exists: never (the file fails; the default), skip (keep it; it "
            "counts as done), newer (replace it if its input has changed since) or always (replace it)",
            shown_as("WHEN"))
        .param("follow", &Options::follow, "as root: follow symbolic links below the output folder")
        .param("unchanged", &Options::unchanged,
               "copy files that the pipeline does not change, or encode them again", shown_as("HOW"))
        .param("on_error", &Options::on_error,
               "what to do when a file fails: skip it, or start no further files", shown_as("WHAT"))
        .param(
            "max_failures", &Options::max_failures,
            "exit with code 0 if at most this many files fail, such as 10 or 1%, and start no further files "
            "if more fail; default: process all files, and exit with code 1 if any fails",
            shown_as("N|P%"))
        .param("shard", &Options::shard,
               "do one of N parts of the files, counted from 0; auto asks Slurm or MPI which one",
               shown_as("I/N|auto"))
        .param("shard_size", &Options::shard_size,
               "put this many results into one NPY file with an index; all must have the same size and type; "
               "default: a file for each result",
               range(0, most_joined), shown_as("N"))
        .param("jobs", &Options::jobs, "number of threads that decode and encode; default: one per core",
               range(0, most_threads), letter('j'))
        .param("in_flight", &Options::in_flight, "number of images on a device at once",
               range(1, most_in_flight))
        .param("limit_memory", &Options::limit_memory,
               "memory limit of the program, such as 2G: images that would exceed it wait, are processed in "
               "strips where that is possible, or fail; default: three quarters of the machine's memory",
               unit("bytes"), shown_as("SIZE"))
        .param("device_timeout", &Options::device_timeout,
               "treat a device as lost if one command or the compilation of a kernel takes longer; default: "
               "no limit",
               range(0, most_seconds), unit("s"), shown_as("SECONDS"))
        .param(
            "storage", &Options::storage,
            "how images are stored on the device: auto, image (an image object with several pixels in each "
            "texel), buffer, natural (an image object with one pixel in each texel) or rows (a buffer with "
            "rows as in host memory)",
            shown_as("KIND"))
        .param("manifest", &Options::manifest, "write a line of JSON for each file; - is stdout",
               shown_as("FILE"))
        .param("resume", &Options::resume,
               "continue the run that wrote the manifest: skip files that are done and have not changed")
        .param("resume_from", &Options::resume_from,
               "when continuing a run, also keep what other runs have done: their manifest, or a folder of "
               "manifests (.jsonl)",
               shown_as("PATH"));
}

}  // namespace

const Declared<BatchOptions>& batch_options() {
    static const Declared<BatchOptions> options = declared();
    return options;
}

BatchOptions options_in(const Graph& pipeline) {
    Diagnostics said_by_check;
    return batch_options().filled(batch_values(pipeline, batch_options().params(), said_by_check));
}

std::optional<std::size_t> failures_allowed(const BatchOptions& options, std::size_t files) {
    if (options.on_error == OnError::stop) return 0;
    std::string text = options.max_failures;
    if (text.empty()) return std::nullopt;
    const bool percent = text.ends_with('%');
    if (percent) text.pop_back();
    const auto number = number_from(text);
    const bool whole = number && *number == std::floor(*number);
    if (!number || *number < 0 || (percent ? *number > 100 : !whole || *number > most_failures))
        throw Error(Error::Kind::usage, "batch",
                    Remedy{"max_failures"} + " " + in_quotes(options.max_failures) +
                        " is neither a number of files, such as 10, nor a part of them, such as 1%");
    return static_cast<std::size_t>(percent ? static_cast<double>(files) * *number / 100 : *number);
}

std::size_t workers_of(const BatchOptions& options) {
    return options.jobs > 0 ? options.jobs : usable_cores();
}

}  // namespace sluice
