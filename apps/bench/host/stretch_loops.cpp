// The loops that compilers turn into vector code. No templates of the library in here: their code, made for
// this processor, could be taken for the rest of the program too.
#include "apps/bench/host/stretch_loops.hpp"

#include "apps/bench/host/processor.hpp"

#include <cmath>

namespace sluice::apps {
namespace {

constexpr std::size_t block = 64;  // bytes: one row of a cache, 16 pixels

// Half to even, as with rational numbers.
std::uint8_t stretched(unsigned value, unsigned low, unsigned high) {
    if (high == low) return static_cast<std::uint8_t>(value);
    const unsigned dividend = (value - low) * 255, divisor = high - low;
    const unsigned whole = dividend / divisor, rest = dividend % divisor;
    const bool up = 2 * rest > divisor || (2 * rest == divisor && whole % 2 != 0);
    return static_cast<std::uint8_t>(whole + (up ? 1 : 0));
}

// 256 levels of each channel.
struct LevelTables {
    std::uint8_t level[4][256];

    explicit LevelTables(const ByteRange& range) {
        for (unsigned v = 0; v < 256; ++v) {
            for (unsigned c = 0; c < 3; ++c) {
                const bool inside = v >= range.low[c] && v <= range.high[c];
                level[c][v] = inside ? stretched(v, range.low[c], range.high[c]) : 0;
            }
            level[3][v] = static_cast<std::uint8_t>(v);
        }
    }
};

FOR_EACH_PROCESSOR void fold_blocks(const std::uint8_t* src, std::size_t blocks, std::uint8_t* low,
                                    std::uint8_t* high) {
    std::uint8_t least[block], most[block];
    for (std::size_t i = 0; i < block; ++i) least[i] = 255, most[i] = 0;
    for (std::size_t b = 0; b < blocks; ++b, src += block) {
        for (std::size_t i = 0; i < block; ++i) {
            least[i] = src[i] < least[i] ? src[i] : least[i];
            most[i] = src[i] > most[i] ? src[i] : most[i];
        }
    }
    for (std::size_t i = 0; i < block; ++i) low[i] = least[i], high[i] = most[i];
}

FOR_EACH_PROCESSOR void by_table(const std::uint8_t* src, std::uint8_t* dst, std::size_t pixels,
                                 const ByteRange& range) {
    const LevelTables tables(range);
    for (std::size_t i = 0; i < 4 * pixels; i += 4)
        for (std::size_t c = 0; c < 4; ++c) dst[i + c] = tables.level[c][src[i + c]];
}

// Whole numbers in units of 2^-22, with a factor rounded up: too much by less than 2^-14, where the nearest
// value to a tie that is none lies 2^-9 away. So a tie is seen as such, and goes to the even neighbour.
FOR_EACH_PROCESSOR void by_integer(const std::uint8_t* src, std::uint8_t* dst, std::size_t pixels,
                                   const ByteRange& range) {
    constexpr std::uint32_t one = 1u << 22, half = one / 2, slack = 256;
    std::uint32_t low[block], factor[block];
    for (std::size_t i = 0; i < block; ++i) {
        const std::size_t c = i % 4;
        const bool same = c == 3 || range.high[c] <= range.low[c];
        const std::uint32_t divisor = same ? 255u : static_cast<std::uint32_t>(range.high[c] - range.low[c]);
        low[i] = same ? 0u : range.low[c];
        factor[i] = (255u * one + divisor - 1) / divisor;
    }
    const auto pixel = [&](std::uint8_t v, std::size_t lane) {
        const std::uint32_t exact = (v - low[lane]) * factor[lane];
        const std::uint32_t odd = exact / one & 1u;
        return static_cast<std::uint8_t>((exact + half - slack + odd * slack) / one);
    };
    const std::size_t bytes = 4 * pixels, whole = bytes / block * block;
    for (std::size_t at = 0; at < whole; at += block)
        for (std::size_t i = 0; i < block; ++i) dst[at + i] = pixel(src[at + i], i);
    for (std::size_t at = whole; at < bytes; ++at) dst[at] = pixel(src[at], at % block);
}

// The arithmetic that the device does: (v - low) * scale snapped to a grid of 2^-9, where a tie is a tie
// again, then rounded half to even by adding 1.5 * 2^23.
FOR_EACH_PROCESSOR void by_float(const std::uint8_t* src, std::uint8_t* dst, std::size_t pixels,
                                 const ByteRange& range) {
    float low[block], scale[block];
    for (std::size_t i = 0; i < block; ++i) {
        const std::size_t c = i % 4;
        const bool same = c == 3 || range.high[c] <= range.low[c];
        low[i] = same ? 0.0f : range.low[c];
        scale[i] = same ? 1.0f : 255.0f / static_cast<float>(range.high[c] - range.low[c]);
    }
    const auto pixel = [&](std::uint8_t v, std::size_t lane) {
        const float exact = (static_cast<float>(v) - low[lane]) * scale[lane];
        const float snapped = (exact + 24576.0f) - 24576.0f;
        return static_cast<std::uint8_t>(static_cast<int>((snapped + 12582912.0f) - 12582912.0f));
    };
    const std::size_t bytes = 4 * pixels, whole = bytes / block * block;
    for (std::size_t at = 0; at < whole; at += block)
        for (std::size_t i = 0; i < block; ++i) dst[at + i] = pixel(src[at + i], i);
    for (std::size_t at = whole; at < bytes; ++at) dst[at] = pixel(src[at], at % block);
}

}  // namespace

ByteRange byte_range(const std::uint8_t* src, std::size_t pixels) {
    ByteRange range;
    const std::size_t blocks = 4 * pixels / block;
    std::uint8_t low[block], high[block];
    fold_blocks(src, blocks, low, high);
    const auto take = [&](std::size_t c, std::uint8_t least, std::uint8_t most) {
        range.low[c] = least < range.low[c] ? least : range.low[c];
        range.high[c] = most > range.high[c] ? most : range.high[c];
    };
    if (blocks > 0)
        for (std::size_t i = 0; i < block; ++i) take(i % 4, low[i], high[i]);
    for (std::size_t at = blocks * block; at < 4 * pixels; ++at) take(at % 4, src[at], src[at]);
    return range;
}

const std::vector<StretchLoop>& stretch_loops() {
    static const std::vector<StretchLoop> loops = {
        {"table of levels", by_table}, {"integer arithmetic", by_integer}, {"float arithmetic", by_float}};
    return loops;
}

}  // namespace sluice::apps
