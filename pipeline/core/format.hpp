// The format of an image: size, channels, pixel type, encoding, white. The functions here may be called from
// any thread.
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

// How pixel values relate to light: gamma-encoded sRGB, or linear light. `data` means neither (masks, depth),
// or that it is unknown; such values are never converted.
enum class Space { encoded, linear, data };
template <>
inline constexpr std::array<std::string_view, 3> names_of<Space>{"encoded", "linear", "data"};

// The colour model of three colour channels. ImageFormat::space describes the R G B values that they are
// computed from.
enum class Model { rgb, hsv, hsl, lab, xyz, ycbcr };
template <>
inline constexpr std::array<std::string_view, 6> names_of<Model>{"rgb", "hsv", "hsl", "lab", "xyz", "ycbcr"};

// The order of the colour channels in memory: bgr means B G R, or B G R A. Stages always see R G B. It does
// not apply to other models: Lab and HSV images keep their own order, and their `order` is rgb.
enum class Order { rgb, bgr };
template <>
inline constexpr std::array<std::string_view, 2> names_of<Order>{"rgb", "bgr"};

SLUICE_API std::size_t bytes(Pixel pixel);  // of one sample
SLUICE_API bool is_integer(Pixel pixel);
SLUICE_API bool is_signed(Pixel pixel);  // true for floats too
SLUICE_API bool is_signed_integer(Pixel pixel);
SLUICE_API Pixel real_of(Pixel pixel);         // the type that holds all values exactly: f32 or f64
SLUICE_API double lowest(Pixel pixel);         // -inf for floats
SLUICE_API double highest(Pixel pixel);        // +inf for floats
SLUICE_API double default_white(Pixel pixel);  // the highest value of an integer type; 1 for floats

// An ICC profile, which says which colours the pixel values are.
struct SLUICE_API ColourProfile {
    std::vector<std::uint8_t> icc;  // the bytes in the file
    Space space = Space::encoded;   // of the pixel values that the profile describes

    bool operator==(const ColourProfile& other) const;  // ignores the profile's date and creator
};

// Sizes are in pixels.
struct SLUICE_API ImageFormat {
    std::size_t width = 0;
    std::size_t height = 0;
    int channels = 0;  // 1 = grey (Y), 2 = R G or Y A (see grey_alpha), 3 = R G B, 4 = R G B A
    Pixel pixel = Pixel::u8;
    Space space = Space::encoded;
    Order order = Order::rgb;
    double white = 0;        // the pixel value of white; 0 = default_white(pixel)
    std::size_t layers = 1;  // number of images of this format that are stored as one
    // For two channels: true if they are grey and alpha, false if both are data (R and G), such as a flow
    // field. False for any other number of channels.
    bool grey_alpha = false;
    Model model = Model::rgb;  // other models have three colours
    // The range that a stage intends for the floats it produces: -2 to 2 for mean 0 and standard deviation 1.
    // Unset for images from files. Ignored by ==.
    std::optional<ValueRange> meant = {};
    // The profile of the file, or the one of the stage that changed the colours. Null: sRGB or unknown.
    // Ignored by ==.
    std::shared_ptr<const ColourProfile> profile = {};

    double white_value() const { return white > 0 ? white : default_white(pixel); }
    bool has_alpha() const { return channels == 4 || (channels == 2 && grey_alpha); }
    int colors() const { return has_alpha() ? channels - 1 : channels; }
    // The full range of pixel values: from 0 to white for unsigned integers and floats, from lowest(pixel) to
    // white for signed integers.
    double range_low() const;
    double range_high() const;
    // The intended range of the values: `meant` if it is set for floats, otherwise the full range.
    ValueRange meant_range() const;
    // Whether the intended range of floats exceeds what integers in a file can hold.
    bool meant_below_zero() const;
    bool meant_above_white() const;

    // Samples per pixel in device memory: one for grey, four for anything else. Grey with alpha is stored as
    // Y Y Y A.
    int lanes() const { return channels == 1 ? 1 : 4; }
    std::size_t lane_bytes() const {
        return static_cast<std::size_t>(lanes()) * bytes(pixel);
    }  // of one pixel in device memory
    // Bytes from row to row in a device buffer. Rows are padded to a multiple of what kernels read at once.
    std::size_t device_pitch() const;
    std::size_t pixels() const { return width * height * layers; }
    std::size_t rows() const { return height * layers; }  // layers are stored one below the other
    std::size_t host_bytes() const;                       // of packed rows

    // "Y", "R" and so on, one per channel; `colors_only` leaves out "A".
    std::vector<std::string> channel_names(bool colors_only = false) const;
    // "640x480 u8 x3". " linear", " white 1023" and " 5 layers" are added if they are not the default. Grey
    // with alpha is "x2 with alpha".
    std::string text() const;

    bool operator==(const ImageFormat& other) const;  // ignores `meant` and `profile`
};

// How an image is stored on a device.
// image: an image object of packed texels (RGBA/UNSIGNED_INT32), each with 16 bytes of pixels.
// buffer: a buffer with padded rows (ImageFormat::device_pitch).
// natural: an image object with one pixel per texel, as other programs make them.
// rows: a buffer with rows as in host memory, as other programs make them.
enum class Storage { image, buffer, natural, rows };
template <>
inline constexpr std::array<std::string_view, 4> names_of<Storage>{"image", "buffer", "natural", "rows"};

// The OpenCL format of packed texels.
inline constexpr std::string_view packed_texel = "RGBA/UNSIGNED_INT32";
// The OpenCL format of an image object with one pixel of `format` per texel: "R/UNSIGNED_INT8",
// "RGBA/HALF_FLOAT". "" for f64, which image objects cannot hold.
SLUICE_API std::string_view natural_texel(const ImageFormat& format);
// The texel format with the same pixel values as integers in the order RGBA: "RGBA/UNSIGNED_INT8" for
// "BGRA/UNORM_INT8". Any other texel is returned as it is. (OpenCL reads both orders as R G B A.)
SLUICE_API std::string_view plain_texel(std::string_view texel);
// Whether kernels read numbers from 0 to 1 from such a texel.
SLUICE_API bool is_normalized_texel(std::string_view texel);

}  // namespace sluice
