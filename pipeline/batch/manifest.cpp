#include "pipeline/batch/manifest.hpp"

#include "pipeline/batch/file_stamp.hpp"
#include "pipeline/core/error.hpp"
#include "pipeline/core/json_text.hpp"
#include "pipeline/files/write_all.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cerrno>
#include <cmath>
#include <cstring>
#include <limits>
#include <string_view>
#include <utility>

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

namespace sluice {
namespace {

using Json = nlohmann::ordered_json;  // keys stay in the order in which they are put in

void put_path(Json& object, const std::string& key, const std::string& path) {
    if (path.empty())
        object[key] = nullptr;
    else
        put_text(object, key, path);
}

Json number(double value) { return std::isfinite(value) ? Json(value) : Json(); }

Json number(Int128 value) {
    if (value >= 0 && value <= std::numeric_limits<std::uint64_t>::max())
        return static_cast<std::uint64_t>(value);
    if (value < 0 && value >= std::numeric_limits<std::int64_t>::min())
        return static_cast<std::int64_t>(value);
    return decimal(value);
}

Json number(const Table& table, const Field& field, std::size_t channel, std::size_t row) {
    return is_real(field.type) ? number(table.real(field.name, channel, row))
                               : number(table.integer(field.name, channel, row));
}

// The number of entries, and the first of them: a line for each of many files stays short.
Json entries(const Table& table) {
    constexpr std::size_t most = 100;
    Json rows = Json::array();
    for (std::size_t row = 0; row < std::min(table.rows(), most); ++row) {
        Json entry = Json::object();
        for (const Field& field : table.layout().fields)
            if (field.count == 1) entry[field.name] = number(table, field, 0, row);
        rows.push_back(std::move(entry));
    }
    return {{"found", table.found()}, {"rows", std::move(rows)}};
}

// The single values of a Table by channel, row by row; of a list its entries.
Json numbers(const Table& table) {
    if (table.layout().list) return entries(table);
    Json channels = Json::array();
    const TableLayout& layout = table.layout();
    const std::size_t tiles = layout.tiles ? layout.tiles->count() : 1;
    for (std::size_t row = 0; row < layout.rows; ++row)
        for (std::size_t c = 0; c < layout.channels.size(); ++c) {
            Json channel = {{"name", layout.channels[c]}};
            if (layout.rows > tiles) channel["layer"] = row / tiles;
            if (tiles > 1) channel["tile"] = row % tiles;
            for (const Field& field : layout.fields) {
                if (!field.per_channel || field.count != 1) continue;
                channel[field.name] = number(table, field, c, row);
            }
            channels.push_back(std::move(channel));
        }
    return channels;
}

Json size(const std::optional<ImageFormat>& format, std::uintmax_t bytes) {
    Json object = {{"width", nullptr},
                   {"height", nullptr},
                   {"layers", nullptr},
                   {"channels", nullptr},
                   {"pixel", nullptr},
                   {"alpha", nullptr},
                   {"bytes", bytes > 0 ? Json(bytes) : Json()}};
    if (!format) return object;
    object["width"] = format->width;
    object["height"] = format->height;
    object["layers"] = format->layers;
    object["channels"] = format->channels;
    object["pixel"] = name(format->pixel);
    object["alpha"] = format->has_alpha();
    return object;
}

Json json(const std::optional<FileStamp>& stamp) {
    return stamp ? Json{{"bytes", stamp->bytes}, {"mtime_ns", stamp->mtime}} : Json();
}

// The outputs of the other Sinks.
Json also(const FileReport& report) {
    Json outputs = Json::array();
    for (std::size_t i = 0; i < report.file.also.size(); ++i) {
        const FileReport::Also of = i < report.also.size() ? report.also[i] : FileReport::Also();
        Json output = Json::object();
        put_path(output, "output", report.file.also[i].string());
        if (!of.converted.empty()) output["converted"] = of.converted;
        output["size"] = size(of.format, of.bytes);
        outputs.push_back(std::move(output));
    }
    return outputs;
}

}  // namespace

std::string manifest_line(const FileReport& report, const ManifestRun& run) {
    Json line = Json::object();
    put_path(line, "path", report.file.input.string());
    put_path(line, "output", report.file.output.string());
    line["status"] = name(report.status);
    line["error"] = report.status == FileStatus::done ? Json() : Json(report.error);
    line["warnings"] = report.warnings;
    line["copied"] = report.copied;
    if (!report.converted.empty()) line["converted"] = report.converted;
    line["sizes"] = size(report.input, report.file.bytes);
    line["sizes"]["shrink"] = report.input ? Json(report.shrink) : Json();
    line["sizes"]["output"] = size(report.output, report.output_bytes);
    const FileReport::Seconds& seconds = report.seconds;
    line["seconds"] = seconds.total;
    line["phases"] = {{"decode", seconds.decode},
                      {"build", seconds.build},
                      {"device", seconds.device},
                      {"encode", seconds.encode}};
    const std::string& device = report.device.empty() ? run.device : report.device;
    line["device"] = device.empty() ? Json() : Json(device);
    line["numbers"] = Json::object();
    for (const auto& [name, table] : report.tables) line["numbers"][name] = numbers(table);
    if (!report.file.also.empty()) line["also"] = also(report);
    line["resume"] = {{"begun_ns", run.begun},
                      {"options", run.options + report.file.mark},
                      {"input", json(report.input_stamp)},
                      {"output", json(report.output_stamp)}};
    std::vector<std::optional<FileStamp>> stamps;
    for (const FileReport::Also& output : report.also) stamps.push_back(output.stamp);
    if (!stamps.empty()) line["resume"]["also"] = mark_of(stamps);
    return sealed(json_text(line)) + "\n";
}

Manifest::Descriptor::~Descriptor() {
    if (number > STDERR_FILENO) ::close(number);
}

Manifest::Manifest(const std::filesystem::path& path, std::string device, std::string options, Begin begin)
    : where_(path == "-" ? "standard output" : path.string()),
      run_{std::move(device), std::move(options)},
      file_{path == "-" ? STDOUT_FILENO
                        : ::open(path.c_str(), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0666)} {
    if (file_.number < 0) fail();
    if (path == "-" || !stamp_of(file_.number)) return;  // a pipe, a device
    if (::flock(file_.number, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK)
        throw Error(Error::Kind::busy, where_, "another run is writing this manifest");
    if (begin == Begin::go_on) record_ = Record::read(path, run_.options);
    cut(record_.whole_bytes());
    // A manifest without a line that can be relied on begins now, as the file system tells the time.
    if (begin == Begin::anew || !record_.begun()) ::futimens(file_.number, nullptr);
    const auto stamp = stamp_of(file_.number);
    run_.begun = record_.begun().value_or(stamp ? stamp->mtime : 0);
}

void Manifest::cut(std::uintmax_t bytes) {
    if (const auto stamp = stamp_of(file_.number); stamp && stamp->bytes == bytes) return;
    if (::ftruncate(file_.number, static_cast<off_t>(bytes)) != 0) fail();
}

void Manifest::finished(const FileReport& report) {
    if (!report.recorded)
        write(manifest_line(report, run_));
    else if (const auto line = record_.line_of_other(report.file))
        write(begun_at(std::string_view(*line).substr(0, line->size() - 1), run_.begun) + "\n");
}

void Manifest::go_on_from(const std::vector<std::filesystem::path>& others) {
    for (const std::filesystem::path& other : others) record_.read_other(other);
    if (record_.begun()) run_.begun = std::min(run_.begun, *record_.begun());
}

void Manifest::tell_shard(const Shard& shard, std::size_t files) {
    const auto& told = record_.shard();
    if (told && told->shard != shard)
        throw Error(Error::Kind::usage, where_,
                    "is the manifest of shard " + told->shard.text() + ", not of " +
                        (shard.is_all() ? "all files" : shard.text()) + "; give another " +
                        Remedy{"manifest"} + ", and this one to " + Remedy{"resume_from"});
    if (!shard.is_all() && told != ShardLine{shard, files})
        write(shard_line({shard, files}, run_.options, run_.begun));
}

void Manifest::write(const std::string& line) {
    // In one call, so that lines are whole where the system can do it.
    if (unread_ || write_all(file_.number, as_bytes(line))) return;
    if (file_.number != STDOUT_FILENO || errno != EPIPE) fail();
    unread_ = true;
}

void Manifest::fail() const {
    throw Error(Error::Kind::input, where_,
                std::string("the manifest cannot be written: ") + std::strerror(errno));
}

}  // namespace sluice
