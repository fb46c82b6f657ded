#include "io/uncarried.hpp"

#include <algorithm>

namespace sluice {

void leave(Metadata& metadata, std::string_view what) {
    std::vector<std::string>& all = metadata.uncarried;
    if (std::find(all.begin(), all.end(), what) == all.end()) all.emplace_back(what);
}

void leave_resources(Metadata& metadata, Bytes resources) {
    constexpr unsigned iptc = 0x0404, profile = 0x040F, exif = 0x0422, xmp = 0x0424;
    const auto even = [](std::size_t size) { return size + size % 2; };
    try {
        ByteReader reader(resources);
        while (has_magic(reader.take(4), "8BIM")) {
            const unsigned number = reader.u16be();
            const std::size_t name = reader.u8();
            reader.skip(even(name + 1) - 1);
            const std::size_t size = reader.u32be();
            reader.skip(even(size));
            if (size == 0) continue;
            if (number == iptc) leave(metadata, uncarried::iptc);
            if (number == profile && metadata.icc.empty()) leave(metadata, "colour profile");
            if (number == exif && metadata.exif.empty()) leave(metadata, "EXIF data");
            if (number == xmp && metadata.xmp.empty()) leave(metadata, "XMP data");
        }
    } catch (const EndOfData&) {  // no further one
    }
}

}  // namespace sluice
