#include "io/write.hpp"

#include "io/atomic_file.hpp"
#include "io/codecs.hpp"
#include "io/exif.hpp"
#include "io/icc.hpp"
#include "io/input.hpp"
#include "io/save_format.hpp"

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

// The metadata that goes along; what does not is said.
Metadata carried(const Codec& codec, const ImageFormat& format, const Metadata& metadata, const Warn& warn) {
    Metadata result;
    if (!metadata.icc.empty() && !codec.holds.icc) {
        warn("its colour profile is lost: " + codec.name + " cannot hold one; .png and .jpg can");
    } else if (!metadata.icc.empty()) {
        const std::string why = icc_refusal(metadata.icc, format);
        if (why.empty())
            result.icc = metadata.icc;
        else
            warn("its colour profile is left out: " + why);
    }
    if (codec.holds.exif) result.exif = exif_for(metadata.exif, format);
    if (codec.holds.xmp) result.xmp = metadata.xmp;
    const bool no_exif = !metadata.exif.empty() && !codec.holds.exif;
    const bool no_xmp = !metadata.xmp.empty() && !codec.holds.xmp;
    if (no_exif || no_xmp)
        warn(std::string("its ") + (no_exif ? "EXIF" : "") + (no_exif && no_xmp ? " and " : "") +
             (no_xmp ? "XMP" : "") + " data is lost: it is not written to " + codec.name +
             "; .png and .jpg take it");
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
    const bool standard = path == "-";
    const std::string extension = !options.format.empty() ? options.format
                                  : standard              ? "png"
                                                          : extension_of(path);
    try {
        const std::vector<std::uint8_t> file = encode(extension, image, metadata, options.encode, warn);
        standard ? write_stdout(file) : write_file(path, file, options.durable);
    } catch (const Error& error) {
        throw Error(error.kind(), output_name(path), error.message());
    } catch (const std::bad_alloc&) {
        throw Error(Error::Kind::input, output_name(path), "it needs more memory than there is");
    }
}

}  // namespace sluice
