// The elements that a ladder reduces, on the host and on the device.
#pragma once

#include "apps/bench/ladder/element.hpp"
#include "apps/bench/options.hpp"
#include "pipeline/run/session.hpp"

#include <cstddef>
#include <vector>

namespace sluice::apps {

// Whether memory for that many elements, in this storage, can be had on the device; why not, or "".
std::string too_large(const ImageSize& size, Element element, Storage storage, const DeviceFacts& facts);

// Random numbers, some of them 0, whose sums double holds exactly in any order. The lowest stands in the
// middle and the highest at the end. Rows fill whole texels, the end is padded with what changes no answer:
// 0, or for minMax the first element.
class Elements {
public:
    Elements(Operation operation, Element element, const ImageSize& size);

    Operation operation() const { return operation_; }
    Element element() const { return element_; }
    std::size_t count() const { return count_; }  // without the padding
    std::size_t bytes() const { return count_ * type_of(element_).bytes; }
    const void* data() const { return memory_.data(); }
    // Texels of 16 bytes in a row of the image object, and rows.
    std::size_t texels() const { return texels_; }
    std::size_t rows() const { return rows_; }

    // One row after the other, in a buffer or an image object.
    DeviceImage on_device(const Device& device, Storage storage) const;

private:
    Operation operation_;
    Element element_;
    std::size_t count_, texels_, rows_;
    std::vector<std::byte> memory_;
};

}  // namespace sluice::apps
