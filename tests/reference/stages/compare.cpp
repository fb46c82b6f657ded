// Over all colours of a layer whose difference is finite: the mean of |a - b|, of its square, the largest;
// psnr is 10 log10(white^2 / mse). ssim is Wang's mean structural similarity. A device has floats of 24 bits
// in the end.
#include "tests/reference/stages/second.hpp"

#include <cmath>
#include <limits>
#include <optional>

namespace sluice::reference::stages {
namespace {

struct Differences {
    Real sum = 0, squares = 0, largest = 0, count = 0;
    Real off = 0;  // the most that one may be off
};

Differences differences(const Bounded& image, std::size_t layer) {
    Differences found;
    for_each_sample(image.format(), [&](const SamplePlace& p) {
        if (p.row / image.format().height != layer || p.channel == image.format().colors()) return;
        const Real v = at(image.expected, p);
        found.off = std::max<Real>(found.off, distance(image, p));
        if (!std::isfinite(v)) return;
        found.sum += v;
        found.squares += v * v;
        found.largest = std::max(found.largest, v);
        ++found.count;
    });
    return found;
}

// Within 11 x 11 pixels around one, by a Gaussian.
struct Window {
    Real mean_a = 0, mean_b = 0, squares_a = 0, squares_b = 0, products = 0;
};

Window window_at(const Bounded& a, const Bounded& b, const SamplePlace& p, Real middle) {
    Window w;
    Real all = 0;
    for (int dy = -5; dy <= 5; ++dy)
        for (int dx = -5; dx <= 5; ++dx) {
            const Real weight = std::exp(-(dx * dx + dy * dy) / (2 * 1.5L * 1.5L));
            const SamplePlace there{p.x + static_cast<std::size_t>(dx), p.row + static_cast<std::size_t>(dy),
                                    p.channel};
            const bool grey = b.format().colors() == 1;
            const Real v = at(a.expected, there) - middle,
                       u = at(b.expected, {there.x, there.row, grey ? 0 : p.channel}) - middle;
            all += weight;
            w.mean_a += weight * v, w.mean_b += weight * u;
            w.squares_a += weight * v * v, w.squares_b += weight * u * u, w.products += weight * v * u;
        }
    for (Real* sum : {&w.mean_a, &w.mean_b, &w.squares_a, &w.squares_b, &w.products}) *sum /= all;
    return w;
}

// The mean over all windows of a layer that lie within it, of those that have no NaN; nullopt where nothing
// is known.
std::optional<Real> likeness(const Bounded& a, const Bounded& b, std::size_t layer) {
    const ImageFormat& format = a.format();
    const Real white = format.white_value(), middle = white / 2;
    const Real c1 = 0.01L * white * 0.01L * white, c2 = 0.03L * white * 0.03L * white;
    Real sum = 0, count = 0;
    for (std::size_t y = 5; y + 5 < format.height; ++y)
        for (std::size_t x = 5; x + 5 < format.width; ++x)
            for (int c = 0; c < format.colors(); ++c) {
                const Window w = window_at(a, b, {x, layer * format.height + y, c}, middle);
                const Real in_a = w.mean_a + middle, in_b = w.mean_b + middle;
                const Real v = (2 * in_a * in_b + c1) * (2 * (w.products - w.mean_a * w.mean_b) + c2) /
                               ((in_a * in_a + in_b * in_b + c1) *
                                (w.squares_a - w.mean_a * w.mean_a + w.squares_b - w.mean_b * w.mean_b + c2));
                if (!std::isfinite(v)) continue;
                sum += v;
                ++count;
            }
    if (count == 0) return std::nullopt;
    return sum / count;
}

// Decided here: of values up to twice white a device has 3 digits at least, and mostly 6.
std::string wrong_likeness(const Bounded& a, const Bounded& b, const Table& table) {
    Real largest = 0;
    for (const Bounded* image : {&a, &b}) {
        if (!image->exact) return "";
        for_each_sample(image->format(), [&](const SamplePlace& p) {
            const Real v = std::fabs(at(image->expected, p));
            if (v <= std::numeric_limits<double>::max()) largest = std::max(largest, v);
        });
    }
    if (largest > 2 * a.format().white_value()) return "";
    for (std::size_t layer = 0; layer < a.format().layers; ++layer) {
        const auto expected = likeness(a, b, layer);
        const Real found = table.real("ssim", 0, layer);
        if (!expected || std::fabs(found - *expected) <= 1e-3L) continue;
        return "ssim in row " + std::to_string(layer) + ": " + std::to_string(found) + ", expected " +
               std::to_string(*expected);
    }
    return "";
}

std::string wrong(const StageCall& call, const Table& table) {
    const Bounded& a = call.image();
    ImageFormat real = a.format();
    real.pixel = real_of(real.pixel);
    real.white = a.format().white_value();
    const Bounded b = as_first(call.image(1), a.format());
    const Bounded apart = of_samples({&a, &b}, real, [](const Lanes& v) { return std::fabs(v[0] - v[1]); },
                                     {.ulps = 1, .between = Between::anything});
    const std::string metric = word_of(call.values, "metric");
    if (metric == "ssim") return wrong_likeness(a, b, table);
    for (std::size_t layer = 0; layer < real.layers; ++layer) {
        const Differences d = differences(apart, layer);
        if (!std::isfinite(d.off) || d.count == 0 || d.largest > 1e15L) continue;
        const Real mse = d.squares / d.count, off = d.off + 1e-6L * d.largest;
        const Real off_mse = 2 * off * d.largest + off * off;
        Real expected = mse, by = off_mse;
        if (metric == "mae") expected = d.sum / d.count, by = off;
        if (metric == "max") expected = d.largest, by = off;
        if (metric == "psnr") {
            if (mse <= 1e3L * off_mse && mse > 0) continue;
            if (mse == 0 && d.off > 0) continue;
            const Real white = a.format().white_value();
            expected = 10 * std::log10(white * white / mse);
            by = mse == 0 ? 0 : 5 * off_mse / mse + 1e-6L * std::fabs(expected);
        }
        const Real found = table.real(metric, 0, layer);
        if (found == expected || std::fabs(found - expected) <= by) continue;
        return metric + " in row " + std::to_string(layer) + ": " + std::to_string(found) + ", expected " +
               std::to_string(expected);
    }
    return "";
}

}  // namespace

StageReference compare() { return {.wrong_table = wrong}; }

}  // namespace sluice::reference::stages
