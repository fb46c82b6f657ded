#include "pipeline/run/row_feed.hpp"

#include "pipeline/core/copy_rows.hpp"
#include "pipeline/core/error.hpp"
#include "pipeline/run/pack.hpp"

#include <algorithm>
#include <cstring>

namespace sluice {
namespace {

// An image for some rows of another one.
HostImage part_of(ImageFormat format) {
    format.height = std::min(format.height, rows_at_once(format));
    format.order = Order::rgb;
    return HostImage(format, Destination{});
}

}  // namespace

std::size_t rows_at_once(const ImageFormat& format) {
    constexpr std::size_t most = std::size_t{256} << 10;
    return std::max<std::size_t>(1, most * format.rows() / format.host_bytes());
}

void RowFeed::fill(std::byte* staging, const Rows& wanted) {
    std::size_t have = 0;
    if (wanted.first >= there_.first && wanted.first < there_.end()) {
        have = there_.end() - wanted.first;
        std::memmove(staging, staging + (wanted.first - there_.first) * planned_.pitch,
                     have * planned_.pitch);
    }
    there_ = {wanted.first, std::max(have, wanted.count)};
    if (have >= wanted.count) return;
    go_to(wanted.first + have);
    while (have < wanted.count) {
        const ConstHostView rows = next(wanted.count - have);
        copy_rows(rows, staged_rows(planned_, staging + have * planned_.pitch, rows.format.height));
        have += rows.format.height;
    }
}

void RowFeed::go_to(std::size_t row) {
    if (reader_ == nullptr || at_ > row) {
        reader_.reset();  // first: both have memory
        reader_ = source_.open();
        if (reader_->format() != source_.format)
            throw Error(Error::Kind::input, planned_.name, "its image has changed while it was read");
        at_ = 0;
    }
    if (at_ < row) at_ += reader_->skip(row - at_);
    while (at_ < row) next(row - at_);
}

ConstHostView RowFeed::next(std::size_t count) {
    if (part_.format().pixels() == 0) part_ = part_of(source_.format);
    const HostView rows = rows_of(part_.view(), 0, std::min(count, part_.format().height));
    reader_->read(rows);
    at_ += rows.format.height;
    return rows;
}

void write_rows(RowWriter& writer, const PlannedImage& planned, const std::byte* rows, std::size_t count) {
    ImageFormat format = planned.format;
    format.height = count;
    HostImage part = part_of(format);
    for (std::size_t y = 0; y < count;) {
        const HostView some = rows_of(part.view(), 0, std::min(part.format().height, count - y));
        copy_rows(staged_rows(planned, rows + y * planned.pitch, some.format.height), some);
        writer.write(some);
        y += some.format.height;
    }
}

}  // namespace sluice
