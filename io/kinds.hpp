// Kinds of metadata: what a format can store, what a file has, and what of it is kept.
#pragma once

#include "pipeline/core/enum_names.hpp"
#include "pipeline/core/host_image.hpp"
#include "pipeline/core/warn.hpp"

#include <array>
#include <cstdint>
#include <initializer_list>
#include <string>
#include <string_view>
#include <vector>

namespace sluice {

// icc: the colour profile. text: comments and texts with a key. geo: GeoTIFF tags. dpi: the resolution.
enum class MetadataKind { icc, exif, xmp, iptc, text, geo, dpi };
template <>
inline constexpr std::array<std::string_view, 7> names_of<MetadataKind>{"icc",  "exif", "xmp", "iptc",
                                                                        "text", "geo",  "dpi"};
// As messages call it: "EXIF data".
std::string_view words_of(MetadataKind kind);

// A set of kinds. A value type.
class MetadataKinds {
public:
    MetadataKinds() = default;
    MetadataKinds(std::initializer_list<MetadataKind> kinds) {
        for (const MetadataKind kind : kinds) add(kind);
    }
    static MetadataKinds all() {
        MetadataKinds kinds;
        for (std::size_t i = 0; i < names_of<MetadataKind>.size(); ++i) kinds.add(MetadataKind(i));
        return kinds;
    }

    bool has(MetadataKind kind) const { return (bits_ >> static_cast<unsigned>(kind) & 1) != 0; }
    void add(MetadataKind kind) { bits_ |= 1U << static_cast<unsigned>(kind); }
    void remove(MetadataKind kind) { bits_ &= ~(1U << static_cast<unsigned>(kind)); }
    bool empty() const { return bits_ == 0; }
    std::vector<MetadataKind> list() const;  // in the order of the enum
    bool operator==(const MetadataKinds&) const = default;

private:
    std::uint32_t bits_ = 0;
};

// The kinds that are there.
MetadataKinds kinds_of(const Metadata& metadata);

// What of the metadata of an image goes into a file.
struct Keep {
    MetadataKinds kinds = MetadataKinds::all();
    bool gps = true;     // the position in EXIF and XMP data
    bool others = true;  // whatever else there is: the list was not one of kinds to keep

    bool operator==(const Keep&) const = default;
};

// The words of a list: "all", "none", each kind, and with "-" before it each kind and "gps".
std::vector<std::string> keep_words();
// What a list of these words keeps. Kinds that are named are kept, without any named all; then kinds with a
// "-" are taken away. Throws Error(usage) for "none" beside others.
Keep keep_of(const std::vector<std::string>& words);

// Removes all kinds but these. Profiles stay: without one, pixels mean other colours.
void leave_only(Metadata& metadata, const MetadataKinds& kinds);

// What of the metadata is kept. What cannot be told apart, because it is damaged, goes as a whole; `warn` is
// told. Leaves the colour profile as it is.
Metadata kept(const Metadata& metadata, const Keep& keep, const Warn& warn);

}  // namespace sluice
