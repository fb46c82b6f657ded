#include "pipeline/core/planes.hpp"

#include "pipeline/core/error.hpp"
#include "pipeline/core/format_fault.hpp"
#include "pipeline/core/sample_type.hpp"

#include <string>

namespace sluice {
namespace {

[[noreturn]] void refuse(const std::string& what) { throw Error(Error::Kind::usage, "planes", what); }

void check(const ConstPlanes& planes, const ConstHostView& view) {
    if (const std::string fault = memory_fault(planes.format); !fault.empty()) refuse(fault);
    if (const std::string wrong = unusable(view); !wrong.empty()) refuse("of the image: " + wrong);
    ImageFormat other = view.format;
    other.order = planes.format.order;
    if (!(other == planes.format))
        refuse("they are " + planes.format.text() + ", the image is " + view.format.text());
    const ImageFormat& format = planes.format;
    const std::size_t row = format.width * bytes(format.pixel);
    if (format.pixels() == 0) return;
    if (planes.data == nullptr) refuse("their data is a null pointer");
    if (planes.pitch < row && format.rows() > 1)
        refuse("a pitch of " + std::to_string(planes.pitch) + " bytes is less than their rows of " +
               std::to_string(row));
    const auto plane = span_of_rows(format.rows(), planes.pitch, row);
    const auto channels = static_cast<std::size_t>(format.channels);
    if (!plane || !span_of_rows(channels, planes.plane, *plane))
        refuse("they have more bytes than can be addressed");
    if (planes.plane < *plane && format.channels > 1)
        refuse("they are " + std::to_string(planes.plane) + " bytes apart, but each has " +
               std::to_string(*plane) + " bytes");
}

// Which plane has a channel of the other's order.
std::size_t plane_of(int channel, Order planes, Order view) {
    return static_cast<std::size_t>(planes == view || channel > 2 ? channel : 2 - channel);
}

// A row of one channel: moves each sample from one to the other, which are so far apart.
template <class T>
void move_samples(const T* src, std::size_t src_step, T* dst, std::size_t dst_step, std::size_t count) {
    for (std::size_t x = 0; x < count; ++x) dst[x * dst_step] = src[x * src_step];
}

// Calls visit(sample, plane's row, pixel's first sample of the channel) for each row of each channel.
template <class Visit>
void for_each_row(const ImageFormat& format, Order planes, std::size_t pitch, std::size_t plane,
                  const Visit& visit) {
    for (int c = 0; c < format.channels; ++c) {
        const bool color = format.channels > 2;
        const std::size_t from = color ? plane_of(c, planes, format.order) : static_cast<std::size_t>(c);
        for (std::size_t y = 0; y < format.rows(); ++y)
            visit(y, static_cast<std::size_t>(c), from * plane + y * pitch);
    }
}

}  // namespace

void interleave(const ConstPlanes& src, const HostView& dst) {
    check(src, dst);
    with_sample_type(dst.format.pixel, [&](auto sample) {
        using T = decltype(sample);
        for_each_row(dst.format, src.format.order, src.pitch, src.plane,
                     [&](std::size_t y, std::size_t channel, std::size_t offset) {
                         const auto* from = static_cast<const std::byte*>(src.data) + offset;
                         move_samples(reinterpret_cast<const T*>(from), 1,
                                      reinterpret_cast<T*>(dst.row(y)) + channel, dst.step(),
                                      dst.format.width);
                     });
    });
}

void separate(const ConstHostView& src, const Planes& dst) {
    check(dst, src);
    with_sample_type(src.format.pixel, [&](auto sample) {
        using T = decltype(sample);
        for_each_row(src.format, dst.format.order, dst.pitch, dst.plane,
                     [&](std::size_t y, std::size_t channel, std::size_t offset) {
                         auto* to = static_cast<std::byte*>(dst.data) + offset;
                         move_samples(reinterpret_cast<const T*>(src.row(y)) + channel, src.step(),
                                      reinterpret_cast<T*>(to), 1, src.format.width);
                     });
    });
}

}  // namespace sluice
