#include "pipeline/sluice/batch/checks.hpp"

#include "io/writable.hpp"
#include "pipeline/batch/file_stamp.hpp"
#include "pipeline/core/message.hpp"
#include "pipeline/core/overwrite.hpp"
#include "pipeline/run/saved_files.hpp"

#include <algorithm>
#include <filesystem>
#include <set>
#include <string>
#include <system_error>

#include <unistd.h>

namespace sluice {
namespace {

namespace fs = std::filesystem;

[[noreturn]] void refuse(const Wording& what) { throw Error(Error::Kind::usage, "batch", what); }

// What the pipeline reads beside the inputs, such as a mask, is not replaced by an output.
void check_outputs(const Job& job) {
    for (const fs::path& read : files_read(file_nodes(job.pipeline.graph().nodes)))
        for (const BatchFile& file : job.files)
            if (is_same_file(file.output, read))
                refuse(in_quotes(file.input.string()) + " would overwrite " + in_quotes(read.string()) +
                       ", which the pipeline reads; choose another folder, " + Remedy{"name"} + " or " +
                       Remedy{"format"});
}

// Who may write to the output folder could have root write anywhere.
void check_links(const Job& job, const fs::path& output) {
    // What the user named may be a link: a file, a folder with or without a '/' at the end, stdout.
    std::set<fs::path> seen{output, (output / "a").parent_path(), "-"};
    for (const BatchFile& file : job.files)
        for (fs::path at = file.output; at.has_relative_path() && seen.insert(at).second;
             at = at.parent_path()) {
            std::error_code fault;
            if (!fs::is_symlink(at, fault)) continue;
            refuse(in_quotes(at.string()) + " is a link to " +
                   in_quotes(fs::read_symlink(at, fault).string()) +
                   "; root does not follow links in the output folder; with " + Remedy{"follow", true} +
                   " it does");
        }
}

void check_manifest(const Job& job, const BatchOptions& options) {
    const fs::path& path = options.manifest;
    const Wording option = Remedy{"manifest"};
    if (options.resume && (path.empty() || path == "-"))
        refuse(Remedy{"resume"} + " needs " + option + " FILE, the manifest of the run to continue");
    if (!options.resume_from.empty() && !options.resume)
        refuse(Remedy{"resume_from"} + " needs " + Remedy{"resume", true});
    if (path.empty()) return;
    for (const BatchFile& file : job.files)
        if (is_same_file(path, file.input) || is_same_file(path, file.output) ||
            (path == "-" && file.output == "-"))
            refuse(option + " " + in_quotes(path.string()) +
                   " is an input or an output, which it would replace; give another file");
    if (path == "-") return;
    expect_writable(path.string());
    // It is all that is known of the results that are there.
    const auto earlier = stamp_of(path);
    if (!options.resume && job.overwrite == Overwrite::never && earlier && earlier->bytes > 0)
        refuse(option + " " + in_quotes(path.string()) + " exists from an earlier run; " +
               Remedy{"resume", true} + " continues that run, " + Remedy{"overwrite", "skip"} +
               " adds to it, " + Remedy{"overwrite", "newer"} + " or " + Remedy{"overwrite", "always"} +
               " replaces it");
}

}  // namespace

void check_files(const Job& job, const std::string& output, const BatchOptions& options) {
    check_outputs(job);
    if (::geteuid() == 0 && !options.follow) check_links(job, output);
    check_manifest(job, options);
}

}  // namespace sluice
