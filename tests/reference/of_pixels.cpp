#include "tests/reference/of_pixels.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <stdexcept>
#include <utility>

namespace sluice::reference {
namespace {

constexpr std::size_t most_corners = 6;  // samples that are uncertain, of whose ends all pairs are tried

// Samples that decide together, with their ends.
struct Together {
    Lanes expected, low, high;
    std::vector<std::size_t> uncertain;
    bool far = false;      // one of them may lie anywhere in an eighth of its range
    bool unknown = false;  // one may be anything, also no number

    void add(const Bounded& image, const SamplePlace& p) {
        const Real a = at(image.low, p), b = at(image.high, p);
        expected.push_back(at(image.expected, p));
        low.push_back(a);
        high.push_back(b);
        if (a == b || (std::isnan(a) && std::isnan(b))) return;
        uncertain.push_back(expected.size() - 1);
        if (std::isinf(b - a)) unknown = true;
        const ImageFormat& format = image.format();
        if (!(b - a <= (format.range_high() - format.range_low()) / 8)) far = true;
    }
};

using OfFlat = std::function<Lanes(const Lanes&)>;

struct Found {
    Lanes expected, low, high;
    bool known = true;
};

Found found_at(const Together& ends, const OfFlat& function, Between between) {
    Found found;
    found.expected = found.low = found.high = function(ends.expected);
    const std::vector<std::size_t>& uncertain = ends.uncertain;
    if (found.expected.empty()) found.known = false;
    if (uncertain.empty() || !found.known) return found;
    if (between == Between::anything || ends.unknown) found.known = false;
    if (ends.far && between == Between::further) found.known = false;
    if (!found.known) return found;
    const auto look = [&](const Lanes& samples) {
        const Lanes lanes = function(samples);
        if (lanes.empty()) found.known = false;
        for (std::size_t i = 0; i < lanes.size(); ++i) {
            found.known = found.known && !std::isnan(lanes[i]);
            found.low[i] = std::min(found.low[i], lanes[i]);
            found.high[i] = std::max(found.high[i], lanes[i]);
        }
    };
    const bool all = uncertain.size() <= most_corners;
    if (all)
        for (std::size_t corner = 0; corner < std::size_t{1} << uncertain.size(); ++corner) {
            Lanes samples = ends.low;
            for (std::size_t i = 0; i < uncertain.size(); ++i)
                if ((corner >> i & 1) != 0) samples[uncertain[i]] = ends.high[uncertain[i]];
            look(samples);
        }
    else  // from both outermost corners along each edge
        for (const auto& [from, to] : {std::pair(&ends.low, &ends.high), std::pair(&ends.high, &ends.low)}) {
            look(*from);
            for (const std::size_t i : uncertain) {
                Lanes samples = *from;
                samples[i] = (*to)[i];
                look(samples);
            }
        }
    if (all && between == Between::corners) return found;
    for (std::size_t i = 0; i < found.low.size(); ++i) {
        if (found.low[i] == found.high[i]) continue;
        const Real apart = found.high[i] - found.low[i];
        found.low[i] -= apart;
        found.high[i] += apart;
    }
    return found;
}

class Writer {
public:
    Writer(const std::vector<const Bounded*>& images, const ImageFormat& format, const PixelBounds& bounds)
        : dst_(exactly(HostImage(format))), bounds_(bounds) {
        doubles_ = real_of(format.pixel) == Pixel::f64;
        for (const Bounded* image : images) doubles_ |= real_of(image->format().pixel) == Pixel::f64;
    }

    void write(const SamplePlace& p, const Found& found, std::size_t lane, const Together& ends) {
        const Pixel pixel = dst_.format().pixel;
        const Real v = found.expected[lane];
        if (!found.known) return set(p, v, -infinity, infinity);
        Real size = 0;
        for (const Lanes* list : {&ends.low, &ends.high, &found.low, &found.high})
            for (const Real sample : *list)
                if (std::isfinite(sample)) size = std::max(size, std::fabs(sample));
        const Real most = doubles_ ? std::numeric_limits<double>::max() : std::numeric_limits<float>::max();
        const Real tiny = doubles_ ? std::numeric_limits<double>::min() : std::numeric_limits<float>::min();
        const bool rounds = bounds_.ulps > 0 || bounds_.absolute > 0;
        if (rounds && size > most / 16) return set(p, v, -infinity, infinity);
        if (std::isnan(v)) return set(p, v, v, v);
        const Real by =
            !rounds || (size == 0 && bounds_.absolute == 0)
                ? 0
                : bounds_.ulps * (std::ldexp(size, doubles_ ? -52 : -23) + tiny) + bounds_.absolute;
        if (is_integer(pixel) && by == 0 && found.low[lane] == found.high[lane]) return set(p, v, v, v);
        set(p, v, found.low[lane] - by, found.high[lane] + by);
    }

