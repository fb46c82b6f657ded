#include "io/png_color.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>

namespace sluice {
namespace {

constexpr std::size_t beside_data = 12;  // bytes of a chunk beside its data

std::uint32_t number_at(Bytes data, std::size_t at) {
    return static_cast<std::uint32_t>(number_in(data.subspan(at, 4), true));
}

bool near(std::uint32_t value, std::uint32_t right, std::uint32_t tolerance) {
    return value <= right + tolerance && value + tolerance >= right;
}

// In 1/100000: 45455 and what programs round it to, 45000 among it.
bool is_srgb_gamma(Bytes data) { return near(number_at(data, 0), 45455, 500); }

bool are_srgb_primaries(Bytes data) {
    constexpr std::array<std::uint32_t, 8> right = {31270, 32900, 64000, 33000, 30000, 60000, 15000, 6000};
    for (std::size_t i = 0; i < right.size(); ++i)
        if (!near(number_at(data, 4 * i), right[i], 100)) return false;
    return true;
}

bool is_srgb_code(Bytes data) { return has_magic(data, std::string_view("\x01\x0D\x00\x01", 4)); }

}  // namespace

const PngColorKind* png_color_kind(std::string_view name) {
    const auto found = std::find_if(png_color_kinds.begin(), png_color_kinds.end(),
                                    [&](const PngColorKind& kind) { return kind.name == name; });
    return found == png_color_kinds.end() ? nullptr : &*found;
}

void for_each_png_color(Bytes png_color, const std::function<void(std::string_view, Bytes)>& visit) {
    while (png_color.size() >= beside_data) {
        const std::string name(png_color.begin() + 4, png_color.begin() + 8);
        const PngColorKind* kind = png_color_kind(name);
        if (kind == nullptr || number_at(png_color, 0) != kind->size ||
            png_color.size() - beside_data < kind->size)
            return;
        visit(kind->name, png_color.subspan(8, kind->size));
        png_color = png_color.subspan(kind->size + beside_data);
    }
}

CodedColours png_coded_colours(Bytes png_color) {
    CodedColours found;
    for_each_png_color(png_color, [&](std::string_view kind, Bytes data) {
        if (kind == "cICP") found = {data[0], data[1]};
    });
    return found;
}

bool png_color_is_srgb(Bytes png_color) {
    bool srgb = true, decided = false;  // the first that is there decides: cICP, sRGB, then gAMA and cHRM
    for_each_png_color(png_color, [&](std::string_view kind, Bytes data) {
        if (decided) return;
        if (kind == "cICP")
            srgb = is_srgb_code(data), decided = true;
        else if (kind == "sRGB")
            srgb = true, decided = true;
        else if (kind == "gAMA")
            srgb = srgb && is_srgb_gamma(data);
        else if (kind == "cHRM")
            srgb = srgb && are_srgb_primaries(data);
    });
    return srgb;
}

}  // namespace sluice
