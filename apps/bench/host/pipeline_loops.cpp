// The loops that compilers turn into vector code. No templates of the library in here, see stretch_loops.cpp.
#include "apps/bench/host/pipeline_loops.hpp"

#include "apps/bench/host/processor.hpp"

#include <math.h>

namespace sluice::apps {
namespace {

float linear(unsigned byte) {
    const float c = static_cast<float>(byte) / 255.0f;
    return c <= 0.04045f ? c / 12.92f : powf((c + 0.055f) / 1.055f, 2.4f);
}

struct Levels {
    float level[256];
    Levels() {
        for (unsigned v = 0; v < 256; ++v) level[v] = linear(v);
    }
};

struct Stretch {
    float low[3], scale[3];

    Stretch(const ByteRange& range, const Levels& levels) {
        for (unsigned c = 0; c < 3; ++c) {
            const float lo = levels.level[range.low[c]], hi = levels.level[range.high[c]];
            low[c] = hi > lo ? lo : 0.0f;
            scale[c] = hi > lo ? 1.0f / (hi - lo) : 1.0f;
        }
    }

    std::uint8_t byte(float light, unsigned c) const {
        const float stretched = fminf(fmaxf((light - low[c]) * scale[c], 0.0f), 1.0f);
        const float y = powf(stretched, 0.8f);
        const float encoded = y <= 0.0031308f ? 12.92f * y : 1.055f * powf(y, 1.0f / 2.4f) - 0.055f;
        return static_cast<std::uint8_t>(static_cast<int>(encoded * 255.0f + 0.5f));
    }
};

FOR_EACH_PROCESSOR void by_arithmetic(const std::uint8_t* src, std::uint8_t* dst, std::size_t pixels,
                                      const ByteRange& range) {
    const Levels levels;
    const Stretch stretch(range, levels);
    for (std::size_t i = 0; i < 4 * pixels; i += 4) {
        for (unsigned c = 0; c < 3; ++c) dst[i + c] = stretch.byte(levels.level[src[i + c]], c);
        dst[i + 3] = src[i + 3];
    }
}

FOR_EACH_PROCESSOR void by_table(const std::uint8_t* src, std::uint8_t* dst, std::size_t pixels,
                                 const ByteRange& range) {
    const Levels levels;
    const Stretch stretch(range, levels);
    std::uint8_t table[3][256];
    for (unsigned c = 0; c < 3; ++c)
        for (unsigned v = 0; v < 256; ++v) table[c][v] = stretch.byte(levels.level[v], c);
    for (std::size_t i = 0; i < 4 * pixels; i += 4) {
        for (unsigned c = 0; c < 3; ++c) dst[i + c] = table[c][src[i + c]];
        dst[i + 3] = src[i + 3];
    }
}

}  // namespace

const std::vector<StretchLoop>& linear_stretch_loops() {
    static const std::vector<StretchLoop> loops = {{"table of levels", by_table},
                                                   {"float arithmetic", by_arithmetic}};
    return loops;
}

}  // namespace sluice::apps
