#include "io/stb_write.hpp"

#include "pipeline/files/bytes.hpp"

#include <cstring>

#define STB_IMAGE_WRITE_IMPLEMENTATION
#define STB_IMAGE_WRITE_STATIC
#if defined(__GNUC__)
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wunused-function"
#pragma GCC diagnostic ignored "-Wmissing-field-initializers"
#endif
#include <stb/stb_image_write.h>
#if defined(__GNUC__)
#pragma GCC diagnostic pop
#endif

namespace sluice {
namespace {

void append(void* context, void* data, int size) {
    auto& out = *static_cast<std::vector<std::uint8_t>*>(context);
    const auto* bytes = static_cast<const std::uint8_t*>(data);
    out.insert(out.end(), bytes, bytes + size);
}

// stb takes rows without padding only.
std::vector<std::byte> packed(const ConstHostView& src) {
    const std::size_t row = src.format.host_bytes() / src.format.height;
    std::vector<std::byte> pixels(src.format.host_bytes());
    for (std::size_t y = 0; y < src.format.height; ++y) std::memcpy(pixels.data() + y * row, src.row(y), row);
    return pixels;
}

}  // namespace

std::vector<std::uint8_t> stb_write_tga(const ConstHostView& src) {
    std::vector<std::uint8_t> out;
    if (stbi_write_tga_to_func(append, &out, static_cast<int>(src.format.width),
                               static_cast<int>(src.format.height), src.format.channels,
                               packed(src).data()) == 0)
        throw_input("stb_image_write failed");
    return out;
}

std::vector<std::uint8_t> stb_write_hdr(const ConstHostView& src) {
    const std::vector<std::byte> pixels = packed(src);
    std::vector<std::uint8_t> out;
    if (stbi_write_hdr_to_func(append, &out, static_cast<int>(src.format.width),
                               static_cast<int>(src.format.height), src.format.channels,
                               reinterpret_cast<const float*>(pixels.data())) == 0)
        throw_input("stb_image_write failed");
    return out;
}

}  // namespace sluice
