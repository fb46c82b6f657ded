// Radiance HDR (RGBE). Reading is own code: stb_image 2.27 never ends on a run-length encoded file that ends
// early, takes old run lengths for pixels, and knows one of the eight orders of rows and columns.
// Numbers are mantissa / 256 * 2^(exponent - 128), as most programs read them; EXPOSURE is left alone.
#include "io/codec.hpp"
#include "io/exif/orientation.hpp"
#include "io/stb_write.hpp"
#include "io/text_reader.hpp"

#include <array>
#include <cmath>
#include <cstring>
#include <limits>
#include <utility>

namespace sluice {
namespace {

struct HdrHeader {
    ImageFormat format;   // of the rows as stored
    int orientation = 1;  // as in orientation.hpp
    std::size_t offset = 0;
};

// How the first and the second axis of the resolution line run, as an EXIF orientation.
int orientation_of(const std::string& first, const std::string& second) {
    constexpr std::array<std::array<std::string_view, 2>, 8> orders{{{"-Y", "+X"},
                                                                     {"-Y", "-X"},
                                                                     {"+Y", "-X"},
                                                                     {"+Y", "+X"},
                                                                     {"+X", "-Y"},
                                                                     {"-X", "-Y"},
                                                                     {"-X", "+Y"},
                                                                     {"+X", "+Y"}}};
    for (std::size_t i = 0; i < orders.size(); ++i)
        if (orders[i][0] == first && orders[i][1] == second) return static_cast<int>(i) + 1;
    throw_input("it is a broken HDR: its resolution line begins with '" + first + "'");
}

HdrHeader read_header(Bytes head) {
    TextReader reader(head);
    reader.line();  // "#?RADIANCE" or another program's name
    for (std::string line = reader.line(); !line.empty(); line = reader.line())
        if (line.starts_with("FORMAT=") && !line.starts_with("FORMAT=32-bit_rle_rgbe"))
            throw_input("it is an HDR with " + line + "; FORMAT=32-bit_rle_rgbe can be read");
    HdrHeader header;
    const std::string first = reader.word();
    const std::size_t rows = reader.number("height");
    const std::string second = reader.word();
    const std::size_t columns = reader.number("width");
    header.orientation = orientation_of(first, second);
    reader.line();
    if (rows == 0 || columns == 0) throw_input("it is a broken HDR: it has no pixels");
    header.offset = reader.position();
    header.format.width = columns;
    header.format.height = rows;
    header.format.channels = 3;
    header.format.pixel = Pixel::f32;
    header.format.space = Space::linear;
    return header;
}

using Rgbe = std::array<std::uint8_t, 4>;

Rgbe take_pixel(ByteReader& reader) {
    const Bytes b = reader.take(4);
    return {b[0], b[1], b[2], b[3]};
}

// A row whose four components stand one after the other, each run-length encoded.
void read_new_runs(ByteReader& reader, std::vector<Rgbe>& row) {
    for (std::size_t c = 0; c < 4; ++c)
        for (std::size_t x = 0; x < row.size();) {
            const std::size_t code = reader.u8();
            const bool run = code > 128;
            const std::size_t count = run ? code - 128 : code;
            if (count == 0 || count > row.size() - x)
                throw_input("it is a broken HDR: a run extends beyond its row");
            const Bytes values = reader.take(run ? 1 : count);
            for (std::size_t i = 0; i < count; ++i) row[x++][c] = values[run ? 0 : i];
        }
}

// A row of whole pixels, where 1 1 1 n repeats the last one n times; further ones in a row count as the
// next digits of n, to base 256.
void read_old_runs(ByteReader& reader, const Rgbe& first, std::vector<Rgbe>& row) {
    int shift = 0;
    Rgbe pixel = first;
    for (std::size_t x = 0;; pixel = take_pixel(reader)) {
        if (pixel[0] == 1 && pixel[1] == 1 && pixel[2] == 1) {
            const std::size_t count = shift < 32 ? std::size_t{pixel[3]} << shift : row.size() + 1;
            if (x == 0 || count > row.size() - x)
                throw_input("it is a broken HDR: a run extends beyond its row");
            const Rgbe last = row[x - 1];
            for (std::size_t i = 0; i < count; ++i) row[x++] = last;
            shift += 8;
        } else {
            row[x++] = pixel;
            shift = 0;
        }
        if (x == row.size()) return;
    }
}

void read_row(ByteReader& reader, std::vector<Rgbe>& row) {
    const Rgbe first = take_pixel(reader);
    const std::size_t length = static_cast<std::size_t>(first[2] << 8 | first[3]);
    if (first[0] == 2 && first[1] == 2 && length == row.size() && length >= 8 && length < 32768)
        read_new_runs(reader, row);
    else
        read_old_runs(reader, first, row);
}

HostImage read_hdr(Bytes file, const DecodeOptions& options, const Warn& warn) {
    const HdrHeader header = read_header(file);
    HostImage dst(header.format);
    decode_pixels(options, warn, [&] {
        ByteReader reader(file);
        reader.seek(header.offset);
        std::vector<Rgbe> row(header.format.width);
        for (std::size_t y = 0; y < header.format.height; ++y) {
            read_row(reader, row);
            float* line = dst.as<float>(y);
            for (const Rgbe& pixel : row) {
                const float unit = pixel[3] == 0 ? 0.0f : std::ldexp(1.0f, pixel[3] - (128 + 8));
                for (std::size_t c = 0; c < 3; ++c) *line++ = static_cast<float>(pixel[c]) * unit;
            }
        }
    });
    return upright(std::move(dst), header.orientation);
}

// RGBE holds finite numbers that are not negative. Below 2^126 its exponent fits.
std::vector<std::uint8_t> write(const ConstHostView& src, const Metadata&, const EncodeOptions&,
                                const Warn& warn) {
    constexpr float top = 0x1.0p126f;
    HostImage held(src.format);
    std::size_t changed = 0;
    const std::size_t samples = src.format.width * static_cast<std::size_t>(src.format.channels);
    for (std::size_t y = 0; y < src.format.height; ++y) {
        std::memcpy(held.row(y), src.row(y), held.pitch());
        float* line = held.as<float>(y);
        for (std::size_t i = 0; i < samples; ++i) {
            if (line[i] >= 0 && line[i] <= top) continue;
            line[i] = line[i] > top ? top : 0;  // NaN: 0
            ++changed;
        }
    }
    if (changed > 0)
        warn(std::to_string(changed) +
             " values that HDR cannot hold (negative, infinite or NaN) were clamped");
    return stb_write_hdr(held.view());
}

}  // namespace

}  // namespace sluice

namespace sluice::formats {

std::vector<Codec> hdr() {
    Codec codec;
    codec.name = "HDR";
    codec.rank = 60;
    codec.extensions = {"hdr", "pic", "rgbe"};
    codec.probe = [](Bytes head) { return has_magic(head, "#?RADIANCE") || has_magic(head, "#?RGBE"); };
    codec.read_header = [](Bytes head) -> FileHeader {
        const HdrHeader header = read_header(head);
        return {header.format, header.orientation};
    };
    codec.read = read_hdr;
    codec.write = write;
    codec.memory = {1.1, 3};  // turned upright; two copies, and the file
    codec.holds.pixels = {Pixel::f32};
    codec.holds.channels = {1, 3};
    codec.holds.floats = Capabilities::Floats::linear;
    codec.holds.negative = false;
    return {codec};
}

}  // namespace sluice::formats
