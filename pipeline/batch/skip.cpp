#include "pipeline/batch/skip.hpp"

#include "pipeline/batch/file_stamp.hpp"
#include "pipeline/batch/job.hpp"
#include "pipeline/batch/joined.hpp"
#include "pipeline/core/message.hpp"
#include "pipeline/core/overwrite.hpp"
#include "pipeline/files/atomic_file.hpp"

#include <cerrno>
#include <cstring>
#include <system_error>
#include <vector>

#include <sys/stat.h>

namespace sluice {
namespace {

namespace fs = std::filesystem;

bool exists(const BatchFile& file, const fs::path& output) {
    struct stat facts {};
    if (::stat(output.c_str(), &facts) == 0) return true;
    if (errno == ENOTDIR) return stamp_of(output).has_value();
    if (errno == ENOENT) return false;
    throw Error(Error::Kind::input, file.input.string(),
                "its output " + in_quotes(output.string()) + " cannot be written: " + std::strerror(errno));
}

Error is_finished(const BatchFile& file, const fs::path& finished) {
    return Error(Error::Kind::input, file.input.string(),
                 in_quotes(finished.string()) + " is finished; remove it to make it again, or " +
                     Remedy{"overwrite", "skip"} + " keeps it");
}

void expect_blameless(const Job& job, const BatchFile& file) {
    const std::string blame = job.journal != nullptr ? job.journal->blames(file) : "";
    if (!blame.empty()) throw Error(Error::Kind::input, file.input.string(), blame);
}

}  // namespace

Error output_exists(const BatchFile& file, const fs::path& output) {
    return Error(Error::Kind::input, file.input.string(),
                 "its output " + in_quotes(output.string()) + " " + FileExists(output).message());
}

std::string kept(const fs::path& output, const std::string& why) {
    return in_quotes(output.string()) + " " + why;
}

Skip reason_to_skip(const Job& job, const BatchFile& file) {
    std::error_code fault;
    std::vector<fs::path> there;
    for (std::size_t n = 0; n < file.outputs(); ++n)
        if (const fs::path& output = file.output_of(n); output != "-" && exists(file, output))
            there.push_back(output);
    if (there.empty()) {
        if (const auto finished = finished_around(file.output)) throw is_finished(file, *finished);
        expect_blameless(job, file);
        return {"", false, job.overwrite};
    }
    for (const fs::path& output : there)
        if (fs::is_directory(output, fault))
            throw Error(Error::Kind::input, file.input.string(),
                        "its output " + in_quotes(output.string()) + " is a folder");
    bool complete = there.size() == file.outputs();
    if (complete && job.record != nullptr && job.record->vouches_for(file))
        return {"was processed in an earlier run", true};
    if (const auto finished = finished_around(there.front())) {
        if (job.overwrite == Overwrite::skip) return {kept(there.front(), "exists"), false, job.overwrite};
        throw is_finished(file, *finished);
    }
    expect_blameless(job, file);
    bool ours = true;  // those that are there were written by runs with this manifest
    std::string why;
    for (const fs::path& output : there) {
        if (job.record != nullptr && job.record->covers(output)) {
            complete = false;
            continue;
        }
        ours = false;
        try {
            const std::string reason = reason_to_keep(output, job.overwrite, {file.input});
            if (why.empty() && !reason.empty()) why = kept(output, reason);
            complete = complete && !reason.empty();
        } catch (const FileExists&) {
            throw output_exists(file, output);
        }
    }
    return {complete ? why : "", false, ours ? Overwrite::always : job.overwrite};
}

}  // namespace sluice
