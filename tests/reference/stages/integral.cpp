// A device adds in double, in an order of its own: sums of whole numbers are exact below 2^53, others may be
// off by as much as all additions that come together in one of them.
#include "tests/reference/neighbours.hpp"
#include "tests/reference/params.hpp"
#include "tests/reference/stage.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace sluice::reference::stages {
namespace {

struct Total {
    Ends sum{0, 0, 0};
    Real size = 0;  // of what is finite, whatever its signs
    Real count = 0;
    bool finite = true, known = true;

    void add(const Ends& v) {
        known = known && v.known();
        finite = finite && v.finite();
        sum.expected += v.expected;
        sum.low += v.low;
        sum.high += v.high;
        if (v.finite()) size += std::max(std::fabs(v.low), std::fabs(v.high));
        ++count;
    }

    Ends ends(bool whole) const {
        constexpr Real most = std::numeric_limits<double>::max(), least = std::numeric_limits<double>::min();
        if (!known) return {sum.expected, unknown.low, unknown.high};
        if (std::isnan(sum.expected)) return {sum.expected, sum.expected, sum.expected};
        // What is finite may add up to infinity on the way.
        if (size > most / 4) return {sum.expected, unknown.low, unknown.high};
        if (!finite) return {sum.expected, sum.expected, sum.expected};
        if (whole && size <= std::ldexp(Real{1}, 53)) return sum;
        const Real off_by = count * (std::ldexp(size, -53) + least);
        return {sum.expected, sum.low - off_by, sum.high + off_by};
    }
};

Total total_of(const Bounded& image, const SamplePlace& p) {
    Total total;
    for (std::size_t row = p.row - p.row % image.format().height; row <= p.row; ++row)
        for (std::size_t x = 0; x <= p.x; ++x) total.add(ends_of(image, {x, row, p.channel}));
    return total;
}

Bounded sums(const StageCall& call) {
    const Bounded& src = call.image();
    ImageFormat dst = src.format();
    dst.white = dst.white_value();
    dst.space = Space::data;
    dst.pixel = named<Pixel>(call.values, "pixel").value();
    const bool whole = is_integer(src.format().pixel);
    Bounded result = exactly(HostImage(dst));
    for_each_sample(dst, [&](const SamplePlace& p) {
        Ends v = total_of(src, p).ends(whole);
        if (std::isnan(v.expected) && v.known()) v.low = v.high = v.expected;
        const auto set = [&](HostImage& image, Real to) {
            set_value(image.view(), p.x, p.row, p.channel, stored(to, dst.pixel));
        };
        set(result.expected, v.expected);
        set(result.low, v.low);
        set(result.high, v.high);
        if (at(result.low, p) < at(result.high, p)) result.exact = false;
    });
    return result;
}

}  // namespace

StageReference integral() {
    return {.image = [](const StageCall& call) -> StageResult { return {sums(call)}; }};
}

}  // namespace sluice::reference::stages
