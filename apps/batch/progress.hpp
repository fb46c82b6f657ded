// What the user sees of a batch while it runs: a bar on a terminal, else lines with -v.
#pragma once

#include "apps/batch/text.hpp"
#include "apps/messages.hpp"

#include <chrono>
#include <vector>

namespace sluice::apps {

// Whether stderr is a terminal that can redraw a line.
bool stderr_is_terminal();

class Progress : public Observer {
public:
    // `count_full_range`: the pipeline stretches from minimum to maximum, so that pictures which span the
    // full range already are counted.
    Progress(const Messages& messages, const std::vector<BatchFile>& files, bool terminal,
             bool count_full_range);
    ~Progress() override { clear(); }
    Progress(const Progress&) = delete;
    Progress& operator=(const Progress&) = delete;

    void queues(const QueueFill& fill) override { position_.queues = fill; }
    void started(const BatchFile& file) override;
    void finished(const FileReport& report) override;

    void clear();  // takes the bar away
    std::size_t full_range() const { return full_range_; }

private:
    void draw(bool at_once);
    void tell(const FileReport& report);

    using Clock = std::chrono::steady_clock;

    const Messages& messages_;
    const bool bar_;
    const bool count_full_range_;
    const Clock::time_point begun_ = Clock::now();
    Clock::time_point drawn_ = begun_ - std::chrono::hours(1);
    bool visible_ = false;
    Position position_;
    std::size_t full_range_ = 0;
};

}  // namespace sluice::apps
