#include "apps/bench/ladder/source.hpp"

#include "pipeline/device/queue.hpp"

#include <algorithm>
#include <random>

namespace sluice::apps {
namespace {

constexpr std::size_t texel_bytes = 16;
constexpr std::size_t widest_unit = 128;  // bytes: a vector of 16 doubles

std::size_t texels_of(const ImageSize& size, Element element) {
    return (size.width * type_of(element).bytes + texel_bytes - 1) / texel_bytes;
}

std::size_t rows_of(const ImageSize& size, Element element) {
    const std::size_t row = texels_of(size, element) * texel_bytes;
    return (size.pixels() * type_of(element).bytes + row - 1) / row;
}

template <class T>
void fill(T* elements, std::size_t count, std::size_t padded, Operation operation) {
    const auto value = [](unsigned step) {  // steps 0 to 199; 100 is 0 in signed types, else 0 is
        if constexpr (std::is_floating_point_v<T>)
            return static_cast<T>((static_cast<int>(step) - 100) / 256.0);
        if constexpr (std::is_signed_v<T>) return static_cast<T>(static_cast<int>(step) - 100);
        return static_cast<T>(step);
    };
    std::minstd_rand random(1);
    for (std::size_t i = 0; i < count; ++i) elements[i] = value(5 + (random() >> 8) % 190);
    for (std::size_t i = 0; i < count; i += 3) elements[i] = T{0};
    elements[count / 2] = value(1);
    elements[count - 1] = value(199);
    std::fill(elements + count, elements + padded, operation == Operation::minmax ? elements[0] : T{0});
}

}  // namespace

std::string too_large(const ImageSize& size, Element element, Storage storage, const DeviceFacts& facts) {
    const std::size_t texels = texels_of(size, element), rows = rows_of(size, element);
    if (texels * texel_bytes * rows + widest_unit > facts.max_allocation)
        return "the device takes no allocation as large";
    if (size.pixels() > std::size_t{1} << 31) return "kernels count elements in 32 bits";
    if (storage == Storage::image && (texels > facts.max_image_width || rows > facts.max_image_height))
        return "the device takes no image object as large";
    return "";
}

Elements::Elements(Operation operation, Element element, const ImageSize& size)
    : operation_(operation),
      element_(element),
      count_(size.pixels()),
      texels_(texels_of(size, element)),
      rows_(rows_of(size, element)) {
    const std::size_t whole = texels_ * texel_bytes * rows_;
    memory_.resize((whole + widest_unit - 1) / widest_unit * widest_unit);
    with_type(element, [&](auto zero) {
        using T = decltype(zero);
        fill(reinterpret_cast<T*>(memory_.data()), count_, memory_.size() / sizeof(T), operation);
    });
}

DeviceImage Elements::on_device(const Device& device, Storage storage) const {
    const bool image = storage == Storage::image;
    const std::size_t row = texels_ * texel_bytes;
    DeviceImage there{{texels_, rows_, 4, Pixel::i32}, storage, row, {}, {}};  // a texel is a pixel
    there.memory = image ? Memory::image(device, texels_, rows_, "bench")
                         : Memory::buffer(device, memory_.size(), "bench");
    Queue queue(device);
    there.ready = image ? queue.write(there.memory, row, memory_.data(), row, row, rows_, "bench")
                        : queue.write(there.memory, memory_.size(), memory_.data(), memory_.size(),
                                      memory_.size(), 1, "bench");
    queue.wait(there.ready, "bench");
    return there;
}

}  // namespace sluice::apps
