// Numbers that a device computes from others, one rounding after the other, and how far off they may be.
#pragma once

#include "tests/reference/neighbours.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

namespace sluice::reference {

struct Near {
    Real v = 0, off = 0;  // infinite: nothing is known
};

// Numbers of one precision.
class Nearly {
public:
    explicit Nearly(bool doubles)
        : epsilon_(std::ldexp(Real{1}, doubles ? -53 : -24)),
          most_(doubles ? std::numeric_limits<double>::max() : std::numeric_limits<float>::max()),
          least_(doubles ? std::numeric_limits<double>::min() : std::numeric_limits<float>::min()) {}

    Near rounded(Real v, Real off, Real roundings = 1) const {
        if (!std::isfinite(v) || !std::isfinite(off) || std::fabs(v) > most_ / 16) return {0, infinite};
        return {v, off + 2 * roundings * (epsilon_ * (std::fabs(v) + off) + least_)};
    }
    Near add(const Near& a, const Near& b) const { return rounded(a.v + b.v, a.off + b.off); }
    Near minus(const Near& a, const Near& b) const { return rounded(a.v - b.v, a.off + b.off); }
    Near times(const Near& a, const Near& b) const {
        return rounded(a.v * b.v, std::fabs(a.v) * b.off + std::fabs(b.v) * a.off + a.off * b.off);
    }
    Near over(const Near& a, const Near& b) const {  // b > 0
        if (!(b.v - b.off > 0)) return {0, infinite};
        const Real q = a.v / b.v;
        return rounded(q, (a.off + std::fabs(q) * b.off) / (b.v - b.off));
    }
    Near root(const Near& a) const {
        if (!std::isfinite(a.off)) return a;
        const Real v = std::sqrt(std::max(a.v, Real{0}));
        const Real low = std::sqrt(std::max(a.v - a.off, Real{0})),
                   high = std::sqrt(std::max(a.v + a.off, Real{0}));
        return rounded(v, std::max(v - low, high - v));
    }
    Real epsilon() const { return epsilon_; }

    static constexpr Real infinite = std::numeric_limits<Real>::infinity();

private:
    Real epsilon_, most_, least_;
};

// A channel of a layer.
struct NearPlane {
    std::size_t width, height;
    std::vector<Near> values;

    const Near& at(std::int64_t x, std::int64_t y) const {
        return values[static_cast<std::size_t>(y) * width + static_cast<std::size_t>(x)];
    }
    template <class Function, class... Planes>
    NearPlane each(const Function& function, const Planes&... others) const {
        NearPlane result{width, height, values};
        for (std::size_t i = 0; i < values.size(); ++i)
            result.values[i] = function(values[i], others.values[i]...);
        return result;
    }
};

inline NearPlane plane_of(const Bounded& image, std::size_t layer, int channel) {
    const ImageFormat& format = image.format();
    NearPlane plane{format.width, format.height, {}};
    for (std::size_t y = 0; y < format.height; ++y)
        for (std::size_t x = 0; x < format.width; ++x) {
            const Ends v = ends_of(image, {x, layer * format.height + y, channel});
            plane.values.push_back(v.finite()
                                       ? Near{v.expected, std::max(v.high - v.expected, v.expected - v.low)}
                                       : Near{0, Nearly::infinite});
        }
    return plane;
}

// The mean of a square around each pixel: a sum along rows, then along columns, divided.
inline NearPlane boxed(const Nearly& n, NearPlane plane, std::int64_t radius, const std::string& edge) {
    const auto count = static_cast<Real>(2 * radius + 1);
    for (const bool down : {false, true}) {
        NearPlane means = plane;
        const auto size = static_cast<std::int64_t>(down ? plane.height : plane.width);
        for (std::size_t i = 0; i < plane.values.size(); ++i) {
            const auto x = static_cast<std::int64_t>(i % plane.width),
                       y = static_cast<std::int64_t>(i / plane.width);
            Near sum;
            Real sizes = 0;
            for (std::int64_t d = -radius; d <= radius; ++d) {
                const std::int64_t k = stands_for((down ? y : x) + d, size, edge);
                const Near& v = down ? plane.at(x, k) : plane.at(k, y);
                sum.v += v.v / count;
                sum.off += v.off / count;
                sizes += std::fabs(v.v) / count;
            }
            means.values[i] = n.rounded(sum.v, sum.off + (count + 8) * n.epsilon() * sizes);
        }
        plane = std::move(means);
    }
    return plane;
}

// An image of planes of its colours; alpha stays.
inline Bounded of_planes(const Bounded& src,
                         const std::function<NearPlane(std::size_t layer, int channel)>& plane) {
    const ImageFormat& format = src.format();
    std::vector<NearPlane> planes;
    for (std::size_t layer = 0; layer < format.layers; ++layer)
        for (int c = 0; c < format.colors(); ++c) planes.push_back(plane(layer, c));
    return of_ends(src, format, [&](const SamplePlace& p) {
        const std::size_t layer = p.row / format.height, colors = static_cast<std::size_t>(format.colors());
        const Near& v = planes[layer * colors + static_cast<std::size_t>(p.channel)].at(
            static_cast<std::int64_t>(p.x), static_cast<std::int64_t>(p.row % format.height));
        return std::isfinite(v.off) ? Ends{v.v, v.v - v.off, v.v + v.off} : unknown;
    });
}

// Half of white, whole where code values are.
inline Near middle_of(const ImageFormat& image) {
    const Real half = Real{image.white_value()} / 2;
    return {is_integer(image.pixel) ? std::nearbyint(half) : half, 0};
}
// How far code values are above that.
inline NearPlane centred(const Nearly& n, const Bounded& image, std::size_t layer, int channel) {
    return plane_of(image, layer, channel).each([&](const Near& v) {
        return n.minus(v, middle_of(image.format()));
    });
}

}  // namespace sluice::reference
