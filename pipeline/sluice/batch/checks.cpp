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
#include <string_view>
#include <system_error>

#include <unistd.h>

namespace sluice {
namespace {

namespace fs = std::filesystem;

[[noreturn]] void refuse(const Wording& what) { throw Error(Error::Kind::usage, "batch", what); }

// What the pipeline reads beside the inputs, such as a mask, is not replaced by an output.
void check_outputs(const Job& job) {
    for (const fs::path& read : files_read(file_nodes(job.pipeline.graph().nodes))) {
        const SameFile is_read(read);
        for_each_output(job.files, [&](std::size_t i, std::string_view output) {
            if (is_read(output))
                refuse(in_quotes(job.files.input(i)) + " would overwrite " + in_quotes(read.string()) +
                       ", which the pipeline reads; choose another folder, " + Remedy{"name"} + " or " +
                       Remedy{"format"});
        });
    }
}

// Who may write to the output folder could have root write anywhere.
void check_links(const Job& job, const fs::path& output) {
    const auto refuse_link = [](const std::string& at) {
        std::error_code fault;
        if (!fs::is_symlink(at, fault)) return;
        refuse(in_quotes(at) + " is a link to " + in_quotes(fs::read_symlink(at, fault).string()) +
               "; root does not follow links in the output folder; with " + Remedy{"follow", true} +
               " it does");
    };
    // What the user named may be a link: a file, a folder with or without a '/' at the end, stdout.
    const std::set<std::string> named{output.string(), (output / "a").parent_path().string(), "-"};
    std::set<std::string, std::less<>> folders(named.begin(), named.end());
    for_each_output(job.files, [&](std::size_t, std::string_view path) {
        const std::string file(path);
        if (named.count(file) == 0) refuse_link(file);
        const auto up = [](std::string_view path) {
            const std::size_t slash = path.rfind('/');
            return path.substr(0, slash == path.npos ? 0 : slash);
        };
        for (std::string_view at = up(file); !at.empty() && folders.find(at) == folders.end(); at = up(at))
            refuse_link(*folders.emplace(at).first);
    });
}

void check_manifest(const Job& job, const BatchOptions& options) {
    const fs::path& path = options.manifest;
    const Wording option = Remedy{"manifest"};
    if (options.resume && (path.empty() || path == "-"))
        refuse(Remedy{"resume"} + " needs " + option + " FILE, the manifest of the run to continue");
    if (!options.resume_from.empty() && !options.resume)
        refuse(Remedy{"resume_from"} + " needs " + Remedy{"resume", true});
    if (path.empty()) return;
    const SameFile is_manifest(path);
    for_each_output(job.files, [&](std::size_t i, std::string_view output) {
        if (is_manifest(job.files.input(i)) || is_manifest(output) || (path == "-" && output == "-"))
            refuse(option + " " + in_quotes(path.string()) +
                   " is an input or an output, which it would replace; give another file");
    });
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
