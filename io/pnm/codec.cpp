// The netpbm formats PBM, PGM, PPM and PAM. Samples are kept as they are, with the maxval as white;
// single bits become 0 and 255.
#include "io/pnm/pnm.hpp"

#include "io/codec.hpp"
#include "io/text_reader.hpp"

#include <algorithm>
#include <memory>
#include <string>
#include <utility>

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

void store(const PnmHeader& header, std::byte* row, std::size_t i, std::size_t sample) {
    if (sample > header.maxval) throw_above(sample, header);
    if (header.format.pixel == Pixel::u16)
        reinterpret_cast<std::uint16_t*>(row)[i] = static_cast<std::uint16_t>(sample);
    else  // two levels without a white of their own are those of a PAM of bits
        reinterpret_cast<std::uint8_t*>(row)[i] = header.maxval == 1 && header.format.white == 0
                                                      ? bit_level(sample == 0)
                                                      : static_cast<std::uint8_t>(sample);
}

std::size_t samples_of_row(const ImageFormat& format) {
    return format.width * static_cast<std::size_t>(format.channels);
}

// Samples that are written as text, and may go over from line to line.
class PlainRows : public FileRows {
public:
    PlainRows(const PnmHeader& header, const FileBytes& file)
        : header_(header), stream_(file, header.offset) {
        format = header.format;
        at_once = "its samples are text";
    }

    void read(const HostView& rows) override {
        std::vector<std::uint8_t> text(static_cast<std::size_t>(stream_.left()));
        text.resize(stream_.read(text.data(), text.size()));
        TextReader reader(text);
        for (std::size_t y = 0; y < rows.format.height; ++y)
            for (std::size_t i = 0; i < samples_of_row(format); ++i) {
                if (!header_.bits) {
                    store(header_, rows.row(y), i, reader.number("sample"));
                    continue;
                }
                reader.skip_space();  // bits may stand without space between them
                const char bit = reader.next();
                if (bit != '0' && bit != '1')
                    throw_input("one of its samples is '" + std::string(1, bit) + "', not 0 or 1");
                reinterpret_cast<std::uint8_t*>(rows.row(y))[i] = bit_level(bit == '1');
            }
    }

private:
    PnmHeader header_;
    ByteStream stream_;
};

std::size_t raw_row_bytes(const PnmHeader& header) {
    const std::size_t samples = samples_of_row(header.format);
    return header.bits ? (samples + 7) / 8 : samples * bytes(header.format.pixel);
}

class RawRows : public FileRows {
public:
    RawRows(const PnmHeader& header, const FileBytes& file, const DecodeOptions& options)
        : header_(header), stream_(file, header.offset), row_(raw_row_bytes(header)) {
        format = header.format;
        ends_early_ = !options.lenient && stream_.left() / row_.size() < format.height;
    }

    void read(const HostView& rows) override {
        if (ends_early_) throw EndOfData();
        const std::size_t samples = samples_of_row(format);
        for (std::size_t y = 0; y < rows.format.height; ++y, ++read_) {
            if (header_.maxval == 255 && !header_.bits) {
                take(rows.row(y));
                continue;
            }
            take(row_.data());
            for (std::size_t i = 0; i < samples; ++i)
                if (header_.bits)
                    reinterpret_cast<std::uint8_t*>(rows.row(y))[i] =
                        bit_level((row_[i / 8] >> (7 - i % 8) & 1) != 0);
                else
                    store(header_, rows.row(y), i,
                          format.pixel == Pixel::u16
                              ? static_cast<std::size_t>(row_[2 * i] << 8 | row_[2 * i + 1])
                              : row_[i]);
        }
        if (read_ < format.height) return;
        std::uint8_t next[3] = {};
        several_ = has_number(Bytes(next).first(stream_.read(next, sizeof next)), '1', '7');
    }
    std::size_t skip(std::size_t rows) override {
        if (ends_early_ || stream_.left() / row_.size() < rows) return 0;
        stream_.seek(stream_.position() + std::uint64_t{row_.size()} * rows);
        read_ += rows;
        return rows;
    }
    std::size_t memory() override { return row_.size(); }

    std::vector<Wording> warnings() override {
        return several_ ? std::vector<Wording>{"it contains several images; only the first is read"}
                        : std::vector<Wording>();
    }

private:
    // A row, or nothing of it.
    void take(void* dst) {
        if (stream_.left() < row_.size()) throw EndOfData();
        stream_.take(dst, row_.size());
    }

