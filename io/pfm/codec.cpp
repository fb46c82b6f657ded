// PFM: rows of floats, from the lowest row up, in either byte order. Colours are linear light, as PBRT and
// Debevec's HDR Shop define it; grey ones are used for depths and flows as well, and are numbers. The size of
// the scale in the header has no meaning that programs agree on: numbers are kept as they are.
#include "io/codec.hpp"
#include "io/text_reader.hpp"

#include <algorithm>
#include <bit>
#include <charconv>
#include <cmath>
#include <cstring>
#include <memory>
#include <string>

namespace sluice {
namespace {

struct PfmHeader {
    ImageFormat format;
    std::endian order = std::endian::native;
    std::size_t offset = 0;
};

PfmHeader pfm_header(Bytes head) {
    TextReader reader(head);
    PfmHeader header;
    header.format.channels = reader.word() == "PF" ? 3 : 1;
    header.format.width = reader.number("width");
    header.format.height = reader.number("height");
    header.format.pixel = Pixel::f32;
    header.format.space = header.format.channels == 3 ? Space::linear : Space::data;
    const std::string text = reader.word();
    double scale = 0;
    const auto [end, fault] = std::from_chars(text.data(), text.data() + text.size(), scale);
    if (fault != std::errc() || end != text.data() + text.size() || scale == 0 || !std::isfinite(scale))
        throw_input("its header is broken: its scale is '" + text + "'");
    header.order = scale < 0 ? std::endian::little : std::endian::big;
    reader.one_space();
    if (header.format.width == 0 || header.format.height == 0) throw_input("its size is 0");
    header.offset = reader.position();
    return header;
}

std::size_t row_bytes(const ImageFormat& format) { return format.host_bytes() / format.height; }

// The last row of the picture is the first of the file.
class PfmRows : public FileRows {
public:
    PfmRows(const PfmHeader& header, const FileBytes& file, const DecodeOptions& options)
        : header_(header), file_(file) {
        format = header.format;
        whole_ = file.size - header.offset >= format.host_bytes();
        if (options.lenient && !whole_) at_once = "its data ends early, at the top of the image";
    }

    void read(const HostView& rows) override {
        if (at_once.empty()) {
            if (!whole_) throw EndOfData();
            for (std::size_t y = 0; y < rows.format.height; ++y, ++next_) take(next_, rows.row(y));
            return;
        }
        for (std::size_t y = format.height; y-- > 0;) take(y, rows.row(y));
    }
    std::size_t skip(std::size_t rows) override {
        next_ += rows;
        return rows;
    }

private:
    void take(std::size_t y, std::byte* dst) {
        const std::size_t size = row_bytes(format);
        const std::uint64_t at = header_.offset + std::uint64_t{size} * (format.height - 1 - y);
        const Bytes src = file_.whole(at, size);
        std::memcpy(dst, src.data(), size);
        if (header_.order == std::endian::native) return;
        for (std::size_t i = 0; i < size; i += 4) std::reverse(dst + i, dst + i + 4);
    }

    PfmHeader header_;
    FileBytes file_;
    bool whole_ = false;
    std::size_t next_ = 0;
};

class PfmWriter : public RowWriter {
public:
    PfmWriter(Output& file, const ImageFormat& format)
        : file_(file), row_(row_bytes(format)), left_(format.height) {
        file.append(as_bytes(std::string(format.channels == 3 ? "PF" : "Pf") + "\n" +
                             std::to_string(format.width) + " " + std::to_string(format.height) + "\n" +
                             (std::endian::native == std::endian::little ? "-1.0" : "1.0") + "\n"));
        start_ = file.size();
    }

    void write(const ConstHostView& rows) override {
        for (std::size_t y = 0; y < rows.format.height; ++y)
            file_.write(start_ + std::uint64_t{row_} * --left_,
                        {reinterpret_cast<const std::uint8_t*>(rows.row(y)), row_});
    }
    void finish() override {}

private:
    Output& file_;
    std::size_t row_, left_;
    std::uint64_t start_ = 0;
};

std::unique_ptr<FileRows> open_pfm(const FileBytes& file, const DecodeOptions& options, const Warn&) {
    constexpr std::size_t most_header = std::size_t{1} << 20;  // comments may be long
    return std::make_unique<PfmRows>(pfm_header(file.at(0, most_header)), file, options);
}

}  // namespace

}  // namespace sluice

namespace sluice::formats {

std::vector<Codec> pfm() {
    Codec codec;
    codec.name = "PFM";
    codec.rank = 80;
    codec.extensions = {"pfm"};
    codec.probe = [](Bytes head) {
        return (has_magic(head, "PF") || has_magic(head, "Pf")) && head.size() > 2 &&
               is_space(static_cast<char>(head[2]));
    };
    codec.read_header = [](Bytes head) { return pfm_header(head).format; };
    codec.open = open_pfm;
    codec.begin = [](Output& file, const ImageFormat& format, const Metadata&, const EncodeOptions&,
                     const Warn&) { return std::make_unique<PfmWriter>(file, format); };
    codec.holds.pixels = {Pixel::f32};
    codec.holds.channels = {1, 3};
    codec.holds.floats = Capabilities::Floats::linear_colours;
    return {codec};
}

}  // namespace sluice::formats
