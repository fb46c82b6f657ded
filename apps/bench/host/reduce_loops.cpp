// The loops that compilers turn into vector code. No templates of the library in here: their code, made for
// this processor, could be taken for the rest of the program too.
#include "apps/bench/host/reduce_loops.hpp"

#include "apps/bench/host/processor.hpp"

#include <cstdint>
#include <limits>

namespace sluice::apps {
namespace {

// Lanes of 64 bytes. Sums of a block stay narrow, so that they are added as many at a time as values are
// compared; `blocks` of them go into one wide sum.
#define SLUICE_REDUCE_LOOP(name, Value, Narrow, Wide, per_flush)                                            \
    FOR_EACH_PROCESSOR void name(const Value* src, std::size_t steps, Value* low, Value* high, Wide* sum) { \
        constexpr std::size_t lanes = 64 / sizeof(Value);                                                   \
        Value least[lanes], most[lanes];                                                                    \
        Wide total[lanes];                                                                                  \
        for (std::size_t i = 0; i < lanes; ++i) least[i] = most[i] = src[i], total[i] = 0;                  \
        for (std::size_t s = 0; s < steps;) {                                                               \
            const std::size_t end = steps - s < (per_flush) ? steps : s + (per_flush);                      \
            Narrow part[lanes] = {};                                                                        \
            for (; s < end; ++s, src += lanes)                                                              \
                for (std::size_t i = 0; i < lanes; ++i) {                                                   \
                    least[i] = src[i] < least[i] ? src[i] : least[i];                                       \
                    most[i] = src[i] > most[i] ? src[i] : most[i];                                          \
                    part[i] = static_cast<Narrow>(part[i] + src[i]);                                        \
                }                                                                                           \
            for (std::size_t i = 0; i < lanes; ++i) total[i] += part[i];                                    \
        }                                                                                                   \
        for (std::size_t i = 0; i < lanes; ++i) low[i] = least[i], high[i] = most[i], sum[i] = total[i];    \
    }

SLUICE_REDUCE_LOOP(of_u8, std::uint8_t, std::uint16_t, std::uint64_t, 256)
SLUICE_REDUCE_LOOP(of_u16, std::uint16_t, std::uint32_t, std::uint64_t, 65536)
SLUICE_REDUCE_LOOP(of_f32, float, double, double, 4096)

template <class Value, class Wide, class Loop>
LoopRange ranged(int channels, const void* memory, std::size_t samples, Loop&& loop) {
    constexpr std::size_t lanes = 64 / sizeof(Value);
    const auto* src = static_cast<const Value*>(memory);
    LoopRange range;
    for (std::size_t c = 0; c < 4; ++c) {
        range.low[c] = std::numeric_limits<double>::infinity();
        range.high[c] = -range.low[c];
        range.sum[c] = 0;
    }
    const auto take = [&](std::size_t lane, double low, double high, double sum) {
        const std::size_t c = lane % static_cast<std::size_t>(channels);
        range.low[c] = low < range.low[c] ? low : range.low[c];
        range.high[c] = high > range.high[c] ? high : range.high[c];
        range.sum[c] += sum;
    };
    const std::size_t steps = samples / lanes;
    if (steps > 0) {
        Value low[lanes], high[lanes];
        Wide sum[lanes];
        loop(src, steps, low, high, sum);
        for (std::size_t i = 0; i < lanes; ++i)
            take(i, static_cast<double>(low[i]), static_cast<double>(high[i]), static_cast<double>(sum[i]));
    }
    for (std::size_t i = steps * lanes; i < samples; ++i) {
        const auto value = static_cast<double>(src[i]);
        take(i, value, value, value);
    }
    return range;
}

}  // namespace

bool has_reduce_loop(Pixel pixel, int channels) {
    return (channels == 1 || channels == 4) &&
           (pixel == Pixel::u8 || pixel == Pixel::u16 || pixel == Pixel::f32);
}

LoopRange reduce_loop(Pixel pixel, int channels, const void* src, std::size_t samples) {
    if (pixel == Pixel::u8) return ranged<std::uint8_t, std::uint64_t>(channels, src, samples, of_u8);
    if (pixel == Pixel::u16) return ranged<std::uint16_t, std::uint64_t>(channels, src, samples, of_u16);
    return ranged<float, double>(channels, src, samples, of_f32);
}

}  // namespace sluice::apps
