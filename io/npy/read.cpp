#include "io/npy/npy.hpp"
#include "io/text_reader.hpp"
#include "pipeline/core/message.hpp"

#include <algorithm>
#include <bit>
#include <charconv>
#include <cstring>
#include <utility>
#include <vector>

namespace sluice {
namespace {

// (layers, h, w, 1) of grey layers is as unmistakable as (h, w, c): three axes are never layers by
// themselves.
constexpr std::size_t most_channels = 4;

struct NpyHeader {
    ImageFormat format;
    bool widens = false;   // 32-bit integers become the floats that hold all of them
    bool swapped = false;  // the other byte order than this machine's
    bool planar = false;   // all of a channel lies before the next one
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
void set_pixel(NpyHeader& header, const std::string& code) {
    ImageFormat& format = header.format;
    for (const Pixel pixel :
         {Pixel::u8, Pixel::i8, Pixel::u16, Pixel::i16, Pixel::i32, Pixel::f16, Pixel::f32, Pixel::f64})
        if (code.size() == 3 && code.substr(1) == npy_type(pixel).substr(1)) {
            format.pixel = pixel;
            format.space = is_integer(pixel) ? Space::encoded : Space::data;
            return;
        }
    if (code.size() == 3 && code.substr(1) == "u4") {
        format.pixel = Pixel::f64;
        format.space = Space::data;
        header.widens = true;
        return;
    }
    if (code != "|b1")
        throw_input("its numbers are of type " + in_quotes(code) +
                    ", and an image has u1, i1, u2, i2, u4, i4, f2, f4, f8 or b1");
    format.pixel = Pixel::u8;
    format.white = 1;
}

using Shape = std::vector<std::size_t>;

// The letters of a layout, one for each axis, with the sides of the array; "" where they do not fit it.
std::string misfit(std::string_view layout, const Shape& shape) {
    if (layout.size() != shape.size())
        return "has " + std::to_string(shape.size()) + (shape.size() == 1 ? " axis" : " axes") +
               ", and layout=" + std::string(layout) + " has " + std::to_string(layout.size());
    const std::size_t at = layout.find('c');
    if (at == layout.npos || shape[at] <= most_channels) return "";
    return "has " + std::to_string(shape[at]) + " channels as layout=" + std::string(layout) +
           ", and an image has 1 to 4";
}

// The side of an axis; 1 where the layout has no such axis.
std::size_t side(std::string_view layout, const Shape& shape, char axis) {
    const std::size_t at = layout.find(axis);
    return at == layout.npos ? 1 : shape[at];
}

// "`load layout=nhw` (64 layers of 5x48 pixels)".
std::string offer(std::string_view layout, const Shape& shape) {
    const auto count = [&](char axis, const std::string& what) {
        const std::size_t n = side(layout, shape, axis);
        return layout.find(axis) == layout.npos
                   ? ""
                   : std::to_string(n) + " " + what + (n == 1 ? "" : "s") + " of ";
    };
    return "`load layout=" + std::string(layout) + "` (" + count('n', "layer") + count('c', "channel") +
           std::to_string(side(layout, shape, 'w')) + "x" + std::to_string(side(layout, shape, 'h')) +
           " pixels)";
}

[[noreturn]] void refuse_shape(const Shape& shape) {
    throw_input("its shape " + npy_shape(shape) +
                " is none of an image: (height, width), (height, width, channels) with 1 to 4 channels, and "
                "layers in front of these");
}

// Axes that could be one thing or another are not guessed: layers of 640 x 480 and the planes of a colour
// image look alike.
std::string_view meant_layout(const Shape& shape) {
    constexpr auto& names = names_of<ArrayLayout>;
    const bool channels_last = shape.size() > 2 && shape.back() <= most_channels;
    if (shape.size() == 2) return "hw";
    if (shape.size() == 3 && channels_last) return "hwc";
    if (shape.size() == 4 && channels_last) return "nhwc";
    std::string offers;
    Wording words;
    for (std::size_t i = 1; i < names.size(); ++i) {
        if (!misfit(names[i], shape).empty()) continue;
        offers += (offers.empty() ? "" : " or ") + offer(names[i], shape);
        words += (words.empty() ? "" : " or ") + Remedy{"load.layout", std::string(names[i])};
    }
    if (offers.empty()) refuse_shape(shape);
    throw_input("its shape " + npy_shape(shape) +
                " does not say what its axes are, since the last is not 1 to 4 channels: say " + offers +
                ", or " + words);
}

void set_shape(NpyHeader& header, const Shape& shape, ArrayLayout given) {
    if (shape.size() < 2 || std::find(shape.begin(), shape.end(), 0) != shape.end()) refuse_shape(shape);
    const std::string_view layout = given == ArrayLayout::automatic ? meant_layout(shape) : name(given);
    if (const std::string fault = misfit(layout, shape); !fault.empty())
        throw_input("its shape " + npy_shape(shape) + " " + fault);
    header.format.height = side(layout, shape, 'h');
    header.format.width = side(layout, shape, 'w');
    header.format.layers = side(layout, shape, 'n');
    header.format.channels = static_cast<int>(side(layout, shape, 'c'));
    header.planar = is_planar(layout) && header.format.channels > 1;
}

NpyArray array_in(Bytes head) {
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
    return {dictionary.descr, dictionary.shape, reader.position()};
}

NpyHeader header_in(Bytes head, ArrayLayout layout) {
    const NpyArray array = array_in(head);
    NpyHeader header;
    set_pixel(header, array.type);
    set_shape(header, array.shape, layout);
    constexpr char other = std::endian::native == std::endian::little ? '>' : '<';
    header.swapped = array.type.front() == other;
    header.offset = array.offset;
    return header;
}

constexpr std::size_t most_header = std::size_t{1} << 16;

class NpyRows : public FileRows {
public:
    NpyRows(const NpyHeader& header, const FileBytes& file)
        : header_(header),
          planes_(header.planar ? static_cast<std::size_t>(header.format.channels) : 1, ByteStream(file)) {
        format = header.format;
        if (header_.planar) line_.resize(format.width * bytes(format.pixel));
    }

