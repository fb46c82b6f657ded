// An order of the pixels of a tile in which every first part of them is spread evenly: void and cluster
// (Ulichney 1993), with a Gaussian of 1.5 pixels on a torus. Whole numbers, so that it is the same
// everywhere.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace sluice::stages {

inline constexpr std::size_t blue_noise_side = 64;

class VoidAndCluster {
public:
    // The rank of each pixel, from 0 on.
    std::vector<int> ranks() {
        constexpr std::size_t first = size / 10;
        std::uint32_t random = 1;
        while (ones_ < first) {
            random = random * 1664525 + 1013904223;
            if (!one_[random >> 20]) turn(random >> 20);
        }
        for (;;) {  // until the tightest cluster would leave the largest void
            const std::size_t cluster = tightest_cluster();
            turn(cluster);
            const std::size_t gap = largest_void();
            turn(gap);
            if (gap == cluster) break;
        }
        const VoidAndCluster prototype = *this;
        std::vector<int> ranks(size);
        while (ones_ > 0) {
            const std::size_t cluster = tightest_cluster();
            turn(cluster);
            ranks[cluster] = static_cast<int>(ones_);
        }
        *this = prototype;
        while (ones_ < size) {
            const std::size_t gap = largest_void();
            ranks[gap] = static_cast<int>(ones_);
            turn(gap);
        }
        return ranks;
    }

private:
    static constexpr std::size_t side = blue_noise_side, size = side * side;

    static std::vector<std::int64_t> gaussian() {
        std::vector<std::int64_t> weights(size);
        for (std::size_t i = 0; i < size; ++i) {
            const auto far = [](std::size_t d) { return static_cast<double>(std::min(d, side - d)); };
            const double x = far(i % side), y = far(i / side);
            weights[i] = std::llround(std::exp(-(x * x + y * y) / (2 * 1.5 * 1.5)) * 0x1p24);
        }
        return weights;
    }

    void turn(std::size_t at) {
        const std::int64_t sign = one_[at] ? -1 : 1;
        for (std::size_t i = 0; i < size; ++i)
            energy_[i] +=
                sign * weights_[(i / side + side - at / side) % side * side + (i + side - at % side) % side];
        one_[at] = !one_[at];
        ones_ += one_[at] ? 1 : std::size_t{0} - 1;
    }

    std::size_t tightest_cluster() const {
        std::size_t best = size;
        for (std::size_t i = 0; i < size; ++i)
            if (one_[i] && (best == size || energy_[i] > energy_[best])) best = i;
        return best;
    }
    std::size_t largest_void() const {
        std::size_t best = size;
        for (std::size_t i = 0; i < size; ++i)
            if (!one_[i] && (best == size || energy_[i] < energy_[best])) best = i;
        return best;
    }

    std::vector<std::int64_t> weights_ = gaussian();
    std::array<std::int64_t, size> energy_{};
    std::array<bool, size> one_{};
    std::size_t ones_ = 0;
};

// Made once. Any thread.
inline const std::vector<int>& blue_noise_ranks() {
    static const std::vector<int> ranks = VoidAndCluster().ranks();
    return ranks;
}

}  // namespace sluice::stages
