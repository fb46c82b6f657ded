#include "pipeline/run/reorder.hpp"

#include "kernels/kernels.hpp"
#include "pipeline/core/ceil_div.hpp"

#include <algorithm>
#include <string>

namespace sluice {
namespace {

constexpr const char* file = "run/bgr.clh";

std::string options_for(const PlannedImage& image, const Reordering& reordering) {
    const Pixel pixel = image.format.pixel;
    const std::size_t bytes_of = bytes(pixel);
    const std::string sample = bytes_of == 1   ? "uchar"
                               : bytes_of == 2 ? "ushort"
                               : bytes_of == 4 ? "uint"
                                               : "ulong";
    if (image.storage == Storage::rows)
        return "-D LAID=" + sample + " -D SAMPLES=" + std::to_string(image.format.channels);
    if (image.storage == Storage::buffer) return "-D BUFFER=" + sample + "4";
    if (image.storage == Storage::image) return "-D PACKED=" + std::to_string(bytes_of);
    std::string options = std::string("-D NATURAL=") +
                          (!is_integer(pixel) ? "f"
                           : is_signed(pixel) ? "i"
                                              : "ui") +
                          " -D SWAPS=" + (reordering.swaps ? "1" : "0") +
                          " -D NORMALIZED=" + (bytes_of == 1 ? "255" : "65535");
    if (reordering.from) options += " -D FROM";
    if (reordering.into) options += " -D INTO";
    return options;
}

}  // namespace

Kernel reorder_kernel(const Device& device, const PlannedImage& image, const Reordering& reordering) {
    return Kernel(device, file, kernel_text(file).value_or(""), options_for(image, reordering), "bgr",
                  image.name);
}

Event reorder(Queue& queue, Kernel& kernel, const Device& device, const PlannedImage& image,
              const LaidMemory& src, const LaidMemory& dst) {
    const std::size_t width = image.storage == Storage::buffer  ? image.pitch / image.format.lane_bytes()
                              : image.storage == Storage::image ? image.texels()
                                                                : image.format.width;
    const std::size_t items = width * image.format.rows();
    const std::size_t local = std::min<std::size_t>(64, device.facts().max_work_group);
    kernel.set(0, src.memory);
    kernel.set(1, dst.memory);
    kernel.set(2, static_cast<std::uint32_t>(width));
    kernel.set(3, std::uint64_t{items});
    if (image.storage == Storage::rows) {
        unsigned index = 4;
        for (const RowLayout& layout : {src.layout, dst.layout}) {
            kernel.set(index++, std::uint64_t{layout.offset});
            kernel.set(index++, std::uint64_t{layout.pitch});
            const auto step = static_cast<std::uint32_t>(layout.step);
            kernel.set(index++, image.planes ? 1 : step);
            kernel.set(index++, image.planes ? step : 1);
        }
        kernel.set(index, static_cast<std::uint32_t>(src.layout.reversed != dst.layout.reversed));
    }
    return queue.launch(kernel, ceil_div(items, local), local, image.name);
}

}  // namespace sluice
