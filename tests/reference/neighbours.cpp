#include "tests/reference/neighbours.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

namespace sluice::reference {
namespace {

// Which column (or row) stands for each that lies up to `reach` away from one; -1: the constant.
class Places {
public:
    Places(std::size_t size, std::int64_t reach, const std::string& rule) : reach_(reach) {
        for (std::int64_t i = -reach; i < static_cast<std::int64_t>(size) + reach; ++i)
            places_.push_back(stands_for(i, static_cast<std::int64_t>(size), rule));
    }
    std::int64_t operator()(std::size_t i, std::int64_t d) const {
        return places_[static_cast<std::size_t>(static_cast<std::int64_t>(i) + d + reach_)];
    }

private:
    std::int64_t reach_;
    std::vector<std::int64_t> places_;
};

bool is_alpha(const ImageFormat& format, const SamplePlace& p) {
    return format.has_alpha() && p.channel == format.colors();
}

HostImage gathered(const ConstHostView& src, const Neighbourhood& neighbours, const Beside& outside,
                   const OfNeighbours& function) {
    const ImageFormat& format = src.format;
    std::int64_t across = 0, down = 0;
    for (const auto& [dx, dy] : neighbours) {
        across = std::max(across, std::abs(dx));
        down = std::max(down, std::abs(dy));
    }
    const Places columns(format.width, across, outside.rule), rows(format.height, down, outside.rule);
    HostImage image(format);
    std::vector<Real> values;
    for_each_sample(format, [&](const SamplePlace& p) {
        Real result = value(src, p.x, p.row, p.channel);
        if (!is_alpha(format, p)) {
            const std::size_t y = p.row % format.height, top = p.row - y;
            values.clear();
            for (const auto& [dx, dy] : neighbours) {
                const std::int64_t column = columns(p.x, dx), row = rows(y, dy);
                values.push_back(column < 0 || row < 0
                                     ? outside.color.at(static_cast<std::size_t>(p.channel))
                                     : value(src, static_cast<std::size_t>(column),
                                             top + static_cast<std::size_t>(row), p.channel));
            }
            result = function(values);
        }
        set_value(image.view(), p.x, p.row, p.channel, stored(result, format.pixel));
    });
    return image;
}

}  // namespace

Neighbourhood rectangle(std::int64_t across, std::int64_t down) {
    Neighbourhood all;
    for (std::int64_t dy = -down; dy <= down; ++dy)
        for (std::int64_t dx = -across; dx <= across; ++dx) all.push_back({dx, dy});
    return all;
}

Bounded of_neighbours(const Bounded& src, const Neighbourhood& neighbours, const Beside& outside,
                      const OfNeighbours& function) {
    return monotone(
        src, [&](const ConstHostView& image) { return gathered(image, neighbours, outside, function); });
}

Ends ends_of(const Bounded& image, const SamplePlace& p) {
    return {at(image.expected, p), at(image.low, p), at(image.high, p)};
}

Bounded of_ends(const Bounded& src, const ImageFormat& dst,
                const std::function<Ends(const SamplePlace&)>& ends) {
    Bounded result{HostImage(dst), HostImage(dst), HostImage(dst), src.exact};
    for_each_sample(dst, [&](const SamplePlace& p) {
        Ends v = is_alpha(dst, p) ? ends_of(src, p) : ends(p);
        const auto set = [&](HostImage& image, Real to) {
            set_value(image.view(), p.x, p.row, p.channel, stored(to, dst.pixel));
        };
        if (std::isnan(v.expected) && v.known()) v = {v.expected, v.expected, v.expected};
        set(result.expected, v.expected);
        set(result.low, v.low);
        set(result.high, v.high);
        if (!v.known() && is_integer(dst.pixel)) {  // of NaN, 0 is all there is
            set(result.low, lowest(dst.pixel));
            set(result.high, highest(dst.pixel));
        }
        if (at(result.low, p) < at(result.high, p)) result.exact = false;
    });
    return result;
}

Sums::Sums(const Bounded& src, std::vector<Weight> weights, Beside outside)
    : src_(src), weights_(std::move(weights)), outside_(std::move(outside)) {
    if (real_of(src.format().pixel) == Pixel::f64) return;
    for (double& v : outside_.color) v = static_cast<float>(v);  // as a device is given it
}

Ends Sums::at(const SamplePlace& p) const {
    const ImageFormat& format = src_.format();
    const bool doubles = real_of(format.pixel) == Pixel::f64;
    const Real most = doubles ? std::numeric_limits<double>::max() : std::numeric_limits<float>::max();
    const std::size_t y = p.row % format.height, top = p.row - y;
    Ends sum{0, 0, 0};
    Real size = 0;
    bool finite = true, known = true;
    for (const auto& [neighbour, weight] : weights_) {
        const std::int64_t column = stands_for(static_cast<std::int64_t>(p.x) + neighbour.dx,
                                               static_cast<std::int64_t>(format.width), outside_.rule);
        const std::int64_t row = stands_for(static_cast<std::int64_t>(y) + neighbour.dy,
                                            static_cast<std::int64_t>(format.height), outside_.rule);
        Ends v{};
        if (column < 0 || row < 0)
            v.expected = v.low = v.high = outside_.color.at(static_cast<std::size_t>(p.channel));
        else
            v = ends_of(src_,
                        {static_cast<std::size_t>(column), top + static_cast<std::size_t>(row), p.channel});
        known = known && v.known();
        finite = finite && v.finite();
        sum.expected += weight * v.expected;
        sum.low += weight * (weight > 0 ? v.low : v.high);
        sum.high += weight * (weight > 0 ? v.high : v.low);
        if (v.finite()) size += std::fabs(weight) * std::max(std::fabs(v.low), std::fabs(v.high));
    }
    if (!known) return {sum.expected, unknown.low, unknown.high};
    if (std::isnan(sum.expected)) return {sum.expected, sum.expected, sum.expected};
    // What is finite may add up to infinity on the way, and so to no number beside the other infinity.
    if (size > most / 4) return {sum.expected, unknown.low, unknown.high};
    if (!finite) return {sum.expected, sum.expected, sum.expected};
    const auto is_whole = [](double v) { return v == std::nearbyint(v); };
    const bool whole =
        is_integer(format.pixel) && size < std::ldexp(Real{1}, doubles ? 53 : 24) &&
        std::all_of(outside_.color.begin(), outside_.color.end(), is_whole) &&
        std::all_of(weights_.begin(), weights_.end(), [&](const Weight& w) { return is_whole(w.weight); });
    if (whole) return sum;
    const Real least = doubles ? std::numeric_limits<double>::min() : std::numeric_limits<float>::min();
    const Real off_by =
        static_cast<Real>(weights_.size() + 4) * (size * std::ldexp(Real{1}, doubles ? -53 : -24) + least);
    return {sum.expected, sum.low - off_by, sum.high + off_by};
}

Bounded difference(const Bounded& a, const Bounded& b) {
    const ImageFormat& format = a.format();
    Bounded dst = a;
    dst.exact = a.exact && b.exact;
    // A double, as long as the numbers are: rounding twice is not rounding once.
    const auto less = [&](double from, double other) { return stored(from - other, format.pixel); };
    for_each_sample(format, [&](const SamplePlace& p) {
        if (is_alpha(format, p)) return;
        set_value(dst.expected.view(), p.x, p.row, p.channel, less(at(a.expected, p), at(b.expected, p)));
        span(dst, p, less(at(a.low, p), at(b.high, p)), less(at(a.high, p), at(b.low, p)));
    });
    return dst;
}

}  // namespace sluice::reference
