// NPY, the arrays of NumPy: the numbers as they are. Written as version 1.0, read as any.
#include "io/codecs.hpp"
#include "io/text_reader.hpp"
#include "pipeline/core/message.hpp"

#include <algorithm>
#include <bit>
#include <charconv>
#include <memory>
#include <string>

namespace sluice {
namespace {

std::string type_code(Pixel pixel) {
    const char kind = !is_integer(pixel) ? 'f' : is_signed(pixel) ? 'i' : 'u';
    const char order = bytes(pixel) == 1 ? '|' : std::endian::native == std::endian::little ? '<' : '>';
    return std::string{order, kind} + std::to_string(bytes(pixel));
}

// (h, w) of grey, (h, w, c) of several channels, (layers, h, w[, c]) of several layers.
std::string shape(const ImageFormat& format) {
    std::string text;
    if (format.layers > 1) text += std::to_string(format.layers) + ", ";
    text += std::to_string(format.height) + ", " + std::to_string(format.width);
    if (format.channels > 1) text += ", " + std::to_string(format.channels);
    return "(" + text + ")";
}

// --- reading ---------------------------------------------------------------------------------------------

struct NpyHeader {
    ImageFormat format;
    bool swapped = false;  // the other byte order than this machine's
    std::size_t offset = 0;
};

// The dictionary of a header: a literal of Python, with three keys.
class Dictionary {
public:
    explicit Dictionary(std::string_view text) : text_(text) {
        want('{');
        while (!at('}')) {
            const std::string key = quoted();
            want(':');
            if (key == "descr" && at('['))
                throw_input("it holds records, not numbers");
            else if (key == "descr")
                descr = quoted();
            else if (key == "fortran_order")
                fortran = word() == "True";
            else if (key == "shape")
                read_shape();
            else
                broken();
            if (at(',')) want(',');
        }
    }

    std::string descr;
    bool fortran = false;
    std::vector<std::size_t> shape;

private:
    [[noreturn]] static void broken() {
        throw_input("its header is broken: it is no dictionary of an array");
    }
    bool at(char c) {
        while (!text_.empty() && is_space(text_.front())) text_.remove_prefix(1);
        if (text_.empty()) broken();
        return text_.front() == c;
    }
    void want(char c) {
        if (!at(c)) broken();
        text_.remove_prefix(1);
    }
    std::string take(std::size_t count) {
        if (count >= text_.size()) broken();
        const std::string taken(text_.substr(0, count));
        text_.remove_prefix(count);
        return taken;
    }
    std::string quoted() {
        const char quote = at('"') ? '"' : '\'';
        want(quote);
        const std::string taken = take(std::min(text_.find(quote), text_.size()));
        want(quote);
        return taken;
    }
    std::string word() {
        at(' ');
        return take(std::min(text_.find_first_not_of("TrueFals"), text_.size()));
    }
    void read_shape() {
        want('(');
        while (!at(')')) {
            std::size_t side = 0;
            const auto [end, fault] = std::from_chars(text_.data(), text_.data() + text_.size(), side);
            if (fault != std::errc()) broken();
            take(static_cast<std::size_t>(end - text_.data()));
            if (shape.size() == most_sides) broken();
            shape.push_back(side);
            if (at(',')) want(',');
        }
        want(')');
    }

    static constexpr std::size_t most_sides = 32;  // as NumPy has it

