#include "pipeline/batch/merge.hpp"

#include "pipeline/batch/manifest_line.hpp"
#include "pipeline/core/error.hpp"
#include "pipeline/core/hash.hpp"
#include "pipeline/core/message.hpp"
#include "pipeline/files/descriptor.hpp"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <iterator>
#include <map>
#include <memory>
#include <optional>
#include <tuple>
#include <unordered_map>
#include <utility>

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

namespace sluice {
namespace {

namespace fs = std::filesystem;

[[noreturn]] void refuse_merge(const fs::path& manifest, const Wording& why) {
    throw Error(Error::Kind::usage, manifest.string(), why);
}

void expect_no_writer(const fs::path& manifest) {
    const Descriptor file(::open(manifest.c_str(), O_RDONLY | O_CLOEXEC));
    if (file.number() >= 0 && ::flock(file.number(), LOCK_SH | LOCK_NB) != 0 && errno == EWOULDBLOCK)
        throw Error(Error::Kind::busy, manifest.string(), "a run is writing this manifest");
}

// "2/7, 5/7 and 3 more"
std::string some_of(const std::vector<Shard>& shards) {
    constexpr std::size_t most = 10;
    std::vector<std::string> words;
    for (std::size_t i = 0; i < std::min(shards.size(), most); ++i) words.push_back(shards[i].text());
    if (shards.size() > most) words.push_back(std::to_string(shards.size() - most) + " more");
    return enumerated(words);
}

Wording other_pipeline(const fs::path& other) {
    return "its pipeline or options are not those of " + in_quotes(other.string());
}

// The least counts most.
auto rank_of(FileStatus status) {
    constexpr std::array order{FileStatus::done, FileStatus::skipped, FileStatus::failed};
    return std::find(order.begin(), order.end(), status) - order.begin();
}

}  // namespace

// What one manifest says, before it is joined with the others.
struct MergedManifests::Part {
    std::optional<ShardLine> shard;
    std::uint32_t options_of_shard = 0;
    std::int64_t begun = 0;
    std::vector<Kept> lines;  // the last of each input
};

MergedManifests::MergedManifests(std::vector<fs::path> manifests) : manifests_(std::move(manifests)) {
    std::sort(manifests_.begin(), manifests_.end());
    manifests_.erase(std::unique(manifests_.begin(), manifests_.end()), manifests_.end());
    std::vector<Part> parts;
    for (std::uint32_t i = 0; i < manifests_.size(); ++i) parts.push_back(read(i));
    expect_whole_shards(parts);
    join(std::move(parts));
    expect_own_outputs();
    expect_one_pipeline();
}

MergedManifests::Part MergedManifests::read(std::uint32_t manifest) {
    const fs::path& path = manifests_[manifest];
    expect_no_writer(path);
    Part part;
    std::unordered_map<std::string, std::size_t> known;
    std::vector<std::size_t> doubtful;
    std::size_t number = 0;
    for_each_line(path, "merge needs manifests of runs",
                  [&](std::string_view text, const ManifestLine& line, std::uintmax_t offset) {
                      ++number;
                      const auto status = line.status ? from_name<FileStatus>(*line.status) : std::nullopt;
                      if (!line.counts() || (line.is_file() && !status)) return doubtful.push_back(number);
                      part.begun = std::max(part.begun, *line.begun);
                      if (!line.is_file()) {
                          part.shard = line.shard;
                          part.options_of_shard = number_of(*line.options);
                          return;
                      }
                      Kept kept;
                      kept.path = *line.path;
                      kept.offset = offset;
                      kept.size = static_cast<std::uint32_t>(text.size());
                      kept.manifest = manifest;
                      kept.options = number_of(*line.options);
                      kept.mtime = line.output_stamp ? line.output_stamp->mtime : 0;
                      kept.output = line.output ? mixed(fnv1a(*line.output)) : 0;
                      kept.status = *status;
                      const auto [at, is_new] = known.emplace(kept.path, part.lines.size());
                      if (is_new)
                          part.lines.push_back(std::move(kept));
                      else
                          part.lines[at->second] = std::move(kept);
                  });
    if (!doubtful.empty()) doubtful_.push_back({path, std::move(doubtful)});
    return part;
}

std::uint32_t MergedManifests::number_of(const std::string& options) {
    const auto number = std::find(options_.begin(), options_.end(), options) - options_.begin();
    if (static_cast<std::size_t>(number) == options_.size()) options_.push_back(options);
    return static_cast<std::uint32_t>(number);
}

void MergedManifests::expect_whole_shards(const std::vector<Part>& parts) const {
    std::map<std::size_t, std::size_t> of_index;  // the manifest of each shard
    std::optional<std::size_t> first;
    for (std::size_t i = 0; i < parts.size(); ++i) {
        if (!parts[i].shard) continue;
        const auto& [shard, files] = *parts[i].shard;
        if (!first) first = i;
        const ShardLine& other = *parts[*first].shard;
        if (shard.count != other.shard.count)
            refuse_merge(manifests_[i], "is of shard " + shard.text() + ", and " +
                                            in_quotes(manifests_[*first].string()) + " of " +
                                            other.shard.text() + ": merge the shards of one number");
        const auto [twin, only] = of_index.emplace(shard.index, i);
        if (!only)
            refuse_merge(manifests_[i], "is of shard " + shard.text() + ", and so is " +
                                            in_quotes(manifests_[twin->second].string()) + "; leave one out");
        if (parts[i].lines.size() < files)
            refuse_merge(manifests_[i], "has lines of " + std::to_string(parts[i].lines.size()) + " of the " +
                                            std::to_string(files) + " files of shard " + shard.text() +
                                            ": let its run end, or continue it with " +
                                            Remedy{"resume", true, "batch"});
    }
    if (!first) return;
    const std::size_t count = parts[*first].shard->shard.count;
    std::vector<Shard> missing;
    for (std::size_t i = 0; i < count; ++i)
        if (of_index.count(i) == 0) missing.push_back({i, count});
    if (!missing.empty())
        refuse_merge(
            "", std::string(missing.size() == 1 ? "the manifest of shard " : "the manifests of shards ") +
                    some_of(missing) + (missing.size() == 1 ? " is missing" : " are missing"));
    for (const Part& part : parts)
        if (part.shard && part.options_of_shard != parts[*first].options_of_shard)
            refuse_merge(manifests_[static_cast<std::size_t>(&part - parts.data())],
                         other_pipeline(manifests_[*first]));
}

void MergedManifests::join(std::vector<Part> parts) {
    std::size_t most = 0;
    for (const Part& part : parts) most += part.lines.size();
    kept_.reserve(most);
    for (Part& part : parts) {
        if (part.begun > 0) begun_ = begun_ > 0 ? std::min(begun_, part.begun) : part.begun;
        std::move(part.lines.begin(), part.lines.end(), std::back_inserter(kept_));
        part.lines = {};
    }
    // Of equal lines of an input, that of the manifest whose path comes first: in whatever order they are
    // named.
    std::sort(kept_.begin(), kept_.end(), [](const Kept& a, const Kept& b) {
        if (const int order = a.path.compare(b.path); order != 0) return order < 0;
        return std::tuple(rank_of(a.status), -a.mtime, a.manifest) <
               std::tuple(rank_of(b.status), -b.mtime, b.manifest);
    });
    kept_.erase(std::unique(kept_.begin(), kept_.end(),
                            [](const Kept& a, const Kept& b) { return a.path == b.path; }),
                kept_.end());
    for (const Kept& kept : kept_) ++counts_.at(static_cast<std::size_t>(kept.status));
}

void MergedManifests::expect_own_outputs() const {
    std::unordered_map<std::uint64_t, std::size_t> outputs;
    outputs.reserve(kept_.size());
    const auto output_of = [&](const Kept& kept) {
        return read_manifest_line(line_at(manifests_[kept.manifest], kept.offset)).value().output.value();
    };
    for (std::size_t i = 0; i < kept_.size(); ++i) {
        if (kept_[i].output == 0) continue;
        const auto [at, only] = outputs.emplace(kept_[i].output, i);
        const Kept& twin = kept_[at->second];
        if (only || output_of(twin) != output_of(kept_[i])) continue;
        refuse_merge("", in_quotes(twin.path) + " (in " + in_quotes(manifests_[twin.manifest].string()) +
                             ") and " + in_quotes(kept_[i].path) + " (in " +
                             in_quotes(manifests_[kept_[i].manifest].string()) + ") have the same output " +
                             in_quotes(output_of(twin)));
    }
}

void MergedManifests::expect_one_pipeline() const {
    for (const Kept& kept : kept_)
        if (kept.options != kept_.front().options)
            refuse_merge(manifests_[kept.manifest],
                         in_quotes(kept.path) + ": " + other_pipeline(manifests_[kept_.front().manifest]));
}

void MergedManifests::for_each(const std::function<void(std::string_view)>& take) const {
    std::vector<std::unique_ptr<Descriptor>> files;
    for (const fs::path& manifest : manifests_)
        files.push_back(std::make_unique<Descriptor>(::open(manifest.c_str(), O_RDONLY | O_CLOEXEC)));
    std::string line;
    for (const Kept& kept : kept_) {
        line.resize(kept.size);
        if (::pread(files[kept.manifest]->number(), line.data(), line.size(),
                    static_cast<off_t>(kept.offset)) != static_cast<ssize_t>(line.size()) ||
            !is_as_sealed(line))
            throw Error(Error::Kind::input, manifests_[kept.manifest].string(),
                        "the manifest cannot be read again: it has changed");
        take(begun_at(line, begun_));
    }
}

}  // namespace sluice
