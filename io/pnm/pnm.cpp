// The netpbm formats PBM, PGM, PPM and PAM. Samples are kept as they are, with the maxval as white;
// single bits become 0 and 255.
#include "io/pnm/pnm.hpp"

#include "io/codecs.hpp"
#include "io/text_reader.hpp"

#include <algorithm>
#include <string>

namespace sluice {
namespace {

bool has_number(Bytes head, char low, char high) {
    return head.size() > 2 && head[0] == 'P' && head[1] >= low && head[1] <= high &&
           (is_space(static_cast<char>(head[2])) || head[2] == '#');
}

std::uint8_t bit_level(bool black) { return black ? 0 : 255; }

[[noreturn]] void throw_above(std::size_t sample, const PnmHeader& header) {
    throw_input("one of its samples is " + std::to_string(sample) + ", above its maxval of " +
                std::to_string(header.maxval));
}

void store(const PnmHeader& header, HostImage& dst, std::size_t y, std::size_t i, std::size_t sample) {
    if (sample > header.maxval) throw_above(sample, header);
    if (header.format.pixel == Pixel::u16)
        dst.as<std::uint16_t>(y)[i] = static_cast<std::uint16_t>(sample);
    else  // two levels without a white of their own are those of a PAM of bits
        dst.as<std::uint8_t>(y)[i] = header.maxval == 1 && header.format.white == 0
                                         ? bit_level(sample == 0)
                                         : static_cast<std::uint8_t>(sample);
}

void read_plain(const PnmHeader& header, Bytes src, HostImage& dst) {
    TextReader reader(src);
    const std::size_t samples = header.format.width * static_cast<std::size_t>(header.format.channels);
    for (std::size_t y = 0; y < header.format.height; ++y)
        for (std::size_t i = 0; i < samples; ++i) {
            if (!header.bits) {
                store(header, dst, y, i, reader.number("sample"));
                continue;
            }
            reader.skip_space();  // bits may stand without space between them
            const char bit = reader.next();
            if (bit != '0' && bit != '1')
                throw_input("one of its samples is '" + std::string(1, bit) + "', not 0 or 1");
            dst.as<std::uint8_t>(y)[i] = bit_level(bit == '1');
        }
}

void read_raw(const PnmHeader& header, ByteReader& reader, HostImage& dst) {
    const std::size_t samples = header.format.width * static_cast<std::size_t>(header.format.channels);
    const bool deep = header.format.pixel == Pixel::u16;
    for (std::size_t y = 0; y < header.format.height; ++y) {
        if (header.bits) {
            const Bytes src = reader.take((samples + 7) / 8);
            for (std::size_t i = 0; i < samples; ++i)
                dst.as<std::uint8_t>(y)[i] = bit_level((src[i / 8] >> (7 - i % 8) & 1) != 0);
            continue;
        }
        const Bytes src = reader.take(samples * (deep ? 2 : 1));
        if (header.maxval == 255)
            std::copy(src.begin(), src.end(), dst.as<std::uint8_t>(y));
        else
            for (std::size_t i = 0; i < samples; ++i)
                store(header, dst, y, i,
                      deep ? static_cast<std::size_t>(src[2 * i] << 8 | src[2 * i + 1]) : src[i]);
    }
}

// The bytes that the rows take in the file.
std::size_t raw_bytes(const PnmHeader& header) {
    const std::size_t samples = header.format.width * static_cast<std::size_t>(header.format.channels);
    return (header.bits ? (samples + 7) / 8 : samples * bytes(header.format.pixel)) * header.format.height;
}

Codec codec(const std::string& name, const std::string& extension, char plain, char raw) {
    Codec codec;
    codec.name = name;
    codec.extensions = {extension};
    codec.probe = [plain, raw](Bytes head) {
        return has_number(head, plain, plain) || has_number(head, raw, raw);
    };
    codec.read_header = [](Bytes head) { return read_pnm_header(head).format; };
    codec.read = pnm_read;
    return codec;
}

Codec writing(Codec codec, std::vector<int> channels) {
    codec.write = pnm_write;
    codec.holds.pixels = {Pixel::u8, Pixel::u16};
    codec.holds.channels = std::move(channels);
    codec.holds.white = true;
    return codec;
}

}  // namespace

HostImage pnm_read(Bytes file, const DecodeOptions& options, const Warn& warn) {
    const PnmHeader header = read_pnm_header(file);
    const Bytes pixels = file.subspan(header.offset);
    HostImage dst(header.format);
    decode_pixels(options, warn, [&] {
        if (!header.plain && !options.lenient && pixels.size() < raw_bytes(header)) throw EndOfData();
        if (header.plain) return read_plain(header, pixels, dst);
        ByteReader reader(pixels);
        read_raw(header, reader, dst);
        if (has_number(pixels.subspan(reader.position()), '1', '7'))
            warn("it holds several pictures; only the first is taken");
    });
    return dst;
}

std::vector<std::uint8_t> pnm_write(const ConstHostView& src, const Metadata&, const EncodeOptions&,
                                    const Warn& warn) {
    const std::size_t maxval = static_cast<std::size_t>(src.format.white_value());
    const std::size_t samples = src.format.width * static_cast<std::size_t>(src.format.channels);
    const std::string head = std::string(src.format.channels == 1 ? "P5" : "P6") + "\n" +
                             std::to_string(src.format.width) + " " + std::to_string(src.format.height) +
                             "\n" + std::to_string(maxval) + "\n";
    std::vector<std::uint8_t> out(head.begin(), head.end());
    out.resize(head.size() + samples * src.format.height * (maxval > 255 ? 2 : 1));
    std::uint8_t* at = out.data() + head.size();
    std::size_t clamped = 0;
    for (std::size_t y = 0; y < src.format.height; ++y)
        for (std::size_t i = 0; i < samples; ++i) {
            std::size_t sample = src.format.pixel == Pixel::u16
                                     ? reinterpret_cast<const std::uint16_t*>(src.row(y))[i]
                                     : reinterpret_cast<const std::uint8_t*>(src.row(y))[i];
            if (sample > maxval) {
                sample = maxval;
                ++clamped;
            }
            if (maxval > 255) *at++ = static_cast<std::uint8_t>(sample >> 8);
            *at++ = static_cast<std::uint8_t>(sample);
        }
    if (clamped > 0)
        warn(std::to_string(clamped) + " samples above the white of " + std::to_string(maxval) +
             " were clamped");
    return out;
}

std::vector<Codec> pnm_codecs() {
    Codec pnm = writing(codec("PNM", "pnm", '5', '6'), {1, 3});
    pnm.probe = nullptr;  // a name for all of them; files are found as what they are
    return {writing(codec("PGM", "pgm", '2', '5'), {1}), writing(codec("PPM", "ppm", '3', '6'), {3}),
            codec("PBM", "pbm", '1', '4'), codec("PAM", "pam", '7', '7'), pnm};
}

}  // namespace sluice
