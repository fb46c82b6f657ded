#include "apps/terminal/amounts.hpp"

#include <cmath>
#include <cstdio>

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

}  // namespace sluice::apps
