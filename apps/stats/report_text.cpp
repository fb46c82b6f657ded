#include "apps/stats/report.hpp"

#include "pipeline/core/printable.hpp"
#include "pipeline/core/statistics.hpp"
#include "pipeline/core/value.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>

namespace sluice::apps {
namespace {

using Cells = std::vector<std::string>;

std::string shortened(double value) {
    if (!std::isfinite(value)) return "-";
    char text[32];
    std::snprintf(text, sizeof text, "%.6g", value);
    return text;
}

std::string whole(const Table& numbers, const char* field) { return decimal(numbers.integer(field)); }

std::string extreme(const ChannelStatistics& channel, const char* field) {
    if (channel.numbers.integer("count") == 0) return "-";
    return channel.exact() ? whole(channel.numbers, field) : shortened(channel.numbers.real(field));
}

Cells heading(const Wanted& wanted, bool floats) {
    Cells cells = {"", "count", "min", "max", "mean", "std", "nonzero"};
    if (floats) cells.insert(cells.end(), {"nan", "inf"});
    for (const double percent : wanted.percentiles) cells.push_back(number_text(percent) + "%");
    return cells;
}

Cells row(const ChannelStatistics& channel, const Wanted& wanted, bool floats) {
    const Table& numbers = channel.numbers;
    Cells cells = {channel.name,
                   whole(numbers, "count"),
                   extreme(channel, "min"),
                   extreme(channel, "max"),
                   shortened(mean(numbers)),
                   shortened(standard_deviation(numbers)),
                   whole(numbers, "nonzero")};
    if (floats) cells.insert(cells.end(), {whole(numbers, "nan"), whole(numbers, "inf")});
    if (channel.distribution)
        for (std::size_t i = 0; i < wanted.percentiles.size(); ++i)
            cells.push_back(shortened(channel.distribution->percentiles[i]));
    return cells;
}

// A line of blocks, each as high as its bin is full.
std::string blocks(const std::vector<std::uint64_t>& histogram) {
    constexpr const char* heights[] = {" ", "▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"};
    std::uint64_t most = 1;
    for (const std::uint64_t n : histogram) most = std::max(most, n);
    std::string text;
    for (const std::uint64_t n : histogram) {
        const double share = static_cast<double>(n) / static_cast<double>(most);
        text += heights[n == 0 ? 0 : std::max(1, static_cast<int>(std::lround(8 * share)))];
    }
    return text;
}

std::string table(const std::vector<ChannelStatistics>& channels, const Wanted& wanted) {
    const bool floats =
        std::any_of(channels.begin(), channels.end(), [](const ChannelStatistics& c) { return !c.exact(); });
    std::vector<Cells> lines = {heading(wanted, floats)};
    for (const ChannelStatistics& channel : channels) lines.push_back(row(channel, wanted, floats));

    std::vector<std::size_t> widths(lines[0].size(), 0);
    for (const Cells& cells : lines)
        for (std::size_t i = 0; i < cells.size(); ++i) widths[i] = std::max(widths[i], cells[i].size());
    std::string text;
    for (const Cells& cells : lines) {
        text += " ";
        for (std::size_t i = 0; i < cells.size(); ++i)
            text += " " + std::string(widths[i] + (i > 0) - cells[i].size(), ' ') + cells[i];
        text += "\n";
    }
    for (const ChannelStatistics& channel : channels) {
        constexpr std::size_t most_blocks = 256;
        if (!channel.distribution || channel.distribution->histogram.empty()) continue;
        text += "  " + channel.name + " |" +
                (wanted.bins > most_blocks ? "too many bins for a line; see --json"
                                           : blocks(channel.distribution->histogram) + "|") +
                "\n";
    }
    return text;
}

}  // namespace

std::string stats_text(const Report& report, const Wanted& wanted) {
    std::string text;
    for (const FileStatistics& file : report.files) {
        if (!file.format) continue;  // said on stderr
        text += printable(file.path) + "  " + file.format->text() + "\n" + table(file.channels, wanted);
    }
    if (wanted.quality) text += outliers_text(outliers_among(qualities_in(report)));
    if (!report.dataset) return text;
    std::vector<ChannelStatistics> channels;
    for (const PooledChannel& channel : report.dataset->channels) channels.push_back(channel.statistics);
    text += "data set of " + std::to_string(report.dataset->count) + " files\n" + table(channels, wanted);
    return text;
}

}  // namespace sluice::apps
