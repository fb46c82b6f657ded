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

std::string value(const Table& table, const Field& field, std::size_t channel) {
    const bool real = field.type == FieldType::f32 || field.type == FieldType::f64;
    return real ? short_number(table.real(field.name, channel)) : decimal(table.integer(field.name, channel));
}

// The lines of all Tables of a node.
class Lines {
public:
    explicit Lines(const std::vector<const Table*>& tables) {
        for (const Table* table : tables)
            for (const std::string& channel : table->layout().channels)
                if (std::find(channels_.begin(), channels_.end(), channel) == channels_.end())
                    channels_.push_back(channel);
        told_ = std::any_of(tables.begin(), tables.end(),
                            [](const Table* t) { return t->has("mean") && t->has("std"); });
        for (const Table* table : tables) add(*table);
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
            put(table, field.name, [&](std::size_t c) { return value(table, field, c); });
        }
        if (!sums || told_) return;
        const auto of_pixels = [&](double (*moment)(const Table&, std::size_t)) {
            return [&table, moment](std::size_t c) {
                return table.integer("count", c) == 0 ? "" : short_number(moment(table, c));
            };
        };
        put(table, "mean", of_pixels([](const Table& t, std::size_t c) { return mean(t, c); }));
        put(table, "std", of_pixels([](const Table& t, std::size_t c) { return standard_deviation(t, c); }));
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

    std::vector<std::string> channels_;
    std::vector<Line> lines_;
    bool told_ = false;  // mean and deviation, by the pipeline
};

// "normalize" of "normalize.stats", but "reduce.2" is a node itself.
std::string node_of(const std::string& table) {
    const std::size_t dot = table.rfind('.');
    const bool numbered = table.find_first_not_of("0123456789", dot + 1) == std::string::npos;
    return dot == std::string::npos || numbered ? table : table.substr(0, dot);
}

}  // namespace

std::string numbers(const FileReport& report) {
    std::map<std::string, std::vector<const Table*>> nodes;
    for (const auto& [name, table] : report.tables) nodes[node_of(name)].push_back(&table);
    std::string text;
    for (const auto& [node, tables] : nodes) {
        if (nodes.size() > 1) text += "<div><i>" + html(node) + "</i></div>";
        const TableLayout& layout = tables.front()->layout();
        if (layout.rows > 1)
            text += "<div>" +
                    std::string(layout.tiles && layout.tiles->count() > 1 ? "tile 1 of " : "layer 1 of ") +
                    std::to_string(layout.rows) + "</div>";
        text += Lines(tables).html();
    }
    return text;
}

}  // namespace sluice::apps
