// The fields of EXIF as lines of text, by a slow and obvious reader of its own: "photo 829A 5 1/125".
#pragma once

#include "pipeline/files/bytes.hpp"

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <string>
#include <vector>

namespace known {

class ExifText {
public:
    // A block, or a TIFF or BigTIFF.
    explicit ExifText(sluice::Bytes bytes)
        : bytes_(bytes), big_(bytes[0] == 'M'), word_(number(2, 2) == 43 ? 8 : 4) {}

    std::size_t first() const { return number(word_, word_); }
    std::size_t next(std::size_t at) const {
        return number(at + head() + number(at, head()) * entry(), word_);
    }

    // Of the directory at `at` and those below it.
    std::vector<std::string> lines(std::size_t at, const std::string& name = "image") const {
        std::vector<std::string> result, below;
        for (std::size_t i = 0; i < number(at, head()); ++i) {
            const std::size_t field = at + head() + i * entry();
            const std::size_t tag = number(field, 2), value = field + 4 + word_;
            const char* directory = tag == 0x8769   ? "photo"
                                    : tag == 0x8825 ? "gps"
                                    : tag == 0xA005 ? "interop"
                                                    : nullptr;
            if (directory == nullptr) {
                result.push_back(name + line(field));
            } else {
                for (const std::string& text : lines(number(value, word_), directory)) below.push_back(text);
            }
        }
        result.insert(result.end(), below.begin(), below.end());
        return result;
    }

private:
    std::size_t head() const { return word_ == 8 ? 8 : 2; }
    std::size_t entry() const { return 4 + 2 * word_; }

    std::size_t number(std::size_t at, std::size_t size) const {
        std::size_t value = 0;
        for (std::size_t i = 0; i < size; ++i)
            value += std::size_t{bytes_[at + i]} << 8 * (big_ ? size - 1 - i : i);
        return value;
    }

    std::string line(std::size_t field) const {
        const std::size_t tag = number(field, 2), type = number(field + 2, 2);
        const std::size_t count = number(field + 4, word_);
        const std::size_t size = type == 5 || type == 10 || type == 12 || type == 16 ? 8
                                 : type == 4 || type == 9 || type == 11              ? 4
                                 : type == 3 || type == 8                            ? 2
                                                                                     : 1;
        std::size_t at = field + 4 + word_;
        if (count * size > word_) at = number(at, word_);
        char text[32];
        std::snprintf(text, sizeof text, " %04zX %zu", tag, type);
        std::string result = text;
        if (type == 2)
            return result + " " +
                   std::string(bytes_.begin() + static_cast<std::ptrdiff_t>(at),
                               bytes_.begin() + static_cast<std::ptrdiff_t>(at + count - 1));
        for (std::size_t i = 0; i < count; ++i)
            if (type == 5 || type == 10)
                result += " " + std::to_string(number(at + 8 * i, 4)) + "/" +
                          std::to_string(number(at + 8 * i + 4, 4));
            else
                result += " " + std::to_string(number(at + size * i, size));
        return result;
    }

    sluice::Bytes bytes_;
    bool big_;
    std::size_t word_;
};

inline std::vector<std::string> exif_lines(sluice::Bytes block) {
    if (block.empty()) return {};
    const ExifText text(block);
    return text.lines(text.first());
}

// What tests/data/tiff/exif*.tif say, with the comment in this byte order.
inline std::vector<std::string> told(bool big_endian) {
    const std::string comment = big_endian ? "0 72 0 246 0 104 0 101" : "72 0 246 0 104 0 101 0";
    return {"image 010E 2 A tower",
            "image 010F 2 Maker",
            "image 0110 2 M1",
            "image 0112 3 1",
            "image 011A 5 300/1",
            "image 011B 5 300/1",
            "image 0128 3 2",
            "image 8298 2 Someone",
            "photo 829A 5 1/125",
            "photo 829D 5 28/10",
            "photo 8827 3 200",
            "photo 9003 2 2021:03:04 05:06:07",
            "photo 9286 7 85 78 73 67 79 68 69 0 " + comment,
            "photo A002 4 100000",
            "photo B000 3 7 8 9",
            "interop 0001 2 R98",
            "gps 0000 7 2 3 0 0",
            "gps 0001 2 N",
            "gps 0002 5 48/1 51/1 2964/100",
            "gps 0003 2 E",
            "gps 0004 5 2/1 17/1 4020/100"};
}

}  // namespace known
