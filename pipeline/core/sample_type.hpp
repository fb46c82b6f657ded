// For code that moves samples and does not look at them: their size is all that matters.
#pragma once

#include "pipeline/core/format.hpp"

#include <cstdint>

namespace sluice {

// Calls work(sample), whose argument has a type of that size.
template <class Work>
void with_sample_type(Pixel pixel, const Work& work) {
    switch (bytes(pixel)) {
        case 1: return work(std::uint8_t{});
        case 2: return work(std::uint16_t{});
        case 4: return work(std::uint32_t{});
        default: return work(std::uint64_t{});
    }
}

}  // namespace sluice
