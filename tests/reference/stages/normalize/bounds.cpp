#include "tests/reference/stages/normalize/bounds.hpp"

#include "tests/reference/equalize.hpp"
#include "tests/reference/pixels.hpp"
#include "tests/reference/stages/convert.hpp"
#include "tests/reference/stages/normalize/grayworld.hpp"
#include "tests/reference/statistics.hpp"
#include "tests/reference/stretch_image.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace sluice::reference {
namespace {

double epsilon_of(const ImageFormat& a, const ImageFormat& b) {
    const bool doubles = real_of(a.pixel) == Pixel::f64 || real_of(b.pixel) == Pixel::f64;
    return std::ldexp(1.0, doubles ? -52 : -23);
}

// With the mean and the deviation of a preset, in code values.
StandardizeOptions standardizing(const NormalizeCall& call, const ImageFormat& src) {
    StandardizeOptions options = call.standardize;
    if (call.preset == "inception") options.mean = options.std = {0.5};
    if (call.preset == "imagenet") {
        options.mean = {0.485, 0.456, 0.406};
        options.std = {0.229, 0.224, 0.225};
    }
    if (call.preset == "inception" || call.preset == "imagenet")
        for (auto* numbers : {&options.mean, &options.std})
            for (double& number : *numbers) number *= src.white_value();
    return options;
}

// A group of one layer: how uncertain its samples are, how large, and what was counted.
struct GroupFacts {
    double error = 0;                           // of a sample; infinite when one may be finite or not
    double largest = 0;                         // |v| of the finite samples
    double least = infinity, most = -infinity;  // of these
    double lo = 0, hi = 0;
    std::size_t counted = 0;
    double mean = 0, variance = 0;
};

struct ChannelBound {
    double error;   // how far from what is expected its samples may be
    bool constant;  // one value was counted, so that the stretch is none
};

class Bounding {
public:
    Bounding(const Bounded& src, const Bounded* mask, const NormalizeCall& call, NormalizeOptions options,
             const ImageFormat& dst)
        : src_(src),
          call_(call),
          options_(std::move(options)),
          dst_(dst),
          epsilon_(epsilon_of(src.format(), dst)) {
        if (mask != nullptr) certain_ = zero_is_certain(*mask);
        if (options_.counted.alpha == AlphaRule::visible && src.format().has_alpha())
            certain_ = certain_ && zero_is_certain(src, src.format().colors());
    }

    bool certain() const { return certain_; }

    // Of every layer and channel of the result.
    std::vector<std::vector<ChannelBound>> bounds() const {
        std::vector<std::vector<ChannelBound>> all;
        for (std::size_t layer = 0; layer < src_.format().layers; ++layer) {
            std::vector<ChannelBound> channels;
            for (int c = 0; c < src_.format().channels; ++c) channels.push_back({kept(layer, c), false});
            const std::vector<ChannelGroup> all_groups = groups(options_.group);
            for (std::size_t i = 0; i < all_groups.size(); ++i) {
                const ChannelBound bound =
                    certain_ ? bound_of(layer, all_groups[i], i) : ChannelBound{infinity, false};
                for (const int c : all_groups[i].channels) channels[static_cast<std::size_t>(c)] = bound;
            }
            all.push_back(std::move(channels));
        }
        return all;
    }

private:
    std::vector<ChannelGroup> groups(Grouping grouping) const {
        const bool include = options_.counted.alpha == AlphaRule::include;
        return reference::groups(src_.format(), grouping, include ? AlphaRule::include : AlphaRule::exclude);
    }

    double units() const { return static_cast<double>(in_output_units(1, src_.format(), dst_)); }

    double kept(std::size_t layer, int channel) const {
        const GroupFacts g = facts(layer, {"", {channel}});
        if (src_.format().pixel == dst_.pixel) return g.error;
        const bool exact = is_integer(src_.format().pixel) && is_integer(dst_.pixel);
        return units() * g.error + (exact ? 0 : 2 * epsilon_ * units() * g.largest);
    }

