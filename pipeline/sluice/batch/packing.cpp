#include "pipeline/sluice/batch/packing.hpp"

#include "pipeline/batch/file_stamp.hpp"
#include "pipeline/core/error.hpp"
#include "pipeline/core/message.hpp"
#include "pipeline/files/atomic_file.hpp"
#include "pipeline/files/temporary_file.hpp"
#include "pipeline/files/write_all.hpp"

#include <cerrno>
#include <filesystem>
#include <system_error>
#include <utility>

#include <unistd.h>

namespace sluice {
namespace {

namespace fs = std::filesystem;

fs::path name_aside(const std::string& folder) { return folder + ".parts"; }

bool all_there(const BatchFiles& files, std::size_t i) {
    for (std::size_t n = 0; n < files.outputs(i); ++n)
        if (!stamp_of(fs::path(files.output(i, n)))) return false;
    return true;
}

std::vector<std::size_t> without_results(const std::vector<std::size_t>& of, const BatchFiles& files) {
    std::vector<std::size_t> missing;
    for (const std::size_t i : of)
        if (!all_there(files, i)) missing.push_back(i);
    return missing;
}

void recover(const std::string& folder) {
    std::error_code fault;
    const fs::path aside = name_aside(folder);
    if (!fs::is_directory(aside, fault)) return;
    if (fs::exists(folder, fault))
        fs::remove_all(aside, fault);
    else
        fs::rename(aside, folder, fault);
}

}  // namespace

Packer::Packer(const ResultFolders& folders, const BatchFiles& files, Packing packing)
    : folders_(folders), files_(files), packing_(std::move(packing)) {
    for (const auto& [folder, of] : folders_) {
        recover(folder);
        left_[folder] = of.size();
    }
    if (!folders_.empty()) thread_ = std::thread([this] { work(); });
}

Packer::~Packer() { stop(); }

void Packer::stop() {
    {
        const std::lock_guard lock(mutex_);
        over_ = true;
    }
    change_.notify_one();
    if (thread_.joinable()) thread_.join();
}

void Packer::work() {
    std::unique_lock lock(mutex_);
    while (true) {
        change_.wait(lock, [this] { return over_ || !complete_.empty(); });
        if (complete_.empty() || fault_) return;
        const std::string folder = std::move(complete_.front());
        complete_.pop_front();
        lock.unlock();
        std::exception_ptr fault;
        try {
            // What somebody has removed meanwhile is told when the run is over.
            if (without_results(folders_.at(folder), files_).empty()) pack(folder, {});
        } catch (...) {
            fault = std::current_exception();
        }
        lock.lock();
        if (fault) fault_ = fault;
    }
}

void Packer::finished(const FileReport& report) {
    if (report.status == FileStatus::failed || folders_.empty()) return;
    const std::string output = report.file.output.string();
    auto at = left_.upper_bound(output);
    if (at == left_.begin() || !output.starts_with((--at)->first + "/")) return;
    const std::lock_guard lock(mutex_);
    if (fault_) std::rethrow_exception(fault_);
    if (--at->second > 0) return;
    complete_.push_back(at->first);
    change_.notify_one();
}

void Packer::pack(const std::string& folder, const MissingResults& missing) {
    std::error_code fault;
    if (!fs::is_directory(folder, fault)) return;  // it is packed, or nothing was done
    try {
        const fs::path parent = fs::path(folder).parent_path();
        remove_abandoned_files(parent);
        TemporaryFile file(folder);
        packing_.pack(folder, folders_.at(folder), missing, [&](Bytes bytes) {
            if (!write_all(file.descriptor(), bytes)) throw_cannot("written", errno);
        });
        if (packing_.durable && ::fsync(file.descriptor()) != 0) throw_cannot("written", errno);
        file.finish();
        const fs::path aside = name_aside(folder);
        fs::remove_all(aside);
        fs::rename(folder, aside);
        file.take_the_place_of(folder);
        if (packing_.durable) sync_folder(parent);
        fs::remove_all(aside);
    } catch (const fs::filesystem_error& error) {
        throw Error(Error::Kind::input, folder,
                    "the results cannot be made one file: " + error.code().message());
    } catch (const Error& error) {
        throw Error(error.kind(), folder, "the results cannot be made one file: " + error.message());
    }
}

std::vector<Wording> Packer::finish(const Summary& summary, std::size_t allowed) {
    stop();
    if (fault_) std::rethrow_exception(fault_);
    std::map<std::string, std::string> failed;
    if (summary.failed <= allowed)
        for (const Summary::Failure& failure : summary.failures)
            failed.emplace(failure.input.string(), failure.reason);
    std::vector<Wording> said;
    for (const auto& [folder, of] : folders_) {
        std::error_code fault;
        if (!fs::is_directory(folder, fault)) continue;
        MissingResults missing;
        std::size_t lacking = 0;
        for (const std::size_t i : without_results(of, files_)) {
            const auto failure = failed.find(std::string(files_.input(i)));
            if (failure == failed.end())
                ++lacking;
            else
                missing.emplace(i, failure->second);
        }
        if (lacking == 0) {
            pack(folder, missing);
            continue;
        }
        said.push_back(in_quotes(folder) + " stays a folder, because " + std::to_string(lacking) +
                       " of the " + std::to_string(of.size()) + " " + packing_.images + " are not done");
        if (summary.failed > allowed)
            said.back() += "; " + Remedy{"max_failures"} + " makes it a file without those that failed";
    }
    return said;
}

}  // namespace sluice
