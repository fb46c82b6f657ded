#include "tests/reference/weighed.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace sluice::reference {
namespace {

// A number that a device may have anywhere between two ends, not counting what it rounds, and how large what
// it was added up from is.
struct Span {
    Real expected = 0, low = 0, high = 0, size = 0;
    bool unknown = false;

    bool certain() const { return !unknown && low == high; }
    bool finite() const { return !unknown && std::isfinite(expected) && std::isfinite(size); }
};

Span exact(Real v) { return {v, v, v, std::fabs(v)}; }

Span sample_of(const Bounded& src, const SamplePlace& place) {
    Span v{at(src.expected, place), at(src.low, place), at(src.high, place)};
    v.unknown = v.low < v.high && std::isinf(v.high - v.low);
    v.size = std::max(std::fabs(v.low), std::fabs(v.high));
    return v;
}

Span product(const Span& v, const Span& alpha) {
    if (alpha.certain() && alpha.expected == 0) return {};  // whatever the colour is
    Span p{v.expected * alpha.expected, infinity, -infinity, v.size * alpha.size};
    p.unknown = v.unknown || alpha.unknown || (!v.finite() && alpha.low <= 0 && alpha.high >= 0);
    for (const Real a : {v.low, v.high})
        for (const Real b : {alpha.low, alpha.high}) {
            p.low = std::min(p.low, a * b);
            p.high = std::max(p.high, a * b);
        }
    if (!p.finite()) p.low = p.high = p.expected;
    return p;
}

// One channel of one layer.
struct Plane {
    std::int64_t width = 0, height = 0;
    std::vector<Span> spans{};

    Plane(std::int64_t w, std::int64_t h) : width(w), height(h), spans(static_cast<std::size_t>(w * h)) {}
    Span& at(std::int64_t x, std::int64_t y) { return spans[static_cast<std::size_t>(y * width + x)]; }
    const Span& at(std::int64_t x, std::int64_t y) const {
        return spans[static_cast<std::size_t>(y * width + x)];
    }
};

class Weighing {
public:
    Weighing(const Bounded& src, const ImageFormat& dst, const Beside& outside, bool by_alpha)
        : src_(src),
          outside_(outside),
          by_alpha_(by_alpha && src.format().has_alpha()),
          doubles_(real_of(src.format().pixel) == Pixel::f64),
          dst_{HostImage(dst), HostImage(dst), HostImage(dst), true} {}
    virtual ~Weighing() = default;

    Bounded run() {
        const ImageFormat& format = dst_.format();
        for (std::size_t layer = 0; layer < format.layers; ++layer) {
            const int alpha = format.has_alpha() ? format.colors() : -1;
            std::optional<Plane> opacity;
            if (by_alpha_) opacity = filtered(plane(layer, alpha), layer, alpha);
            for (int c = 0; c < format.channels; ++c) {
                if (by_alpha_ && c == alpha)
                    store(*opacity, layer, c);
                else if (by_alpha_)
                    store(divided(filtered(weighed_by_alpha(layer, c, alpha), layer, c), *opacity), layer, c);
                else
                    store(filtered(plane(layer, c), layer, c), layer, c);
            }
        }
        return std::move(dst_);
    }

protected:
    // A channel of a layer, with what a device rounds on the way.
    virtual Plane filtered(const Plane& src, std::size_t layer, int channel) const = 0;

    Plane plane(std::size_t layer, int channel) const {
        const ImageFormat& format = src_.format();
        Plane plane(static_cast<std::int64_t>(format.width), static_cast<std::int64_t>(format.height));
        for (std::size_t y = 0; y < format.height; ++y)
            for (std::size_t x = 0; x < format.width; ++x)
                plane.spans[y * format.width + x] = sample_of(src_, {x, layer * format.height + y, channel});
        return plane;
    }

    Plane weighed_by_alpha(std::size_t layer, int channel, int alpha) const {
        Plane colours = plane(layer, channel);
        const Plane opacity = plane(layer, alpha);
        for (std::size_t i = 0; i < colours.spans.size(); ++i)
            colours.spans[i] = product(colours.spans[i], opacity.spans[i]);
        return colours;
    }

    Span constant(int channel) const {
        const auto value = [&](int c) { return exact(outside_.color.at(static_cast<std::size_t>(c))); };
        const int colors = src_.format().colors();
        return by_alpha_ && channel < colors ? product(value(channel), value(colors)) : value(channel);
    }

