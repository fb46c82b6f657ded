#include "tests/reference/stages/normalize/grayworld.hpp"

#include "tests/reference/grayworld.hpp"
#include "tests/reference/pixels.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

namespace sluice::reference {
namespace {

// A number between its ends.
struct Interval {
    Real low = 0, high = 0;

    void add(Real a, Real b) { low += a, high += b; }
    bool is(Real v) const { return low == v && high == v; }
    bool has(Real v) const { return low <= v && v <= high; }
};

// Of a layer.
struct ChannelSums {
    std::array<Interval, 3> of;
    std::array<Real, 3> size{};  // of the samples that they are of
    std::size_t surely = 0, perhaps = 0;
    bool known = true;  // whether there are such numbers
};

class Grayworld {
public:
    Grayworld(const Bounded& src, const Counted& counted, double threshold)
        : src_(src), counted_(counted), threshold_(threshold), doubles_(real_of(pixel()) == Pixel::f64) {}

    // What a gain is at least and at most; nullopt where that is not known.
    std::array<std::optional<Interval>, 3> gains(std::size_t layer) const {
        const ChannelSums sums = sums_of(layer);
        std::array<std::optional<Interval>, 3> gains;
        if (!sums.known) return gains;
        if (sums.surely + sums.perhaps == 0) {
            gains.fill(Interval{1, 1});
            return gains;
        }
        if (sums.surely == 0) return gains;
        Interval grey;
        for (const Interval& sum : sums.of) grey.add(sum.low / 3, sum.high / 3);
        for (std::size_t c = 0; c < 3; ++c) gains[c] = gain(grey, sums.of[c]);
        return gains;
    }

    // Of a sample that is multiplied by it.
    Tolerance tolerance(const SamplePlace& p, const std::optional<Interval>& gain) const {
        const Real v = at(src_.expected, p), e = distance(src_, p);
        if (!std::isfinite(v)) return {0, e == 0 ? 0 : infinity};
        if (!gain || !std::isfinite(e)) return {0, infinity};
        const Real largest = std::max(std::fabs(gain->low), std::fabs(gain->high));
        const Real product = (std::fabs(v) + e) * largest;
        const bool same = gain->is(1) && e == 0;  // a gain of 1 that was not computed
        const Real error = largest * e + (std::fabs(v) + e) * (gain->high - gain->low) +
                           (same ? 0 : 4 * epsilon() * product);
        if (is_integer(pixel())) return {0, static_cast<double>(error > 0 ? std::floor(error) + 1 : error)};
        if (product > most() / 2) return {0, infinity};  // it may overflow or not
        return {error > 0 ? 1.0 : 0.0, static_cast<double>(error)};
    }

private:
    Pixel pixel() const { return src_.format().pixel; }
    Real epsilon() const { return std::ldexp(Real{1}, doubles_ ? -52 : -23); }
    Real most() const {
        return pixel() == Pixel::f16 ? Real{65504}
               : doubles_            ? Real{std::numeric_limits<double>::max()}
                                     : Real{std::numeric_limits<float>::max()};
    }

    std::optional<Interval> gain(const Interval& grey, const Interval& own) const {
        if (own.is(0)) return Interval{1, 1};
        if (own.has(0)) return std::nullopt;
        const auto [low, high] =
            std::minmax({grey.low / own.low, grey.low / own.high, grey.high / own.low, grey.high / own.high});
        const Real size = std::max(std::fabs(low), std::fabs(high));
        const Real normal = std::ldexp(Real{1}, doubles_ ? -1000 : -100);
        if (size > std::numeric_limits<float>::max() / 2 || (size > 0 && size < normal)) return std::nullopt;
        return Interval{low, high};
    }

    ChannelSums sums_of(std::size_t layer) const {
        ChannelSums sums;
        for_each_pixel(src_.expected.view(), layer, {0, 1, 2}, counted_,
                       [&](std::size_t x, std::size_t row) { add(sums, x, row); });
        const bool whole = is_integer(pixel());
        for (std::size_t c = 0; c < 3; ++c) {
            const Real rounding = whole ? 0 : std::ldexp(sums.size[c], -40);
            sums.of[c].add(-rounding, rounding);
            if (!whole && sums.size[c] > std::numeric_limits<double>::max() / 8) sums.known = false;
        }
        return sums;
    }

    void add(ChannelSums& sums, std::size_t x, std::size_t row) const {
        std::array<Real, 3> v{}, errors{};
        for (int c = 0; c < 3; ++c) {
            v[static_cast<std::size_t>(c)] = at(src_.expected, {x, row, c});
            errors[static_cast<std::size_t>(c)] = distance(src_, {x, row, c});
        }
        const Real error = *std::max_element(errors.begin(), errors.end());
        if (!std::isfinite(error)) sums.known = false;
        if (!sums.known || !std::all_of(v.begin(), v.end(), [](Real s) { return std::isfinite(s); })) return;
        const bool counts = counts_in_grayworld(v, threshold_, src_.format(), counted_);
        const auto [least, most] = std::minmax_element(v.begin(), v.end());
        const Real margin = std::fabs(threshold_ * *most - (*most - *least));
        const bool sure = error == 0 || margin > 4 * error + 4 * epsilon() * std::fabs(*most);
        if (!counts && sure) return;
        ++(sure ? sums.surely : sums.perhaps);
        for (std::size_t c = 0; c < 3; ++c) {
            const Real low = v[c] - errors[c], high = v[c] + errors[c];
            sums.of[c].add(sure ? low : std::min(low, Real{0}), sure ? high : std::max(high, Real{0}));
            sums.size[c] += std::fabs(v[c]) + errors[c];
        }
    }

    const Bounded& src_;
    const Counted& counted_;
    double threshold_;
    bool doubles_;
};

}  // namespace

NormalizedBounds bounded_grayworld(const Bounded& src, const Bounded* mask, const NormalizeCall& call) {
    const ImageFormat& format = src.format();
    Counted counted = call.options.counted;
    if (mask != nullptr) counted.mask = mask->expected.view();
    Normalized normalized = grayworld(src.expected.view(), call.saturation_threshold, counted);
    if (format.colors() == 1) return {src, false, true};
    const bool certain =
        (mask == nullptr || zero_is_certain(*mask)) &&
        (counted.alpha != AlphaRule::visible || !format.has_alpha() || zero_is_certain(src, 3));
    NormalizedBounds result{exactly(std::move(normalized.image)), !normalized.untouched.empty(),
                            certain && src.exact};
    const Grayworld grayworld(src, counted, call.saturation_threshold);
    std::vector<std::array<std::optional<Interval>, 3>> gains(format.layers);
    for (std::size_t layer = 0; certain && layer < format.layers; ++layer)
        gains[layer] = grayworld.gains(layer);
    widen(result.image, [&](const SamplePlace& p) -> Tolerance {
        if (p.channel == 3) return {0, distance(src, p)};
        return grayworld.tolerance(p, gains[p.row / format.height][static_cast<std::size_t>(p.channel)]);
    });
    return result;
}

}  // namespace sluice::reference
