#include "apps/batch/checks.hpp"

#include "apps/options/apart.hpp"
#include "apps/text_file.hpp"
#include "pipeline/batch/file_stamp.hpp"
#include "pipeline/core/message.hpp"
#include "pipeline/files/extension.hpp"
#include "pipeline/run/saved_files.hpp"

#include <algorithm>
#include <filesystem>
#include <set>
#include <string>
#include <system_error>
#include <utility>
#include <vector>

#include <unistd.h>

namespace sluice::apps {
namespace {

namespace fs = std::filesystem;

// A text of the program's own takes the place of no picture, and of no file that another option names.
void check_apart(const Arguments& arguments, const std::string& option,
                 const std::vector<std::string>& others, const Job& job) {
    std::vector<TakenFile> taken = files_of_options(arguments, others);
    for (const BatchFile& file : job.files)
        for (const auto& path : {file.input, file.output})
            taken.push_back({path.string(), "an input or an output"});
    expect_apart(arguments, option, taken);
    expect_writable(arguments.text(option));
}

// What the pipeline reads beside the inputs, such as a mask, is not replaced by an output.
void check_outputs(const Arguments& arguments, const Job& job) {
    for (const FileNode& node : file_nodes(job.pipeline.graph().nodes))
        for (const ParamDecl& param : node.stage->params) {
            const auto path = node.values->find(param.name);
            if (node.stage->kind() == Kind::sink || param.type != ParamType::path ||
                path == node.values->end())
                continue;
            const auto& read = std::get<std::string>(path->second);
            for (const BatchFile& file : job.files)
                if (is_same_file(file.output, read))
                    throw wrong_arguments(arguments, in_quotes(file.input.string()) +
                                                         " would be saved over " + in_quotes(read) +
                                                         ", which the pipeline reads; choose another "
                                                         "folder, --name or --format");
        }
}

// Who may write to the output folder could have root write anywhere.
void check_links(const Arguments& arguments, const Job& job) {
    if (::geteuid() != 0 || arguments.has("follow")) return;
    // What the user named may be a link: a file, a folder with or without a '/' at the end, stdout.
    const fs::path output = arguments.text("output");
    std::set<fs::path> seen{output, (output / "a").parent_path(), "-"};
    for (const BatchFile& file : job.files)
        for (fs::path at = file.output; at.has_relative_path() && seen.insert(at).second;
             at = at.parent_path()) {
            std::error_code fault;
            if (!fs::is_symlink(at, fault)) continue;
            throw wrong_arguments(
                arguments, in_quotes(at.string()) + " is a link to " +
                               in_quotes(fs::read_symlink(at, fault).string()) +
                               ": root follows none in the folder of the results; with --follow it does");
        }
}

// The page must not take the place of a picture or of the manifest.
void check_report(const Arguments& arguments, const Job& job) {
    if (!arguments.has("report")) return;
    const std::string& path = arguments.text("report");
    if (path == "-") throw wrong_arguments(arguments, "--report is a file, not -");
    check_apart(arguments, "report", {"manifest", "stats-from", "pipeline", "files-from"}, job);
    const std::string extension = extension_of(path);
    if (extension != "html" && extension != "htm")
        throw wrong_arguments(arguments,
                              "--report " + in_quotes(path) + ": the page is HTML: name it " +
                                  in_quotes(std::filesystem::path(path).stem().string() + ".html"));
}

// The manifest must not take the place of a picture, nor mix with one on stdout.
void check_manifest(const Arguments& arguments, const Job& job) {
    const bool resume = arguments.has("resume");
    if (resume && (!arguments.has("manifest") || arguments.text("manifest") == "-"))
        throw wrong_arguments(
            arguments, "--resume needs --manifest FILE: the one that the run to be resumed has written");
    if (!arguments.has("manifest")) return;
    const std::string& path = arguments.text("manifest");
    const bool standard = std::any_of(job.files.begin(), job.files.end(),
                                      [](const BatchFile& file) { return file.output == "-"; });
    if (path == "-" && standard) throw wrong_arguments(arguments, "--manifest '-' is an input or an output");
    check_apart(arguments, "manifest", {"stats-from", "pipeline", "files-from"}, job);
    // It is all that is known of the results that are there.
    const auto earlier = stamp_of(std::filesystem::path(path));
    if (path != "-" && !resume && job.overwrite == Overwrite::never && earlier && earlier->bytes > 0)
        throw wrong_arguments(arguments, "--manifest " + in_quotes(path) +
                                             " is there from an earlier run: --resume goes on with it, "
                                             "--overwrite skip adds to it, newer or always replaces it");
}

}  // namespace

void check_files(const Arguments& arguments, const Job& job) {
    check_outputs(arguments, job);
    check_links(arguments, job);
    check_manifest(arguments, job);
    check_report(arguments, job);
}

}  // namespace sluice::apps
