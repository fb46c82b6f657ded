// What an image is, apart from its pixels: size, channels, pixel type, encoding, white.
#pragma once

#include "pipeline/core/api.hpp"
#include "pipeline/core/enum_names.hpp"
#include "pipeline/core/value_range.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace sluice {

enum class Pixel { u8, i8, u16, i16, i32, f16, f32, f64 };
template <>
inline constexpr std::array<std::string_view, 8> names_of<Pixel>{"u8",  "i8",  "u16", "i16",
                                                                 "i32", "f16", "f32", "f64"};

// How code values relate to light. `data`: not at all (masks, depth), or nobody said how: never converted.
enum class Space { encoded, linear, data };
template <>
inline constexpr std::array<std::string_view, 3> names_of<Space>{"encoded", "linear", "data"};

// What three colour channels stand for. The space says how the R G B that they follow from relate to light.
enum class Model { rgb, hsv, hsl, lab, xyz, ycbcr };
template <>
inline constexpr std::array<std::string_view, 6> names_of<Model>{"rgb", "hsv", "hsl", "lab", "xyz", "ycbcr"};

// The order of the colour channels in memory: bgr says B G R, and B G R A of four. Stages always see R G B.
// Other models have an order of their own: an image of one is `rgb`, as is what a stage makes of it.
enum class Order { rgb, bgr };
template <>
inline constexpr std::array<std::string_view, 2> names_of<Order>{"rgb", "bgr"};

SLUICE_API std::size_t bytes(Pixel pixel);  // of one sample
SLUICE_API bool is_integer(Pixel pixel);
SLUICE_API bool is_signed(Pixel pixel);  // floats too
SLUICE_API bool is_signed_integer(Pixel pixel);
SLUICE_API Pixel real_of(Pixel pixel);         // what holds all of its values as real numbers: f32 or f64
SLUICE_API double lowest(Pixel pixel);         // of an integer type; -inf for floats
SLUICE_API double highest(Pixel pixel);        // of an integer type; +inf for floats
SLUICE_API double default_white(Pixel pixel);  // 255, 65535, the highest value of i8, i16, i32; 1 for floats

// Which colours code values are, as an ICC profile says it.
struct SLUICE_API ColourProfile {
    std::vector<std::uint8_t> icc;  // as in a file
    Space space = Space::encoded;   // of the values that it is for

    bool operator==(const ColourProfile& other) const;  // but for when it was made, and by whom
};

// Everything that is known before a pixel is. Sizes are in pixels.
struct SLUICE_API ImageFormat {
    std::size_t width = 0;
    std::size_t height = 0;
    int channels = 0;  // 1 = Y, 2 = R G or Y A (see grey_alpha), 3 = R G B, 4 = R G B A
    Pixel pixel = Pixel::u8;
    Space space = Space::encoded;
    Order order = Order::rgb;
    double white = 0;        // the code value of white; 0 stands for default_white(pixel)
    std::size_t layers = 1;  // many small images of one format in one image
    // Of two channels: whether they are grey and alpha, as files say that have them. Else both are data, R
    // and G: a flow field, say, neither of which hides the other. False for any other number of channels.
    bool grey_alpha = false;
    Model model = Model::rgb;  // another one only of three colours
    // Where the stage that makes floats means them to lie: -2 to 2 for mean 0 and deviation 1. Nothing is
    // said of what a file held. No part of what makes two formats equal.
    std::optional<ValueRange> meant = {};
    // The profile of the file, or that of the stage that gave the image other colours; null: it is sRGB, or
    // nobody asked. No part of what makes two formats equal either.
    std::shared_ptr<const ColourProfile> profile = {};

    double white_value() const { return white > 0 ? white : default_white(pixel); }
    bool has_alpha() const { return channels == 4 || (channels == 2 && grey_alpha); }
    int colors() const { return has_alpha() ? channels - 1 : channels; }
    // The widest range of code values: [0, white] for unsigned integers and floats, else the type's.
    double range_low() const;
    double range_high() const;
    // Where the values are meant to lie: `meant` of floats, else the widest range.
    ValueRange meant_range() const;
    // Whether floats are meant that a file of integers would clip.
    bool meant_below_zero() const;
    bool meant_above_white() const;

    // Lanes of one pixel in device memory: grey alone takes one, everything else four
    // (a grey pixel with alpha lies there as Y Y Y A).
    int lanes() const { return channels == 1 ? 1 : 4; }
    std::size_t lane_bytes() const {
        return static_cast<std::size_t>(lanes()) * bytes(pixel);
    }  // of all of them
    // Bytes from row to row in a buffer of a device: whole units of what kernels read at once.
    std::size_t device_pitch() const;
    std::size_t pixels() const { return width * height * layers; }
    std::size_t rows() const { return height * layers; }  // of all layers, one below the other in memory
    std::size_t host_bytes() const;                       // rows packed without padding

    // "Y", "Y A", "R G", "R G B", "R G B A" one by one; `colors_only` leaves A out.
    std::vector<std::string> channel_names(bool colors_only = false) const;
    // "640x480 u8 x3", with " linear", " white 1023", " 5 layers" only where they are not the default; "x2
    // with alpha" of grey and alpha.
    std::string text() const;

    bool operator==(const ImageFormat& other) const;  // of all but `meant` and `profile`
};

// Where an image lies on a device: in an image object of packed texels (RGBA/UNSIGNED_INT32, 16 bytes of
// whatever pixels), in a buffer of padded rows, in an image object with a pixel in each texel, or in a buffer
// whose rows are as on the host. The last two are how others make them.
enum class Storage { image, buffer, natural, rows };
template <>
inline constexpr std::array<std::string_view, 4> names_of<Storage>{"image", "buffer", "natural", "rows"};

// What packed texels are, in OpenCL's words.
inline constexpr std::string_view packed_texel = "RGBA/UNSIGNED_INT32";
// The texel that holds one pixel of this format in an image object: "R/UNSIGNED_INT8", "RGBA/HALF_FLOAT"; ""
// for f64, which no image object holds.
SLUICE_API std::string_view natural_texel(const ImageFormat& format);
// The one that holds the same code values as integers in the order RGBA: of "BGRA/UNORM_INT8" it is
// "RGBA/UNSIGNED_INT8"; any other texel is its own. OpenCL gives the channels of either order as R G B A. And
// whether a kernel reads numbers from 0 to 1 from it.
SLUICE_API std::string_view plain_texel(std::string_view texel);
SLUICE_API bool is_normalized_texel(std::string_view texel);

}  // namespace sluice
