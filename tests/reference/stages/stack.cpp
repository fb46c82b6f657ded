// Of the samples at one place that are finite: their mean, their median, or the mean of those that are near.
#include "tests/reference/stages/second.hpp"

#include <cmath>
#include <limits>
#include <optional>

namespace sluice::reference::stages {
namespace {

Real mean(const Lanes& values) {
    Real sum = 0;
    for (const Real v : values) sum += v;
    return sum / static_cast<Real>(values.size());
}

Real median(Lanes values) {
    std::sort(values.begin(), values.end());
    const std::size_t n = values.size();
    return (values[(n - 1) / 2] + values[n / 2]) / 2;
}

// Decided here: a ten thousandth more than kappa deviations is near. nullopt where a device, which is sure to
// half of that, may find otherwise, or where values are too close for its numbers.
std::optional<Lanes> near(const Lanes& values, Real kappa) {
    const Real middle = mean(values);
    Real squares = 0, apart = 0;
    for (const Real v : values) {
        squares += (v - middle) * (v - middle);
        apart = std::max(apart, std::fabs(v - middle));
    }
    if (apart > 0 && apart < 1e-35L) return std::nullopt;
    const Real most = kappa * kappa * squares / static_cast<Real>(values.size()) * 1.0001L;
    Lanes left;
    for (const Real v : values) {
        const Real far = (v - middle) * (v - middle);
        if (far > 0 && std::fabs(far / most - 1) < 5e-5L) return std::nullopt;
        if (far <= most) left.push_back(v);
    }
    return left;
}

// nullopt: nothing is known.
std::optional<Real> stacked(const StageCall& call, const Lanes& samples) {
    Lanes values;
    std::copy_if(samples.begin(), samples.end(), std::back_inserter(values),
                 [](Real v) { return std::isfinite(v); });
    if (values.empty()) return std::numeric_limits<Real>::quiet_NaN();
    const std::string method = word_of(call.values, "method");
    if (method == "median") return median(values);
    for (int i = 0; method == "sigma" && i < call.number("iterations"); ++i) {
        auto left = near(values, call.number("kappa"));
        if (!left) return std::nullopt;
        values = std::move(*left);
    }
    return mean(values);
}

Lanes of_pixels_of(const StageCall& call, const std::vector<Lanes>& pixels, int colors) {
    Lanes result;
    for (int c = 0; c < colors; ++c) {
        Lanes samples;
        for (std::size_t i = 0; i < pixels.size(); ++i) {
            const bool grey = i > 0 && pixels[i].size() < 3 && colors != 2;
            samples.push_back(pixels[i][grey ? 0 : static_cast<std::size_t>(c)]);
        }
        const auto v = stacked(call, samples);
        if (!v) return {};
        result.push_back(*v);
    }
    return result;
}

}  // namespace

StageReference stack() {
    return {.image = [](const StageCall& call) -> StageResult {
        const ImageFormat& first = call.image().format();
        std::vector<Bounded> others;
        for (std::size_t i = 1; i < call.images.size(); ++i)
            if (const Bounded* image = call.if_connected(i)) others.push_back(as_first(*image, first));
        std::vector<const Bounded*> images{&call.image()};
        for (const Bounded& other : others) images.push_back(&other);
        const Real ulps = static_cast<Real>(images.size()) / 2 + 3;
        const bool decides = word_of(call.values, "method") == "sigma";
        return {of_pixels(
            images, first,
            [&](const std::vector<Lanes>& pixels) { return of_pixels_of(call, pixels, first.colors()); },
            {.ulps = ulps, .between = decides ? Between::anything : Between::corners})};
    }};
}

}  // namespace sluice::reference::stages
