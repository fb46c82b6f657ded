#include "apps/report/timeline.hpp"

#include "apps/terminal/amounts.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <numeric>

namespace sluice::apps {
namespace {

constexpr double chart_height = 120;  // of the chart, in its own units; its columns are 8 wide

template <class... Values>
std::string format(const char* pattern, Values... values) {
    char text[256];
    std::snprintf(text, sizeof text, pattern, values...);
    return text;
}

double sum(const PhaseSeconds& seconds) { return std::accumulate(seconds.begin(), seconds.end(), 0.0); }

std::string bar_of_phase(std::size_t phase, double x, double y, double w, double h) {
    return format("<rect class=\"p%zu\" x=\"%.1f\" y=\"%.2f\" width=\"%.1f\" height=\"%.2f\"/>", phase, x, y,
                  w, h);
}

}  // namespace

std::string_view name(Phase phase) {
    switch (phase) {
        case Phase::decode: return "decode";
        case Phase::build: return "build";
        case Phase::device: return "device";
        case Phase::encode: return "encode";
        case Phase::report: return "report";
        case Phase::wait: return "waits";
    }
    return "";
}

namespace {

std::string_view about(Phase phase) {
    switch (phase) {
        case Phase::decode: return "reading the file";
        case Phase::build: return "planning and compiling kernels, for the first image of a format";
        case Phase::device: return "from the upload to the result; other images are in between";
        case Phase::encode: return "writing the file";
        case Phase::report: return "thumbnails and histograms of this page";
        case Phase::wait: return "waiting for the next step";
    }
    return "";
}

}  // namespace

PhaseSeconds phases_of(const FileReport& report) {
    const FileReport::Seconds& s = report.seconds;
    PhaseSeconds seconds{s.decode, s.build, s.device, s.encode, s.glimpses, 0};
    const double rest = std::max(0.0, s.total - sum(seconds));
    // Steps that end by themselves have their time. What is left of a file that failed or was skipped went
    // into the step in which it ended.
    Phase last = Phase::wait;
    if (s.decode <= 0)
        last = Phase::decode;
    else if (report.status == FileStatus::failed)
        last = s.device > 0 ? Phase::encode : Phase::device;
    const double waited = std::min(s.queued, rest);
    seconds[static_cast<std::size_t>(Phase::wait)] += waited;
    seconds[static_cast<std::size_t>(last)] += rest - waited;
    return seconds;
}

void Timeline::add(const FileReport& report, double end) {
    const PhaseSeconds seconds = phases_of(report);
    const auto of = [&](Phase phase) { return seconds[static_cast<std::size_t>(phase)]; };
    const double looked = of(Phase::report) / 2;  // at the picture, and at what became of it
    double at = std::max(0.0, end - sum(seconds));
    const auto next = [&](Phase phase, double length) {
        put(phase, at, at + length);
        at += length;
    };
    const double queued = std::min(report.seconds.queued, of(Phase::wait));
    next(Phase::decode, of(Phase::decode));
    next(Phase::report, looked);
    next(Phase::wait, queued);
    next(Phase::build, of(Phase::build));
    next(Phase::device, of(Phase::device));
    next(Phase::wait, of(Phase::wait) - queued);
    next(Phase::encode, of(Phase::encode));
    next(Phase::report, looked);
    end_ = std::max(end_, at);
}

void Timeline::put(Phase phase, double from, double to) {
    if (!(to > from)) return;
    while (to > width_ * static_cast<double>(columns)) halve();
    const auto index = static_cast<std::size_t>(phase);
    totals_[index] += to - from;
    for (auto i = static_cast<std::size_t>(from / width_); i < columns; ++i) {
        const double start = static_cast<double>(i) * width_;
        if (start >= to) break;
        columns_[i][index] += std::max(0.0, std::min(to, start + width_) - std::max(from, start));
    }
}

void Timeline::halve() {
    for (std::size_t i = 0; i < columns; ++i)
        for (std::size_t p = 0; p < phases; ++p)
            columns_[i][p] = 2 * i + 1 < columns ? columns_[2 * i][p] + columns_[2 * i + 1][p] : 0.0;
    width_ *= 2;
}

std::string Timeline::over_time() const {
    const auto used = std::clamp<std::size_t>(static_cast<std::size_t>(std::ceil(end_ / width_)), 1, columns);
    double most = 1;
    for (const PhaseSeconds& column : columns_) most = std::max(most, sum(column) / width_);
    std::string svg = format(
        "<svg class=\"time\" viewBox=\"0 0 %zu %.0f\" preserveAspectRatio=\"none\" role=\"img\" "
        "aria-label=\"Files in each phase over the %s of the run, at most %.1f at a time\">",
        8 * used, chart_height, duration(end_).c_str(), most);
    for (std::size_t i = 0; i < used; ++i) {
        // The last column may be of a moment: it is not stretched to a whole one.
        const double span = std::min(width_, std::max(end_ - static_cast<double>(i) * width_, width_ / 100));
        double y = chart_height;
        for (std::size_t p = 0; p < phases; ++p) {
            const double h = chart_height * std::min(columns_[i][p] / span, most) / most;
            if (h < 0.005) continue;
            y = std::max(0.0, y - h);
            svg += bar_of_phase(p, 8.0 * static_cast<double>(i), y, 8 * span / width_, h);
        }
    }
    return svg + "</svg>\n<p class=\"axis\"><span>0 s</span><span>files at a time, by phase: at most " +
           format("%.1f", most) + "</span><span>" + duration(end_) + "</span></p>\n";
}

std::string Timeline::in_all() const {
    const double all = std::max(sum(totals_), 1e-9);
    std::string bar =
        "<svg class=\"all\" viewBox=\"0 0 1000 20\" preserveAspectRatio=\"none\" role=\"img\" "
        "aria-label=\"Share of each phase of all time\">";
    std::string rows;
    double x = 0;
    for (std::size_t p = 0; p < phases; ++p) {
        const double share = totals_[p] / all;
        bar += bar_of_phase(p, x, 0, 1000 * share, 20);
        x += 1000 * share;
        rows += format("<tr><th scope=\"row\"><i class=\"p%zu\"></i>", p) +
                std::string(name(static_cast<Phase>(p))) + "</th><td>" + duration(totals_[p]) + "</td><td>" +
                format("%.1f %%", 100 * share) + "</td><td class=\"about\">" +
                std::string(about(static_cast<Phase>(p))) + "</td></tr>";
    }
    return bar +
           "</svg>\n<table class=\"totals\"><thead><tr><th scope=\"col\">phase</th>"
           "<th scope=\"col\">of all files</th><th scope=\"col\">share</th><th "
           "scope=\"col\"></th></tr></thead>"
           "<tbody>" +
           rows + "</tbody></table>\n";
}

}  // namespace sluice::apps