    template <class Source>
    Span sum(const Window& window, const Source& source) const {
        const Real most = doubles_ ? std::numeric_limits<double>::max() : std::numeric_limits<float>::max();
        Span sum;
        for (std::size_t k = 0; k < window.weights.size(); ++k) {
            const Span v = source(window.first + static_cast<std::int64_t>(k));
            const Real weight = window.weights[k];
            if (!v.finite()) {
                if (v.unknown || std::fabs(weight) < 1e-6L) sum.unknown = true;
                sum.expected += weight * v.expected;
                continue;
            }
            if (v.size > most)
                sum.unknown = true;  // what alpha weighed may be infinite, however little it weighs
            sum.expected += weight * v.expected;
            // A weight of 0 is made of places, and may be somewhat more or less.
            const Real off_by = std::fabs(weight) < 1e-6L ? 1e-12L * v.size : 0;
            sum.low += weight * (weight > 0 ? v.low : v.high) - off_by;
            sum.high += weight * (weight > 0 ? v.high : v.low) + off_by;
            // Weights are differences of numbers about 1: of small ones in double as many digits are lost.
            sum.size +=
                (doubles_ ? std::max(Real{1}, std::fabs(weight)) : std::fabs(weight)) * v.size + off_by;
        }
        if (!sum.finite()) sum.low = sum.high = sum.expected;
        if (sum.size > most / 4) sum.unknown = true;  // a partial sum may be infinite
        return sum;
    }

    void widen(Span& v, std::size_t roundings) const {
        if (!v.finite() || v.size == 0) return;
        // Weights are doubles made from places, whose last digits are of the size of the image.
        if (doubles_) roundings += 4 * (src_.format().width + src_.format().height);
        const Real least = doubles_ ? std::numeric_limits<double>::min() : std::numeric_limits<float>::min();
        const Real by =
            static_cast<Real>(roundings) * (v.size * std::ldexp(Real{1}, doubles_ ? -53 : -24) + least);
        v.low -= by;
        v.high += by;
    }

    Plane divided(Plane colours, const Plane& opacity) const {
        for (std::size_t i = 0; i < colours.spans.size(); ++i) {
            Span& v = colours.spans[i];
            const Span& alpha = opacity.spans[i];
            if (alpha.unknown || std::isinf(alpha.expected)) {
                v.unknown = true;
            } else if (std::isnan(alpha.expected) || alpha.high <= 0) {
                v = {};
            } else if (alpha.low <= 0) {
                v.unknown = true;
            } else if (!v.finite()) {
                v.expected = v.expected / alpha.expected;
            } else {
                Span q{v.expected / alpha.expected, infinity, -infinity};
                for (const Real a : {v.low, v.high})
                    for (const Real b : {alpha.low, alpha.high}) {
                        q.low = std::min(q.low, a / b);
                        q.high = std::max(q.high, a / b);
                    }
                q.size = std::max(std::fabs(q.low), std::fabs(q.high));
                widen(q, 2);
                v = q;
            }
        }
        return colours;
    }

    void store(const Plane& plane, std::size_t layer, int channel) {
        const ImageFormat& format = dst_.format();
        const auto set = [&](HostImage& image, const SamplePlace& p, double v) {
            set_value(image.view(), p.x, p.row, p.channel, v);
        };
        const bool whole = is_integer(format.pixel);
        for (std::size_t y = 0; y < format.height; ++y)
            for (std::size_t x = 0; x < format.width; ++x) {
                const Span& v = plane.spans[y * format.width + x];
                const SamplePlace p{x, layer * format.height + y, channel};
                const Real expected = v.unknown && std::isnan(v.expected) ? 0 : v.expected;  // NaN is certain
                set(dst_.expected, p, stored(expected, format.pixel));
                const bool number = v.finite();
                set(dst_.low, p,
                    v.unknown ? (whole ? lowest(format.pixel) : -std::numeric_limits<double>::infinity())
                              : stored(number ? v.low : v.expected, format.pixel));
                set(dst_.high, p,
                    v.unknown ? (whole ? highest(format.pixel) : std::numeric_limits<double>::infinity())
                              : stored(number ? v.high : v.expected, format.pixel));
                if (v.unknown || at(dst_.low, p) < at(dst_.high, p)) dst_.exact = false;
            }
    }

