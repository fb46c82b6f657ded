// Warnings of many files.
#pragma once

#include "apps/terminal/messages.hpp"

#include <cstddef>
#include <filesystem>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace sluice::apps {

// Tells each text once, with the first file that it is about, and at the end how many others there are. Of
// the metadata that files lose, only that of the first one is told. With -v every warning is told at once.
// Takes the same memory however many files there are.
class Warnings {
public:
    explicit Warnings(const Messages& messages) : messages_(messages) {}

    // All warnings of one file, and those among them about lost metadata.
    void tell(const std::filesystem::path& file, const std::vector<std::string>& warnings,
              const std::vector<std::string>& lost_metadata = {});
    // "warning: 58 more files: TEXT".
    void tell_rest();

private:
    struct Told {
        std::string text;
        std::size_t more = 0;  // files
    };

    const Messages& messages_;
    std::vector<Told> told_;                    // in the order of the first of each
    std::optional<std::string> lost_metadata_;  // of the first file that loses some
    std::size_t losing_other_ = 0;              // files whose losses differ from that
    std::size_t untold_ = 0;                    // files with warnings of yet other texts
};

}  // namespace sluice::apps
