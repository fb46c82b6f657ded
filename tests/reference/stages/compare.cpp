// Over all colours of a layer whose difference is finite: the mean of |a - b|, of its square, the largest;
// psnr is 10 log10(white^2 / mse). A device has floats of 24 bits in the end.
#include "tests/reference/stages/second.hpp"

#include <cmath>

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

std::string wrong(const StageCall& call, const Table& table) {
    const Bounded& a = call.image();
    ImageFormat real = a.format();
    real.pixel = real_of(real.pixel);
    real.white = a.format().white_value();
    const Bounded b = as_first(call.image(1), a.format());
    const Bounded apart = of_samples({&a, &b}, real, [](const Lanes& v) { return std::fabs(v[0] - v[1]); },
                                     {.ulps = 1, .between = Between::anything});
    const std::string metric = word_of(call.values, "metric");
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
