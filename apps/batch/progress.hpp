// What the user sees of a batch while it runs: a bar on a terminal, warnings, and lines with -v.
#pragma once

#include "apps/terminal/bar.hpp"
#include "apps/terminal/warnings.hpp"
#include "pipeline/sluice/batch.hpp"

#include <cstddef>
#include <vector>

namespace sluice::apps {

class Progress {
public:
    // `count_full_range`: the pipeline stretches from minimum to maximum, so that pictures which span the
    // full range already are counted.
    Progress(const Messages& messages, const Batch& batch, bool count_full_range);

    void hear(const BatchProgress& at);

    // Warnings that several files share are counted.
    void tell_rest() { warnings_.tell_rest(); }
    std::size_t full_range() const { return full_range_; }

private:
    void finished(const FileReport& report);
    void tell(const FileReport& report);

    const Messages& messages_;
    const std::size_t files_;
    const bool count_full_range_;
    std::size_t finished_ = 0, full_range_ = 0;
    Warnings warnings_;
    Bar bar_;
};

}  // namespace sluice::apps
