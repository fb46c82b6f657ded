#include "io/jp2/container.hpp"

#include "pipeline/core/ceil_div.hpp"

#include <algorithm>
#include <string>

namespace sluice {
namespace {

constexpr std::size_t most_jp2_metadata = std::size_t{8} << 20;  // bytes of a box that is kept
constexpr std::size_t most_jp2_boxes = 10'000;

[[noreturn]] void throw_broken_jp2(const std::string& what) {
    throw_input("it is a broken JPEG 2000: " + what);
}

struct Jp2Box {
    std::string kind;
    std::uint64_t at = 0, end = 0;  // of its data
};

class Jp2Walk {
public:
    explicit Jp2Walk(const FileBytes& file) : file_(file) {}

    Jp2Container walk() {
        found_.boxes = file_.whole(0, 2)[0] == 0;
        if (!found_.boxes) {
            read_codestream(0, file_.size);
            return std::move(found_);
        }
        bool has_image = false;
        std::size_t count = 0;
        Jp2Box box;
        for (std::uint64_t at = 0; next_box(at, file_.size, box); at = box.end) {
            if (++count > most_jp2_boxes) throw_broken_jp2("it has too many boxes");
            if (box.kind == "jp2h") read_header(box);
            if (box.kind == "jp2c" && !has_image) {
                has_image = true;
                read_codestream(box.at, box.end);
            }
            if (box.kind == "uuid") read_uuid(box);
            if (box.end > file_.size) break;
        }
        if (!has_image) {
            if (box.end >= file_.size) throw EndOfData();
            throw_broken_jp2("it has no codestream");
        }
        return std::move(found_);
    }

private:
    std::uint64_t number(std::uint64_t at, std::size_t size) const {
        return number_in(file_.whole(at, size), true);
    }

    bool next_box(std::uint64_t at, std::uint64_t end, Jp2Box& box) const {
        constexpr std::size_t head = 8, long_head = 16;
        if (end < head || at > end - head) return false;
        std::uint64_t size = number(at, 4);
        const Bytes kind = file_.whole(at + 4, 4);
        box.kind.assign(kind.begin(), kind.end());
        box.at = at + head;
        if (size == 1) {
            size = number(at + head, 8);
            box.at = at + long_head;
        }
        if (size == 0) size = end - at;  // the last one
        if (size < box.at - at || size > (std::uint64_t{1} << 62))
            throw_broken_jp2("a box says that it has " + std::to_string(size) + " bytes");
        box.end = at + size;
        return true;
    }

    void read_header(const Jp2Box& header) {
        Jp2Box box;
        std::size_t count = 0;
        for (std::uint64_t at = header.at; next_box(at, header.end, box); at = box.end) {
            if (++count > most_jp2_boxes) throw_broken_jp2("it has too many boxes");
            if (box.kind == "colr") read_colours(box);
            if (box.kind == "pclr") read_palette(box);
            if (box.kind == "cdef") read_channels(box);
        }
    }

    void read_colours(const Jp2Box& box) {
        if (found_.colours != Jp2Colours::unknown || !found_.icc.empty()) return;  // the first one counts
        const std::uint64_t method = number(box.at, 1);
        constexpr std::uint64_t head = 3;
        if (method == 1) found_.colours = static_cast<Jp2Colours>(number(box.at + head, 4));
        if (method == 2 || method == 3) keep(box.at + head, box.end, "colour profile", found_.icc);
    }

    void read_palette(const Jp2Box& box) {
        const std::uint64_t columns = number(box.at + 2, 1);
        if (columns == 0 || columns > 4)
            throw_broken_jp2("its palette has " + std::to_string(columns) + " columns");
        found_.palette.clear();
        for (std::uint64_t i = 0; i < columns; ++i)
            found_.palette.push_back(static_cast<int>(number(box.at + 3 + i, 1) & 0x7F) + 1);
    }

    void read_channels(const Jp2Box& box) {
        const std::uint64_t count = number(box.at, 2);
        if (count > 16) throw_broken_jp2("it describes " + std::to_string(count) + " channels");
        found_.says_channels = true;
        for (std::uint64_t i = 0; i < count; ++i) {
            const std::uint64_t at = box.at + 2 + 6 * i, kind = number(at + 2, 2);
            if (kind != 1 && kind != 2) continue;
            found_.alpha = static_cast<int>(number(at, 2));
            found_.multiplied = kind == 2;
        }
    }

