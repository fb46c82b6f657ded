#include "io/exr/file.hpp"

#include "io/exr/headers.hpp"
#include "pipeline/core/ceil_div.hpp"

#include <ImfChannelList.h>
#include <ImfTileDescription.h>

#include <algorithm>
#include <limits>

namespace sluice {
namespace {

enum ExrFlag : std::uint32_t { deep_flag = 0x800, parts_flag = 0x1000 };

int rows_of_chunk(Imf::Compression compression) {
    switch (compression) {
        case Imf::NO_COMPRESSION:
        case Imf::RLE_COMPRESSION:
        case Imf::ZIPS_COMPRESSION: return 1;
        case Imf::ZIP_COMPRESSION:
        case Imf::PXR24_COMPRESSION: return 16;
        case Imf::PIZ_COMPRESSION:
        case Imf::B44_COMPRESSION:
        case Imf::B44A_COMPRESSION:
        case Imf::DWAA_COMPRESSION: return 32;
        default: return 256;
    }
}

}  // namespace

std::string exr_words(std::string words) {
    const std::string name = '"' + std::string(exr_name) + "\". ";
    if (const std::size_t at = words.rfind(name); at != std::string::npos) words.erase(0, at + name.size());
    while (words.ends_with('.')) words.pop_back();
    return words;
}

std::vector<Imf::Header> exr_headers(const FileBytes& file) {
    std::uint8_t head[exr_magic_and_version];
    ByteStream(file).take(head, sizeof head);
    const auto flags = static_cast<std::uint32_t>(number_in(Bytes(head).subspan(4), false));
    if ((flags & deep_flag) != 0)
        throw_input("it holds several samples a pixel (deep data), which sluice cannot read");
    const bool parts = (flags & parts_flag) != 0;

    const std::size_t count = exr_header_count(file, parts);
    ExrInput input(file);
    std::vector<Imf::Header> headers;
    input.guarded([&] {
        input.seekg(exr_magic_and_version);
        int version = static_cast<int>(flags);
        for (std::size_t i = 0; i < count; ++i) {
            headers.emplace_back();
            headers.back().readFrom(input, version);
        }
    });
    return headers;
}

ExrChunk exr_chunk(const Imf::Header& header) {
    const Imath::Box2i& window = header.dataWindow();
    auto width = static_cast<std::size_t>(std::int64_t{window.max.x} - window.min.x + 1);
    const auto height = static_cast<std::size_t>(std::int64_t{window.max.y} - window.min.y + 1);
    ExrChunk chunk{static_cast<std::size_t>(rows_of_chunk(header.compression())), 0, 0, 0};
    if (header.hasTileDescription()) {
        const Imf::TileDescription& tiles = header.tileDescription();
        chunk.rows = std::max<std::size_t>(tiles.ySize, 1);
        const std::size_t columns = std::max<std::size_t>(tiles.xSize, 1);
        chunk.count = ceil_div(width, columns) * ceil_div(height, chunk.rows);
        if (tiles.mode != Imf::ONE_LEVEL) chunk.count *= 4;  // at most
        width = std::max(width, columns);
    } else {
        chunk.rows = std::min(chunk.rows, height);
        chunk.count = ceil_div(height, chunk.rows);
    }
    std::size_t pixel = 0;
    for (auto channel = header.channels().begin(); channel != header.channels().end(); ++channel)
        pixel += channel.channel().type == Imf::HALF ? 2 : 4;
    chunk.pixel_bytes = pixel;
    const double bytes =
        static_cast<double>(chunk.rows) * static_cast<double>(width) * static_cast<double>(pixel);
    chunk.bytes = bytes < 0x1p62 ? chunk.rows * width * pixel : std::numeric_limits<std::size_t>::max() / 16;
    return chunk;
}

}  // namespace sluice
