// What Metadata::png_color holds: chunks of a PNG that say which colours its values are, whole as in the
// file.
#pragma once

#include "io/standard_colours.hpp"
#include "pipeline/files/bytes.hpp"

#include <array>
#include <cstddef>
#include <functional>
#include <string_view>

namespace sluice {

struct PngColorKind {
    std::string_view name;
    std::size_t size;  // bytes of its data
};
inline constexpr std::array png_color_kinds = {PngColorKind{"cICP", 4}, PngColorKind{"mDCV", 24},
                                               PngColorKind{"cLLI", 8}, PngColorKind{"sRGB", 1},
                                               PngColorKind{"gAMA", 4}, PngColorKind{"cHRM", 32}};
// Null for a chunk that says nothing of colours.
const PngColorKind* png_color_kind(std::string_view name);

// Whether values of a PNG with these chunks mean the same as without them, in sRGB.
bool png_color_is_srgb(Bytes png_color);
// What its chunk cICP says.
CodedColours png_coded_colours(Bytes png_color);
// Calls visit(kind, data) for each chunk of Metadata::png_color.
void for_each_png_color(Bytes png_color, const std::function<void(std::string_view, Bytes)>& visit);

}  // namespace sluice
