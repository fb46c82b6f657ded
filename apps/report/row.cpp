#include "apps/report/row.hpp"

#include "apps/batch/text.hpp"
#include "apps/report/html.hpp"
#include "apps/report/link.hpp"
#include "apps/report/numbers.hpp"
#include "apps/report/timeline.hpp"
#include "apps/terminal/amounts.hpp"
#include "pipeline/batch/glimpse.hpp"
#include "pipeline/core/base64.hpp"
#include "pipeline/core/text.hpp"

#include <algorithm>
#include <cmath>
#include <string_view>

namespace sluice::apps {
namespace {

std::string block(const std::string& text) { return "<div>" + text + "</div>"; }

// A path of relative steps through the tops of the bins; bins of the outermost values, which are often far
// higher than all others, do not count for the scale.
std::string outline(const Glimpse::Counts& counts, std::uint32_t highest) {
    constexpr int height = 32;
    const auto top = [&](std::uint32_t count) {
        return static_cast<int>(
            std::lround(height * std::min(1.0, static_cast<double>(count) / static_cast<double>(highest))));
    };
    std::string path = "M0 32";
    int at = 0;
    for (const std::uint32_t count : counts) {
        const int y = top(count);
        if (y != at) path += "v" + std::to_string(at - y);
        path += "h1";
        at = y;
    }
    return path + "V32z";
}

std::string histogram(const Glimpse& glimpse, const std::string& when) {
    std::uint32_t highest = 1;
    for (const Glimpse::Counts& counts : glimpse.histogram)
        highest = std::max(highest, *std::max_element(counts.begin() + 1, counts.end() - 1));
    std::string svg =
        "<svg class=\"bins\" viewBox=\"0 0 64 32\" preserveAspectRatio=\"none\" role=\"img\" "
        "aria-label=\"Histogram " +
        when + ", " + short_number(glimpse.low) + " to " + short_number(glimpse.high) + "\">";
    const bool grey = glimpse.histogram.size() == 1;
    for (std::size_t c = 0; c < glimpse.histogram.size(); ++c)
        svg += std::string("<path class=\"") + (grey ? "y" : std::string(1, "rgb"[c])) + "\" d=\"" +
               outline(glimpse.histogram[c], highest) + "\"/>";
    return svg + "</svg>";
}

// "0 to 1", where it is not the range that the format says.
std::string range(const Glimpse& glimpse, const std::optional<ImageFormat>& format) {
    if (format && glimpse.low == format->range_low() && glimpse.high == format->range_high()) return "";
    return block(short_number(glimpse.low) + " to " + short_number(glimpse.high));
}

std::string linked(const std::string& html, const std::string& url) {
    return url.empty() ? html : "<a href=\"" + url + "\">" + html + "</a>";
}

std::string picture(const std::shared_ptr<const Glimpse>& glimpse, const std::optional<ImageFormat>& format,
                    const std::string& name, const std::string& when, const std::string& url) {
    std::string cell = "<td role=\"cell\" class=\"pic\">";
    if (glimpse) {
        const std::string_view jpeg(reinterpret_cast<const char*>(glimpse->jpeg.data()),
                                    glimpse->jpeg.size());
        // A picture of a few pixels would hardly be seen.
        const std::size_t times = std::max<std::size_t>(1, 32 / std::max(glimpse->width, glimpse->height));
        cell += linked(std::string("<img loading=\"lazy\" decoding=\"async\"") +
                           (times > 1 ? " class=\"tiny\"" : "") + " width=\"" +
                           std::to_string(times * glimpse->width) + "\" height=\"" +
                           std::to_string(times * glimpse->height) + "\" alt=\"" + name + " " + when +
                           "\" src=\"data:image/jpeg;base64," + base64(jpeg) + "\"/>",
                       url) +
                histogram(*glimpse, when) + range(*glimpse, format);
    }
    return cell + "</td>";
}

std::string size(const std::string& format, std::uintmax_t bytes) {
    if (bytes == 0) return format;
    std::string count = byte_count(bytes);
    count.replace(count.find(' '), 1, "\xC2\xA0");  // number and unit stay together
    return format + (format.empty() ? "" : ", ") + count;
}

// Of the result, what is not said of the picture before.
std::string change(const FileReport& report) {
    if (!report.output) return "";
    const ImageFormat& after = *report.output;
    if (report.input && *report.input == after) return "";
    const std::string text = after.text();
    const bool same_size =
        report.input && report.input->width == after.width && report.input->height == after.height;
    return same_size ? text.substr(text.find(' ') + 1) : text;
}

std::string times(const FileReport& report) {
    std::string text = block("<b>" + duration(report.seconds.total) + "</b>"), rows;
    const PhaseSeconds seconds = phases_of(report);
    std::size_t told = 0;
    std::string_view last;
    for (std::size_t p = 0; p < phases; ++p) {
        if (seconds[p] < 0.00005) continue;
        ++told;
        last = name(static_cast<Phase>(p));
        rows +=
            "<tr><th scope=\"row\">" + std::string(last) + "</th><td>" + duration(seconds[p]) + "</td></tr>";
    }
    if (told == 1) return text + block(std::string(last));
    return told == 0 ? text : text + "<table class=\"numbers\">" + rows + "</table>";
}

}  // namespace

std::string report_row(const FileReport& report, std::size_t index, const std::filesystem::path& folder) {
    const std::string status(name(report.status)), input = html_name(report.file.input);
    const std::string source = link_to(report.file.input, folder);
    std::string row = "<tr role=\"row\" class=\"" + status + "\" data-i=\"" + std::to_string(index) +
                      "\" data-t=\"" + short_number(report.seconds.total) + "\" data-w=\"" +
                      std::to_string(report.warnings.size()) + "\">";
    row += "<th role=\"rowheader\" scope=\"row\">" +
           linked("<bdi>" + html_breakable(report.file.input) + "</bdi>", source);
    std::string result;  // that is there
    if (!report.file.output.empty() && report.status != FileStatus::failed) {
        result = link_to(report.file.output, folder);
        for (std::size_t n = 0; n < report.file.outputs(); ++n) {
            const std::filesystem::path& output = report.file.output_of(n);
            row += block("→ " + linked("<bdi>" + html_breakable(output) + "</bdi>", link_to(output, folder)));
        }
    }
    row += "</th><td role=\"cell\" class=\"what\"><b>" + status + "</b>";
    if (!report.error.empty()) row += block(html(report.error));
    if (report.copied) row += block("unchanged, copied");
    for (const std::string& warning : report.warnings)
        row += "<div class=\"warning\">warning: " + html(warning) + "</div>";
    row += "</td>" + picture(report.before, report.input, input, "before", source) +
           picture(report.after, report.output, input, "after", result);
    row += "<td role=\"cell\">" + numbers(report);
    const std::string before = size(report.input ? report.input->text() + read_smaller(report) : "",
                                    report.file.bytes),
                      after = size(change(report), report.output_bytes);
    row += "</td><td role=\"cell\">" + (before.empty() ? "" : block(html(before))) +
           (after.empty() ? "" : block("→ " + html(after)));
    return row + "</td><td role=\"cell\">" + times(report) + "</td></tr>\n";
}

}  // namespace sluice::apps
