// The table of codecs: which formats there are, and how one is found.
#pragma once

#include "io/codec.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace sluice {

// All codecs, in the order in which content is tried: those with a magic number come first.
const std::vector<Codec>& codecs();

// The codec of a file that begins with `head`, or nullptr.
const Codec* codec_of_content(Bytes head);
// The codec of an extension ("png", ".PNG", "Png"), or nullptr.
const Codec* codec_of_extension(std::string_view extension);

// "PNG, JPEG, ...": the formats that can be read, and "png, jpg, ..." the extensions that can be written.
std::string readable_formats();
std::string writable_extensions();
std::vector<std::string> written_extensions();  // the same, one by one

// Why files of the extension cannot be read, with what would be right. REQUIRES: they cannot.
std::string cannot_read(std::string_view extension);

// The names of the formats of which that is so; and what may be asked: whether files hold several pictures,
// whether they can be decoded smaller for less than it takes to decode all of them.
std::vector<std::string> formats_where(bool (*is)(const Codec&));
inline bool has_pages(const Codec& codec) { return codec.pages; }
inline bool is_video(const Codec& codec) { return static_cast<bool>(codec.images); }
inline bool told_by_name(const Codec& codec) { return codec.told_by_name; }
inline bool shrinks(const Codec& codec) { return !codec.shrinks.empty(); }
// By how much: of all formats, the least first.
std::vector<int> all_shrinks();

// The name of a format that sluice knows but cannot read ("AVIF", "HEIC", "NEF raw"), or "". The extension,
// in lower case, tells raw pictures of cameras from the TIFFs that most of them are.
std::string foreign_format(Bytes head, std::string_view extension);
// What is said of a file of such a format.
std::string foreign_refusal(const std::string& format);
// Whether a file with this extension, in lower case, is taken for a picture of such a format.
bool is_foreign_extension(std::string_view extension);
// Whether a file with this extension is taken for a picture, readable or not.
bool is_picture_extension(std::string_view extension);

}  // namespace sluice
