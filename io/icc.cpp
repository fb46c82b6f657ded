#include "io/icc.hpp"

namespace sluice {

std::string icc_refusal(Bytes profile, const ImageFormat& format) {
    constexpr std::size_t header = 128;
    if (profile.size() < header || !has_magic(profile, "acsp", 36)) return "it is broken";
    if (ByteReader(profile).u32be() != profile.size()) return "it is broken";
    const bool grey = has_magic(profile, "GRAY", 16);
    if (!grey && !has_magic(profile, "RGB ", 16)) return "it is neither for RGB nor for grey images";
    if (!has_magic(profile, "XYZ ", 20) && !has_magic(profile, "Lab ", 20)) return "it is broken";
    if (grey != (format.colors() == 1))
        return grey ? "it is for grey images, and this one has colours"
                    : "it is for colour images, and this one is grey";
    return "";
}

bool icc_is_linear(Bytes profile) {
    try {
        ByteReader tags(profile);
        tags.seek(128);
        for (std::size_t left = tags.u32be(); left > 0; --left) {
            const Bytes name = tags.take(4);
            ByteReader curve(profile);
            curve.seek(tags.u32be());
            tags.skip(4);  // its size
            if (!has_magic(name, "rTRC") && !has_magic(name, "kTRC")) continue;
            const Bytes type = curve.take(4);
            curve.skip(4);
            if (has_magic(type, "curv")) {  // no entries, or an exponent in 1/256
                const std::size_t entries = curve.u32be();
                return entries == 0 || (entries == 1 && curve.u16be() == 256);
            }
            // An exponent in 1/65536 alone.
            return has_magic(type, "para") && curve.u32be() == 0 && curve.u32be() == 65536;
        }
        return false;
    } catch (const EndOfData&) {
        return false;
    }
}

}  // namespace sluice
