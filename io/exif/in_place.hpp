// EXIF blocks whose fields are changed where they are: makers' notes hold offsets.
#pragma once

#include "io/exif/fields.hpp"
#include "pipeline/files/bytes.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace sluice {

// A TIFF structure in memory. A position that does not lie in it reads as 0 and is not written to.
class ExifInPlace {
public:
    explicit ExifInPlace(std::vector<std::uint8_t>& bytes) : bytes_(bytes), big_(has_magic(bytes, "MM")) {}

    std::size_t first_directory() const { return get(4, 4); }
    std::size_t next_directory(std::size_t directory) const { return get(link(directory), 4); }
    void end_directories_after(std::size_t directory) { put(link(directory), 4, 0); }

    // The single whole number of a tag, or 0.
    std::size_t value(std::size_t directory, std::uint16_t tag) const {
        const auto entry = find(directory, tag);
        if (!entry) return 0;
        return get(*entry + 8, get(*entry + 2, 2) == exif_type::type_short ? 2 : 4);
    }

    // Where the tag is there, it becomes this number.
    void set(std::size_t directory, std::uint16_t tag, std::uint16_t type, std::size_t value) {
        const auto entry = find(directory, tag);
        if (!entry) return;
        put(*entry + 2, 2, type);
        put(*entry + 4, 4, 1);
        put(*entry + 8, 4, 0);
        put(*entry + 8, type == exif_type::type_short ? 2 : 4, value);
    }

    // Where the tag is there, its entries are not any more. What follows them moves up.
    void remove(std::size_t directory, std::uint16_t tag) {
        while (const auto entry = find(directory, tag)) {
            const std::size_t end = std::min(link(directory) + 4, bytes_.size());
            const auto at = bytes_.begin() + static_cast<std::ptrdiff_t>(*entry);
            const auto stop = bytes_.begin() + static_cast<std::ptrdiff_t>(end);
            if (end < *entry + entry_bytes) return;
            std::fill(std::move(at + entry_bytes, stop, at), stop, std::uint8_t{0});
            put(directory, 2, count(directory) - 1);
        }
    }
    // Makes the directory and all values of it zeros. False where some of them lie outside.
    bool clear(std::size_t directory) {
        if (directory < 8 || !inside(directory, 2 + entry_bytes * count(directory))) return false;
        bool all = true;
        for (std::size_t i = 0; i < count(directory); ++i) {
            const std::size_t entry = directory + 2 + entry_bytes * i, values = get(entry + 4, 4);
            const std::size_t each = exif_size(static_cast<std::uint16_t>(get(entry + 2, 2))).value;
            const std::size_t at = get(entry + 8, 4), size = each * values;  // below 2^36
            if (size <= 4) continue;
            all = all && at >= 8 && inside(at, size);
            if (all) fill(at, size);
        }
        fill(directory, 2 + entry_bytes * count(directory));
        return all;
    }

private:
    static constexpr std::size_t entry_bytes = 12;

    void fill(std::size_t at, std::size_t size) {
        std::fill_n(bytes_.begin() + static_cast<std::ptrdiff_t>(at), size, std::uint8_t{0});
    }
    std::size_t count(std::size_t directory) const { return get(directory, 2); }
    std::size_t link(std::size_t directory) const { return directory + 2 + 12 * count(directory); }

    std::optional<std::size_t> find(std::size_t directory, std::uint16_t tag) const {
        if (directory < 8) return std::nullopt;
        for (std::size_t i = 0; i < count(directory); ++i)
            if (const std::size_t entry = directory + 2 + 12 * i; get(entry, 2) == tag) return entry;
        return std::nullopt;
    }

    bool inside(std::size_t at, std::size_t size) const {
        return at <= bytes_.size() && size <= bytes_.size() - at;
    }
    std::size_t get(std::size_t at, std::size_t size) const {
        return inside(at, size) ? number_in(Bytes(bytes_).subspan(at, size), big_) : 0;
    }
    void put(std::size_t at, std::size_t size, std::size_t value) {
        if (inside(at, size))
            for (std::size_t i = 0; i < size; ++i)
                bytes_[at + i] = static_cast<std::uint8_t>(value >> 8 * (big_ ? size - 1 - i : i));
    }

    std::vector<std::uint8_t>& bytes_;
    bool big_;
};

}  // namespace sluice
