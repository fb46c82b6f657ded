#include "io/rows.hpp"

#include "io/exif/orientation.hpp"
#include "io/gain_map.hpp"
#include "io/nodata.hpp"
#include "io/resolution.hpp"
#include "pipeline/core/value.hpp"

#include <algorithm>
#include <cstring>

namespace sluice {
void clear(const HostView& rows) {
    const std::size_t bytes_of_row = rows.format.width * rows.step() * bytes(rows.format.pixel);
    for (std::size_t y = 0; y < rows.format.rows(); ++y) std::memset(rows.row(y), 0, bytes_of_row);
}

void clear_padding(const HostView& rows) {
    const std::size_t size = bytes(rows.format.pixel);
    if (rows.format.channels != 3) return;
    for (std::size_t y = 0; y < rows.format.rows(); ++y)
        for (std::size_t x = 0; x < rows.format.width; ++x)
            std::memset(rows.row(y) + (rows.step() * x + 3) * size, 0, size);
}

DecodedRows::DecodedRows(const Codec& codec, const FileBytes& file, const DecodeOptions& options,
                         const Warn& warn)
    : options_(options), warn_(warn), rows_(codec.open(file, options, warn)) {
    rows_->format.space = options.space.value_or(rows_->format.space);
    left_ = rows_->format.rows();
    std::optional<double>& nodata = rows_->metadata.nodata;
    nodata = nodata_of(options.nodata, nodata);
    if (nodata && options.nodata.of_file && !holds_nodata(rows_->format.pixel))
        warn("its nodata value " + number_text(*nodata) + " counts as a pixel; 'load nodata=" +
             number_text(*nodata) + "' reads the file as real numbers, in which it is none");
    if (std::vector<std::uint8_t>& xmp = rows_->metadata.xmp; mentions_gain_map(xmp)) {
        warn(std::string(gain_map_ignored));
        remove_gain_map_of_xmp(xmp);
    }
}

std::size_t DecodedRows::part() const {
    constexpr std::size_t some = 64;  // what a cache holds, and are whole lines of blocks of a JPEG
    return rows_->at_once.empty() ? std::min(some, rows_->format.height) : rows_->format.height;
}

void DecodedRows::read(const HostView& rows) {
    if (options_.lenient) clear(rows);
    if (damaged_) return;
    damaged_ = !decode_pixels(options_, warn_, [&] { rows_->read(rows); });
    if (rows_->metadata.nodata) take_nodata(rows, *rows_->metadata.nodata);
    if (rows_->orientation == 2) mirror(rows);
    left_ -= std::min(left_, rows.format.rows());
    if (damaged_ || left_ == 0)
        for (const Wording& warning : rows_->warnings()) warn_(warning);
}

std::size_t DecodedRows::skip(std::size_t rows) {
    if (damaged_ || !rows_->at_once.empty()) return 0;
    const std::size_t skipped = rows_->skip(std::min(rows, left_));
    left_ -= skipped;
    return skipped;
}

HostImage decoded(DecodedRows& rows, const Destination& destination) {
    const ImageFormat stored = rows.file().format;
    const int orientation = rows.file().orientation;
    HostImage image(upright(stored, orientation), destination);
    if (rows.in_order()) {
        rows.read(image.view());
    } else {
        ImageFormat format = stored;
        format.height = rows.part();
        HostImage part(format, {image.destination().layout});
        for (std::size_t y = 0; y < stored.height; y += format.height) {
            const HostView some = rows_of(part.view(), 0, std::min(format.height, stored.height - y));
            rows.read(some);
            place(some, y, image.view(), orientation);
        }
    }
    image.metadata = rows.file().metadata;
    image.metadata.resolution = turned(image.metadata.resolution, orientation);
    image.metadata.altered |= orientation > 1;
    image.metadata.moved |= orientation > 1;
    return image;
}

}  // namespace sluice
