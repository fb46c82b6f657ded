#include "io/icc.hpp"

namespace sluice {

std::string icc_refusal(Bytes profile, const ImageFormat& format) {
    constexpr std::size_t header = 128;
    if (profile.size() < header || !has_magic(profile, "acsp", 36)) return "it is broken";
    if (ByteReader(profile).u32be() != profile.size()) return "it is broken";
    const bool grey = has_magic(profile, "GRAY", 16);
    if (!grey && !has_magic(profile, "RGB ", 16)) return "it is neither for RGB nor for grey pictures";
    if (grey != (format.colors() == 1))
        return grey ? "it is for grey pictures and this one has colours"
                    : "it is for pictures with colours and this one is grey";
    return "";
}

}  // namespace sluice
