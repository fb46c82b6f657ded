#include "apps/bench/chart.hpp"

#include <algorithm>
#include <cmath>
#include <cstdarg>
#include <cstdio>

namespace sluice::apps {
namespace {

// Pixels.
constexpr double width = 960, margin = 24, plot_left = 230, plot_right = 730;
constexpr double bar = 11, bar_gap = 2, group_gap = 9, line_height = 20;

constexpr const char* style = R"(<style>
  svg { background: #fcfcfb; font: 12px system-ui, "Segoe UI", Roboto, sans-serif; }
  text { fill: #52514e; }
  .title { fill: #0b0b0b; font-size: 18px; font-weight: 600; }
  .heading { fill: #0b0b0b; font-size: 14px; font-weight: 600; }
  .label { fill: #0b0b0b; text-anchor: end; }
  .tick { fill: #898781; text-anchor: middle; font-size: 11px; }
  .value { font-size: 11px; }
  .grid { stroke: #e1e0d9; }
  .axis { stroke: #c3c2b7; }
  .limit { stroke: #0b0b0b; stroke-width: 2; }
  .s0 { fill: #2a78d6; } .s1 { fill: #eb6834; } .s2 { fill: #898781; }
  .s3 { fill: #4a3aa7; } .s4 { fill: #1baf7a; } .s5 { fill: #e87ba4; }
  @media (prefers-color-scheme: dark) {
    svg { background: #1a1a19; }
    text { fill: #c3c2b7; }
    .title, .heading, .label { fill: #ffffff; }
    .tick { fill: #898781; }
    .grid { stroke: #2c2c2a; }
    .axis { stroke: #383835; }
    .limit { stroke: #ffffff; }
    .s0 { fill: #3987e5; } .s1 { fill: #d95926; } .s2 { fill: #898781; }
    .s3 { fill: #9085e9; } .s4 { fill: #199e70; } .s5 { fill: #d55181; }
  }
</style>
)";
constexpr std::size_t most_series = 6;

// As XML takes it: what it cannot hold at all becomes a question mark.
std::string escaped(const std::string& text) {
    std::string out;
    for (const char c : text) {
        const auto byte = static_cast<unsigned char>(c);
        if (c == '&')
            out += "&amp;";
        else if (c == '<')
            out += "&lt;";
        else if (c == '>')
            out += "&gt;";
        else if (c == '"')
            out += "&quot;";
        else
            out += byte < 0x20 || byte >= 0x7f ? '?' : c;
    }
    return out;
}

#if defined(__GNUC__)
__attribute__((format(printf, 1, 2)))
#endif
std::string
format(const char* pattern, ...) {
    char text[256];
    va_list arguments;
    va_start(arguments, pattern);
    std::vsnprintf(text, sizeof text, pattern, arguments);
    va_end(arguments);
    return text;
}

std::string words(const char* kind, double x, double y, const std::string& text) {
    return format("<text class=\"%s\" x=\"%.1f\" y=\"%.1f\">", kind, x, y) + escaped(text) + "</text>\n";
}
std::string stroke(const char* kind, double x1, double y1, double x2, double y2) {
    return format("<line class=\"%s\" x1=\"%.1f\" y1=\"%.1f\" x2=\"%.1f\" y2=\"%.1f\"/>\n", kind, x1, y1, x2,
                  y2);
}
std::string rectangle(std::size_t series, double x, double y, double w, double h) {
    return format("<rect class=\"s%zu\" x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"%.1f\" rx=\"2\"/>\n",
                  series % most_series, x, y, w, h);
}

// 1, 2 or 5 times a power of ten, so that about five steps reach `most`.
double tick_step(double most) {
    const double power = std::pow(10, std::floor(std::log10(most / 5)));
    for (const double factor : {1.0, 2.0, 5.0})
        if (factor * power * 6 >= most) return factor * power;
    return 10 * power;
}

// What can be drawn: neither below 0 nor endless.
double drawn(double value) { return std::isfinite(value) ? std::max(0.0, value) : 0; }

double highest(const Chart& chart) {
    double most = 0;
    for (const Chart::Group& group : chart.groups)
        for (const Chart::Bar& b : group.bars)
            most = std::max({most, drawn(b.value), drawn(b.limit.value_or(0))});
    return most > 0 ? most : 1;
}

// Draws from one line to the next; keeps where it is.
class Drawing {
public:
    explicit Drawing(double y) : y_(y) {}

    void draw(const Chart& chart) {
        const double top = highest(chart);
        scale_ = (plot_right - plot_left) / top;
        heading(chart);
        const std::size_t grid = text_.size();
        const double first = y_;
        for (const Chart::Group& group : chart.groups) draw(group);
        text_.insert(grid, ticks(first, top));
        text_ += words("tick", (plot_left + plot_right) / 2, y_ + 1.6 * line_height, chart.axis);
        y_ += 3.5 * line_height;
    }

    const std::string& text() const { return text_; }
    double y() const { return y_; }

private:
    double x(double value) const { return plot_left + value * scale_; }

    void heading(const Chart& chart) {
        text_ += words("heading", margin, y_, chart.title);
        y_ += line_height;
        double at = margin;
        const auto entry = [&](const std::string& name, const auto& key) {
            const double length = 40 + 6.2 * static_cast<double>(name.size());
            if (at > margin && at + length > width) {
                at = margin;
                y_ += line_height;
            }
            text_ += key(at) + words("value", at + 16, y_, name);
            at += length;
        };
        for (std::size_t i = 0; i < chart.series.size(); ++i)
            entry(chart.series[i], [&](double x) { return rectangle(i, x, y_ - 9, 10, 10); });
        if (!chart.limit.empty())
            entry(chart.limit, [&](double x) { return stroke("limit", x + 5, y_ - 10, x + 5, y_ + 1); });
        y_ += line_height;
    }

    void draw(const Chart::Group& group) {
        const double slots = std::max<double>(1, static_cast<double>(group.bars.size()));
        const double height = slots * (bar + bar_gap);
        text_ += words("label", plot_left - 8, y_ + height / 2 + 3, group.label);
        if (group.bars.empty()) text_ += words("value", plot_left + 6, y_ + bar - 1, group.note);
        for (const Chart::Bar& b : group.bars) {
            const double value = drawn(b.value);
            text_ += rectangle(b.series, plot_left, y_, value * scale_, bar);
            double end = x(value);
            if (b.limit) {
                const double at = x(drawn(*b.limit));
                text_ += stroke("limit", at, y_ - bar_gap, at, y_ + bar);
                if (at < end + 6.0 * static_cast<double>(b.text.size()))
                    end = std::max(end, at);  // the text goes behind it
            }
            text_ += words("value", end + 6, y_ + bar - 2, b.text);
            y_ += bar + bar_gap;
        }
        if (group.bars.empty()) y_ += bar + bar_gap;
        y_ += group_gap;
    }

    std::string ticks(double first, double top) const {
        std::string text;
        const double step = tick_step(top);
        for (double value = 0; value <= top * 1.0001; value += step) {
            text += stroke(value > 0 ? "grid" : "axis", x(value), first - 4, x(value), y_);
            text += words("tick", x(value), y_ + 14, format("%g", value));
        }
        return text;
    }

    std::string text_;
    double y_, scale_ = 1;
};

}  // namespace

std::string svg(const std::string& title, const std::string& subtitle, const std::vector<Chart>& charts) {
    Drawing drawing(margin + 4.5 * line_height);
    for (const Chart& chart : charts) drawing.draw(chart);
    return format(
               "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%.0f\" height=\"%.0f\" "
               "viewBox=\"0 0 %.0f %.0f\" role=\"img\">\n",
               width, drawing.y(), width, drawing.y()) +
           "<title>" + escaped(title) + "</title>\n" + style +
           words("title", margin, margin + line_height, title) +
           words("value", margin, margin + 2 * line_height, subtitle) + drawing.text() + "</svg>\n";
}

}  // namespace sluice::apps
