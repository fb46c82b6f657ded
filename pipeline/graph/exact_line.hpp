// How integers go to integers along a line whose ends are fractions, in whole numbers.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <vector>

namespace sluice {

// Numbers as whole multiples of 1 / `of_one`: a power of ten up to a million, beyond which they are rounded.
struct Parts {
    std::int64_t of_one = 1;
    std::vector<std::int64_t> numbers;

    explicit Parts(const std::vector<double>& values) {
        const auto are_whole = [&] {
            return std::all_of(values.begin(), values.end(), [&](double v) {
                const auto n = static_cast<double>(of_one);
                return std::nearbyint(v * n) / n == v;
            });
        };
        while (of_one < 1000000 && !are_whole()) of_one *= 10;
        for (const double v : values)
            numbers.push_back(static_cast<std::int64_t>(
                std::nearbyint(std::clamp(v * static_cast<double>(of_one), -0x1p53, 0x1p53))));
    }
    bool fit() const {
        return std::all_of(numbers.begin(), numbers.end(), [](auto n) { return std::abs(n) <= 1LL << 52; });
    }
};

// From a range (its ends in turn, of each group; none where it is measured) to low and high: in `in.of_one`
// and `out.of_one` parts of a pixel value.
struct ExactLine {
    Parts in, out;
    std::int64_t rise, whole, rest;

    ExactLine(const std::vector<double>& range, double low, double high) : in(range), out({low, high}) {
        rise = out.numbers[1] - out.numbers[0];
        whole = out.numbers[0] / out.of_one - (out.numbers[0] % out.of_one < 0 ? 1 : 0);
        rest = out.numbers[0] - whole * out.of_one;
    }
    // Whether the 64-bit integers of stretch64 hold it; `reach`: how far a value lies from the low end.
    // `doubles`: Tables hold these, else whole numbers up to 2^24.
    bool fits(double extent, double reach, bool doubles) const {
        if (!doubles && reach > 0x1p24) return false;
        const double distance = reach * static_cast<double>(in.of_one),
                     up = std::abs(static_cast<double>(rise));
        const double run = extent * static_cast<double>(in.of_one * out.of_one);
        return in.fit() && out.fit() && run < 0x1p60 && distance < 0x1p60 && distance * up < 0x1p83;
    }
    bool fractions() const { return in.of_one > 1 || out.of_one > 1; }
};

}  // namespace sluice
