// Joins the manifests of several runs.
#pragma once

#include "pipeline/batch/record.hpp"
#include "pipeline/batch/report.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace sluice {

// One line for each input, in the order of the paths. The result does not depend on the order in which the
// manifests are given. In a manifest, the last line of an input counts. Of several manifests, one in which it
// was done counts more than one in which it was skipped, and that more than one in which it failed; among
// equal ones, the one whose output is newer.
class MergedManifests {
public:
    // Throws Error(usage, manifest) if a manifest is not complete or two do not belong together: shards are
    // missing, double or of another number; a shard has fewer lines than files; pipelines or options differ;
    // two inputs have one output. Throws Error(busy, manifest) if a run is writing one, Error(input,
    // manifest) if one cannot be read.
    explicit MergedManifests(std::vector<std::filesystem::path> manifests);

    std::size_t count(FileStatus status) const { return counts_.at(static_cast<std::size_t>(status)); }
    std::size_t lines() const { return kept_.size(); }
    // Lines that nobody goes by, because they are not as a run wrote them.
    const std::vector<Record::Doubtful>& doubtful() const { return doubtful_; }

    // Calls `take` with each line, without newline. They make up a manifest of all files, as begun when the
    // first of the runs was. Throws Error(input, manifest).
    void for_each(const std::function<void(std::string_view line)>& take) const;

private:
    struct Kept {
        std::string path;
        std::uintmax_t offset = 0;
        std::uint32_t size = 0;
        std::uint32_t manifest = 0;
        std::uint32_t options = 0;  // of options_
        std::int64_t mtime = 0;     // of the output
        std::uint64_t output = 0;   // a hash; 0 = none
        FileStatus status = FileStatus::failed;
    };
    struct Part;
    Part read(std::uint32_t manifest);
    void expect_whole_shards(const std::vector<Part>& parts) const;
    void join(std::vector<Part> parts);
    void expect_own_outputs() const;
    void expect_one_pipeline() const;
    std::uint32_t number_of(const std::string& options);

    std::vector<std::filesystem::path> manifests_;
    std::vector<std::string> options_;  // fingerprints
    std::vector<Kept> kept_;
    std::vector<Record::Doubtful> doubtful_;
    std::array<std::size_t, names_of<FileStatus>.size()> counts_{};
    std::int64_t begun_ = 0;
};

}  // namespace sluice
