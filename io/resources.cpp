#include "io/resources.hpp"

#include "io/exif/exif.hpp"
#include "io/uncarried.hpp"

#include <string_view>

namespace sluice {
namespace {

constexpr std::string_view resource_mark = "8BIM";
constexpr unsigned iptc_number = 0x0404;

std::size_t even(std::size_t size) { return size + size % 2; }

}  // namespace

void take_resources(Metadata& metadata, Bytes resources) {
    constexpr unsigned profile = 0x040F, exif = 0x0422, xmp = 0x0424;
    try {
        ByteReader reader(resources);
        while (has_magic(reader.take(resource_mark.size()), resource_mark)) {
            const unsigned number = reader.u16be();
            const std::size_t name = reader.u8();
            reader.skip(even(name + 1) - 1);
            const std::size_t size = reader.u32be();
            const Bytes data = reader.take(size);
            if (size > 0 && number == iptc_number && metadata.iptc.empty())
                metadata.iptc.assign(data.begin(), data.end());
            if (size > 0 && number == exif && metadata.exif.empty()) metadata.exif = upright_exif(data);
            if (size > 0 && number == xmp && metadata.xmp.empty()) metadata.xmp = upright_xmp(data);
            if (size > 0 && number == profile && metadata.icc.empty()) leave(metadata, "colour profile");
            reader.skip(size % 2);
        }
    } catch (const EndOfData&) {  // no further one
    }
}

std::vector<std::uint8_t> iptc_resources(Bytes iptc) {
    std::vector<std::uint8_t> bytes(resource_mark.begin(), resource_mark.end());
    append_number(bytes, iptc_number, 2, true);
    append_number(bytes, 0, 2, true);  // no name
    append_number(bytes, iptc.size(), 4, true);
    bytes.insert(bytes.end(), iptc.begin(), iptc.end());
    bytes.resize(even(bytes.size()));
    return bytes;
}

}  // namespace sluice
