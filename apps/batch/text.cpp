#include "apps/batch/text.hpp"

#include "pipeline/core/message.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <string_view>

namespace sluice::apps {
namespace {

std::string with_decimals(double value, int decimals) {
    char text[64];
    std::snprintf(text, sizeof text, "%.*f", decimals, value);
    return text;
}

std::string two_digits(long value) { return (value < 10 ? "0" : "") + std::to_string(value); }

}  // namespace

std::string duration(double seconds) {
    const double ms = 1000 * seconds;
    if (!(ms >= 0.005)) return "0 s";
    if (ms < 9.95) return with_decimals(ms, ms < 0.995 ? 2 : 1) + " ms";
    if (ms < 999.5) return with_decimals(ms, 0) + " ms";
    if (seconds < 9.95) return with_decimals(seconds, 1) + " s";
    const long whole = std::lround(seconds);
    if (whole < 60) return std::to_string(whole) + " s";
    if (whole < 3600) return std::to_string(whole / 60) + " min " + two_digits(whole % 60) + " s";
    const long minutes = std::lround(seconds / 60);
    return std::to_string(minutes / 60) + " h " + two_digits(minutes % 60) + " min";
}

std::string file_rate(std::size_t files, double seconds) {
    const double rate = seconds > 0 ? static_cast<double>(files) / seconds : 0;
    return with_decimals(rate, rate < 99.95 ? 1 : 0) + " files/s";
}

std::string pixel_rate(double pixels, double seconds) {
    const double rate = seconds > 0 ? pixels / seconds / 1e6 : 0;
    return with_decimals(rate, rate < 99.95 ? 1 : 0) + " MP/s";
}

std::string byte_count(std::uintmax_t bytes) {
    if (bytes < 1024) return std::to_string(bytes) + " B";
    double value = static_cast<double>(bytes);
    const char* units[] = {"KiB", "MiB", "GiB", "TiB"};
    std::size_t unit = 0;
    for (value /= 1024; value >= 1024 && unit + 1 < std::size(units); ++unit) value /= 1024;
    return with_decimals(value, 1) + " " + units[unit];
}

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

std::string what_left_files(const Summary& summary) {
    return summary.interrupted ? "interrupted" : "stopped";
}

}  // namespace sluice::apps
