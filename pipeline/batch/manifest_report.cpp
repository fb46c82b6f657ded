#include "pipeline/batch/manifest_report.hpp"

#include "pipeline/batch/manifest_line.hpp"
#include "pipeline/core/base64.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cstring>
#include <limits>
#include <optional>
#include <string>
#include <utility>

namespace sluice {
namespace {

using Json = nlohmann::ordered_json;

template <class T>
T member_or(const Json& object, const char* name, T otherwise) {
    const auto at = object.find(name);
    if (at == object.end()) return otherwise;
    if constexpr (std::is_same_v<T, std::string>)
        return at->is_string() ? at->template get<T>() : otherwise;
    else if constexpr (std::is_same_v<T, bool>)
        return at->is_boolean() ? at->template get<T>() : otherwise;
    else
        return at->is_number() ? at->template get<T>() : otherwise;
}

const Json& part(const Json& object, const char* name) {
    static const Json empty = Json::object();
    const auto at = object.find(name);
    return at != object.end() && at->is_object() ? *at : empty;
}

std::optional<ImageFormat> format_in(const Json& size) {
    const auto pixel = from_name<Pixel>(member_or<std::string>(size, "pixel", ""));
    ImageFormat format;
    format.width = member_or<std::size_t>(size, "width", 0);
    format.height = member_or<std::size_t>(size, "height", 0);
    format.layers = member_or<std::size_t>(size, "layers", 1);
    format.channels = member_or<int>(size, "channels", 0);
    if (!pixel || format.width == 0 || format.height == 0 || format.channels < 1 || format.channels > 4)
        return std::nullopt;
    format.pixel = *pixel;
    return format;
}

// An integer, which may be too large for JSON's and then is text.
std::optional<Int128> integer_in(const Json& value) {
    if (value.is_number_unsigned()) return value.get<std::uint64_t>();
    if (value.is_number_integer()) return value.get<std::int64_t>();
    if (!value.is_string()) return std::nullopt;
    const std::string text = value.get<std::string>();
    Int128 number = 0;
    for (const char c : text) {
        if (c < '0' || c > '9' || text.size() > 38) return std::nullopt;
        number = number * 10 + (c - '0');
    }
    return number;
}

// Of {"found": 3, "rows": [...]}, without the rows.
Table list_in(const Json& list) {
    TableLayout layout;
    layout.list = true;
    layout.rows = 0;
    layout.channels = {"joint"};
    Table table(layout);
    table.set_found(member_or<std::uint64_t>(list, "found", 0));
    return table;
}

// Of [{"name": "R", "min": 3}, ...], of the first layer and tile; or of a list.
std::optional<Table> table_in(const Json& channels) {
    if (channels.is_object()) return list_in(channels);
    TableLayout layout;
    std::vector<const Json*> used;
    for (const Json& channel : channels) {
        if (!channel.is_object() || member_or<std::size_t>(channel, "layer", 0) > 0 ||
            member_or<std::size_t>(channel, "tile", 0) > 0)
            continue;
        layout.channels.push_back(member_or<std::string>(channel, "name", "?"));
        used.push_back(&channel);
    }
    if (used.empty()) return std::nullopt;
    for (const auto& [name, value] : used.front()->items()) {
        if (name == "name" || name == "layer" || name == "tile") continue;
        const bool whole = std::all_of(used.begin(), used.end(), [&, &field = name](const Json* channel) {
            return channel->contains(field) && integer_in(channel->at(field));
        });
        layout.fields.push_back({name, whole ? FieldType::u128 : FieldType::f64});
    }
    Table table(layout);
    for (const Field& field : layout.fields)
        for (std::size_t c = 0; c < used.size(); ++c) {
            const Json value = used[c]->value(field.name, Json());
            const std::size_t size = bytes(field.type);
            std::byte* at = table.data() + layout.offset(field) + c * size;
            if (field.type == FieldType::u128) {
                const Int128 number = integer_in(value).value();
                std::memcpy(at, &number, size);
            } else {
                const double number =
                    value.is_number() ? value.get<double>() : std::numeric_limits<double>::quiet_NaN();
                std::memcpy(at, &number, size);
            }
        }
    return table;
}

}  // namespace

FileReport report_from_line(std::string_view text) {
    FileReport report;
    const Json line = Json::parse(text, nullptr, false);
    const auto known = read_manifest_line(text);
    if (!line.is_object() || !known) return report;
    report.file.input = known->path.value_or("");
    report.file.output = known->output.value_or("");
    for (const Json& other : line.value("also", Json::array())) {
        const auto bytes = from_base64(member_or<std::string>(other, "output_bytes", ""));
        report.file.also.emplace_back(member_or<std::string>(other, "output", bytes.value_or("")));
    }
    report.status = from_name<FileStatus>(known->status.value_or("")).value_or(FileStatus::failed);
    report.error = member_or<std::string>(line, "error", "");
    for (const Json& warning : line.value("warnings", Json::array()))
        if (warning.is_string()) report.warnings.push_back(warning.get<std::string>());
    report.copied = member_or(line, "copied", false);
    report.converted = member_or<std::string>(line, "converted", "");
    report.device = member_or<std::string>(line, "device", "");
    report.input_stamp = known->input_stamp;
    report.output_stamp = known->output_stamp;
    const Json& sizes = part(line, "sizes");
    report.input = format_in(sizes);
    report.output = format_in(part(sizes, "output"));
    report.file.bytes = member_or<std::uintmax_t>(sizes, "bytes", 0);
    report.output_bytes = member_or<std::uintmax_t>(part(sizes, "output"), "bytes", 0);
    report.shrink = member_or<std::size_t>(sizes, "shrink", 1);
    const Json& phases = part(line, "phases");
    report.seconds.total = member_or(line, "seconds", 0.0);
    report.seconds.decode = member_or(phases, "decode", 0.0);
    report.seconds.build = member_or(phases, "build", 0.0);
    report.seconds.device = member_or(phases, "device", 0.0);
    report.seconds.encode = member_or(phases, "encode", 0.0);
    for (const auto& [name, channels] : part(line, "numbers").items())
        if (auto table = table_in(channels)) report.tables.emplace(name, std::move(*table));
    return report;
}

}  // namespace sluice
