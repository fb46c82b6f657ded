// Files of boxes (ISO base media): which formats they say that they are of, and whether they are whole.
#pragma once

#include "pipeline/files/bytes.hpp"

#include <algorithm>
#include <cstdint>
#include <initializer_list>
#include <string_view>

namespace sluice {

// Whether the box at its beginning has one of these brands, each of four letters.
inline bool has_brand(Bytes head, std::initializer_list<std::string_view> brands) {
    constexpr std::size_t major = 8, compatible = 16, brand_bytes = 4, most = 256;
    if (!has_magic(head, "ftyp", 4)) return false;
    const auto size = static_cast<std::size_t>(number_in(head.first(4), true));
    const std::size_t end = std::min({head.size(), size, most});
    const auto is_one = [&](std::size_t at) {
        return std::any_of(brands.begin(), brands.end(),
                           [&](std::string_view brand) { return has_magic(head, brand, at); });
    };
    if (is_one(major)) return true;
    for (std::size_t at = compatible; at + brand_bytes <= end; at += brand_bytes)
        if (is_one(at)) return true;
    return false;
}

// Whether a box at the top of the file ends behind the end of the file.
inline bool boxes_end_early(const FileBytes& file) {
    constexpr std::uint64_t head = 8, long_head = 16;
    for (std::uint64_t at = 0; at < file.size;) {
        const Bytes bytes = file.at(at, long_head);
        if (bytes.size() < head) return true;
        std::uint64_t size = number_in(bytes.first(4), true);
        if (size == 0) return false;  // as long as the file
        if (size == 1) {
            if (bytes.size() < long_head) return true;
            size = number_in(bytes.subspan(head, 8), true);
        }
        if (size < head || size > file.size - at) return size >= head;
        at += size;
    }
    return false;
}

}  // namespace sluice
