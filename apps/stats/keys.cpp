#include "apps/stats/keys.hpp"

#include "pipeline/core/table.hpp"

#include <bit>
#include <cmath>

namespace sluice::apps {

double Keys::value(std::uint64_t key) const {
    if (!reals) return lowest + static_cast<double>(key);
    const std::uint64_t top = std::uint64_t{1} << (bits - 1);
    const std::uint64_t turned = (key & top) != 0 ? key ^ top : ~key;
    if (bits == 64) return std::bit_cast<double>(turned);
    return static_cast<double>(std::bit_cast<float>(static_cast<std::uint32_t>(turned)));
}

std::uint64_t Keys::key(double value) const {
    if (!reals) return static_cast<std::uint64_t>(value - lowest);
    const std::uint64_t top = std::uint64_t{1} << (bits - 1);
    const std::uint64_t all = bits == 64 ? std::bit_cast<std::uint64_t>(value)
                                         : std::bit_cast<std::uint32_t>(static_cast<float>(value));
    return (all & top) != 0 ? (top | (top - 1)) & ~all : all | top;
}

Keys keys_of(const ImageFormat& format, const std::string& group) {
    const Pixel pixel = format.pixel;
    const bool luma = group == "luma" && format.colors() == 3;
    if (is_integer(pixel) && !luma) return {false, 8 * bytes(pixel), lowest(pixel)};
    // Luma of integers is counted in a type that holds them.
    const bool wide = pixel == Pixel::f64 || pixel == Pixel::i32;
    return {true, wide ? std::size_t{64} : std::size_t{32}, 0};
}

std::uint64_t rank_of(double percent, std::uint64_t count) {
    const bool upper = percent > 50;
    // In millionths, so that the rank is exact.
    const auto millionths = static_cast<std::uint64_t>(std::llround((upper ? 100 - percent : percent) * 1e6));
    const auto from_end = std::min(Int128{millionths} * count / 100000000u, Int128{count} - 1);
    return static_cast<std::uint64_t>(upper ? Int128{count} - 1 - from_end : from_end);
}

std::size_t bin_of(const std::uint64_t* bins, std::uint64_t& rank) {
    std::size_t bin = 0;
    for (; rank >= bins[bin]; ++bin) rank -= bins[bin];
    return bin;
}

}  // namespace sluice::apps
