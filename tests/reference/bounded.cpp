#include "tests/reference/bounded.hpp"

#include "pipeline/core/value.hpp"
#include "tests/reference/pixels.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <stdexcept>

namespace sluice::reference {
namespace {

void set(HostImage& image, const SamplePlace& place, double v) {
    set_value(image.view(), place.x, place.row, place.channel, v);
}

double lowest_of(Pixel pixel) { return is_integer(pixel) ? lowest(pixel) : -infinity; }
double highest_of(Pixel pixel) { return is_integer(pixel) ? highest(pixel) : infinity; }

// From a number to the next larger one of the type.
double spacing(double v, Pixel pixel) {
    if (is_integer(pixel)) return 1;
    const int digits = pixel == Pixel::f16 ? 11 : pixel == Pixel::f32 ? 24 : 53;
    const int least = pixel == Pixel::f16 ? -24 : pixel == Pixel::f32 ? -149 : -1074;
    if (v == 0 || !std::isfinite(v)) return std::ldexp(1.0, least);
    return std::ldexp(1.0, std::max(std::ilogb(v) + 1 - digits, least));
}

// The last number of the type that is not beyond v; `sign` tells the side. Of floats the nearest one: none
// that is not beyond v is beyond that.
double inwards(double v, Pixel pixel, int sign) {
    if (!is_integer(pixel)) return stored(v, pixel);
    return std::clamp(sign < 0 ? std::ceil(v) : std::floor(v), lowest(pixel), highest(pixel));
}

// How far both ends are apart, which may be one infinity or no number.
double width(const Bounded& image, const SamplePlace& place) {
    const double low = at(image.low, place), high = at(image.high, place);
    return low == high || (std::isnan(low) && std::isnan(high)) ? 0 : high - low;
}

}  // namespace

void span(Bounded& image, const SamplePlace& place, double a, double b) {
    const Pixel pixel = image.format().pixel;
    const double e = at(image.expected, place);
    if (std::isnan(e) && std::isnan(a) && std::isnan(b)) {
        pin(image, place, e);
    } else if (std::isnan(e) || std::isnan(a) || std::isnan(b)) {  // nothing is known, as in widen
        set(image.low, place, lowest_of(pixel));
        set(image.high, place, highest_of(pixel));
    } else {
        set(image.low, place, std::min({a, b, e}));
        set(image.high, place, std::max({a, b, e}));
    }
}

void for_each_sample(const ImageFormat& format, const std::function<void(const SamplePlace&)>& visit) {
    for (std::size_t row = 0; row < format.rows(); ++row)
        for (std::size_t x = 0; x < format.width; ++x)
            for (int c = 0; c < format.channels; ++c) visit({x, row, c});
}

double at(const HostImage& image, const SamplePlace& place) {
    return value(image.view(), place.x, place.row, place.channel);
}

Bounded exactly(HostImage image) { return {image, image, image, true}; }

Bounded monotone(const Bounded& src, const ImageFunction& function) {
    Bounded dst = exactly(function(src.expected.view()));
    if (src.exact) return dst;
    const HostImage a = function(src.low.view()), b = function(src.high.view());
    for_each_sample(dst.format(), [&](const SamplePlace& p) { span(dst, p, at(a, p), at(b, p)); });
    dst.exact = false;
    return dst;
}

Bounded each_sample(const Bounded& src, const ImageFunction& function) {
    if (src.exact) return exactly(function(src.expected.view()));
    Bounded dst = monotone(src, function);
    const ImageFormat& from = src.format();
    std::vector<HostImage> between;
    for (const double share : {0.25, 0.5, 0.75}) {
        HostImage image = src.low;
        for_each_sample(from, [&](const SamplePlace& p) {
            const double low = at(src.low, p), high = at(src.high, p), v = low + share * (high - low);
            set(image, p, is_integer(from.pixel) ? std::round(v) : stored(v, from.pixel));
        });
        between.push_back(function(image.view()));
    }
    for (const HostImage& image : between)
        for_each_sample(dst.format(), [&](const SamplePlace& p) {
            span(dst, p, std::min(at(dst.low, p), at(image, p)), std::max(at(dst.high, p), at(image, p)));
        });
    const double known = (from.range_high() - from.range_low()) / 8;
    widen(dst, [&](const SamplePlace& p) -> Tolerance {
        const double apart = width(src, p);
        if (apart > known) return {0, infinity};
        const bool all = apart == 0 || (is_integer(from.pixel) && apart <= 4);  // every level was looked at
        return {0, all ? 0 : width(dst, p)};
    });
    return dst;
}

void widen(Bounded& image, const std::function<Tolerance(const SamplePlace&)>& by) {
    const Pixel pixel = image.format().pixel;
    for_each_sample(image.format(), [&](const SamplePlace& p) {
        const Tolerance t = by(p);
        if (std::isinf(t.absolute)) {  // nothing is known, not even whether it is a number
            set(image.low, p, lowest_of(pixel));
            set(image.high, p, highest_of(pixel));
            image.exact = false;
            return;
        }
        if (std::isnan(at(image.expected, p))) return;
        if (std::isnan(t.steps) || std::isnan(t.absolute))
            throw std::logic_error("a reference has a tolerance that is no number");
        const auto moved = [&](double v, int sign) {
            if (std::isinf(v)) return v;
            const double by_steps = t.steps > 0 ? t.steps * spacing(v, pixel) : 0.0;
            return inwards(v + sign * std::max(by_steps, t.absolute), pixel, sign);
        };
        set(image.low, p, moved(at(image.low, p), -1));
        set(image.high, p, moved(at(image.high, p), 1));
        if (t.steps > 0 || t.absolute > 0) image.exact = false;
    });
}

void widen(Bounded& image, const Tolerance& by) {
    if (by.steps > 0 || by.absolute > 0) widen(image, [&](const SamplePlace&) { return by; });
}

void pin(Bounded& image, const SamplePlace& place, double v) {
    set(image.low, place, v);
    set(image.high, place, v);
}

void unite(Bounded& image, const Bounded& other) {
    for_each_sample(image.format(), [&](const SamplePlace& p) {
        const double low = std::min(at(image.low, p), at(other.low, p));
        const double high = std::max(at(image.high, p), at(other.high, p));
        span(image, p, low, high);
        if (low < high) image.exact = false;
    });
}

double distance(const Bounded& image, const SamplePlace& place) {
    const double e = at(image.expected, place), low = at(image.low, place), high = at(image.high, place);
    if (std::isnan(e) || (low == e && high == e)) return 0;
    const double most = std::max(e - low, high - e);
    return std::isnan(most) ? infinity : most;
}

std::string outside(const ConstHostView& image, const Bounded& bounded) {
    const ImageFormat& format = bounded.format();
    const auto same = [](ImageFormat a, const ImageFormat& b) {
        a.white = b.white;
        return a == b;
    };
    if (!same(image.format, format) || image.format.white_value() != format.white_value())
        return "format " + image.format.text() + ", expected " + format.text();
    std::string first;
    std::size_t wrong = 0;
    for_each_sample(format, [&](const SamplePlace& p) {
        const double v = value(image, p.x, p.row, p.channel), e = at(bounded.expected, p);
        const double low = at(bounded.low, p), high = at(bounded.high, p);
        if (v == e || (v >= low && v <= high) || (std::isnan(v) && std::isnan(e))) return;
        if (low == lowest_of(format.pixel) && high == highest_of(format.pixel)) return;  // NaN too
        if (wrong++ > 0) return;
        if (low > high || std::isnan(low) != std::isnan(high))
            throw std::logic_error("a reference has ends the wrong way round: " + number_text(low) + " and " +
                                   number_text(high));
        first = "x " + std::to_string(p.x) + ", row " + std::to_string(p.row) + ", " +
                format.channel_names()[static_cast<std::size_t>(p.channel)] + ": " + number_text(v) +
                ", expected " + number_text(e);
        if (low < high) first += " within [" + number_text(low) + ", " + number_text(high) + "]";
    });
    if (wrong == 0) return "";
    return first + "; " + std::to_string(wrong) + " of " +
           std::to_string(format.pixels() * static_cast<std::size_t>(format.channels)) + " samples are wrong";
}

bool zero_is_certain(const Bounded& image, int first_channel) {
    bool certain = true;
    for_each_sample(image.format(), [&](const SamplePlace& p) {
        if (p.channel < first_channel) return;
        const double low = at(image.low, p), high = at(image.high, p);
        if (low < high && low <= 0 && high >= 0) certain = false;
    });
    return certain;
}

double largest_distance(const Bounded& image) {
    double most = 0;
    for_each_sample(image.format(), [&](const SamplePlace& p) { most = std::max(most, distance(image, p)); });
    return most;
}

}  // namespace sluice::reference
