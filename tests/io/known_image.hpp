// The pictures of tests/data/io, by the formulas of its make.py, and how images are compared.
#pragma once

#include "io/codecs.hpp"
#include "io/read.hpp"
#include "pipeline/core/host_image.hpp"
#include "tests/places.hpp"

#include <array>
#include <cmath>
#include <cstddef>
#include <filesystem>
#include <functional>
#include <string>
#include <vector>

namespace known {

using sluice::HostImage;
using sluice::ImageFormat;
using sluice::Pixel;

// The value of one channel at (x, y).
using Value = std::function<double(std::size_t x, std::size_t y)>;

inline double red(std::size_t x, std::size_t) { return 60.0 * static_cast<double>(x); }
inline double green(std::size_t, std::size_t y) { return 100.0 * static_cast<double>(y); }
inline double blue(std::size_t x, std::size_t y) { return 40.0 * static_cast<double>(x + y); }
inline double alpha(std::size_t x, std::size_t) { return 255.0 - 50.0 * static_cast<double>(x); }
inline double grey(std::size_t x, std::size_t y) { return 17.0 * static_cast<double>(x + 5 * y); }
inline Value constant(double value) {
    return [value](std::size_t, std::size_t) { return value; };
}
inline Value deep(const Value& value) {  // the 16 bit of an 8 bit value
    return [value](std::size_t x, std::size_t y) {
        return 256 * value(x, y) + 7 * static_cast<double>(x) + static_cast<double>(y);
    };
}
// 0 at the pixel that is transparent in files with tRNS, else `opaque`.
inline Value key(double opaque) {
    return [opaque](std::size_t x, std::size_t y) { return x == 2 && y == 1 ? 0.0 : opaque; };
}

inline std::vector<Value> rgb() { return {red, green, blue}; }
inline std::vector<Value> rgba() { return {red, green, blue, alpha}; }
inline std::vector<Value> deep(const std::vector<Value>& values) {
    std::vector<Value> result;
    for (const Value& value : values) result.push_back(deep(value));
    return result;
}
inline std::vector<Value> scaled(const std::vector<Value>& values, double factor, double offset = 0) {
    std::vector<Value> result;
    for (const Value& value : values)
        result.push_back([=](std::size_t x, std::size_t y) { return value(x, y) * factor + offset; });
    return result;
}

// An image of those values, one for each channel; 5 x 3 unless `format` says otherwise.
inline HostImage image(const std::vector<Value>& values, Pixel pixel = Pixel::u8, ImageFormat format = {}) {
    if (format.width == 0) format.width = 5;
    if (format.height == 0) format.height = 3;
    format.channels = static_cast<int>(values.size());
    format.grey_alpha = format.channels == 2;
    format.pixel = pixel;
    HostImage result(format);
    for (std::size_t y = 0; y < format.height; ++y)
        for (std::size_t x = 0; x < format.width; ++x)
            for (std::size_t c = 0; c < values.size(); ++c)
                sluice::set_sample(result.view(), x, y, static_cast<int>(c), values[c](x, y));
    return result;
}

// The same with floats that are numbers as they stand, as those of files without a profile are.
inline HostImage number_image(const std::vector<Value>& values, sluice::Pixel pixel) {
    sluice::ImageFormat format = image(values, pixel).format();
    format.space = sluice::Space::data;
    return image(values, pixel, format);
}

// "" when both have one format and samples that differ by no more than `tolerance`, else the first
// difference.
inline std::string difference(const sluice::ConstHostView& is, const sluice::ConstHostView& right,
                              double tolerance = 0) {
    if (is.format != right.format) return is.format.text() + " and not " + right.format.text();
    for (std::size_t y = 0; y < is.format.height; ++y)
        for (std::size_t x = 0; x < is.format.width; ++x)
            for (int c = 0; c < is.format.channels; ++c) {
                const double a = sample(is, x, y, c);
                const double b = sample(right, x, y, c);
                if (!(std::abs(a - b) <= tolerance) && !(std::isnan(a) && std::isnan(b)))
                    return "at " + std::to_string(x) + ", " + std::to_string(y) + ", channel " +
                           std::to_string(c) + ": " + std::to_string(a) + " and not " + std::to_string(b);
            }
    return "";
}
inline std::string difference(const HostImage& is, const HostImage& right, double tolerance = 0) {
    return difference(is.view(), right.view(), tolerance);
}

inline std::string path(const std::string& name) { return SLUICE_TEST_DATA "/io/" + name; }

// Whether it is a picture that this build has the library for.
inline bool readable(const std::filesystem::path& path) {
    const sluice::Codec* codec = sluice::codec_of_extension(path.extension().string());
    return codec != nullptr && codec->reads();
}

// Reads a picture of tests/data/io. What it warns of is appended to `warnings`, or is an error.
inline HostImage load(const std::string& name, std::vector<std::string>* warnings = nullptr) {
    return sluice::read(path(name), {}, [&](const std::string& message) {
        if (warnings == nullptr) throw sluice::Error(sluice::Error::Kind::input, name, "warns: " + message);
        warnings->push_back(message);
    });
}

// Whether probe() foretells what read() gives.
inline bool probed_as_read(const std::string& name) {
    return sluice::probe(path(name)) == sluice::read(path(name)).format();
}

// The message of the Error that `call` throws, or "" when it throws none.
template <class Call>
std::string error_of(Call call) {
    try {
        call();
    } catch (const sluice::Error& error) {
        return error.what();
    }
    return "";
}

// The usual extensions of the formats that are written, as messages list them.
inline std::string written_extensions() {
    std::string list = "png, jpg, bmp, hdr, pgm, ppm, pnm, pfm";
    for (const std::string extension : {"tif", "gif", "webp", "exr", "npy", "jp2", "j2k", "avif", "jxl",
                                        "fits", "y4m", "szi", "yuv", "tga"})
        if (sluice::codec_of_extension(extension)->writes()) list += ", " + extension;
    return list;
}

inline bool contains(const std::string& text, const std::string& part) {
    return text.find(part) != std::string::npos;
}

}  // namespace known
