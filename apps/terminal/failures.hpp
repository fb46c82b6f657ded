// Failures of many files.
#pragma once

#include "apps/terminal/messages.hpp"

#include <cstddef>
#include <filesystem>
#include <map>
#include <string>
#include <string_view>

namespace sluice::apps {

// Tells every failure, but of those with one reason only the first few by their files, and at the end how
// many others there are. With -v each is told.
class Failures {
public:
    // `before`: what each line begins with, such as "failed: "; must outlive this.
    explicit Failures(const Messages& messages, std::string_view before = "")
        : messages_(messages), before_(before) {}

    // `output`: what the file would have been saved as, or "". Reasons that differ in that name alone are
    // one.
    void tell(const std::filesystem::path& file, const std::string& reason,
              const std::filesystem::path& output = {});
    // "297 more files: REASON".
    void tell_rest();

private:
    const Messages& messages_;
    std::string_view before_;
    std::map<std::string, std::size_t> told_;  // files, by reason
};

}  // namespace sluice::apps
