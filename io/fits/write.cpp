#include "io/fits/fits.hpp"
#include "io/fits/header.hpp"

#include <cstring>
#include <string>
#include <string_view>

namespace sluice {
namespace {

int fits_bits(Pixel pixel) {
    const int bits = 8 * static_cast<int>(bytes(pixel));
    return is_integer(pixel) ? bits : -bits;
}

class FitsHeader {
public:
    explicit FitsHeader(const ImageFormat& format) {
        add("SIMPLE", "T");
        add("BITPIX", std::to_string(fits_bits(format.pixel)));
        const bool colours = format.channels == 3, layers = format.layers > 1;
        add("NAXIS", std::to_string(2 + (colours ? 1 : 0) + (layers ? 1 : 0)));
        int axis = 0;
        const auto add_axis = [&](std::size_t length) {
            add("NAXIS" + std::to_string(++axis), std::to_string(length));
        };
        add_axis(format.width);
        add_axis(format.height);
        if (colours) add_axis(3);
        if (layers) add_axis(format.layers);
        // Signs of integers that FITS has none of: 8 bits have one, 16 bits have none.
        if (format.pixel == Pixel::i8) add("BZERO", "-128");
        if (format.pixel == Pixel::u16) add("BZERO", "32768");
        if (format.pixel == Pixel::i8 || format.pixel == Pixel::u16) add("BSCALE", "1");
        if (colours) add_text("CTYPE3", "RGB");
        if (!colours && layers) add_text("CTYPE3", "LAYER");
        card("END");
        cards_.resize((cards_.size() + fits_block - 1) / fits_block * fits_block, ' ');
    }

    const std::string& cards() const { return cards_; }

private:
    void card(std::string text) {
        text.resize(fits_card, ' ');
        cards_ += text;
    }
    void add(std::string name, const std::string& value) {
        constexpr std::size_t name_bytes = 8, value_bytes = 20;
        name.resize(name_bytes, ' ');
        card(name + "= " + std::string(value_bytes - value.size(), ' ') + value);
    }
    void add_text(std::string name, std::string value) {
        constexpr std::size_t name_bytes = 8;
        name.resize(name_bytes, ' ');
        value.resize(name_bytes, ' ');
        card(name + "= '" + value + "'");
    }

    std::string cards_;
};

}  // namespace

std::vector<std::uint8_t> fits_write(const ConstHostView& image, const Metadata&, const EncodeOptions&,
                                     const Warn&) {
    const ImageFormat& format = image.format;
    const std::string header = FitsHeader(format).cards();
    std::vector<std::uint8_t> file;
    file.reserve(header.size() + format.host_bytes() + fits_block);
    file.assign(header.begin(), header.end());
    const std::size_t size = bytes(format.pixel), samples = static_cast<std::size_t>(format.channels);
    // The sign bit is what BZERO turns over.
    const std::uint8_t turned = format.pixel == Pixel::i8 || format.pixel == Pixel::u16 ? 0x80 : 0;
    for (std::size_t layer = 0; layer < format.layers; ++layer)
        for (std::size_t c = 0; c < samples; ++c)
            for (std::size_t y = format.height; y-- > 0;) {
                const std::byte* src = image.row(layer * format.height + y) + c * size;
                for (std::size_t x = 0; x < format.width; ++x, src += image.step() * size) {
                    std::uint64_t value = 0;
                    std::memcpy(&value, src, size);
                    append_number(file, value, size, true);
                    file[file.size() - size] ^= turned;
                }
            }
    file.resize((file.size() + fits_block - 1) / fits_block * fits_block);
    return file;
}

}  // namespace sluice