    GroupFacts facts(std::size_t layer, const ChannelGroup& group) const {
        GroupFacts g;
        for (std::size_t y = 0; y < src_.format().height; ++y)
            for (std::size_t x = 0; x < src_.format().width; ++x)
                for (const int c : group.channels) {
                    const SamplePlace p{x, layer * src_.format().height + y, c};
                    g.error = std::max(g.error, distance(src_, p));
                    const double v = at(src_.expected, p);
                    if (!std::isfinite(v)) continue;
                    g.largest = std::max(g.largest, std::fabs(v));
                    g.least = std::min(g.least, v);
                    g.most = std::max(g.most, v);
                }
        const std::vector<Real> sorted = sorted_values(src_.expected.view(), layer, group, options_.counted);
        g.counted = sorted.size();
        if (sorted.empty()) return g;
        g.lo = static_cast<double>(sorted.front());
        g.hi = static_cast<double>(sorted.back());
        for (const Real v : sorted) g.mean += static_cast<double>(v) / static_cast<double>(g.counted);
        for (const Real v : sorted)
            g.variance += std::pow(static_cast<double>(v) - g.mean, 2) / static_cast<double>(g.counted);
        if (call_.mode == "percentile") {
            g.lo = static_cast<double>(low_percentile(sorted, call_.low));
            g.hi = static_cast<double>(high_percentile(sorted, call_.high));
            if (is_constant({g.lo, g.hi},
                            src_.format().pixel)) {  // then it matters how they are rounded
                g.lo = static_cast<double>(sorted.front());
                g.hi = static_cast<double>(sorted.back());
                if (g.error > 0 || group.luma) g.error = infinity;
            }
        }
        if (group.luma) g.error += 4 * epsilon_ * g.largest;
        return g;
    }

    ChannelBound bound_of(std::size_t layer, const ChannelGroup& group, std::size_t index) const {
        const GroupFacts g = facts(layer, group);
        if (!std::isfinite(g.error)) return {infinity, false};
        if (call_.mode == "equalize" || call_.mode == "clahe")
            return {g.error > 0 ? infinity : group.luma ? 1 : 0, false};
        if (call_.mode == "standardize") return {of_standardize(g, index), false};
        return of_stretch(layer, group, g);
    }

    struct UncertainRange {
        double lo, hi, moved;  // how far both may be moved
    };
    UncertainRange range_of(std::size_t layer, const ChannelGroup& group, const GroupFacts& g) const {
        if (const auto given = options_.given_range(group)) {
            const auto [lo, hi] = *given;
            const bool whole = lo == std::nearbyint(lo) && hi == std::nearbyint(hi);
            const bool exact = (is_integer(src_.format().pixel) && whole) || lo == hi;
            return {lo, hi, exact ? 0 : epsilon_ * std::max(std::fabs(lo), std::fabs(hi))};
        }
        if (options_.group != Grouping::channel || options_.independence == 1) return {g.lo, g.hi, g.error};
        const GroupFacts joint = facts(layer, groups(Grouping::joint).front());
        const auto mix = [i = options_.independence](double x, double y) { return i * x + (1 - i) * y; };
        return {mix(g.lo, joint.lo), mix(g.hi, joint.hi),
                std::max(g.error, joint.error) + 4 * epsilon_ * joint.largest};
    }

    ChannelBound of_stretch(std::size_t layer, const ChannelGroup& group, const GroupFacts& g) const {
        if (is_exact() && g.error == 0) return {0, false};
        if (!options_.range_is_given() && g.counted == 0)
            return {units() * (g.error + 2 * epsilon_ * g.largest), true};
        const Real a = options_.out ? (*options_.out)[0] : dst_.range_low();
        const Real b = options_.out ? (*options_.out)[1] : dst_.range_high();
        const Real most = std::max(std::fabs(a), std::fabs(b));
        const Real luma = group.luma ? units() * (2 * g.error + 4 * epsilon_ * g.largest) : 0;
        const auto [lo, hi, moved] = range_of(layer, group, g);  // which may be more than a double holds
        const Real range = Real{hi} - lo;
        const bool one_value = !options_.range_is_given() && g.counted == 1 && options_.independence == 1;
        if (one_value || (range == 0 && moved == 0))
            return {static_cast<double>(luma + units() * g.error +
                                        4 * epsilon_ * std::max(most, Real{units()} * g.largest)),
                    true};
        if (range <= 4 * moved) return {infinity, false};

        const Real s = options_.strength, slope = s * std::fabs(b - a) / (range - 2 * moved);
        const Real ends = std::max(std::fabs(lo), std::fabs(hi));
        const Real reach = options_.clamp ? 1 : std::max(Real{1}, (g.largest + ends) / range);
        const Real carried =
            slope * (g.error + moved + reach * 2 * moved) + (1 - s) * units() * (g.error + 2 * moved) + luma;
        Real size = most + units() * (s < 1 || group.luma ? 2 * std::max<Real>(g.largest, ends) : 0);
        if (!options_.clamp) size += reach * std::fabs(b - a);
        // What lies beyond the ends may be infinite on the way.
        const bool beyond = !options_.clamp && (g.least < lo + moved || g.most > hi - moved);
        const Real top =
            epsilon_ < 1e-10 ? std::numeric_limits<double>::max() : std::numeric_limits<float>::max();
        if (beyond && std::max(size, g.largest + ends) > top / 4) return {infinity, false};
        const Real far = epsilon_ < 1e-10 ? 1e307L : 1e37L;
        const bool coarse = range > far || range < 1 / far;  // the slope is a subnormal number, or nearly
        return {static_cast<double>(carried + (coarse ? 64 : 4) * epsilon_ * size), false};
    }

