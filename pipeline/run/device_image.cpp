#include "pipeline/run/device_image.hpp"

#include "pipeline/core/format_fault.hpp"

#include <cstdint>

namespace sluice {
namespace {

std::string in_bytes(std::size_t n) { return std::to_string(n) + " bytes"; }

// Rows at any pitch.
std::string against_rows(const DeviceImage& image, const PlannedImage& planned) {
    const ImageFormat& format = planned.format;
    if (!image.memory.texel().empty()) return "its memory is an image object, but the plan needs a buffer";
    const RowLayout layout = layout_of(image);
    const auto channels = static_cast<std::size_t>(format.channels);
    const std::size_t sample = bytes(format.pixel);
    if ((image.plane > 0) != planned.planes && channels > 1)
        return planned.planes ? "the samples of its pixels are adjacent, but the plan needs planes"
                              : "it has planes, but the plan needs the samples of a pixel side by side";
    if (!planned.planes && layout.step != channels && (channels != 3 || layout.step != 4))
        return std::to_string(channels) + " channels in " + std::to_string(layout.step) +
               " lanes; only three channels may be padded to four";
    const std::size_t row = format.width * (planned.planes ? 1 : layout.step) * sample;
    if (layout.pitch < row && format.rows() > 1)
        return "a pitch of " + in_bytes(layout.pitch) + " is less than its rows of " + std::to_string(row);
    if (layout.pitch % sample != 0 || layout.offset % sample != 0 || image.plane % sample != 0)
        return "its pitch (" + in_bytes(layout.pitch) + "), its offset (" + in_bytes(layout.offset) +
               ") and its planes must be multiples of the sample size";
    auto end = span_of_rows(format.rows(), layout.pitch, row);
    if (end && planned.planes) {
        if (image.plane < *end)
            return "planes that are " + in_bytes(image.plane) + " apart overlap: each has " +
                   std::to_string(*end);
        if (layout.step > most_step) return "its planes are too far apart";
        end = span_of_rows(channels, image.plane, *end);
    }
    if (!end || layout.offset > PTRDIFF_MAX - *end)
        return "its rows have more bytes than can be addressed: a pitch of " + in_bytes(layout.pitch) +
               ", an offset of " + in_bytes(layout.offset);
    return image.memory.bytes() >= layout.offset + *end
               ? ""
               : "its rows end " + in_bytes(layout.offset + *end) + " after the beginning of a buffer of " +
                     in_bytes(image.memory.bytes());
}

std::string against_texels(const Memory& memory, const PlannedImage& planned) {
    const bool natural = planned.storage == Storage::natural;
    // Texels that hold other numbers are converted.
    const auto plain = [&](std::string_view texel) { return natural ? plain_texel(texel) : texel; };
    const auto object = [](std::string_view texel, std::size_t width, std::size_t height) {
        return "an image object of " + std::to_string(width) + " x " + std::to_string(height) + " " +
               std::string(texel);
    };
    const std::size_t texels = natural ? planned.format.width : planned.texels();
    if (plain(memory.texel()) == plain(planned.texel()) && memory.texels() == texels &&
        memory.rows() == planned.format.rows())
        return "";
    return "its memory is " +
           (memory.texel().empty() ? "a buffer" : object(memory.texel(), memory.texels(), memory.rows())) +
           ", but the plan needs " + object(planned.texel(), texels, planned.format.rows());
}

std::string against_padded(const DeviceImage& image, const PlannedImage& planned) {
    if (!image.memory.texel().empty()) return "its memory is an image object, but the plan needs a buffer";
    if (image.offset != 0)
        return "it begins in the middle of its buffer, which is possible only in Storage::rows";
    return image.memory.bytes() >= planned.bytes()
               ? ""
               : "its buffer of " + in_bytes(image.memory.bytes()) + " is less than the " +
                     std::to_string(planned.bytes()) + " of its rows";
}

}  // namespace

RowLayout layout_of(const DeviceImage& image) {
    const int own = image.storage == Storage::rows ? image.format.channels : image.format.lanes();
    const auto lanes = static_cast<std::size_t>(image.lanes > 0 ? image.lanes : own);
    const bool planes = image.plane > 0 && image.format.channels > 1;
    return {image.offset, image.pitch, planes ? image.plane / bytes(image.format.pixel) : lanes,
            image.format.order == Order::bgr};
}

const char* other_than(const DeviceImage& image, const PlannedImage& planned) {
    if (planned.as_planned) {
        const RowLayout layout = layout_of(image);
        const bool same =
            layout.step == static_cast<std::size_t>(planned.format.channels) &&
            (planned.format.channels < 3 || layout.reversed == (planned.format.order == Order::bgr));
        return same ? "" : "its samples lie in another order than planned";
    }
    if (planned.storage == Storage::rows) return "";
    const bool normalized = is_normalized_texel(image.memory.texel());
    if (normalized != planned.normalized)
        return normalized ? "its texels are normalized numbers" : "its texels are integers";
    return image.format.order == Order::bgr && image.format.colors() == 3 ? "its colours are in the order bgr"
                                                                          : "";
}

std::string against(const DeviceImage& image, const PlannedImage& planned, const Device& here) {
    const auto where = [](Storage storage, std::size_t pitch) {
        return std::string(name(storage)) +
               (storage == Storage::natural ? "" : " with a pitch of " + in_bytes(pitch));
    };
    if (std::string fault = enumerator_fault("storage", image.storage); !fault.empty()) return fault;
    const bool rows =
        planned.storage == Storage::rows && image.storage == Storage::buffer;  // the same, padded
    const bool pitched = planned.padded();
    if (!rows && (image.storage != planned.storage || (pitched && image.pitch != planned.pitch)))
        return "got " + where(image.storage, image.pitch) + ", but the plan needs " +
               where(planned.storage, planned.pitch);
    if (!image.memory) return "its memory is empty";
    if (!image.memory.is_of(here))
        return "its memory belongs to another context than the session; make both with the same Device";
    if (!image.ready.is_of(here)) return "its event `ready` belongs to another context than the session";
    switch (planned.storage) {
        case Storage::rows: return against_rows(image, planned);
        case Storage::buffer: return against_padded(image, planned);
        case Storage::image:
        case Storage::natural: break;
    }
    return against_texels(image.memory, planned);
}

}  // namespace sluice
