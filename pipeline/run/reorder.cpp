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
    if (image.storage == Storage::buffer)
        return std::string("-D BUFFER=") + (bytes_of == 1   ? "uchar4"
                                            : bytes_of == 2 ? "ushort4"
                                            : bytes_of == 4 ? "uint4"
                                                            : "ulong4");
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
              const Memory& src, const Memory& dst) {
    const std::size_t width = image.storage == Storage::buffer    ? image.pitch / image.format.lane_bytes()
                              : image.storage == Storage::natural ? image.format.width
                                                                  : image.texels();
    const std::size_t items = width * image.format.rows();
    const std::size_t local = std::min<std::size_t>(64, device.facts().max_work_group);
    kernel.set(0, src);
    kernel.set(1, dst);
    kernel.set(2, static_cast<std::uint32_t>(width));
    kernel.set(3, std::uint64_t{items});
    return queue.launch(kernel, ceil_div(items, local), local, image.name);
}

}  // namespace sluice
