#include "io/write.hpp"

#include "io/codecs.hpp"
#include "io/exif/exif.hpp"
#include "io/icc.hpp"
#include "io/png/chunks.hpp"
#include "io/save_format.hpp"
#include "pipeline/files/extension.hpp"
#include "pipeline/files/input.hpp"

#include <algorithm>
#include <cstring>
#include <new>

namespace sluice {
namespace {

// A packed copy with the channels in the order R G B.
HostImage as_codecs_take_it(const ConstHostView& src) {
    ImageFormat format = src.format;
    format.order = Order::rgb;
    HostImage dst(format);
    const std::size_t size = bytes(format.pixel);
    const std::size_t step = size * static_cast<std::size_t>(format.channels);
    for (std::size_t y = 0; y < format.rows(); ++y) {
        for (std::size_t x = 0; x < format.width; ++x)
            std::memcpy(dst.row(y) + x * step, src.row(y) + x * size * src.step(), step);
        if (src.format.order == Order::rgb || format.colors() != 3) continue;
        std::byte* pixel = dst.row(y);
        for (std::size_t x = 0; x < format.width; ++x, pixel += step)
            std::swap_ranges(pixel, pixel + size, pixel + 2 * size);
    }
    return dst;
}

// "a", "a and b", "a, b and c".
std::string enumerated(const std::vector<std::string>& items) {
    std::string text;
    for (std::size_t i = 0; i < items.size(); ++i)
        text += (i == 0 ? "" : i + 1 == items.size() ? " and " : ", ") + items[i];
    return text;
}

// Whether a profile for values in one space is right for these. Data are what they are.
bool is_for_space(Space profile, Space values) {
    return profile == values || profile == Space::data || values == Space::data;
}

// The metadata that goes along; what does not is said.
Metadata carried(const Codec& codec, const ImageFormat& format, const Metadata& metadata, const Warn& warn) {
    Metadata result;
    if (!metadata.icc.empty() && !codec.holds.icc) {
        warn("its colour profile is lost: " + codec.name + " cannot hold one; .png and .jpg can");
    } else if (!metadata.icc.empty()) {
        const std::string why = !is_for_space(metadata.icc_space, format.space)
                                    ? "it is for " + std::string(name(metadata.icc_space)) +
                                          " values and these are " + std::string(name(format.space))
                                    : icc_refusal(metadata.icc, format);
        if (why.empty())
            result.icc = metadata.icc;
        else
            warn("its colour profile is left out: " + why);
    }
    if (codec.holds.exif) result.exif = exif_for(metadata.exif, format);
    if (codec.holds.xmp) result.xmp = metadata.xmp;
    if (codec.holds.resolution) result.resolution = metadata.resolution;
    if (codec.holds.png_color)
        result.png_color = metadata.png_color;
    else if (!png_color_is_srgb(metadata.png_color))
        warn("its colours are not sRGB, and what says so (gAMA, cHRM or cICP) is lost: " + codec.name +
             " cannot hold it; .png can");

    std::vector<std::string> lost;
    if (!metadata.exif.empty() && !codec.holds.exif) lost.emplace_back("EXIF data");
    if (!metadata.xmp.empty() && !codec.holds.xmp) lost.emplace_back("XMP data");
    if (!metadata.resolution.empty() && !codec.holds.resolution) lost.emplace_back("resolution");
    if (!lost.empty())
        warn("its " + enumerated(lost) + (lost.size() > 1 ? " are" : " is") +
             " lost: sluice does not write " + (lost.size() > 1 ? "them" : "it") + " to " + codec.name +
             ", but to .png, .jpg and .tif");
    return result;
}

}  // namespace

std::vector<std::uint8_t> encode(std::string_view extension, const ConstHostView& image,
                                 const Metadata& metadata, const EncodeOptions& options, const Warn& warn) {
    const Warn tell = warn ? warn : [](const std::string&) {};
    const ImageFormat& format = image.format;
    if (format.pixels() == 0)
        throw Error(Error::Kind::usage, "", "an image without pixels cannot be written");
    ImageFormat wanted = writable(extension, format);
    wanted.order = format.order;
    if (wanted != format)
        throw Error(Error::Kind::usage, "",
                    "an image of " + format.text() + " has to be converted to " + wanted.text() + " first");
    const Codec& codec = *codec_of_extension(extension);
    if (options.quality < 1 || options.quality > 100)
        throw Error(Error::Kind::usage, "",
                    "quality " + std::to_string(options.quality) + " is outside [1, 100]");
    if (options.compression < 0 || options.compression > 9)
        throw Error(Error::Kind::usage, "",
                    "compression " + std::to_string(options.compression) + " is outside [0, 9]");
    const Metadata kept = carried(codec, format, metadata, tell);
    if (format.order == Order::rgb && (image.packed_pixels() || codec.holds.lanes))
        return codec.write(image, kept, options, tell);
    const HostImage copy = as_codecs_take_it(image);
    return codec.write(copy.view(), kept, options, tell);
}

void write(const std::string& path, const ConstHostView& image, const Metadata& metadata,
           const WriteOptions& options, const Warn& warn) {
    const bool standard = path == "-" || path == "/dev/stdout";
    const std::string extension = !options.format.empty() ? options.format
                                  : standard              ? "png"
                                                          : extension_of(path);
    try {
        const std::vector<std::uint8_t> file = encode(extension, image, metadata, options.encode, warn);
        standard ? write_stdout(file) : write_file(path, file, options.placing);
    } catch (const FileExists&) {
        throw;
    } catch (const Error& error) {
        throw Error(error.kind(), output_name(path), error.message());
    } catch (const std::bad_alloc&) {
        throw Error(Error::Kind::input, output_name(path), "it needs more memory than there is");
    }
}

}  // namespace sluice