    void read_uuid(const Jp2Box& box) {
        constexpr std::size_t mark = 16;
        if (box.end < box.at + mark || box.end > file_.size) return;
        const Bytes found = file_.whole(box.at, mark);
        const std::string uuid(found.begin(), found.end());
        if (uuid == jp2_xmp_uuid) keep(box.at + mark, box.end, "XMP data", found_.xmp);
        if (uuid == jp2_iptc_uuid) keep(box.at + mark, box.end, "IPTC data", found_.iptc);
        if (uuid == jp2_exif_uuid) keep(box.at + mark, box.end, "EXIF data", found_.exif);
    }

    void keep(std::uint64_t at, std::uint64_t end, std::string_view name, std::vector<std::uint8_t>& into) {
        if (!into.empty() || end <= at || end > file_.size) return;
        if (end - at > most_jp2_metadata) return found_.too_large.push_back(name);
        const Bytes data = file_.whole(at, static_cast<std::size_t>(end - at));
        into.assign(data.begin(), data.end());
    }

    void read_codestream(std::uint64_t at, std::uint64_t end) {
        constexpr std::uint64_t start = 0xFF4F, sizes = 0xFF51;
        if (number(at, 2) != start || number(at + 2, 2) != sizes)
            throw_broken_jp2("its codestream does not begin as one");
        const auto of_sizes = [&](std::uint64_t offset) { return number(at + 8 + offset, 4); };
        const std::uint64_t right = of_sizes(0), bottom = of_sizes(4), left = of_sizes(8), top = of_sizes(12);
        const std::uint64_t tile_width = of_sizes(16), tile_height = of_sizes(20);
        const std::uint64_t tile_left = of_sizes(24), tile_top = of_sizes(28);
        const std::uint64_t count = number(at + 40, 2);
        if (right <= left || bottom <= top || tile_width == 0 || tile_height == 0 || tile_left > left ||
            tile_top > top || right > 0x7FFFFFFF || bottom > 0x7FFFFFFF)
            throw_broken_jp2("its sizes make no sense");
        if (count == 0 || count > 4)
            throw_input("it has " + std::to_string(count) + " components; sluice reads 1 to 4");
        found_.width = static_cast<std::size_t>(right - left);
        found_.height = static_cast<std::size_t>(bottom - top);
        found_.tiles = ceil_div(right - tile_left, tile_width) * ceil_div(bottom - tile_top, tile_height);
        for (std::uint64_t i = 0; i < count; ++i) {
            const Bytes of = file_.whole(at + 42 + 3 * i, 3);
            found_.components.push_back({(of[0] & 0x7F) + 1, (of[0] & 0x80) != 0, of[1], of[2]});
            if (of[1] == 0 || of[2] == 0) throw_broken_jp2("its sizes make no sense");
        }
        find_end(at + 4 + number(at + 4, 2), std::min(end, file_.size), end > file_.size);
        if (found_.ended) find_longest(at);
    }

    // The library goes on from any mark of a part: no other data has these bytes.
    void find_longest(std::uint64_t at) {
        constexpr std::size_t piece = std::size_t{64} << 10, head = 10;
        for (; at + head <= file_.size; at += piece) {
            const Bytes data = file_.at(
                at, static_cast<std::size_t>(std::min<std::uint64_t>(piece + head - 1, file_.size - at)));
            for (std::size_t i = 0; i + head <= data.size(); ++i)
                if (data[i] == 0xFF && data[i + 1] == 0x90 && data[i + 2] == 0 && data[i + 3] == head)
                    found_.longest = std::max(found_.longest, number_in(data.subspan(i + 6, 4), true));
        }
    }

    // From part to part of the tiles, up to the mark of the end.
    void find_end(std::uint64_t at, std::uint64_t end, bool cut) {
        constexpr std::uint64_t part = 0xFF90, last = 0xFFD9;
        found_.ended = true;
        while (at + 2 <= end) {
            const std::uint64_t mark = number(at, 2);
            if (mark == last) {
                found_.ended = false;
                return;
            }
            if (mark < 0xFF00) return;
            if (at + 4 > end) return;
            if (mark != part) {
                at += 2 + number(at + 2, 2);
                continue;
            }
            if (at + 10 > end) return;
            const std::uint64_t size = number(at + 6, 4);
            if (size == 0) {  // all of the rest
                found_.ended = cut || number(end - 2, 2) != last;
                return;
            }
            if (size < 12) return;
            at += size;
        }
    }

    const FileBytes& file_;
    Jp2Container found_;
};

}  // namespace

Jp2Container jp2_container(const FileBytes& file) { return Jp2Walk(file).walk(); }

}  // namespace sluice
