#include "io/rows.hpp"

#include "io/exif/orientation.hpp"
#include "io/nodata.hpp"
#include "io/resolution.hpp"
#include "pipeline/core/value.hpp"

#include <algorithm>
#include <cstring>
#include <utility>

namespace sluice {
namespace {

void clear(const HostView& rows) {
    const std::size_t bytes_of_row = rows.format.width * rows.step() * bytes(rows.format.pixel);
    for (std::size_t y = 0; y < rows.format.rows(); ++y) std::memset(rows.row(y), 0, bytes_of_row);
}

// Packed rows with the channels in the order R G B.
HostImage as_codecs_take_them(const ConstHostView& src) {
    ImageFormat format = src.format;
    format.order = Order::rgb;
    HostImage dst(format, Destination{});
    const std::size_t size = bytes(format.pixel);
    const std::size_t step = size * static_cast<std::size_t>(format.channels);
    for (std::size_t y = 0; y < format.rows(); ++y) {
        for (std::size_t x = 0; x < format.width; ++x)
            std::memcpy(dst.row(y) + x * step, src.row(y) + x * size * src.step(), step);
        if (src.format.order == Order::rgb || format.colors() != 3) continue;
        std::byte* pixel = dst.row(y);
        for (std::size_t x = 0; x < format.width; ++x, pixel += step)
            std::swap_ranges(pixel, pixel + size, pixel + 2 * size);
    }
    return dst;
}

// Puts rows as its codec takes them, a part at a time.
class ArrangedRows : public RowWriter {
public:
    ArrangedRows(bool lanes, std::unique_ptr<RowWriter> codec) : lanes_(lanes), codec_(std::move(codec)) {}

    void write(const ConstHostView& rows) override {
        if (rows.format.order == Order::rgb && (rows.packed_pixels() || lanes_)) return codec_->write(rows);
        const std::size_t all = rows.format.rows();
        const std::size_t part = std::max<std::size_t>(1, part_bytes * all / rows.format.host_bytes());
        for (std::size_t y = 0; y < all; y += part)
            codec_->write(as_codecs_take_them(rows_of(rows, y, std::min(part, all - y))).view());
    }
    void finish() override { codec_->finish(); }

private:
    static constexpr std::size_t part_bytes = std::size_t{1} << 20;

    bool lanes_;
    std::unique_ptr<RowWriter> codec_;
};

}  // namespace

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
    return image;
}

std::unique_ptr<RowWriter> rows_of_codec(const Codec& codec, Output& file, const ImageFormat& format,
                                         const Metadata& metadata, const EncodeOptions& options,
                                         const Warn& warn) {
    return std::make_unique<ArrangedRows>(codec.holds.lanes,
                                          codec.begin(file, format, metadata, options, warn));
}

std::vector<std::uint8_t> encoded(const Codec& codec, const ConstHostView& image, const Metadata& metadata,
                                  const EncodeOptions& options, const Warn& warn) {
    if (codec.begin) {
        MemoryOutput file;
        const auto rows = rows_of_codec(codec, file, image.format, metadata, options, warn);
        rows->write(image);
        rows->finish();
        return file.take();
    }
    if (image.format.order == Order::rgb && (image.packed_pixels() || codec.holds.lanes))
        return codec.write(image, metadata, options, warn);
    return codec.write(as_codecs_take_them(image).view(), metadata, options, warn);
}

RowMemory memory_of_rows(const Codec& codec, const ImageFormat& format) {
    if (!codec.begin) return {codec.name + " is written in one piece"};
    if (format.layers > 1) return {"it has several layers"};
    // Lines of blocks, filtered rows, strips; and what compressing takes.
    constexpr std::size_t most_rows = 64, more = std::size_t{4} << 20;
    return {"", most_rows * (format.host_bytes() / format.rows()) + more,
            codec.slower_by_rows && codec.slower_by_rows(format)};
}

}  // namespace sluice
