#include "tests/reference/stages/normalize/lifted.hpp"

#include "tests/reference/pixels.hpp"
#include "tests/reference/stretch_image.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace sluice::reference {
namespace {

// The image on the line to these ends, as real numbers; constant groups are 0.
NormalizedBounds on_line(const Bounded& src, const Bounded* mask, NormalizeCall call, double low,
                         double high) {
    call.options.out = {low, high};
    call.options.strength = 1;
    call.options.constant = ConstantRule::zero;
    call.options.pixel = Pixel::f64;
    return bounded_normalize(src, mask, call);
}

class Lifting {
public:
    Lifting(const Bounded& src, const NormalizeCall& call, const Lift& lift, const ImageFormat& dst)
        : asinh_(lift.stretch == "asinh"),
          strength_(lift.strength.value_or(asinh_ ? 10 : 1000)),
          part_(call.options.strength),
          units_(in_output_units(1, src.format(), dst)),
          low_(call.options.out ? (*call.options.out)[0] : dst.range_low()),
          high_(call.options.out ? (*call.options.out)[1] : dst.range_high()) {}

    // From how far along the line a value lies, and the value before.
    Real operator()(Real t, Real own) const {
        const Real y = t == 1 ? high_ : low_ + (high_ - low_) * curve(t);
        return part_ == 1 ? y : part_ * y + (1 - part_) * own * units_;
    }
    // How much of the way a code value is at most, as the ends of the way are far from 0.
    Real steepness() const { return low_ == high_ ? 0 : 1 + largest() / std::fabs(high_ - low_); }
    Real largest() const { return std::max(std::fabs(low_), std::fabs(high_)); }
    // What a share of the value before is of: 1 less the strength has the digits of 1.
    Real whole(Real own) const { return part_ == 1 ? 0 : std::fabs(own * units_); }

private:
    Real curve(Real t) const {
        if (asinh_) return std::asinh(t * strength_) / std::asinh(strength_);
        return std::copysign(std::log1p(std::fabs(t) * strength_) / std::log1p(strength_), t);
    }

    bool asinh_;
    Real strength_, part_, units_, low_, high_;
};

}  // namespace

// A value that goes where the ends go is on a line: as far along two of them.
NormalizedBounds bounded_lift(const Bounded& src, const Bounded* mask, const NormalizeCall& call,
                              const Lift& lift) {
    NormalizeCall all = call;
    all.options.strength = 1;
    NormalizedBounds result = bounded_normalize(src, mask, all);
    const Real begin = 16.37L;  // a value that stays is at no place of both lines
    const NormalizedBounds one = on_line(src, mask, call, 5, 6),
                           two = on_line(src, mask, call, begin, begin + 2);
    const ImageFormat& dst = result.image.format();
    const Lifting lifted(src, call, lift, dst);
    const bool doubles = real_of(dst.pixel) == Pixel::f64 || real_of(src.format().pixel) == Pixel::f64;
    const Real off = std::ldexp(Real{1}, doubles ? -48 : -20);
    const bool include = call.options.counted.alpha == AlphaRule::include;
    const auto put = [&](HostImage& image, const SamplePlace& p, Real v) {
        set_value(image.view(), p.x, p.row, p.channel, stored(v, dst.pixel));
    };
    for_each_sample(dst, [&](const SamplePlace& p) {
        if (p.channel == dst.colors() && !include) return;
        const Real t = at(one.image.expected, p) - 5, other = (at(two.image.expected, p) - begin) / 2;
        const Real apart = distance(one.image, p), own = at(src.expected, p);
        const bool unknown = !src.exact || !std::isfinite(apart) || std::isinf(t);
        if (std::isnan(t) || (!unknown && std::fabs(t - other) > 1e-6L * std::max(Real{1}, std::fabs(t))))
            return;
        const Real y = lifted(t, own), e = off * lifted.steepness() * std::max(Real{1}, std::fabs(t)) + apart;
        const Real a = lifted(t - e, own), b = lifted(t + e, own);
        const Real more =
            off * std::max({lifted.largest(), lifted.whole(own), std::fabs(y), std::fabs(a), std::fabs(b)});
        put(result.image.expected, p, y);
        put(result.image.low, p, unknown ? -infinity : std::min(a, b) - more);
        put(result.image.high, p, unknown ? infinity : std::max(a, b) + more);
        result.image.exact = false;
    });
    return result;
}

}  // namespace sluice::reference
