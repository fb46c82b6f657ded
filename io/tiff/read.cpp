#include "io/exif/exif.hpp"
#include "io/exif/orientation.hpp"
#include "io/resolution.hpp"
#include "io/tiff/exif.hpp"
#include "io/tiff/page.hpp"
#include "io/tiff/samples.hpp"
#include "io/tiff/tiff.hpp"

#include <algorithm>
#include <cstring>
#include <utility>

namespace sluice {
namespace {

constexpr std::size_t header_memory = std::size_t{256} << 20;  // of one table of strips, say
constexpr int most_counted = 1000;                             // pages that are left out

// All pages as layers: one format, the upright one.
ImageFormat layered_format(TiffFile& file) {
    go_to_page(file, 1);
    const auto format_here = [&] {
        const TiffPage page = tiff_page(file);
        return upright(page.format, page.orientation);
    };
    ImageFormat format = format_here();
    std::size_t layers = 1;
    while (go_to_next_page(file)) {
        ++layers;
        if (const ImageFormat other = format_here(); other != format)
            throw_input("its pages are no layers of one image: page " + std::to_string(layers) + " is " +
                        other.text() + ", the first " + format.text() + "; take them one by one");
    }
    file.check(!file.ended());
    format.layers = layers;
    return format;
}

void fill(TiffFile& file, const TiffPage& page, Samples& dst);

HostImage read_page(TiffFile& file, const DecodeOptions& options, const Warn& warn) {
    TiffPage page = tiff_page(file);
    for (const std::string& warning : page.warnings) warn(warning);
    file.forget_faults();
    HostImage image(page.format);
    const auto decode = [&](const auto& step) {
        decode_pixels(options, warn, [&] {
            step();
            if (!page.damage.empty()) throw_input(page.damage);
        });
    };
    if (page.colors == TiffPage::Colors::by_libtiff) {
        decode([&] { read_by_libtiff(file, page, image); });
    } else if (page.direct()) {
        Samples samples{image.view().data, image.pitch(), page.taken.size()};
        decode([&] { fill(file, page, samples); });
    } else {
        const std::size_t pitch = page.format.width * page.taken.size() * bytes(page.stored);
        std::vector<std::byte> stored(pitch * page.format.height);
        Samples samples{stored.data(), pitch, page.taken.size()};
        decode([&] { fill(file, page, samples); });
        convert_samples(file, page, samples, image);
    }
    return upright(std::move(image), page.orientation);
}

// Strips and tiles alike: a block of rows, perhaps of one sample only.
struct Block {
    std::size_t width, height;  // as stored; tiles hang over the edges
    std::size_t pitch;          // bytes of a row
    std::size_t bytes;
    bool rows;  // the rows of strips one by one, for a strip is far larger than the picture
};

Block block_of(TiffFile& file, const TiffPage& page) {
    TIFF* tiff = file.get();
    Block block{};
    if (TIFFIsTiled(tiff) != 0) {
        block.width = file.tag<std::uint32_t>(TIFFTAG_TILEWIDTH, 0);
        block.height = file.tag<std::uint32_t>(TIFFTAG_TILELENGTH, 0);
        block.pitch = static_cast<std::size_t>(TIFFTileRowSize64(tiff));
        block.bytes = static_cast<std::size_t>(TIFFTileSize64(tiff));
    } else {
        block.width = page.format.width;
        block.height = std::min<std::size_t>(file.tag<std::uint32_t>(TIFFTAG_ROWSPERSTRIP, 0xFFFFFFFF),
                                             page.format.height);
        block.pitch = static_cast<std::size_t>(TIFFScanlineSize64(tiff));
        block.bytes = static_cast<std::size_t>(TIFFStripSize64(tiff));
    }
    file.check(block.width > 0 && block.height > 0 && block.pitch > 0 &&
               block.bytes / block.height >= block.pitch);
    const std::size_t needed = (block.width * static_cast<std::size_t>(page.bits) *
                                    (page.planes ? std::size_t{1} : static_cast<std::size_t>(page.samples)) +
                                7) /
                               8;
    file.check(block.pitch >= needed);
    // All samples of a block are decoded, though not all may be taken.
    const std::size_t much = 2 * page.format.host_bytes() + (std::size_t{1} << 20);
    if (TIFFIsTiled(tiff) == 0 && !page.planes && block.bytes > much) {
        block.rows = true;
        block.height = 1;
        block.bytes = block.pitch;
    }
    if (block.bytes > 2 * much + (std::size_t{64} << 20))
        throw_input("its tiles or rows are far larger than the picture");
    return block;
}

void fill(TiffFile& file, const TiffPage& page, Samples& dst) {
    const Block block = block_of(file, page);
    const bool tiles = TIFFIsTiled(file.get()) != 0;
    std::vector<std::uint8_t> buffer(block.bytes);
    const std::size_t planes = page.planes ? page.taken.size() : 1;
    for (std::size_t top = 0; top < page.format.height; top += block.height)
        for (std::size_t left = 0; left < page.format.width; left += block.width)
            for (std::size_t plane = 0; plane < planes; ++plane) {
                const auto sample = static_cast<std::uint16_t>(page.planes ? page.taken[plane] : 0);
                const auto x = static_cast<std::uint32_t>(left), y = static_cast<std::uint32_t>(top);
                const std::size_t rows = std::min(block.height, page.format.height - top);
                const tmsize_t size = static_cast<tmsize_t>(tiles ? block.bytes : rows * block.pitch);
                const auto read = [&]() -> tmsize_t {
                    if (block.rows) return TIFFReadScanline(file.get(), buffer.data(), y, 0) == 1 ? size : -1;
                    if (tiles)
                        return TIFFReadEncodedTile(file.get(), TIFFComputeTile(file.get(), x, y, 0, sample),
                                                   buffer.data(), size);
                    return TIFFReadEncodedStrip(file.get(), TIFFComputeStrip(file.get(), y, sample),
                                                buffer.data(), size);
                };
                const tmsize_t got = read();
                file.check(got == size);
                const std::size_t columns = std::min(block.width, page.format.width - left);
                for (std::size_t row = 0; row < rows; ++row)
                    take_samples(page, buffer.data() + row * block.pitch, columns, plane,
                                 dst.at(left, top + row, bytes(page.stored)));
            }
}

Metadata metadata_of(TiffFile& file, Bytes bytes, const Warn& warn) {
    Metadata metadata;
    if (file.tag<std::uint16_t>(TIFFTAG_PHOTOMETRIC, 0) != PHOTOMETRIC_SEPARATED)
        metadata.icc = file.bytes_of(TIFFTAG_ICCPROFILE);
    metadata.xmp = upright_xmp(file.bytes_of(TIFFTAG_XMLPACKET));
    metadata.exif = read_tiff_exif(file, bytes, warn);
    using Unit = Resolution::Unit;
    const auto unit = file.tag<std::uint16_t>(TIFFTAG_RESOLUTIONUNIT, RESUNIT_INCH);
    metadata.resolution =
        resolution_of(file.tag<float>(TIFFTAG_XRESOLUTION, 0), file.tag<float>(TIFFTAG_YRESOLUTION, 0),
                      unit == RESUNIT_INCH         ? Unit::inch
                      : unit == RESUNIT_CENTIMETER ? Unit::centimetre
                                                   : Unit::none);
    return metadata;
}

void warn_of_other_pages(TiffFile& file, int page, const Warn& warn) {
    file.forget_faults();
    int others = page - 1;
    while (others < most_counted && go_to_next_page(file)) ++others;
    if (others > 0)
        warn("only page " + std::to_string(page) + " of " +
             (others < most_counted ? std::to_string(others + 1) : "more than " + std::to_string(others)) +
             " is taken; --page takes another, or 0 all of one size as layers");
}

}  // namespace

ImageFormat tiff_header(Bytes head, int page) {
    if (has_magic(head, "CR", 8)) throw_input("it is a raw picture (CR2), which sluice cannot read");
    TiffFile file(head, header_memory);
    ImageFormat format;
    try {
        if (page == 0) {
            format = layered_format(file);
        } else {
            go_to_page(file, page);
            const TiffPage found = tiff_page(file);
            format = upright(found.format, found.orientation);
        }
    } catch (const Error&) {
        if (file.ended()) throw EndOfData();  // what is wrong with it may be in what is not there
        throw;
    }
    if (file.ended()) throw EndOfData();
    return format;
}

HostImage tiff_read(Bytes file, const DecodeOptions& options, const Warn& warn) {
    const ImageFormat format = tiff_header(file, options.page);
    TiffFile tiff(file, 4 * format.host_bytes() + file.size() + header_memory);
    go_to_page(tiff, std::max(options.page, 1));
    Metadata metadata = metadata_of(tiff, file, warn);
    const int orientation = tiff_page(tiff).orientation;
    HostImage image;
    if (options.page > 0) {
        image = read_page(tiff, options, warn);
        warn_of_other_pages(tiff, options.page, warn);
    } else {
        image = HostImage(format);
        for (std::size_t layer = 0; layer < format.layers; ++layer) {
            if (layer > 0) {
                tiff.forget_faults();
                tiff.check(go_to_next_page(tiff));
            }
            const HostImage page = read_page(tiff, options, warn);
            for (std::size_t y = 0; y < format.height; ++y)
                std::memcpy(image.row(layer * format.height + y), page.row(y), image.pitch());
        }
    }
    image.metadata = std::move(metadata);
    image.metadata.resolution = turned(image.metadata.resolution, orientation);
    return image;
}

}  // namespace sluice
