#include "io/exif/fields.hpp"

#include <algorithm>
#include <string_view>
#include <utility>

namespace sluice {
namespace {

using namespace exif_tag;
using namespace exif_type;

struct Pointer {
    std::uint16_t tag;
    std::uint64_t to;  // 0: there is none
};
using Pointers = std::vector<Pointer>;

// Lays directories out one behind the other; each begins at an even place.
class Writer {
public:
    Writer(TiffLayout src, TiffLayout dst, std::uint64_t start) : src_(src), dst_(dst), start_(start) {}

    std::size_t extent(const ExifDirectory& fields, std::size_t pointers) const {
        const std::size_t count = fields.size() + pointers;
        if (count == 0) return 0;
        std::size_t size = head() + count * entry_size() + word();
        for (const ExifField& field : fields)
            if (field.data.size() > word()) size += even(field.data.size());
        return size;
    }

    void directory(const ExifDirectory& fields, const Pointers& pointers) {
        ExifDirectory all = fields;
        std::vector<std::vector<std::uint8_t>> offsets;
        for (const Pointer& pointer : pointers) {
            if (pointer.to == 0) continue;
            offsets.push_back({});
            append_number(offsets.back(), pointer.to, word(), src_.big_endian);
            all.push_back({pointer.tag, dst_.wide ? type_ifd8 : type_long, offsets.back()});
        }
        if (all.empty()) return;
        std::sort(all.begin(), all.end(),
                  [](const ExifField& a, const ExifField& b) { return a.tag < b.tag; });

        std::uint64_t data = end() + head() + all.size() * entry_size() + word();
        put(all.size(), head());
        for (const ExifField& field : all) {
            const std::size_t size = field.type == type_ifd8 ? 8 : exif_size(field.type).value;
            put(field.tag, 2);
            put(field.type, 2);
            put(field.data.size() / size, word());
            if (field.data.size() <= word()) {
                values(field);
                bytes_.resize(bytes_.size() + word() - field.data.size());
            } else {
                put(data, word());
                data += even(field.data.size());
            }
        }
        put(0, word());  // no next directory
        for (const ExifField& field : all)
            if (field.data.size() > word()) {
                values(field);
                bytes_.resize(even(bytes_.size()));
            }
    }

    void put(std::uint64_t value, std::size_t size) { append_number(bytes_, value, size, dst_.big_endian); }
    std::vector<std::uint8_t> take() { return std::move(bytes_); }

private:
    static std::size_t even(std::size_t size) { return size + size % 2; }
    std::size_t head() const { return dst_.wide ? 8 : 2; }
    std::size_t word() const { return dst_.wide ? 8 : 4; }
    std::size_t entry_size() const { return dst_.wide ? 20 : 12; }
    std::uint64_t end() const { return start_ + bytes_.size(); }

    void values(const ExifField& field) {
        const auto first = static_cast<std::ptrdiff_t>(bytes_.size());
        bytes_.insert(bytes_.end(), field.data.begin(), field.data.end());
        if (src_.big_endian == dst_.big_endian) return;
        const std::size_t size = field.type == type_ifd8 ? 8 : exif_size(field.type).number;
        swap(first, size);
        // UTF-16 in the byte order of the block, unless a mark says otherwise.
        const bool marked = has_magic(field.data, "\xFF\xFE", 8) || has_magic(field.data, "\xFE\xFF", 8);
        if (field.tag == user_comment && has_magic(field.data, std::string_view("UNICODE\0", 8)) && !marked)
            swap(first + 8, 2);
    }
    void swap(std::ptrdiff_t first, std::size_t size) {
        const std::size_t count = (bytes_.size() - static_cast<std::size_t>(first)) / size;
        for (std::size_t i = 0; i < count; ++i) {
            const auto number = bytes_.begin() + first + static_cast<std::ptrdiff_t>(i * size);
            std::reverse(number, number + static_cast<std::ptrdiff_t>(size));
        }
    }

    TiffLayout src_, dst_;
    std::uint64_t start_;  // of the bytes, in the file
    std::vector<std::uint8_t> bytes_;
};

// Where the directories below that of the picture go, and they themselves.
struct Below {
    std::uint64_t photo, gps, interop;

    Below(const ExifFields& src, const Writer& writer, std::uint64_t at) {
        const std::size_t links = src.interop.empty() ? 0 : 1;
        const std::uint64_t gps_at = at + writer.extent(src.photo, links);
        photo = src.photo.empty() && links == 0 ? 0 : at;
        gps = src.gps.empty() ? 0 : gps_at;
        interop = links == 0 ? 0 : gps_at + writer.extent(src.gps, 0);
    }
    void write(const ExifFields& src, Writer& writer) const {
        writer.directory(src.photo, {{interop_directory, interop}});
        writer.directory(src.gps, {});
        writer.directory(src.interop, {});
    }
};

}  // namespace

std::vector<std::uint8_t> exif_block(const ExifFields& src) {
    const TiffLayout layout{src.layout.big_endian, false};
    Writer writer(src.layout, layout, 0);
    constexpr std::uint64_t first = 8;
    writer.put(layout.big_endian ? 0x4D4D : 0x4949, 2);
    writer.put(42, 2);
    writer.put(first, 4);
    const bool photo = !src.photo.empty() || !src.interop.empty();
    const std::size_t pointers = (photo ? 1u : 0u) + (src.gps.empty() ? 0u : 1u);
    const Below below(src, writer, first + writer.extent(src.image, pointers));
    writer.directory(src.image, {{photo_directory, below.photo}, {gps_directory, below.gps}});
    below.write(src, writer);
    return writer.take();
}

ExifParts exif_parts(const ExifFields& src, TiffLayout layout, std::uint64_t at) {
    Writer writer(src.layout, layout, at);
    const Below below(src, writer, at);
    below.write(src, writer);
    return {writer.take(), below.photo, below.gps};
}

}  // namespace sluice
