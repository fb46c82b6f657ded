#include "pipeline/batch/manifest.hpp"

#include "pipeline/core/base64.hpp"
#include "pipeline/core/error.hpp"
#include "pipeline/core/message.hpp"

#include <nlohmann/json.hpp>

#include <cerrno>
#include <cmath>
#include <cstring>
#include <limits>

namespace sluice {
namespace {

using Json = nlohmann::ordered_json;  // keys stay in the order in which they are put in

void put_path(Json& object, const std::string& key, const std::string& path) {
    if (path.empty())
        object[key] = nullptr;
    else if (is_utf8(path))
        object[key] = path;
    else
        object[key + "_bytes"] = base64(path);
}

Json number(double value) { return std::isfinite(value) ? Json(value) : Json(); }

Json number(Int128 value) {
    if (value >= 0 && value <= std::numeric_limits<std::uint64_t>::max())
        return static_cast<std::uint64_t>(value);
    if (value < 0 && value >= std::numeric_limits<std::int64_t>::min())
        return static_cast<std::int64_t>(value);
    return decimal(value);
}

// The single values of a Table, by channel; its first row.
Json numbers(const Table& table) {
    Json channels = Json::array();
    const TableLayout& layout = table.layout();
    for (std::size_t c = 0; c < layout.channels.size(); ++c) {
        Json channel = {{"name", layout.channels[c]}};
        for (const Field& field : layout.fields) {
            if (!field.per_channel || field.count != 1) continue;
            const bool real = field.type == FieldType::f32 || field.type == FieldType::f64;
            channel[field.name] =
                real ? number(table.real(field.name, c)) : number(table.integer(field.name, c));
        }
        channels.push_back(std::move(channel));
    }
    return channels;
}

Json size(const std::optional<ImageFormat>& format, std::uintmax_t bytes) {
    Json object = {{"width", nullptr}, {"height", nullptr}, {"channels", nullptr},
                   {"pixel", nullptr}, {"alpha", nullptr},  {"bytes", bytes > 0 ? Json(bytes) : Json()}};
    if (!format) return object;
    object["width"] = format->width;
    object["height"] = format->height;
    object["channels"] = format->channels;
    object["pixel"] = name(format->pixel);
    object["alpha"] = format->has_alpha();
    return object;
}

}  // namespace

std::string manifest_line(const FileReport& report, const std::string& device) {
    Json line = Json::object();
    put_path(line, "path", report.file.input.string());
    put_path(line, "output", report.file.output.string());
    line["status"] = name(report.status);
    line["error"] = report.status == FileStatus::done ? Json() : Json(report.error);
    line["warnings"] = report.warnings;
    line["sizes"] = size(report.input, report.file.bytes);
    line["sizes"]["output"] = size(report.output, report.output_bytes);
    const FileReport::Seconds& seconds = report.seconds;
    line["seconds"] = seconds.total;
    line["phases"] = {{"decode", seconds.decode},
                      {"build", seconds.build},
                      {"device", seconds.device},
                      {"encode", seconds.encode}};
    line["device"] = device;
    line["numbers"] = Json::object();
    for (const auto& [name, table] : report.tables) line["numbers"][name] = numbers(table);
    return line.dump(-1, ' ', false, Json::error_handler_t::replace) + "\n";
}

Manifest::Manifest(const std::filesystem::path& path, std::string device)
    : where_(path == "-" ? "standard output" : path.string()), device_(std::move(device)) {
    if (path == "-") return;
    file_.reset(std::fopen(path.c_str(), "wb"));
    if (!file_)
        throw Error(Error::Kind::input, where_,
                    std::string("the manifest cannot be written: ") + std::strerror(errno));
}

void Manifest::finished(const FileReport& report) {
    const std::string line = manifest_line(report, device_);
    std::FILE* file = file_ ? file_.get() : stdout;
    // Flushed line by line: whatever happens to the program, the lines are true.
    if (std::fwrite(line.data(), 1, line.size(), file) != line.size() || std::fflush(file) != 0)
        throw Error(Error::Kind::input, where_,
                    std::string("the manifest cannot be written: ") + std::strerror(errno));
}

}  // namespace sluice
