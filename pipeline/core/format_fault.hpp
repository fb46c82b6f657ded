// What no image can be: asked where formats come in, before anything is computed of them.
#pragma once

#include "pipeline/core/format.hpp"
#include "pipeline/core/message.hpp"

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace sluice {

// "pixel is 77, not one of u8, i8, ...", or "": a program may make an enumerator of any number.
template <Named E>
std::string enumerator_fault(const std::string& what, E value) {
    if (static_cast<std::size_t>(value) < names_of<E>.size()) return "";
    return what + " is " + std::to_string(static_cast<long long>(value)) + ", not one of " +
           listed({names_of<E>.begin(), names_of<E>.end()});
}

// The first of the format's enumerators that there is not, or "". Nothing else may be asked of such a format.
std::string enumerator_fault(const ImageFormat& format);

// Why memory has no image of this format, or "": its enumerators, channels, more bytes than there are
// addresses (as the host has its rows, and as devices do). It may have no pixels.
std::string memory_fault(const ImageFormat& format);

// Why an image of it cannot be worked on, or "": memory_fault(), no pixels, the order of another model.
std::string format_fault(const ImageFormat& format);

// Bytes from the first to the last of `rows` rows, `pitch` bytes apart; nothing where there are not so many
// addresses.
std::optional<std::size_t> span_of_rows(std::size_t rows, std::size_t pitch, std::size_t row_bytes);

}  // namespace sluice
