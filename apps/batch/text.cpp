#include "apps/batch/text.hpp"

#include "apps/terminal/amounts.hpp"
#include "pipeline/core/message.hpp"
#include "pipeline/core/printable.hpp"

namespace sluice::apps {

std::string summary_line(const Summary& summary) {
    std::string text = std::to_string(summary.done) + " done";
    if (summary.copied > 0) text += " (" + std::to_string(summary.copied) + " unchanged, copied)";
    if (summary.failed > 0) text += ", " + std::to_string(summary.failed) + " failed";
    if (summary.skipped > 0) text += ", " + std::to_string(summary.skipped) + " skipped";
    if (summary.left > 0) text += ", " + std::to_string(summary.left) + " left";
    text += " in " + duration(summary.seconds);
    if (!summary.devices.empty()) text += " on " + listed(summary.devices);
    if (summary.done > 0) text += ", " + pixel_rate(summary.pixels, summary.seconds);
    return text;
}

std::string arrow_to_outputs(const BatchFile& file) {
    std::string text;
    for (std::size_t n = 0; n < file.outputs(); ++n)
        text += (n == 0 ? " -> " : ", ") + printable(file.output_of(n));
    return text;
}

std::string read_smaller(const FileReport& report) {
    return report.shrink > 1 ? ", read " + std::to_string(report.shrink) + " times smaller" : "";
}

std::string what_left_files(const Summary& summary) {
    return summary.interrupted ? "interrupted" : "stopped";
}

}  // namespace sluice::apps