    // Integers to integers along a line through integers.
    bool is_exact() const {
        const bool luma = options_.group == Grouping::luma && src_.format().colors() == 3;
        return is_integer(src_.format().pixel) && is_integer(dst_.pixel) && !luma && options_.strength == 1 &&
               !call_.smooths &&
               (options_.independence == 1 || options_.group != Grouping::channel ||
                options_.range_is_given());
    }

    double of_standardize(const GroupFacts& g, std::size_t index) const {
        const StandardizeOptions o = standardizing(call_, src_.format());
        const auto given = [&](const std::vector<double>& list) {
            return list.size() == 1 ? list[0] : list.at(index);
        };
        const double mean = o.mean.empty() ? g.mean : given(o.mean);
        double variance = o.std.empty() ? g.variance + std::pow(mean - g.mean, 2) : std::pow(given(o.std), 2);
        if (o.std.empty() && o.ddof > 0 && g.counted > static_cast<std::size_t>(o.ddof))
            variance *= static_cast<double>(g.counted) /
                        static_cast<double>(g.counted - static_cast<std::size_t>(o.ddof));
        if (o.std.empty() && g.counted <= static_cast<std::size_t>(o.ddof)) variance = 0;
        if (g.counted == 0 && (o.mean.empty() || o.std.empty()))
            return units() * (g.error + 2 * epsilon_ * g.largest);
        const double deviation = std::sqrt(variance + o.epsilon);
        const double moved = o.std.empty() ? 2 * g.error : 0;  // of the deviation
        const double size = std::fabs(o.shift) + std::fabs(o.scale);
        if (!std::isfinite(g.largest * g.largest * static_cast<double>(g.counted)))
            return infinity;  // squares
        if (deviation == 0 && (g.error == 0 || g.counted == 1)) return 4 * epsilon_ * size;
        if (deviation <= 2 * moved) return infinity;
        const double slope = std::fabs(o.scale) / (deviation - moved);
        const double reach = (g.largest + std::fabs(mean)) / deviation;
        return slope * ((o.mean.empty() ? 2 : 1) * g.error + reach * moved) +
               2e-6 * std::fabs(o.scale) * reach + 4 * epsilon_ * size;
    }