    // Alpha of another pixel type: white to white, but for signed integers, whose numbers stay.
    void keep(const SamplePlace& p, const Bounded& src, const SamplePlace& from) {
        const ImageFormat &a = src.format(), &b = dst_.format();
        const bool numbers = is_signed_integer(a.pixel) || is_signed_integer(b.pixel);
        const Real scale = numbers ? 1 : static_cast<Real>(b.white_value()) / a.white_value();
        const Real off = scale == 1 ? 0 : std::ldexp(Real{1}, doubles_ ? -51 : -22);
        const auto kept = [&](const HostImage& image, int sign) {
            const Real v = at(image, from) * scale;
            return std::isfinite(v) ? v + sign * off * std::fabs(v) : v;
        };
        set(p, kept(src.expected, 0), kept(src.low, -1), kept(src.high, 1));
    }

    Bounded done() { return std::move(dst_); }

private:
    void set(const SamplePlace& p, Real expected, Real low, Real high) {
        const Pixel pixel = dst_.format().pixel;
        const auto put = [&](HostImage& image, Real v) {
            set_value(image.view(), p.x, p.row, p.channel, stored(v, pixel));
        };
        put(dst_.expected, expected);
        put(dst_.low, low);
        put(dst_.high, high);
        if (at(dst_.low, p) < at(dst_.high, p)) dst_.exact = false;
    }

    Bounded dst_;
    PixelBounds bounds_;
    bool doubles_ = false;
};

void for_each_pixel(const ImageFormat& format, const std::function<void(std::size_t, std::size_t)>& visit) {
    for (std::size_t row = 0; row < format.rows(); ++row)
        for (std::size_t x = 0; x < format.width; ++x) visit(x, row);
}

}  // namespace

Bounded of_pixels(const std::vector<const Bounded*>& images, const ImageFormat& dst, const OfPixel& function,
                  const PixelBounds& bounds) {
    Writer writer(images, dst, bounds);
    const OfFlat flat = [&](const Lanes& samples) {
        std::vector<Lanes> pixels;
        auto next = samples.begin();
        for (const Bounded* image : images) {
            pixels.emplace_back(next, next + image->format().channels);
            next += image->format().channels;
        }
        return function(pixels);
    };
    for_each_pixel(dst, [&](std::size_t x, std::size_t row) {
        Together ends;
        for (const Bounded* image : images)
            for (int c = 0; c < image->format().channels; ++c) ends.add(*image, {x, row, c});
        Found found = found_at(ends, flat, bounds.between);
        if (found.expected.empty()) found.expected.resize(static_cast<std::size_t>(dst.channels));
        const int given = static_cast<int>(found.expected.size());
        for (int c = 0; c < given; ++c) writer.write({x, row, c}, found, static_cast<std::size_t>(c), ends);
        if (given == dst.channels) return;
        if (given != dst.colors()) throw std::logic_error("a reference gave too few channels");
        writer.keep({x, row, given}, *images[0], {x, row, images[0]->format().colors()});
    });
    return writer.done();
}

Bounded of_samples(const std::vector<const Bounded*>& images, const ImageFormat& dst,
                   const OfSamples& function, const PixelBounds& bounds) {
    Writer writer(images, dst, bounds);
    const OfFlat flat = [&](const Lanes& samples) { return Lanes{function(samples)}; };
    for_each_sample(dst, [&](const SamplePlace& p) {
        if (p.channel == dst.colors()) return writer.keep(p, *images[0], p);
        Together ends;
        for (const Bounded* image : images)
            ends.add(*image, {p.x, p.row, image->format().colors() == 1 ? 0 : p.channel});
        writer.write(p, found_at(ends, flat, bounds.between), 0, ends);
    });
    return writer.done();
}

}  // namespace sluice::reference
