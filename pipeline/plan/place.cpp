#include "pipeline/plan/place.hpp"

#include "pipeline/plan/text.hpp"

#include <algorithm>

namespace sluice {
namespace {

constexpr std::size_t row_pixels = 16;  // the largest unit
constexpr std::size_t row_bytes = 64;

std::size_t round_up(std::size_t n, std::size_t to) { return (n + to - 1) / to * to; }

// Why an image object is out of the question, or "".
std::string against_image(const ImageFormat& format, const DeviceFacts& device) {
    if (format.pixel == Pixel::f64) return "image objects hold no f64";
    if (!device.images()) return "the device has no image objects of 4 x 32 bits";
    const std::size_t texels = row_pitch(format) / 16;
    if (texels > device.max_image_width || format.height > device.max_image_height)
        return cat("the device's image objects end at ", device.max_image_width, "x", device.max_image_height,
                   " texels");
    return "";
}

}  // namespace

std::size_t row_pitch(const ImageFormat& format) {
    const std::size_t pixel = static_cast<std::size_t>(format.lanes()) * bytes(format.pixel);
    return round_up(round_up(format.width, row_pixels) * pixel, row_bytes);
}

int texel_pixels(const ImageFormat& format) {
    return std::max(1, 16 / (format.lanes() * static_cast<int>(bytes(format.pixel))));
}

Placement place_image(const ImageFormat& format, const DeviceFacts& device, StorageChoice choice) {
    const std::size_t bytes = row_pitch(format) * format.height;
    if (bytes > device.max_allocation)
        throw Error(Error::Kind::usage, "",
                    cat("an image of ", format.text(), " needs ", bytes, " bytes in one piece; ", device.name,
                        " allows ", device.max_allocation));
    if (choice == StorageChoice::buffer) return {Storage::buffer, "asked for"};
    const std::string against = against_image(format, device);
    if (choice == StorageChoice::image) {
        if (against.empty()) return {Storage::image, "asked for"};
        if (format.pixel == Pixel::f64) return {Storage::buffer, against};
        throw Error(Error::Kind::usage, "storage", cat("an image object was asked for, but ", against));
    }
    if (!against.empty()) return {Storage::buffer, against};
    // Measured: an opaque call per texel makes PoCL's image objects 12 to 20 times slower than buffers;
    // an H200 reads packed texels at 95 % of its memory's rate and writes them faster than buffers.
    if (device.cpu()) return {Storage::buffer, "image objects are software on a CPU"};
    return {Storage::image, "texture hardware reads packed texels at the memory's rate"};
}

PassShape place_pass(const std::vector<ImageFormat>& formats, const DeviceFacts& device,
                     const PlanOptions& options) {
    PassShape shape;
    shape.lanes = 1;
    for (const ImageFormat& f : formats) {
        shape.lanes = std::max(shape.lanes, f.lanes());
        // 2^31 does not fit the 24 bits of a float.
        if (f.pixel == Pixel::f64 || f.pixel == Pixel::i32) shape.doubles = true;
        if (shape.doubles && !device.fp64)
            throw Error(Error::Kind::usage, "",
                        cat(name(f.pixel), " needs double precision, which ", device.name, " lacks"));
    }
    // Measured: one pixel at a time reaches a GPU's copy rate; PoCL needs 16 lanes (512 bits) in a vector.
    const int wanted = options.pixels_at_once > 0 ? options.pixels_at_once
                       : device.cpu()             ? (shape.doubles ? 8 : 16) / shape.lanes
                                                  : 1;
    shape.pixels = std::clamp(wanted, 1, 16 / shape.lanes);
    shape.unit = shape.pixels;
    for (const ImageFormat& f : formats) shape.unit = std::max(shape.unit, texel_pixels(f));
    // A CPU walks row_pixels at a time: the steps of the walk cost as much as one vector's arithmetic.
    if (device.cpu()) shape.unit = static_cast<int>(row_pixels);

    const std::size_t units = (formats.front().width + static_cast<std::size_t>(shape.unit) - 1) /
                              static_cast<std::size_t>(shape.unit) * formats.front().height;
    // On a CPU each work-item walks a run of its own and nothing waits at a barrier; a GPU hides latency
    // behind many groups.
    shape.local = options.work_group > 0 ? options.work_group : device.cpu() ? 1 : 256;
    shape.local = std::min(shape.local, device.max_work_group);
    const std::size_t most = device.compute_units * (device.cpu() ? 32 : 16);
    shape.groups = std::clamp<std::size_t>((units + shape.local - 1) / shape.local, 1, most);
    shape.reason = device.cpu() ? cat("CPU: vectors of ", shape.width(), " lanes, one work-item per run")
                                : cat("GPU: ", shape.local, " work-items side by side");
    return shape;
}

}  // namespace sluice
