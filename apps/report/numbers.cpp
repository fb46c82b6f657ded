#include "apps/report/numbers.hpp"

#include "apps/report/html.hpp"
#include "pipeline/core/statistics.hpp"

#include <algorithm>
#include <cstdio>
#include <map>
#include <utility>
#include <vector>

namespace sluice::apps {

std::string short_number(double value) {
    char text[32];
    std::snprintf(text, sizeof text, "%.6g", value);
    return text;
}

namespace {

struct Line {
    std::string name;
    std::vector<std::string> values;  // by channel; "" = the channel has none
};

std::string value(const Table& table, const Field& field, std::size_t channel, std::size_t row) {
    const bool real = is_real(field.type);
    return real ? short_number(table.real(field.name, channel, row))
                : decimal(table.integer(field.name, channel, row));
}

// The lines of all Tables of a node, of one row of each.
class Lines {
public:
    Lines(const std::vector<const Table*>& tables, std::size_t row) : row_(row) {
        for (const Table* table : tables)
            for (const std::string& channel : table->layout().channels)
                if (std::find(channels_.begin(), channels_.end(), channel) == channels_.end())
                    channels_.push_back(channel);
        told_ = std::any_of(tables.begin(), tables.end(),
                            [](const Table* t) { return t->has("mean") && t->has("std"); });
        for (const Table* table : tables)
            if (row < table->layout().rows) add(*table);
        join("low", "min");
        join("high", "max");
    }

    std::string html() const {
        if (lines_.empty()) return "";
        std::string text = "<table class=\"numbers\"><tr><td></td>";
        for (const std::string& channel : channels_)
            text += "<th scope=\"col\">" + apps::html(channel) + "</th>";
        text += "</tr>";
        for (const Line& line : lines_) {
            text += "<tr><th scope=\"row\">" + apps::html(line.name) + "</th>";
            const bool same = std::count(line.values.begin(), line.values.end(), line.values[0]) ==
                              static_cast<std::ptrdiff_t>(line.values.size());
            if (same && line.values.size() > 1)
                text +=
                    "<td colspan=\"" + std::to_string(line.values.size()) + "\">" + line.values[0] + "</td>";
            else
                for (const std::string& value : line.values) text += "<td>" + value + "</td>";
            text += "</tr>";
        }
        return text + "</table>";
    }

private:
    void add(const Table& table) {
        const bool sums = table.has("count") && table.has("sum") && table.has("sum_sq");
        for (const Field& field : table.layout().fields) {
            if (!field.per_channel || field.count != 1) continue;
            if (sums && (field.name == "sum" || field.name == "sum_sq")) continue;
            put(table, field.name, [&](std::size_t c) { return value(table, field, c, row_); });
        }
        if (!sums || told_) return;
        const auto of_pixels = [&](double (*moment)(const Table&, std::size_t, std::size_t)) {
            return [this, &table, moment](std::size_t c) {
                return table.integer("count", c, row_) == 0 ? "" : short_number(moment(table, c, row_));
            };
        };
        put(table, "mean", of_pixels(mean));
        put(table, "std", of_pixels([](const Table& t, std::size_t c, std::size_t row) {
                return standard_deviation(t, c, row);
            }));
    }

    template <class Value>
    void put(const Table& table, const std::string& name, Value value) {
        Line line{name, std::vector<std::string>(channels_.size())};
        const std::vector<std::string>& channels = table.layout().channels;
        for (std::size_t c = 0; c < channels.size(); ++c)
            line.values[static_cast<std::size_t>(std::find(channels_.begin(), channels_.end(), channels[c]) -
                                                 channels_.begin())] = value(c);
        lines_.push_back(std::move(line));
    }

    void join(const std::string& name, const std::string& other) {
        const auto find = [&](const std::string& wanted) {
            return std::find_if(lines_.begin(), lines_.end(),
                                [&](const Line& l) { return l.name == wanted; });
        };
        const auto first = find(name), second = find(other);
        if (first == lines_.end() || second == lines_.end() || first->values != second->values) return;
        first->name = name + " = " + other;
        lines_.erase(second);
    }

    const std::size_t row_;
    std::vector<std::string> channels_;
    std::vector<Line> lines_;
    bool told_ = false;  // mean and deviation, by the pipeline
};

constexpr std::size_t most_rows = 16;  // of layers or tiles, so that a page stays one that can be read

// "normalize" of "normalize.stats", but "reduce.2" is a node itself.
std::string node_of(const std::string& table) {
    const std::size_t dot = table.rfind('.');
    const bool numbered = table.find_first_not_of("0123456789", dot + 1) == std::string::npos;
    return dot == std::string::npos || numbered ? table : table.substr(0, dot);
}

}  // namespace

std::string numbers(const FileReport& report) {
    std::map<std::string, std::vector<const Table*>> nodes;
    for (const auto& [name, table] : report.tables)
        if (!table.layout().list) nodes[node_of(name)].push_back(&table);
    std::string text;
    for (const auto& [name, table] : report.tables)
        if (table.layout().list)
            text += "<div>" + html(name) + ": " + std::to_string(table.found()) + "</div>";
    for (const auto& [node, tables] : nodes) {
        if (nodes.size() > 1) text += "<div><i>" + html(node) + "</i></div>";
        const TableLayout& layout = tables.front()->layout();
        const std::string each = layout.tiles && layout.tiles->count() > 1 ? "tile" : "layer";
        for (std::size_t row = 0; row < std::min(layout.rows, most_rows); ++row) {
            if (layout.rows > 1)
                text += "<div>" + each + " " + std::to_string(row + 1) + " of " +
                        std::to_string(layout.rows) + "</div>";
            text += Lines(tables, row).html();
        }
        if (layout.rows > most_rows)
            text += "<div>" + std::to_string(layout.rows - most_rows) + " more " + each +
                    "s: --manifest writes the numbers of all</div>";
    }
    return text;
}

}  // namespace sluice::apps
