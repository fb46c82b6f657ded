#include "apps/report/row.hpp"

#include "apps/batch/text.hpp"
#include "apps/report/html.hpp"
#include "apps/report/timeline.hpp"
#include "pipeline/core/base64.hpp"
#include "pipeline/core/statistics.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <map>
#include <utility>
#include <vector>

namespace sluice::apps {
namespace {

std::string short_number(double value) {
    char text[32];
    std::snprintf(text, sizeof text, "%.6g", value);
    return text;
}

std::string line(const std::string& text) { return "<div>" + text + "</div>"; }

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

std::string picture(const std::optional<Glimpse>& glimpse, const std::string& name, const std::string& when) {
    std::string cell = "<td role=\"cell\" class=\"pic\">";
    if (glimpse) {
        const std::string_view jpeg(reinterpret_cast<const char*>(glimpse->jpeg.data()),
                                    glimpse->jpeg.size());
        // A picture of a few pixels would hardly be seen.
        const std::size_t times = std::max<std::size_t>(1, 32 / std::max(glimpse->width, glimpse->height));
        cell += std::string("<img loading=\"lazy\" decoding=\"async\"") +
                (times > 1 ? " class=\"tiny\"" : "") + " width=\"" + std::to_string(times * glimpse->width) +
                "\" height=\"" + std::to_string(times * glimpse->height) + "\" alt=\"" + name + " " + when +
                "\" src=\"data:image/jpeg;base64," + base64(jpeg) + "\"/>" + histogram(*glimpse, when) +
                line(short_number(glimpse->low) + " to " + short_number(glimpse->high));
    }
    return cell + "</td>";
}

// ", mean 102.4, std 41.2": what people read where machines count sums.
std::string moments(const Table& table, std::size_t channel) {
    for (const char* field : {"count", "sum", "sum_sq"})
        if (!table.has(field)) return "";
    if (table.integer("count", channel) == 0) return "";
    return ", mean " + short_number(mean(table, channel)) + ", std " +
           short_number(standard_deviation(table, channel));
}

// ", min 3, max 250"; of the first row.
std::string values(const Table& table, std::size_t channel) {
    std::string text;
    for (const Field& field : table.layout().fields) {
        if (!field.per_channel || field.count != 1) continue;
        const bool real = field.type == FieldType::f32 || field.type == FieldType::f64;
        text += ", " + html(field.name) + " " +
                (real ? short_number(table.real(field.name, channel))
                      : decimal(table.integer(field.name, channel)));
    }
    return text;
}

// "R low 12, high 240, min 3, max 250": of the Tables of one node, channel by channel.
std::string numbers(const std::vector<const Table*>& tables) {
    const TableLayout& layout = tables.front()->layout();
    std::string lines;
    if (layout.rows > 1)
        lines = line((layout.tiles && layout.tiles->count() > 1 ? "tile 1 of " : "layer 1 of ") +
                     std::to_string(layout.rows));
    const bool told = std::any_of(tables.begin(), tables.end(),
                                  [](const Table* t) { return t->has("mean") && t->has("std"); });
    std::vector<std::pair<std::string, std::string>> channels;  // with their numbers
    for (const Table* table : tables)
        for (std::size_t c = 0; c < table->layout().channels.size(); ++c) {
            const std::string& name = table->layout().channels[c];
            auto at = std::find_if(channels.begin(), channels.end(),
                                   [&](const auto& channel) { return channel.first == name; });
            if (at == channels.end()) at = channels.insert(at, {name, ""});
            at->second += values(*table, c) + (told ? "" : moments(*table, c));
        }
    for (const auto& [name, text] : channels)
        if (!text.empty()) lines += line("<b>" + html(name) + "</b> " + text.substr(2));
    return lines;
}

// "normalize" of "normalize.stats", but "reduce.2" is a node itself.
std::string node_of(const std::string& table) {
    const std::size_t dot = table.rfind('.');
    const bool numbered = table.find_first_not_of("0123456789", dot + 1) == std::string::npos;
    return dot == std::string::npos || numbered ? table : table.substr(0, dot);
}

std::string numbers(const FileReport& report) {
    std::map<std::string, std::vector<const Table*>> nodes;
    for (const auto& [name, table] : report.tables) nodes[node_of(name)].push_back(&table);
    std::string lines;
    for (const auto& [node, tables] : nodes)
        lines += (nodes.size() > 1 ? line("<i>" + html(node) + "</i>") : "") + numbers(tables);
    return lines;
}

std::string size(const std::optional<ImageFormat>& format, std::uintmax_t bytes) {
    std::string text = format ? html(format->text()) : "";
    if (bytes > 0) text += (text.empty() ? "" : ", ") + byte_count(bytes);
    return text;
}

std::string times(const FileReport& report) {
    std::string lines = line("<b>" + duration(report.seconds.total) + "</b>");
    const PhaseSeconds seconds = phases_of(report);
    std::string words;
    for (std::size_t p = 0; p < phases; ++p)
        if (seconds[p] >= 0.00005) {
            char text[48];
            std::snprintf(text, sizeof text, "%s %.1f", std::string(name(static_cast<Phase>(p))).c_str(),
                          1000 * seconds[p]);
            words += (words.empty() ? "" : ", ") + std::string(text);
        }
    return words.empty() ? lines : lines + line("ms: " + words);
}

}  // namespace

std::string report_row(const FileReport& report, std::size_t index) {
    const std::string status(name(report.status)), input = html_name(report.file.input);
    std::string row = "<tr role=\"row\" class=\"" + status + "\" data-i=\"" + std::to_string(index) +
                      "\" data-t=\"" + short_number(report.seconds.total) + "\" data-w=\"" +
                      std::to_string(report.warnings.size()) + "\">";
    row += "<th role=\"rowheader\" scope=\"row\"><bdi>" + input + "</bdi>";
    if (!report.file.output.empty() && report.status != FileStatus::failed)
        row += line("→ <bdi>" + html_name(report.file.output) + "</bdi>");
    row += "</th><td role=\"cell\" class=\"what\"><b>" + status + "</b>";
    if (!report.error.empty()) row += line(html(report.error));
    for (const std::string& warning : report.warnings)
        row += "<div class=\"warning\">warning: " + html(warning) + "</div>";
    row += "</td>" + picture(report.before, input, "before") + picture(report.after, input, "after");
    row += "<td role=\"cell\">";
    row += numbers(report);
    const std::string before = size(report.input, report.file.bytes),
                      after = size(report.output, report.output_bytes);
    row += "</td><td role=\"cell\">" + (before.empty() ? "" : line(before)) +
           (after.empty() ? "" : line("→ " + after));
    return row + "</td><td role=\"cell\">" + times(report) + "</td></tr>\n";
}

}  // namespace sluice::apps
