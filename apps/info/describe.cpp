#include "apps/info/describe.hpp"

#include "io/exif/position.hpp"
#include "io/icc.hpp"
#include "io/kinds.hpp"
#include "io/save_format.hpp"
#include "pipeline/core/message.hpp"
#include "pipeline/core/printable.hpp"
#include "pipeline/core/text.hpp"
#include "pipeline/core/value.hpp"
#include "pipeline/files/extension.hpp"

#include <array>
#include <cmath>
#include <string_view>

namespace sluice::apps {
namespace {

std::string channels_of(const ImageFormat& image) {
    const std::string alpha = image.has_alpha() ? " with alpha" : "";
    if (image.colors() == 1) return "grey" + alpha;
    return (image.colors() == 2 ? "data" : "RGB") + alpha;
}

std::string light_of(const ImageFormat& image) {
    constexpr std::array<std::string_view, 3> words{"", ", linear light", ", plain numbers"};
    return std::string(words.at(static_cast<std::size_t>(image.space)));
}

std::string unit_of(const Resolution& resolution) {
    constexpr std::array<std::string_view, 4> units{"none", "inch", "centimetre", "metre"};
    return std::string(units.at(static_cast<std::size_t>(resolution.unit)));
}

std::string resolution_of(const Resolution& resolution) {
    const auto rounded = [](double value) {  // files have it in floats
        constexpr double parts = 1000;
        return number_text(std::round(value * parts) / parts);
    };
    const std::string x = rounded(resolution.x), y = rounded(resolution.y);
    const bool plain = resolution.unit == Resolution::Unit::none;
    return (x == y ? x : x + " x " + y) + (plain ? "" : " per " + unit_of(resolution));
}

// "EXIF data", "texts": all but the profile, which is said elsewhere.
std::vector<std::string> metadata_of(const Metadata& metadata) {
    std::vector<std::string> words;
    for (const MetadataKind kind : kinds_of(metadata).list()) {
        if (kind == MetadataKind::icc) continue;
        words.emplace_back(words_of(kind));
        if (kind == MetadataKind::dpi) words.back() += " " + resolution_of(metadata.resolution);
    }
    if (has_position(metadata.exif, metadata.xmp)) words.emplace_back("position (GPS)");
    words.insert(words.end(), metadata.uncarried.begin(), metadata.uncarried.end());
    return words;
}

Json resolution_json(const Resolution& resolution) {
    if (resolution.empty()) return nullptr;
    return {{"x", resolution.x}, {"y", resolution.y}, {"unit", unit_of(resolution)}};
}

}  // namespace

BatchResult batch_result(const std::string& path, const ImageFacts& facts, const std::string& format,
                         std::size_t most_bytes, Spelling spelling) {
    BatchResult result;
    const std::string own = extension_of(path);
    result.extension = !format.empty() ? format : can_write(own) ? own : "png";
    if (most_bytes > 0 && static_cast<double>(facts.image.pixels()) * facts.image.channels *
                                  static_cast<double>(bytes(facts.image.pixel)) >
                              static_cast<double>(most_bytes)) {
        const Wording error = "it takes more than " + byte_count(most_bytes) + " in memory; " +
                              Remedy{"load.max_pixels"} + " allows that";
        result.error = error.in(spelling);
        return result;
    }
    try {
        result.image = writable(result.extension, facts.image);
    } catch (const Error& error) {
        result.error = error.in(spelling);
    }
    return result;
}

std::string info_text(const FileInfo& file) {
    const ImageFacts& facts = *file.facts;
    const ImageFormat& image = facts.image;
    std::string text = printable(file.path) + ": " + facts.format + ", " + std::to_string(image.width) + "x" +
                       std::to_string(image.height) + ", " + std::to_string(facts.bits) + "-bit " +
                       (is_integer(image.pixel) ? "" : "float ") + channels_of(image) + light_of(image);
    if (image.layers > 1) text += ", " + std::to_string(image.layers) + " layers";
    if (facts.pages > 1) text += ", " + std::to_string(facts.pages) + " pages";
    if (image.profile) {
        const std::string name = icc_name(image.profile->icc);
        text += ", profile" + (name.empty() ? "" : " " + in_quotes(name));
    }
    if (facts.orientation != 1) text += ", orientation " + std::to_string(facts.orientation);
    text += ", " + byte_count(facts.bytes);
    if (const auto metadata = metadata_of(facts.metadata); !metadata.empty()) text += "; " + listed(metadata);
    text += "; batch: " + (file.batch.error.empty() ? file.batch.extension : file.batch.error);
    if (file.batch.error.empty() && file.batch.image != image) text += ", " + file.batch.image.text();
    return text + "\n";
}

Json info_json(const FileInfo& file) {
    Json json = Json::object();
    put_path(json, file.path);
    if (!file.facts) {
        json["error"] = file.error;
        return json;
    }
    const ImageFacts& facts = *file.facts;
    const ImageFormat& image = facts.image;
    json["error"] = nullptr;
    json["format"] = facts.format;
    json["bytes"] = facts.bytes;
    json["width"] = image.width;
    json["height"] = image.height;
    json["layers"] = image.layers;
    json["pages"] = facts.pages;
    json["channels"] = image.channels;
    json["alpha"] = image.has_alpha();
    json["pixel"] = std::string(name(image.pixel));
    json["bits"] = facts.bits;
    json["white"] = image.white_value();
    json["space"] = std::string(name(image.space));
    json["orientation"] = facts.orientation;
    json["profile"] = nullptr;
    if (image.profile)
        json["profile"] = {{"name", icc_name(image.profile->icc)}, {"bytes", image.profile->icc.size()}};
    Json kinds = Json::array();
    for (const MetadataKind kind : kinds_of(facts.metadata).list()) kinds.push_back(std::string(name(kind)));
    if (has_position(facts.metadata.exif, facts.metadata.xmp)) kinds.push_back("gps");
    json["metadata"] = std::move(kinds);
    json["others"] = facts.metadata.uncarried;
    json["resolution"] = resolution_json(facts.metadata.resolution);
    json["nodata"] = facts.metadata.nodata ? Json(number_text(*facts.metadata.nodata)) : Json(nullptr);
    json["warnings"] = file.warnings;
    json["batch"] = {{"format", file.batch.extension}, {"image", nullptr}, {"error", nullptr}};
    if (file.batch.error.empty())
        json["batch"]["image"] = file.batch.image.text();
    else
        json["batch"]["error"] = file.batch.error;
    return json;
}

}  // namespace sluice::apps