    std::string_view text_;
};

// The pixel type of a type code; truth values are 0 and 1.
void set_pixel(ImageFormat& format, const std::string& code) {
    for (const Pixel pixel :
         {Pixel::u8, Pixel::i8, Pixel::u16, Pixel::i16, Pixel::i32, Pixel::f16, Pixel::f32, Pixel::f64})
        if (code.size() == 3 && code.substr(1) == type_code(pixel).substr(1)) {
            format.pixel = pixel;
            format.space = is_integer(pixel) ? Space::encoded : Space::linear;
            return;
        }
    if (code != "|b1")
        throw_input("its numbers are of type " + in_quotes(code) +
                    ", and an image has u1, i1, u2, i2, i4, f2, f4, f8 or b1");
    format.pixel = Pixel::u8;
    format.white = 1;
}

// Of three axes the last is the channels if there are up to 4 of them; else the first is the layers.
void set_shape(ImageFormat& format, std::vector<std::size_t> shape) {
    constexpr std::size_t most_channels = 4;
    const std::vector<std::size_t> given = shape;
    format.channels = 1;
    if (shape.size() > 2 && (shape.size() == 4 || shape.back() <= most_channels)) {
        format.channels = static_cast<int>(std::min(shape.back(), most_channels + 1));
        shape.pop_back();
    }
    if (shape.size() == 3) {
        format.layers = shape.front();
        shape.erase(shape.begin());
    }
    const bool empty = std::find(given.begin(), given.end(), 0) != given.end();
    if (shape.size() != 2 || empty || format.channels > static_cast<int>(most_channels)) {
        std::string text;
        for (const std::size_t side : given) text += (text.empty() ? "" : ", ") + std::to_string(side);
        throw_input(
            "its shape (" + text +
            ") is none of an image: (height, width), (height, width, channels) with 1 to 4 channels, and "
            "layers in front of these");
    }
    format.height = shape[0];
    format.width = shape[1];
}

NpyHeader npy_header(Bytes head) {
    ByteReader reader(head);
    reader.skip(6);
    const int version = reader.u8();
    reader.skip(1);
    const std::size_t size = version == 1 ? reader.u16le() : reader.u32le();
    const Bytes text = reader.take(size);
    const Dictionary dictionary({reinterpret_cast<const char*>(text.data()), text.size()});
    if (dictionary.fortran)
        throw_input(
            "it holds columns one after the other (fortran_order); numpy.ascontiguousarray makes rows");
    NpyHeader header;
    set_pixel(header.format, dictionary.descr);
    set_shape(header.format, dictionary.shape);
    constexpr char other = std::endian::native == std::endian::little ? '>' : '<';
    header.swapped = dictionary.descr.front() == other;
    header.offset = reader.position();
    return header;
}

class NpyRows : public FileRows {
public:
    NpyRows(const NpyHeader& header, const FileBytes& file)
        : stream_(file, header.offset), swapped_(header.swapped) {
        format = header.format;
    }

    void read(const HostView& rows) override {
        const std::size_t row = format.host_bytes() / format.rows(), sample = bytes(format.pixel);
        for (std::size_t y = 0; y < rows.format.rows(); ++y) {
            std::byte* to = rows.row(y);
            stream_.take(to, row);
            if (!swapped_) continue;
            for (std::size_t i = 0; i < row; i += sample) std::reverse(to + i, to + i + sample);
        }
    }
    std::size_t skip(std::size_t rows) override {
        stream_.seek(stream_.position() + std::uint64_t{format.host_bytes() / format.rows()} * rows);
        return rows;
    }

private:
    ByteStream stream_;
    bool swapped_;
};

std::unique_ptr<FileRows> open_npy(const FileBytes& file, const DecodeOptions&, const Warn&) {
    constexpr std::size_t most_header = std::size_t{1} << 16;
    return std::make_unique<NpyRows>(npy_header(file.at(0, most_header)), file);
}

// --- writing ---------------------------------------------------------------------------------------------

class NpyWriter : public RowWriter {
public:
    NpyWriter(Output& file, const ImageFormat& format) : file_(file) {
        std::string dictionary = "{'descr': '" + type_code(format.pixel) +
                                 "', 'fortran_order': False, 'shape': " + shape(format) + ", }";
        constexpr std::size_t before = 10;  // magic, version, length
        while ((before + dictionary.size() + 1) % 64 != 0) dictionary += ' ';
        dictionary += '\n';
        std::vector<std::uint8_t> head{0x93, 'N', 'U', 'M', 'P', 'Y', 1, 0};
        head.push_back(static_cast<std::uint8_t>(dictionary.size()));
        head.push_back(static_cast<std::uint8_t>(dictionary.size() >> 8));
        head.insert(head.end(), dictionary.begin(), dictionary.end());
        file_.append(head);
    }

    void write(const ConstHostView& rows) override {
        const std::size_t row = rows.format.host_bytes() / rows.format.rows();
        for (std::size_t y = 0; y < rows.format.rows(); ++y)
            file_.append({reinterpret_cast<const std::uint8_t*>(rows.row(y)), row});
    }
    void finish() override {}

private:
    Output& file_;
};

}  // namespace

Codec npy_codec() {
    Codec codec;
    codec.name = "NPY";
    codec.extensions = {"npy"};
    codec.probe = [](Bytes head) { return has_magic(head, "\x93NUMPY"); };
    codec.read_header = [](Bytes head) { return npy_header(head).format; };
    codec.open = open_npy;
    codec.begin = [](Output& file, const ImageFormat& format, const Metadata&, const EncodeOptions&,
                     const Warn&) { return std::make_unique<NpyWriter>(file, format); };
    codec.holds.pixels = {Pixel::u8,  Pixel::i8,  Pixel::u16, Pixel::i16,
                          Pixel::i32, Pixel::f16, Pixel::f32, Pixel::f64};
    codec.holds.channels = {1, 2, 3, 4};
    codec.holds.light = Capabilities::Light::any;
    codec.holds.white = true;
    codec.holds.layers = true;
    codec.holds.data = true;
    return codec;
}

}  // namespace sluice
