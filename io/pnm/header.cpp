#include "io/pnm/pnm.hpp"
#include "io/text_reader.hpp"

#include <string>

namespace sluice {
namespace {

void set_maxval(PnmHeader& header, std::size_t maxval) {
    if (maxval < 1 || maxval > 65535)
        throw_input("its maxval is " + std::to_string(maxval) + "; 1 to 65535 is allowed");
    header.maxval = maxval;
    header.format.pixel = maxval > 255 ? Pixel::u16 : Pixel::u8;
    if (maxval != 255 && maxval != 65535) header.format.white = static_cast<double>(maxval);
}

// P7: lines of a keyword and a value, up to ENDHDR. The number of channels says all that TUPLTYPE would:
// two are grey and alpha.
PnmHeader read_pam_header(TextReader& reader) {
    PnmHeader header;
    std::size_t maxval = 0, depth = 0;
    for (std::string key = reader.word(); key != "ENDHDR"; key = reader.word()) {
        if (key == "WIDTH")
            header.format.width = reader.number("width");
        else if (key == "HEIGHT")
            header.format.height = reader.number("height");
        else if (key == "DEPTH")
            depth = reader.number("depth");
        else if (key == "MAXVAL")
            maxval = reader.number("maxval");
        else if (key == "TUPLTYPE")
            reader.line();
        else
            throw_input("its header is broken: '" + key + "' is no keyword of PAM");
    }
    reader.line();
    if (depth < 1 || depth > 4)
        throw_input("it is a PAM with " + std::to_string(depth) + " channels; 1 to 4 can be read");
    header.format.channels = static_cast<int>(depth);
    header.format.grey_alpha = depth == 2;
    set_maxval(header, maxval);
    // Bits (BLACKANDWHITE) become black and white as everywhere, and are no image with two levels.
    if (maxval == 1) header.format.white = 0;
    return header;
}

}  // namespace

PnmHeader read_pnm_header(Bytes head) {
    TextReader reader(head);
    reader.next();  // 'P'
    const int kind = reader.next() - '0';
    PnmHeader header;
    if (kind == 7) {
        header = read_pam_header(reader);
    } else {
        header.plain = kind <= 3;
        header.bits = kind == 1 || kind == 4;
        header.format.channels = kind == 3 || kind == 6 ? 3 : 1;
        header.format.width = reader.number("width");
        header.format.height = reader.number("height");
        if (!header.bits) set_maxval(header, reader.number("maxval"));
        reader.one_space();
    }
    if (header.format.width == 0 || header.format.height == 0)
        throw_input("its size is " + std::to_string(header.format.width) + "x" +
                    std::to_string(header.format.height));
    header.offset = reader.position();
    return header;
}

}  // namespace sluice
