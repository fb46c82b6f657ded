// Lists of what is found in an image: stages whose Tables have as many rows as the device finds entries.
#pragma once

#include "pipeline/core/ceil_div.hpp"
#include "pipeline/graph/stage_builder.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <string>
#include <utility>
#include <vector>

namespace sluice::stages {

constexpr std::size_t counts_chunk = 256;  // COUNTS_CHUNK of kernels/counts.clh
constexpr std::int64_t most_of_list = 16777216;
constexpr std::int64_t most_area = std::numeric_limits<std::uint32_t>::max();  // of a blob

inline const char* more_than_most() {
    return "more was found than the list holds; found= says how much, and most= makes room";
}

inline TableLayout list_layout(std::int64_t most, std::vector<Field> fields) {
    TableLayout layout;
    layout.rows = static_cast<std::size_t>(most);
    layout.list = true;
    layout.channels = {"joint"};
    layout.fields = std::move(fields);
    for (Field& field : layout.fields) field.per_channel = false;
    return layout;
}

// Why places in the image, or labels of it, cannot be counted, or "". Rows in memory are padded to 16 pixels.
inline std::string too_large(const ImageFormat& src) {
    const std::size_t places = ceil_div(src.width, std::size_t{16}) * 16 * src.height;
    if (places < std::size_t{1} << 31) return "";
    return "its image can have up to 2147483647 pixels, in rows of a multiple of 16; this one is " +
           src.text() + "; crop or resize it first";
}

// Why it is not an image of one channel and one layer, or "".
inline std::string not_plain(const std::string& what, const ImageFormat& src) {
    if (src.channels != 1)
        return what + " must have one channel, not " + src.text() + "; put grey or channels before it";
    if (src.layers != 1)
        return what + " must have one layer, not " + src.text() + "; load page=1 reads one page of a file";
    return too_large(src);
}

// How an image is divided among work-items: where these go along, into rows; else into segments of rows.
struct Parts {
    std::size_t segment, count, items, group;

    Parts(const ImageFormat& src, const Workers& workers, std::size_t length)
        : segment(workers.along ? src.width : std::min(length, src.width)),
          count(ceil_div(src.width, segment) * src.height),
          items(workers.along ? std::min(count, 4 * workers.compute_units) : std::min(count, most_items)),
          group(workers.along ? 1 : std::min<std::size_t>(64, workers.most_in_group)) {}

    Constant segment_constant() const { return {"segment", static_cast<double>(segment)}; }

private:
    static constexpr std::size_t most_items = 1 << 20;
};

}  // namespace sluice::stages
