// Weights by place and by likeness; a device's exp is off by some of its last digits. Of an image that may be
// another nothing more is known than that it is a mean.
#include "tests/reference/neighbours.hpp"
#include "tests/reference/params.hpp"
#include "tests/reference/stage.hpp"

#include <algorithm>

namespace sluice::reference::stages {
namespace {

class Smoothing {
public:
    explicit Smoothing(const StageCall& call)
        : src_(call.image()), format_(src_.format()), outside_(beside_of(call.values, format_)) {
        const auto radius = static_cast<std::int64_t>(call.number("radius"));
        const Real space = call.number("sigma_space");
        color_ = call.number("sigma_color") * format_.white_value();
        for (const auto& [dx, dy] : rectangle(radius, radius))
            if (const auto square = static_cast<Real>(dx * dx + dy * dy);
                dx * dx + dy * dy <= radius * radius)
                weights_.push_back({{dx, dy}, static_cast<double>(std::exp(-square / (2 * space * space)))});
        if (real_of(format_.pixel) == Pixel::f64) return;
        for (double& v : outside_.color) v = static_cast<float>(v);
    }

    Ends at(const SamplePlace& p) const {
        const auto colors = static_cast<std::size_t>(format_.colors());
        const auto own = pixel(p, {0, 0});
        const Ends& v = own.at(static_cast<std::size_t>(p.channel));
        Ends result = v;
        Real sum = 0, all = 0, size = std::fabs(v.expected), most = 0;
        bool exact = true;
        for (const Weight& w : weights_) {
            const auto other = pixel(p, w.at);
            Real apart = 0;
            for (std::size_t c = 0; c < colors; ++c) {
                exact = exact && own[c].low == own[c].high && other[c].low == other[c].high;
                apart += std::fabs(other[c].expected - own[c].expected);
            }
            const Ends& taken = other[static_cast<std::size_t>(p.channel)];
            if (std::isfinite(taken.expected)) {
                result.low = std::min(result.low, taken.low);
                result.high = std::max(result.high, taken.high);
                size = std::max(size, std::fabs(taken.expected));
            }
            most = std::max(most, std::isfinite(apart) ? apart : 0);
            if (!std::isfinite(apart)) continue;
            const Real weight = w.weight * std::exp(-apart * apart / (2 * color_ * color_));
            sum += weight * (taken.expected - v.expected);
            all += weight;
        }
        const bool doubles = real_of(format_.pixel) == Pixel::f64;
        const Real largest = doubles ? std::numeric_limits<double>::max() : std::numeric_limits<float>::max();
        result.expected = all > 0 ? v.expected + sum / all : v.expected;
        bool known = v.known();
        for (const Ends& c : own) known = known && (exact || c.finite());
        if (!known || most > largest / 16 || size > largest / 16)
            return {result.expected, unknown.low, unknown.high};
        if (!(all > 0)) return v;
        const Real off_by = std::ldexp(size * static_cast<Real>(weights_.size() + 64), doubles ? -53 : -24);
        if (exact) result.low = result.high = result.expected;
        return {result.expected, result.low - off_by, result.high + off_by};
    }

private:
    std::vector<Ends> pixel(const SamplePlace& p, const Neighbour& beside) const {
        const std::size_t y = p.row % format_.height;
        const std::int64_t column = stands_for(static_cast<std::int64_t>(p.x) + beside.dx,
                                               static_cast<std::int64_t>(format_.width), outside_.rule);
        const std::int64_t row = stands_for(static_cast<std::int64_t>(y) + beside.dy,
                                            static_cast<std::int64_t>(format_.height), outside_.rule);
        std::vector<Ends> colors;
        for (int c = 0; c < format_.colors(); ++c) {
            const Real constant = outside_.color[static_cast<std::size_t>(c)];
            colors.push_back(column < 0 || row < 0
                                 ? Ends{constant, constant, constant}
                                 : ends_of(src_, {static_cast<std::size_t>(column),
                                                  p.row - y + static_cast<std::size_t>(row), c}));
        }
        return colors;
    }

    const Bounded& src_;
    const ImageFormat& format_;
    Beside outside_;
    Real color_ = 1;
    std::vector<Weight> weights_;
};

}  // namespace

StageReference bilateral() {
    return {.image = [](const StageCall& call) -> StageResult {
        const Smoothing smoothing(call);
        return {of_ends(call.image(), call.image().format(),
                        [&](const SamplePlace& p) { return smoothing.at(p); })};
    }};
}

}  // namespace sluice::reference::stages
