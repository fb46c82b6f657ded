#include "apps/batch/observers.hpp"

#include "apps/terminal/bar.hpp"
#include "apps/terminal/terminal.hpp"

namespace sluice::apps {

void Observers::queues(const QueueFill& fill) { watcher_.queues(fill); }

void Observers::finished(const FileReport& report) {
    if (manifest_) write_line(report);
    if (page_) page_->finished(report);
    watcher_.finished(report);
}

void Observers::write_line(const FileReport& report) {
    const Aside aside;  // they may be on one terminal
    try {
        if (!unread_) manifest_->finished(report);
    } catch (const Error&) {
        if (!to_stdout_ || !stdout_is_closed()) throw;
        unread_ = true;
    }
}

}  // namespace sluice::apps
