#include "apps/json.hpp"

#include "pipeline/core/json_text.hpp"
#include "pipeline/core/message.hpp"
#include "pipeline/core/rect.hpp"
#include "pipeline/core/statistics.hpp"
#include "pipeline/core/value.hpp"

#include <cmath>
#include <cstdint>
#include <limits>

namespace sluice::apps {
namespace {

Json field_json(const Table& table, const Field& field, std::size_t channel, std::size_t row) {
    if (has_no_extreme(table, field.name, channel, row)) return nullptr;
    if (field.count == 1) return table_value(table, field.name, channel, row);
    Json list = Json::array();
    for (std::size_t i = 0; i < field.count; ++i)
        list.push_back(table_value(table, field.name, channel, row, i));
    return list;
}

}  // namespace

std::string pretty(const Json& json) { return json_text(json, 1) + "\n"; }
std::string one_line(const Json& json) { return json_text(json) + "\n"; }

Json exact(Int128 value) {
    if (value >= 0 && value <= std::numeric_limits<std::uint64_t>::max())
        return static_cast<std::uint64_t>(value);
    if (value < 0 && value >= std::numeric_limits<std::int64_t>::min())
        return static_cast<std::int64_t>(value);
    return decimal(value);
}

Json table_value(const Table& table, const std::string& field, std::size_t channel, std::size_t row,
                 std::size_t i) {
    const FieldType type = table.layout().find(field)->type;
    if (is_real(type)) {
        const double v = table.real(field, channel, row, i);
        return std::isinf(v) ? Json(number_text(v)) : Json(v);  // JSON has no number for it
    }
    return exact(table.integer(field, channel, row, i));
}

Json table_json(const Table& table) {
    const TableLayout& layout = table.layout();
    Json rows = Json::array();
    for (std::size_t row = 0; row < table.rows(); ++row) {
        Json entry = Json::object();
        if (layout.tiles) {
            const Rect tile = layout.tiles->tile(row);
            entry["layer"] = row / layout.tiles->count();
            entry["tile"] = {tile.x, tile.y, tile.width, tile.height};
        } else if (layout.rows > 1 && !layout.list) {
            entry["layer"] = row;
        }
        for (const Field& field : layout.fields)
            if (!field.per_channel) entry[field.name] = field_json(table, field, 0, row);
        Json channels = Json::array();
        for (std::size_t c = 0; c < layout.channels.size(); ++c) {
            Json channel = {{"name", layout.channels[c]}};
            for (const Field& field : layout.fields)
                if (field.per_channel) channel[field.name] = field_json(table, field, c, row);
            if (table.has("count") && table.has("sum")) channel["mean"] = mean(table, c, row);
            if (table.has("count") && table.has("sum") && table.has("sum_sq"))
                channel["std"] = standard_deviation(table, c, row);
            channels.push_back(std::move(channel));
        }
        if (!layout.list) entry["channels"] = std::move(channels);
        rows.push_back(std::move(entry));
    }
    if (layout.list) return {{"found", table.found()}, {"rows", std::move(rows)}};
    return {{"rows", std::move(rows)}};
}

void put_path(Json& object, const std::string& path) { put_text(object, "path", path); }

std::string path_in(const Json& object) { return text_in(object, "path").value_or(""); }

}  // namespace sluice::apps