    PnmHeader header_;
    ByteStream stream_;
    std::vector<std::uint8_t> row_;
    std::size_t read_ = 0;
    bool ends_early_ = false, several_ = false;
};

// P5 or P6, with the format's white as maxval. Samples above it are clamped, with a warning.
class PnmWriter : public RowWriter {
public:
    PnmWriter(Output& file, const ImageFormat& format, const Warn& warn)
        : file_(file), warn_(warn), maxval_(static_cast<std::size_t>(format.white_value())) {
        file.append(as_bytes(std::string(format.channels == 1 ? "P5" : "P6") + "\n" +
                             std::to_string(format.width) + " " + std::to_string(format.height) + "\n" +
                             std::to_string(maxval_) + "\n"));
    }

    void write(const ConstHostView& rows) override {
        const std::size_t samples = samples_of_row(rows.format);
        for (std::size_t y = 0; y < rows.format.height; ++y)
            if (maxval_ == 255 && rows.format.pixel == Pixel::u8)
                file_.append({reinterpret_cast<const std::uint8_t*>(rows.row(y)), samples});
            else if (rows.format.pixel == Pixel::u16)
                file_.append(arranged(reinterpret_cast<const std::uint16_t*>(rows.row(y)), samples));
            else
                file_.append(arranged(reinterpret_cast<const std::uint8_t*>(rows.row(y)), samples));
    }

    void finish() override {
        if (clamped_ > 0)
            warn_(std::to_string(clamped_) + " samples above the white of " + std::to_string(maxval_) +
                  " were clamped");
    }

private:
    // As the file has them, none above the maxval.
    template <class T>
    Bytes arranged(const T* src, std::size_t count) {
        const auto most = static_cast<T>(maxval_);
        const std::size_t size = maxval_ > 255 ? 2 : 1;
        row_.resize(count * size);
        std::uint8_t* at = row_.data();
        std::size_t clamped = 0;
        for (std::size_t i = 0; i < count; ++i) {
            const T sample = std::min(src[i], most);
            clamped += src[i] > most ? 1 : 0;
            if (size == 2) *at++ = static_cast<std::uint8_t>(sample >> 8);
            *at++ = static_cast<std::uint8_t>(sample);
        }
        clamped_ += clamped;
        return row_;
    }

    Output& file_;
    Warn warn_;
    std::size_t maxval_, clamped_ = 0;
    std::vector<std::uint8_t> row_;
};

Codec codec(const std::string& name, const std::string& extension, char plain, char raw) {
    Codec codec;
    codec.name = name;
    codec.rank = 70;
    codec.extensions = {extension};
    codec.probe = [plain, raw](Bytes head) {
        return has_number(head, plain, plain) || has_number(head, raw, raw);
    };
    codec.read_header = [](Bytes head) { return read_pnm_header(head).format; };
    codec.open = pnm_open;
    return codec;
}

Codec writing(Codec codec, std::vector<int> channels) {
    codec.begin = pnm_begin;
    codec.holds.pixels = {Pixel::u8, Pixel::u16};
    codec.holds.channels = std::move(channels);
    codec.holds.white = true;
    return codec;
}

}  // namespace

std::unique_ptr<FileRows> pnm_open(const FileBytes& file, const DecodeOptions& options, const Warn&) {
    constexpr std::size_t most_header = std::size_t{1} << 20;  // comments may be long
    const PnmHeader header = read_pnm_header(file.at(0, most_header));
    if (header.plain) return std::make_unique<PlainRows>(header, file);
    return std::make_unique<RawRows>(header, file, options);
}

std::unique_ptr<RowWriter> pnm_begin(Output& file, const ImageFormat& format, const Metadata&,
                                     const EncodeOptions&, const Warn& warn) {
    return std::make_unique<PnmWriter>(file, format, warn);
}

}  // namespace sluice

namespace sluice::formats {

std::vector<Codec> pnm() {
    Codec pnm = writing(codec("PNM", "pnm", '5', '6'), {1, 3});
    pnm.probe = nullptr;  // a name for all of them; files are found as what they are
    return {writing(codec("PGM", "pgm", '2', '5'), {1}), writing(codec("PPM", "ppm", '3', '6'), {3}),
            codec("PBM", "pbm", '1', '4'), codec("PAM", "pam", '7', '7'), pnm};
}

}  // namespace sluice::formats
