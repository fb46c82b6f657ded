// v + amount * (v - blurred) where |v - blurred| is more than threshold * white, else v. The blur is that of
// gaussian, with colours weighed by alpha, and not rounded.
#include "tests/reference/neighbours.hpp"
#include "tests/reference/params.hpp"
#include "tests/reference/stage.hpp"
#include "tests/reference/stages/gaussian.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace sluice::reference::stages {
namespace {

struct Sharpening {
    Real amount, threshold;  // code values
    Real epsilon, most;      // of the device's numbers

    Real of(Real v, Real blurred) const {
        return std::fabs(v - blurred) > threshold ? v + amount * (v - blurred) : v;
    }

    // It rises with v where it does not fall back to v, and falls with what is blurred.
    Ends of(const Ends& v, const Ends& blurred) const {
        const Real expected = of(v.expected, blurred.expected);
        if (std::isnan(blurred.low) && blurred.certain()) return v;  // no difference is more than any number
        const Real size =
            std::max({std::fabs(v.low), std::fabs(v.high), std::fabs(blurred.low), std::fabs(blurred.high)});
        if (!std::isfinite(size)) {
            if (v.certain() && blurred.certain()) return {expected, expected, expected};
            return {expected, -infinity, infinity};
        }
        const Real reach = (1 + 2 * amount) * size;
        if (reach > most / 8) return {expected, -infinity, infinity};
        const Real slack = 8 * epsilon * reach;
        const Real least = v.low - blurred.high, greatest = v.high - blurred.low;  // of the difference
        Ends result{expected, infinity, -infinity};
        const auto add = [&](Real low, Real high) {
            result.low = std::min(result.low, low);
            result.high = std::max(result.high, high);
        };
        if (greatest + slack > threshold || least - slack < -threshold)
            add(v.low + amount * least - slack, v.high + amount * greatest + slack);
        if (least - slack <= threshold && greatest + slack >= -threshold) add(v.low, v.high);
        return result;
    }
};

}  // namespace

StageReference unsharp() {
    return {.image = [](const StageCall& call) -> StageResult {
        const Bounded& src = call.image();
        const ImageFormat& format = src.format();
        ImageFormat real = format;
        real.pixel = real_of(format.pixel);
        real.white = format.white_value();
        const std::vector<double> sigma = numbers_of(call.values, "sigma").value();
        Beside outside = nothing_beside(format);
        outside.rule = "clamp";
        const Bounded blurred = weighed(src, real, gaussian_axis(format.width, sigma.front(), 4),
                                        gaussian_axis(format.height, sigma.back(), 4), outside, true);
        const bool doubles = real.pixel == Pixel::f64;
        const Sharpening sharpening{
            call.real(call.number("amount")),
            call.real(call.real(call.number("threshold")) * format.white_value()),
            std::ldexp(Real{1}, doubles ? -53 : -24),
            doubles ? std::numeric_limits<double>::max() : std::numeric_limits<float>::max()};
        Bounded dst = src;
        for_each_sample(format, [&](const SamplePlace& p) {
            if (format.has_alpha() && p.channel == format.colors()) return;
            const Ends v = sharpening.of(ends_of(src, p), ends_of(blurred, p));
            const auto set = [&](HostImage& image, Real to) {
                set_value(image.view(), p.x, p.row, p.channel, stored(to, format.pixel));
            };
            set(dst.expected, v.expected);
            set(dst.low, v.low);
            set(dst.high, v.high);
            if (!(at(dst.low, p) == at(dst.high, p))) dst.exact = false;
        });
        return {dst};
    }};
}

}  // namespace sluice::reference::stages
