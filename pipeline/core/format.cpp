#include "pipeline/core/format.hpp"

#include "pipeline/core/value.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <iterator>
#include <limits>
#include <tuple>

namespace sluice {
namespace {

struct PixelFacts {
    Pixel pixel;
    std::size_t bytes;
    bool integer;
    double low, high, white;
};

constexpr double inf = std::numeric_limits<double>::infinity();
constexpr std::array<PixelFacts, 8> pixels{{
    {Pixel::u8, 1, true, 0, 255, 255},
    {Pixel::i8, 1, true, -128, 127, 127},
    {Pixel::u16, 2, true, 0, 65535, 65535},
    {Pixel::i16, 2, true, -32768, 32767, 32767},
    {Pixel::i32, 4, true, -2147483648.0, 2147483647.0, 2147483647.0},
    {Pixel::f16, 2, false, -inf, inf, 1},
    {Pixel::f32, 4, false, -inf, inf, 1},
    {Pixel::f64, 8, false, -inf, inf, 1},
}};

const PixelFacts& facts(Pixel pixel) { return pixels[static_cast<std::size_t>(pixel)]; }

}  // namespace

std::size_t bytes(Pixel pixel) { return facts(pixel).bytes; }
bool is_integer(Pixel pixel) { return facts(pixel).integer; }
bool is_signed(Pixel pixel) { return facts(pixel).low < 0; }
bool is_signed_integer(Pixel pixel) { return is_integer(pixel) && is_signed(pixel); }
Pixel real_of(Pixel pixel) {  // 2^31 does not fit the 24 bits of a float
    return pixel == Pixel::f64 || pixel == Pixel::i32 ? Pixel::f64 : Pixel::f32;
}
double lowest(Pixel pixel) { return facts(pixel).low; }
double highest(Pixel pixel) { return facts(pixel).high; }
double default_white(Pixel pixel) { return facts(pixel).white; }

double ImageFormat::range_low() const { return is_integer(pixel) ? lowest(pixel) : 0.0; }
double ImageFormat::range_high() const { return white_value(); }
ValueRange ImageFormat::meant_range() const {
    return meant && !is_integer(pixel) ? *meant : ValueRange{range_low(), range_high()};
}

// What rounding adds to a range on its way is not meant.
bool ImageFormat::meant_below_zero() const {
    return meant_range().low < -1e-6 * white_value() && !is_integer(pixel);
}
bool ImageFormat::meant_above_white() const {
    return meant_range().high > (1 + 1e-6) * white_value() && !is_integer(pixel);
}

bool ColourProfile::operator==(const ColourProfile& other) const {
    if (space != other.space || icc.size() != other.icc.size()) return false;
    // Bytes of the header: the program that made it, the date, and a hash of all.
    constexpr std::array<std::array<std::ptrdiff_t, 2>, 3> made{{{4, 8}, {24, 36}, {84, 100}}};
    std::ptrdiff_t at = 0;
    for (const auto& [begin, end] : made) {
        if (std::ssize(icc) < end) break;
        if (!std::equal(icc.begin() + at, icc.begin() + begin, other.icc.begin() + at)) return false;
        at = end;
    }
    return std::equal(icc.begin() + at, icc.end(), other.icc.begin() + at);
}

bool ImageFormat::operator==(const ImageFormat& other) const {
    const auto all = [](const ImageFormat& f) {
        return std::tie(f.width, f.height, f.channels, f.grey_alpha, f.pixel, f.space, f.model, f.order,
                        f.white, f.layers);
    };
    return all(*this) == all(other);
}

std::size_t ImageFormat::device_pitch() const {
    constexpr std::size_t unit_pixels = 16, unit_bytes = 64;
    const auto up_to = [](std::size_t n, std::size_t unit) { return (n + unit - 1) / unit * unit; };
    return up_to(up_to(width, unit_pixels) * lane_bytes(), unit_bytes);
}

std::size_t ImageFormat::host_bytes() const {
    return pixels() * static_cast<std::size_t>(channels) * bytes(pixel);
}

std::vector<std::string> ImageFormat::channel_names(bool colors_only) const {
    std::vector<std::string> names{"Y"};
    if (colors() > 1) names = {"R", "G", "B"};
    if (colors() == 2) names.pop_back();
    if (has_alpha() && !colors_only) names.emplace_back("A");
    return names;
}

std::string ImageFormat::text() const {
    std::string text = std::to_string(width) + "x" + std::to_string(height) + " " + std::string(name(pixel)) +
                       " x" + std::to_string(channels);
    if (grey_alpha) text += " with alpha";
    if (space != Space::encoded) text += " " + std::string(name(space));
    if (model != Model::rgb) text += " " + std::string(name(model));
    if (order != Order::rgb) text += " " + std::string(name(order));
    if (white > 0 && white != default_white(pixel)) text += " white " + number_text(white);
    if (layers != 1) text += " " + std::to_string(layers) + " layers";
    return text;
}

std::string_view natural_texel(const ImageFormat& format) {
    constexpr std::array<std::string_view, 8> grey{
        "R/UNSIGNED_INT8", "R/SIGNED_INT8", "R/UNSIGNED_INT16", "R/SIGNED_INT16",
        "R/SIGNED_INT32",  "R/HALF_FLOAT",  "R/FLOAT",          ""};
    constexpr std::array<std::string_view, 8> four{
        "RGBA/UNSIGNED_INT8", "RGBA/SIGNED_INT8", "RGBA/UNSIGNED_INT16", "RGBA/SIGNED_INT16",
        "RGBA/SIGNED_INT32",  "RGBA/HALF_FLOAT",  "RGBA/FLOAT",          ""};
    return (format.lanes() == 1 ? grey : four)[static_cast<std::size_t>(format.pixel)];
}

bool is_normalized_texel(std::string_view texel) {
    return texel.ends_with("/UNORM_INT8") || texel.ends_with("/UNORM_INT16");
}

std::string_view plain_texel(std::string_view texel) {
    using Pair = std::pair<std::string_view, std::string_view>;
    constexpr std::array<Pair, 7> plain{
        Pair{"R/UNORM_INT8", "R/UNSIGNED_INT8"},   {"R/UNORM_INT16", "R/UNSIGNED_INT16"},
        {"RGBA/UNORM_INT8", "RGBA/UNSIGNED_INT8"}, {"RGBA/UNORM_INT16", "RGBA/UNSIGNED_INT16"},
        {"BGRA/UNORM_INT8", "RGBA/UNSIGNED_INT8"}, {"BGRA/UNSIGNED_INT8", "RGBA/UNSIGNED_INT8"},
        {"BGRA/SIGNED_INT8", "RGBA/SIGNED_INT8"}};
    for (const auto& [other, same] : plain)
        if (texel == other) return same;
    return texel;
}

}  // namespace sluice
