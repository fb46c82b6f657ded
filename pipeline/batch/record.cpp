#include "pipeline/batch/record.hpp"

#include "pipeline/core/error.hpp"
#include "pipeline/core/hash.hpp"

#include <algorithm>
#include <string_view>
#include <system_error>
#include <utility>

namespace sluice {
namespace {

namespace fs = std::filesystem;

// Whether lexically_normal() would leave it as it is.
bool is_normal(std::string_view path) {
    for (std::size_t at = path.starts_with('/') ? 1 : 0; at <= path.size();) {
        const std::size_t end = std::min(path.find('/', at), path.size());
        const std::string_view part = path.substr(at, end - at);
        if (part.empty() || part == "." || part == "..") return false;
        at = end + 1;
    }
    return true;
}

std::uint64_t number_of(std::string_view text) { return mixed(fnv1a(text)); }

std::vector<std::optional<FileStamp>> stamps_of(const std::vector<fs::path>& paths) {
    std::vector<std::optional<FileStamp>> stamps;
    for (const fs::path& path : paths) stamps.push_back(stamp_of(path));
    return stamps;
}

}  // namespace

// The same for every spelling that needs no look at the disk.
std::uint64_t Record::key_of(const fs::path& path) const {
    const std::string& text = path.native();
    if (is_normal(text) && text.front() == '/') return mixed(fnv1a(text));
    if (is_normal(text)) return mixed(fnv1a(text, fnv1a("/", fnv1a(folder_.native()))));
    return mixed(fnv1a((folder_ / path).lexically_normal().native()));
}

Record Record::read(const fs::path& manifest, std::string options) {
    Record record;
    record.options_ = std::move(options);
    std::error_code unknown;
    record.folder_ = fs::current_path(unknown).lexically_normal();
    std::error_code fault;
    if (!fs::exists(manifest, fault) && !fault)
        record.manifests_.push_back(manifest);
    else
        record.add(manifest);
    return record;
}

Record Record::since(std::int64_t begun) {
    Record record;
    record.begun_ = begun;
    return record;
}

void Record::read_other(const fs::path& manifest) { add(manifest); }

void Record::add(const fs::path& manifest) {
    const bool first = manifests_.empty();
    manifests_.push_back(manifest);
    std::optional<std::int64_t> begun;
    std::vector<std::size_t> doubtful;
    std::size_t lines = 0;
    const std::uintmax_t bytes =
        for_each_line(manifest, Remedy{"resume"} + " needs the manifest of the run that it continues",
                      [&](std::string_view, const ManifestLine& line, std::uintmax_t offset) {
                          ++lines;
                          if (!line.counts()) return doubtful.push_back(lines);
                          // All lines of a manifest say the same. Where they do not, less is taken for the
                          // runs' own.
                          begun = std::max(begun.value_or(*line.begun), *line.begun);
                          if (line.shard && first) shard_ = line.shard;
                          if (line.is_file()) take(line, offset);
                      });
    // Nothing was written since it was made.
    if (const auto stamp = stamp_of(manifest); stamp && lines == 0) begun = stamp->mtime;
    if (begun) begun_ = std::min(begun_.value_or(*begun), *begun);
    if (!doubtful.empty()) doubtful_.push_back({manifest, std::move(doubtful)});
    if (!first) return;
    whole_bytes_ = bytes;
    lines_ = lines;
}

void Record::take(const ManifestLine& line, std::uintmax_t offset) {
    if (*line.status != "done" || !line.output || !line.input_stamp || !line.output_stamp) return;
    const auto manifest = static_cast<std::uint32_t>(manifests_.size() - 1);
    const Done now{
        key_of(*line.path), *line.input_stamp,       *line.output_stamp, number_of(line.also), offset,
        manifest,           number_of(*line.options)};
    const auto [at, is_new] = done_.emplace(key_of(*line.output), now);
    // Of several runs, the one counts that wrote the output last.
    if (!is_new &&
        (at->second.manifest == manifest || at->second.output_stamp.mtime < now.output_stamp.mtime))
        at->second = now;
}

const Record::Done* Record::find(const BatchFile& file) const {
    const auto found = done_.find(key_of(file.output));
    if (found == done_.end()) return nullptr;
    const Done& done = found->second;
    return done.options == number_of(options_ + file.mark) && done.input == key_of(file.input) ? &done
                                                                                               : nullptr;
}

bool Record::vouches_for(const BatchFile& file) const {
    const Done* done = find(file);
    return done != nullptr && stamp_of(file.input) == done->input_stamp &&
           stamp_of(file.output) == done->output_stamp &&
           number_of(mark_of(stamps_of(file.also))) == done->also;
}

std::optional<std::string> Record::line_of_other(const BatchFile& file) const {
    const Done* done = find(file);
    if (done == nullptr || done->manifest == 0) return std::nullopt;
    return line_at(manifests_[done->manifest], done->offset);
}

bool Record::covers(const fs::path& output) const {
    const auto stamp = stamp_of(output);
    return begun_ && stamp && stamp->mtime >= *begun_;
}

std::vector<fs::path> manifests_at(const fs::path& path) {
    std::error_code fault;
    if (!fs::exists(path, fault)) throw Error(Error::Kind::usage, path.string(), "there is no such manifest");
    if (!fs::is_directory(path, fault)) return {path};
    std::vector<fs::path> found;
    for (fs::directory_iterator at(path, fault), end; !fault && at != end; at.increment(fault))
        if (at->path().extension() == ".jsonl") found.push_back(at->path());
    if (fault)
        throw Error(Error::Kind::input, path.string(), "the folder cannot be read: " + fault.message());
    std::sort(found.begin(), found.end());
    return found;
}

}  // namespace sluice
