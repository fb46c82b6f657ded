#include "io/png/filter.hpp"

#include <algorithm>
#include <cstdlib>
#include <vector>

namespace sluice {
namespace {

using Byte = std::uint8_t;

constexpr int kinds = 5;  // none, sub, up, average, paeth: their numbers in the file

int paeth(int left, int above, int corner) {
    const int to_left = std::abs(above - corner);
    const int to_above = std::abs(left - corner);
    const int to_corner = std::abs(left + above - 2 * corner);
    return to_left <= to_above && to_left <= to_corner ? left : to_above <= to_corner ? above : corner;
}

// Loops of their own, which compilers turn into vector code. Left of the first pixel is 0.
void differences(int kind, std::span<const Byte> row, const Byte* above, std::size_t step, Byte* dst) {
    const Byte* src = row.data();
    const std::size_t size = row.size();
    const std::size_t edge = std::min(step, size);
    switch (kind) {
        case 0: std::copy_n(src, size, dst); break;
        case 1:
            std::copy_n(src, edge, dst);
            for (std::size_t i = edge; i < size; ++i) dst[i] = static_cast<Byte>(src[i] - src[i - step]);
            break;
        case 2:
            for (std::size_t i = 0; i < size; ++i) dst[i] = static_cast<Byte>(src[i] - above[i]);
            break;
        case 3:
            for (std::size_t i = 0; i < edge; ++i) dst[i] = static_cast<Byte>(src[i] - above[i] / 2);
            for (std::size_t i = edge; i < size; ++i)
                dst[i] = static_cast<Byte>(src[i] - (src[i - step] + above[i]) / 2);
            break;
        default:
            for (std::size_t i = 0; i < edge; ++i) dst[i] = static_cast<Byte>(src[i] - above[i]);
            for (std::size_t i = edge; i < size; ++i)
                dst[i] = static_cast<Byte>(src[i] - paeth(src[i - step], above[i], above[i - step]));
    }
}

std::size_t magnitude(const Byte* bytes, std::size_t size) {
    std::size_t sum = 0;
    for (std::size_t i = 0; i < size; ++i)
        sum += static_cast<std::size_t>(std::min<int>(bytes[i], 256 - bytes[i]));
    return sum;
}

}  // namespace

void filter_row(PngFilter filter, std::span<const Byte> row, const Byte* above, std::size_t step, Byte* dst) {
    if (filter != PngFilter::adaptive) {
        const int kind = static_cast<int>(filter) - static_cast<int>(PngFilter::none);
        dst[0] = static_cast<Byte>(kind);
        return differences(kind, row, above, step, dst + 1);
    }
    std::vector<Byte> tried(row.size());
    std::size_t least = 0;
    for (int kind = 0; kind < kinds; ++kind) {
        differences(kind, row, above, step, tried.data());
        const std::size_t sum = magnitude(tried.data(), tried.size());
        if (kind > 0 && sum >= least) continue;
        least = sum;
        dst[0] = static_cast<Byte>(kind);
        std::copy(tried.begin(), tried.end(), dst + 1);
    }
}

}  // namespace sluice
