#include "apps/batch/progress.hpp"

#include "pipeline/batch/full_range.hpp"

#include <cstdio>
#include <cstdlib>
#include <string_view>

#include <sys/ioctl.h>
#include <unistd.h>

namespace sluice::apps {

bool stderr_is_terminal() {
    const char* kind = std::getenv("TERM");
    return ::isatty(STDERR_FILENO) == 1 && kind != nullptr && std::string_view(kind) != "dumb";
}

namespace {

// What one line of the terminal holds: a bar that is longer would not be drawn over, but below.
std::size_t columns() {
    winsize size{};
    const bool known = ::ioctl(STDERR_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 1;
    return known ? size.ws_col - 1U : 79;
}

}  // namespace

Progress::Progress(const Messages& messages, const std::vector<BatchFile>& files, bool terminal,
                   bool count_full_range)
    : messages_(messages), bar_(terminal && !messages.quiet), count_full_range_(count_full_range) {
    position_.files = files.size();
    for (const BatchFile& file : files) position_.bytes += file.bytes;
}

void Progress::started(const BatchFile&) { draw(false); }

void Progress::finished(const FileReport& report) {
    ++position_.finished;
    position_.finished_bytes += report.file.bytes;
    if (report.status == FileStatus::failed) ++position_.failed;
    if (report.status == FileStatus::done && report.input) {
        position_.pixels += static_cast<double>(report.input->pixels());
        const auto stats = report.tables.find("normalize.stats");
        if (count_full_range_ && stats != report.tables.end() &&
            spans_full_range(stats->second, *report.input))
            ++full_range_;
    }
    tell(report);
    draw(position_.finished == position_.files);
}

void Progress::tell(const FileReport& report) {
    if (report.warnings.empty() && !messages_.verbose) return;
    clear();
    for (const std::string& warning : report.warnings)
        messages_.warning(printable(report.file.input) + ": " + warning);
    if (!messages_.verbose) return;
    std::string line = "[" + std::to_string(position_.finished) + "/" + std::to_string(position_.files) +
                       "] " + printable(report.file.input);
    if (report.status == FileStatus::done)
        line += " -> " + printable(report.file.output) + "  " + report.input->text() + "  " +
                duration(report.seconds.total);
    else
        line += std::string(" ") + std::string(name(report.status)) + ": " + report.error;
    messages_.detail(line);
}

void Progress::draw(bool at_once) {
    if (!bar_) return;
    const auto now = Clock::now();
    if (!at_once && now - drawn_ < std::chrono::milliseconds(100)) return;
    drawn_ = now;
    visible_ = true;
    position_.seconds = std::chrono::duration<double>(now - begun_).count();
    std::fputs(("\r" + bar(position_).substr(0, columns()) + "\x1b[K").c_str(), stderr);
    std::fflush(stderr);
}

void Progress::clear() {
    if (!visible_) return;
    visible_ = false;
    std::fputs("\r\x1b[K", stderr);
}

}  // namespace sluice::apps