    void read(const HostView& rows) override {
        for (std::size_t y = 0; y < rows.format.rows(); ++y, ++next_)
            header_.planar ? take_planes(rows.row(y))
                           : take(planes_[0], next_, rows.row(y),
                                  format.width * static_cast<std::size_t>(format.channels));
    }
    std::size_t skip(std::size_t rows) override {
        next_ += rows;
        return rows;
    }
    std::size_t memory() override { return line_.size(); }

private:
    // A line of the array, as samples of the image. Streams go on where they are.
    void take(ByteStream& from, std::uint64_t line, std::byte* to, std::size_t count) {
        const std::size_t sample = header_.widens ? sizeof(std::uint32_t) : bytes(format.pixel);
        const std::size_t size = count * sample;
        std::byte* const stored = to + count * bytes(format.pixel) - size;  // at the end of the line
        from.seek(header_.offset + line * size);
        from.take(stored, size);
        if (header_.swapped)
            for (std::size_t i = 0; i < size; i += sample) std::reverse(stored + i, stored + i + sample);
        if (header_.widens) widen(stored, reinterpret_cast<double*>(to), count);
    }

    // A number is read before a wider one is written over it.
    static void widen(const std::byte* src, double* dst, std::size_t count) {
        for (std::size_t i = 0; i < count; ++i) {
            std::uint32_t value = 0;
            std::memcpy(&value, src + i * sizeof value, sizeof value);
            dst[i] = value;
        }
    }

    // The next row, whose channels lie in as many planes.
    void take_planes(std::byte* to) {
        const auto channels = static_cast<std::size_t>(format.channels);
        const std::size_t sample = bytes(format.pixel);
        const std::uint64_t layer = next_ / format.height, y = next_ % format.height;
        for (std::size_t c = 0; c < channels; ++c) {
            take(planes_[c], (layer * channels + c) * format.height + y, line_.data(), format.width);
            for (std::size_t x = 0; x < format.width; ++x)
                std::memcpy(to + (x * channels + c) * sample, line_.data() + x * sample, sample);
        }
    }

    NpyHeader header_;
    std::vector<ByteStream> planes_;  // of channels that lie apart, else one
    std::vector<std::byte> line_;     // of one channel
    std::size_t next_ = 0;            // row
};

NpyHeader header_of(const FileBytes& file, const DecodeOptions& options) {
    return header_in(file.at(0, most_header), npy_reading().filled(options.own).layout);
}

}  // namespace

std::string npy_type(Pixel pixel) {
    const char kind = !is_integer(pixel) ? 'f' : is_signed(pixel) ? 'i' : 'u';
    const char order = bytes(pixel) == 1 ? '|' : std::endian::native == std::endian::little ? '<' : '>';
    return std::string{order, kind} + std::to_string(bytes(pixel));
}

NpyArray npy_array(const FileBytes& file) { return array_in(file.at(0, most_header)); }

std::string npy_shape(const std::vector<std::size_t>& shape) {
    std::string text;
    for (const std::size_t side : shape) text += (text.empty() ? "" : ", ") + std::to_string(side);
    return "(" + text + ")";
}

FileHeader npy_header(const FileBytes& file, const DecodeOptions& options) {
    return header_of(file, options).format;
}

std::unique_ptr<FileRows> npy_open(const FileBytes& file, const DecodeOptions& options, const Warn&) {
    return std::make_unique<NpyRows>(header_of(file, options), file);
}

}  // namespace sluice
