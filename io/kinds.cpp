#include "io/kinds.hpp"

#include "io/exif/position.hpp"
#include "pipeline/core/error.hpp"

#include <algorithm>
#include <utility>

namespace sluice {
namespace {

template <class T>
bool has_item(const std::vector<T>& list, const T& item) {
    return std::find(list.begin(), list.end(), item) != list.end();
}

constexpr const char* position_word = "-gps";

}  // namespace

std::string_view words_of(MetadataKind kind) {
    constexpr std::array<std::string_view, 7> words{
        "colour profile", "EXIF data", "XMP data", "IPTC data", "texts", "GeoTIFF tags", "resolution"};
    return words.at(static_cast<std::size_t>(kind));
}

std::vector<MetadataKind> MetadataKinds::list() const {
    std::vector<MetadataKind> kinds;
    for (std::size_t i = 0; i < names_of<MetadataKind>.size(); ++i)
        if (has(MetadataKind(i))) kinds.push_back(MetadataKind(i));
    return kinds;
}

MetadataKinds kinds_of(const Metadata& metadata) {
    MetadataKinds kinds;
    if (!metadata.icc.empty()) kinds.add(MetadataKind::icc);
    if (!metadata.exif.empty()) kinds.add(MetadataKind::exif);
    if (!metadata.xmp.empty()) kinds.add(MetadataKind::xmp);
    if (!metadata.iptc.empty()) kinds.add(MetadataKind::iptc);
    if (!metadata.texts.empty()) kinds.add(MetadataKind::text);
    if (!metadata.geo.empty()) kinds.add(MetadataKind::geo);
    if (!metadata.resolution.empty()) kinds.add(MetadataKind::dpi);
    return kinds;
}

std::vector<std::string> keep_words() {
    std::vector<std::string> words{"all", "none"};
    for (const std::string_view kind : names_of<MetadataKind>) words.emplace_back(kind);
    for (const std::string_view kind : names_of<MetadataKind>) words.push_back("-" + std::string(kind));
    words.emplace_back(position_word);
    return words;
}

Keep keep_of(const std::vector<std::string>& words) {
    Keep keep;
    const bool none = has_item<std::string>(words, "none");
    if (none && words.size() > 1)
        throw Error(Error::Kind::usage, "", "keep none stands alone; leave out none, or the other words");
    const auto is_kind = [](const std::string& word) { return from_name<MetadataKind>(word).has_value(); };
    if (none || (!has_item<std::string>(words, "all") && std::any_of(words.begin(), words.end(), is_kind))) {
        keep.kinds = {};
        keep.others = false;
    }
    for (const std::string& word : words)
        if (const auto kind = from_name<MetadataKind>(word)) keep.kinds.add(*kind);
    for (const std::string& word : words) {
        if (word == position_word) keep.gps = false;
        if (word.starts_with('-'))
            if (const auto kind = from_name<MetadataKind>(word.substr(1))) keep.kinds.remove(*kind);
    }
    return keep;
}

void leave_only(Metadata& metadata, const MetadataKinds& kinds) {
    if (!kinds.has(MetadataKind::exif)) metadata.exif.clear();
    if (!kinds.has(MetadataKind::xmp)) metadata.xmp.clear();
    if (!kinds.has(MetadataKind::iptc)) metadata.iptc.clear();
    if (!kinds.has(MetadataKind::text)) metadata.texts.clear();
    if (!kinds.has(MetadataKind::geo)) metadata.geo.clear();
    if (!kinds.has(MetadataKind::dpi)) metadata.resolution = {};
}

Metadata kept(const Metadata& metadata, const Keep& keep, const Warn& warn) {
    Metadata result = metadata;
    if (!keep.others) result.uncarried.clear();
    leave_only(result, keep.kinds);
    if (!keep.kinds.has(MetadataKind::dpi)) result.exif = exif_without_resolution(std::move(result.exif));
    if (keep.gps) return result;
    if (!result.exif.empty() && !remove_position_of_exif(result.exif))
        warn("its EXIF data is left out: it is damaged, so that the position in it cannot be found");
    if (!result.xmp.empty() && !remove_position_of_xmp(result.xmp))
        warn("its XMP data is left out: the position in it cannot be told apart");
    return result;
}

}  // namespace sluice