    const Bounded& src_;
    const NormalizeCall& call_;
    NormalizeOptions options_;
    ImageFormat dst_;
    double epsilon_;
    bool certain_ = true;
};

Normalized expected(const Bounded& src, const NormalizeCall& call, const NormalizeOptions& options) {
    const ConstHostView image = src.expected.view();
    if (call.mode == "percentile") return percentile(image, call.low, call.high, options);
    if (call.mode == "equalize") return equalize(image, {options.group, options.counted});
    if (call.mode == "clahe") return clahe(image, call.clahe);
    if (call.mode == "minmax") return minmax(image, options);
    StandardizeOptions standardize = standardizing(call, src.format());
    standardize.group = options.group;
    standardize.counted = options.counted;
    standardize.pixel = options.pixel;
    return reference::standardize(image, standardize);
}

using ChannelBounds = std::vector<std::vector<ChannelBound>>;

// Of a group at least: squares of its values may be beyond the range of numbers, which is warned of.
bool knows_nothing(const ChannelBounds& bounds) {
    return std::any_of(bounds.begin(), bounds.end(), [](const std::vector<ChannelBound>& channels) {
        return std::any_of(channels.begin(), channels.end(),
                           [](const ChannelBound& bound) { return bound.error == infinity; });
    });
}

void widen_by(Bounded& image, const ChannelBounds& bounds) {
    const ImageFormat format = image.format();
    const auto error_at = [&](const SamplePlace& p) {
        return bounds[p.row / format.height][static_cast<std::size_t>(p.channel)].error;
    };
    widen(image, [&](const SamplePlace& p) -> Tolerance {
        const double error = error_at(p);
        return {0, is_integer(format.pixel) && error > 0 ? std::floor(error) + 1 : error};
    });
    if (!is_integer(format.pixel))  // the sink's rounding
        widen(image, [&](const SamplePlace& p) -> Tolerance { return {error_at(p) > 0 ? 1.0 : 0.0, 0}; });
}

// By way of the space where the stretch happens, as reals. A constant group stays where it is. Signed
// integers are not rescaled when they are converted, so that the reals have their white.
void widen_through(Bounded& image, const Bounded& src, const Bounded* mask, const NormalizeCall& call,
                   NormalizeOptions options) {
    const Curve curve = curve_into(options.space, src.format()).value();
    ImageFormat there = src.format();
    there.pixel = real_of(real_of(there.pixel) == Pixel::f64 ? there.pixel : image.format().pixel);
    there.white = is_signed_integer(src.format().pixel) ? src.format().white_value() : 1;
    there.space = *options.space;
    const Bounded work = bounded_convert(src, there);
    const auto bend = [&](std::array<double, 2>& ends, const ImageFormat& format) {
        for (double& v : ends) v = static_cast<double>(curve.to(v / format.white_value())) * there.white;
    };
    if (options.in) bend(*options.in, src.format());
    for (std::array<double, 2>& ends : options.in_each) bend(ends, src.format());
    if (!options.out) options.out = {image.format().range_low(), image.format().range_high()};
    bend(*options.out, image.format());
    options.space.reset();
    options.pixel.reset();

    Bounded stretched = exactly(expected(work, call, options).image);
    const ChannelBounds bounds = Bounding(work, mask, call, options, there).bounds();
    widen_by(stretched, bounds);
    if (is_signed_integer(image.format().pixel)) {
        ImageFormat as_result = there;
        as_result.white = image.format().white_value();
        stretched = bounded_convert(stretched, as_result);
    }
    Bounded back = bounded_convert(stretched, image.format());
    const double step = is_integer(image.format().pixel) ? 1 : std::ldexp(image.format().white_value(), -19);
    for_each_sample(image.format(), [&](const SamplePlace& p) {
        const ChannelBound& bound = bounds[p.row / there.height][static_cast<std::size_t>(p.channel)];
        if (bound.constant) pin(back, p, at(image.expected, p));
    });
    unite(image, back);
    widen(image, {image.format().pixel == Pixel::f16 ? 1.0 : 0.0, step});
}

}  // namespace

NormalizedBounds bounded_normalize(const Bounded& src, const Bounded* mask, const NormalizeCall& call) {
    if (call.mode == "grayworld") return bounded_grayworld(src, mask, call);
    NormalizeOptions options = call.options;
    if (mask != nullptr) options.counted.mask = mask->expected.view();
    Normalized normalized = expected(src, call, options);
    NormalizedBounds result{exactly(std::move(normalized.image)), normalized.warns(), true};
    const bool stretches = call.mode == "minmax" || call.mode == "percentile";
    if (stretches && curve_into(options.space, src.format())) {
        widen_through(result.image, src, mask, call, options);
        result.counts_surely = src.exact && (mask == nullptr || mask->exact);
        return result;
    }
    const Bounding bounding(src, mask, call, options, result.image.format());
    const ChannelBounds bounds = bounding.bounds();
    result.counts_surely =
        bounding.certain() && src.exact && !(call.mode == "standardize" && knows_nothing(bounds));
    widen_by(result.image, bounds);
    return result;
}

}  // namespace sluice::reference
