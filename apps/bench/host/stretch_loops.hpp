// What a processor does without OpenCL: min-max normalize of RGBA8 in plain C++, one thread per core.
// stretch_loops.cpp is compiled for the machine that builds it (see apps/CMakeLists.txt).
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace sluice::apps {

// Lowest and highest value of R, G, B and A.
struct ByteRange {
    std::array<std::uint8_t, 4> low{255, 255, 255, 255}, high{};
};

// The range of `pixels` RGBA8 pixels.
ByteRange byte_range(const std::uint8_t* src, std::size_t pixels);

// R, G and B stretched to 0..255, rounded half to even as with rational numbers; A is copied. A channel of
// one value stays as it is. All loops give the same bytes.
struct StretchLoop {
    std::string name;
    void (*run)(const std::uint8_t* src, std::uint8_t* dst, std::size_t pixels, const ByteRange& range);
};
const std::vector<StretchLoop>& stretch_loops();

}  // namespace sluice::apps
