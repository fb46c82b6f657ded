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

std::string per_second(std::size_t files, double seconds) {
    const double rate = seconds > 0 ? static_cast<double>(files) / seconds : 0;
    return with_decimals(rate, rate < 100 ? 1 : 0) + " files/s";
}

std::string words(const QueueFill& fill) {
    return "decode " + std::to_string(fill.decoding) + " [" + std::to_string(fill.decoded) + "] device " +
           std::to_string(fill.on_device) + " [" + std::to_string(fill.processed) + "] encode " +
           std::to_string(fill.encoding);
}

std::string rate(double pixels, double seconds) {
    const double rate = seconds > 0 ? pixels / seconds / 1e6 : 0;
    return with_decimals(rate, rate < 100 ? 1 : 0) + " MP/s";
}

}  // namespace

std::string duration(double seconds) {
    if (seconds < 10) return with_decimals(seconds, seconds < 1 ? 2 : 1) + " s";
    const long whole = std::lround(seconds);
    if (whole < 60) return std::to_string(whole) + " s";
    if (whole < 3600) return std::to_string(whole / 60) + " min " + two_digits(whole % 60) + " s";
    return std::to_string(whole / 3600) + " h " + two_digits(whole % 3600 / 60) + " min";
}

std::string byte_count(std::uintmax_t bytes) {
    if (bytes < 1024) return std::to_string(bytes) + " B";
    double value = static_cast<double>(bytes);
    const char* units[] = {"KiB", "MiB", "GiB", "TiB"};
    std::size_t unit = 0;
    for (value /= 1024; value >= 1024 && unit + 1 < std::size(units); ++unit) value /= 1024;
    return with_decimals(value, 1) + " " + units[unit];
}

std::string bar(const Position& at) {
    constexpr std::size_t width = 20;
    const double share = at.bytes > 0 ? static_cast<double>(at.finished_bytes) / static_cast<double>(at.bytes)
                         : at.files > 0 ? static_cast<double>(at.finished) / static_cast<double>(at.files)
                                        : 1;
    const auto filled = static_cast<std::size_t>(std::clamp(share, 0.0, 1.0) * width);
    std::string text = "[" + std::string(filled, '#') + std::string(width - filled, '-') + "] " +
                       std::to_string(at.finished) + "/" + std::to_string(at.files);
    if (at.failed > 0) text += ", " + std::to_string(at.failed) + " failed";
    if (at.finished > 0) text += ", " + per_second(at.finished, at.seconds);
    if (at.pixels > 0) text += ", " + rate(at.pixels, at.seconds);
    if (share > 0 && share < 1) text += ", " + duration(at.seconds / share * (1 - share)) + " left";
    if (at.queues && at.finished < at.files) text += ", " + words(*at.queues);
    return text;
}

std::string summary_line(const Summary& summary) {
    std::string text = std::to_string(summary.done) + " done";
    if (summary.failed > 0) text += ", " + std::to_string(summary.failed) + " failed";
    if (summary.skipped > 0) text += ", " + std::to_string(summary.skipped) + " skipped";
    if (summary.left > 0) text += ", " + std::to_string(summary.left) + " left";
    text += " in " + duration(summary.seconds);
    if (!summary.devices.empty()) text += " on " + listed(summary.devices);
    if (summary.done > 0) text += ", " + rate(summary.pixels, summary.seconds);
    return text;
}

std::string what_left_files(const Summary& summary) {
    return summary.interrupted ? "interrupted" : "stopped";
}

}  // namespace sluice::apps