    const Bounded& src_;
    const Beside& outside_;
    bool by_alpha_, doubles_;
    Bounded dst_;
};

class WeighedByAxes : public Weighing {
public:
    WeighedByAxes(const Bounded& src, const ImageFormat& dst, const Axis& columns, const Axis& rows,
                  const Beside& outside, bool by_alpha)
        : Weighing(src, dst, outside, by_alpha), columns_(columns), rows_(rows) {}

private:
    Plane filtered(const Plane& src, std::size_t, int channel) const override {
        const auto width = static_cast<std::int64_t>(columns_.size());
        const auto height = static_cast<std::int64_t>(rows_.size());
        Plane lines(width, src.height), dst(width, height);
        for (std::int64_t y = 0; y < src.height; ++y)
            for (std::int64_t x = 0; x < width; ++x)
                lines.at(x, y) = sum(columns_[static_cast<std::size_t>(x)], [&](std::int64_t i) {
                    const std::int64_t at = stands_for(i, src.width, outside_.rule);
                    return at < 0 ? constant(channel) : src.at(at, y);
                });
        for (std::int64_t x = 0; x < width; ++x) {
            const Span line = sum(columns_[static_cast<std::size_t>(x)],
                                  [&](std::int64_t) { return constant(channel); });  // outside
            for (std::int64_t y = 0; y < height; ++y) {
                dst.at(x, y) = sum(rows_[static_cast<std::size_t>(y)], [&](std::int64_t i) {
                    const std::int64_t at = stands_for(i, src.height, outside_.rule);
                    return at < 0 ? line : lines.at(x, at);
                });
                widen(dst.at(x, y), columns_[static_cast<std::size_t>(x)].weights.size() +
                                        rows_[static_cast<std::size_t>(y)].weights.size() + 8);
            }
        }
        return dst;
    }

    const Axis &columns_, &rows_;
};

class WeighedByPixel : public Weighing {
public:
    WeighedByPixel(const Bounded& src, const ImageFormat& dst, const WindowsOf& windows,
                   const Beside& outside, bool by_alpha)
        : Weighing(src, dst, outside, by_alpha), windows_(windows) {}

private:
    Plane filtered(const Plane& src, std::size_t layer, int channel) const override {
        const ImageFormat& format = dst_.format();
        Plane dst(static_cast<std::int64_t>(format.width), static_cast<std::int64_t>(format.height));
        for (std::size_t y = 0; y < format.height; ++y)
            for (std::size_t x = 0; x < format.width; ++x) {
                std::optional<Span> all;
                for (const Windows& windows : windows_(x, layer * format.height + y)) {
                    const Span one = pixel(src, channel, windows);
                    all = all ? either(*all, one) : one;
                }
                dst.spans[y * format.width + x] = all.value_or(Span{0, 0, 0, 0, true});
            }
        return dst;
    }

    Span pixel(const Plane& src, int channel, const Windows& windows) const {
        Real sizes = 0;
        Span v = sum(windows.rows, [&](std::int64_t i) {
            const std::int64_t y = stands_for(i, src.height, outside_.rule);
            return sum(windows.columns, [&](std::int64_t k) {
                const std::int64_t x = stands_for(k, src.width, outside_.rule);
                const Span tap = x < 0 || y < 0 ? constant(channel) : src.at(x, y);
                if (tap.finite()) sizes += tap.size;
                return tap;
            });
        });
        const std::size_t taps = windows.columns.weights.size() * windows.rows.weights.size();
        if (taps == 1 || !v.finite()) return v;  // it is taken as it is
        widen(v, windows.columns.weights.size() + windows.rows.weights.size() + 8);
        const Real off_by = sizes * std::ldexp(Real{1}, doubles_ ? -46 : -21);
        v.low -= off_by;
        v.high += off_by;
        return v;
    }

    static Span either(Span a, const Span& b) {
        const auto same = [](Real v, Real w) { return v == w || (std::isnan(v) && std::isnan(w)); };
        if (a.finite() && b.finite()) {
            a.low = std::min(a.low, b.low);
            a.high = std::max(a.high, b.high);
            a.size = std::max(a.size, b.size);
        } else if (b.unknown || !same(a.expected, b.expected)) {
            a.unknown = true;
        }
        return a;
    }

    const WindowsOf& windows_;
};

}  // namespace

Bounded weighed(const Bounded& src, const ImageFormat& dst, const Axis& columns, const Axis& rows,
                const Beside& outside, bool by_alpha) {
    return WeighedByAxes(src, dst, columns, rows, outside, by_alpha).run();
}

Bounded weighed(const Bounded& src, const ImageFormat& dst, const WindowsOf& windows, const Beside& outside,
                bool by_alpha) {
    return WeighedByPixel(src, dst, windows, outside, by_alpha).run();
}

}  // namespace sluice::reference
