// Those who watch a batch: the manifest, the page of --report, and who began it.
#pragma once

#include "apps/report/page.hpp"
#include "pipeline/batch/manifest.hpp"
#include "pipeline/batch/report.hpp"

#include <optional>

namespace sluice::apps {

// Hands events to each of them; all must outlive it.
class Observers : public Observer {
public:
    // `to_stdout`: the manifest goes to standard output. It may be gone: pictures matter more than its
    // reader.
    Observers(Observer& watcher, std::optional<Manifest>& manifest, bool to_stdout, std::optional<Page>& page)
        : watcher_(watcher), manifest_(manifest), to_stdout_(to_stdout), page_(page) {}

    void queues(const QueueFill& fill) override;
    void finished(const FileReport& report) override;

private:
    void write_line(const FileReport& report);

    Observer& watcher_;
    std::optional<Manifest>& manifest_;
    const bool to_stdout_;
    bool unread_ = false;
    std::optional<Page>& page_;
};

}  // namespace sluice::apps
