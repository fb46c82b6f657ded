// White where v is above a level, else 0. Levels of otsu and triangle are those of OpenCV's
// getThreshVal_Otsu and getThreshVal_Triangle_8u, of as many bins as the type has levels.
#include "tests/reference/map_groups.hpp"
#include "tests/reference/params.hpp"
#include "tests/reference/stage.hpp"
#include "tests/reference/stages/gaussian.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <numeric>

namespace sluice::reference::stages {
namespace {

using Histogram = std::vector<std::uint64_t>;

double otsu(const Histogram& h) {
    const double scale = 1.0 / static_cast<double>(std::accumulate(h.begin(), h.end(), std::uint64_t{0}));
    double mu = 0;
    for (std::size_t i = 0; i < h.size(); ++i) mu += static_cast<double>(i) * static_cast<double>(h[i]);
    mu *= scale;
    constexpr double epsilon = std::numeric_limits<float>::epsilon();
    double mu1 = 0, q1 = 0, most = 0, best = 0;
    for (std::size_t i = 0; i < h.size(); ++i) {
        const double p = static_cast<double>(h[i]) * scale;
        mu1 *= q1;
        q1 += p;
        const double q2 = 1.0 - q1;
        if (std::min(q1, q2) < epsilon || std::max(q1, q2) > 1.0 - epsilon) continue;
        mu1 = (mu1 + static_cast<double>(i) * p) / q1;
        const double mu2 = (mu - q1 * mu1) / q2;
        const double sigma = q1 * q2 * (mu1 - mu2) * (mu1 - mu2);
        if (sigma > most) most = sigma, best = static_cast<double>(i);
    }
    return best;
}

// Of 16 bit: by sums up to each level, without what adds up above. Where two levels are as good the first.
double otsu_by_sums(const Histogram& h) {
    std::uint64_t count = 0, sum = 0, below = 0, sum_below = 0;
    for (std::size_t i = 0; i < h.size(); ++i) count += h[i], sum += i * h[i];
    double most = 0, best = 0;
    for (std::size_t i = 0; i < h.size(); ++i) {
        below += h[i], sum_below += i * h[i];
        if (below == 0 || below == count) continue;
        const auto n = static_cast<double>(below), rest = static_cast<double>(count - below);
        const double apart = static_cast<double>(sum_below) / n - static_cast<double>(sum - sum_below) / rest;
        const double between = n * rest * apart * apart;
        if (between > most) most = between, best = static_cast<double>(i);
    }
    return best;
}

double triangle(Histogram h) {
    const auto n = static_cast<std::int64_t>(h.size());
    const auto is_some = [](std::uint64_t count) { return count > 0; };
    std::int64_t left = std::find_if(h.begin(), h.end(), is_some) - h.begin();
    std::int64_t right = n - 1 - (std::find_if(h.rbegin(), h.rend(), is_some) - h.rbegin());
    std::int64_t peak = std::max_element(h.begin(), h.end()) - h.begin();
    left = std::max<std::int64_t>(left - 1, 0);
    right = std::min(right + 1, n - 1);
    const bool flipped = peak - left < right - peak;
    if (flipped) {
        std::reverse(h.begin(), h.end());
        left = n - 1 - right;
        peak = n - 1 - peak;
    }
    const auto count = [&](std::int64_t i) { return static_cast<Int128>(h[static_cast<std::size_t>(i)]); };
    std::int64_t level = left;
    Int128 most = 0;
    for (std::int64_t i = left + 1; i <= peak; ++i) {
        const Int128 distance = count(peak) * i + (left - peak) * count(i);
        if (distance > most) most = distance, level = i;
    }
    --level;
    return static_cast<double>(flipped ? n - 1 - level : level);
}

Bounded by_histogram(const StageCall& call, const std::string& method, bool& warns) {
    const Bounded& src = call.image();
    const Real white = src.format().white_value();
    const auto map_of = [&](std::size_t layer, const ChannelGroup& group, std::size_t) -> Map {
        Histogram h(static_cast<std::size_t>(highest(src.format().pixel)) + 1);
        for_each_counted(src.expected.view(), layer, group, {AlphaRule::visible},
                         [&](Real v) { ++h[static_cast<std::size_t>(v)]; });
        if (std::all_of(h.begin(), h.end(), [](std::uint64_t n) { return n == 0; })) return {};
        const double level = method != "otsu" ? triangle(h) : h.size() > 256 ? otsu_by_sums(h) : otsu(h);
        return [level, white](Real v) { return v > level ? white : 0; };
    };
    Normalized found = map_groups(src.expected.view(), {}, map_of);
    warns = found.warns();
    Bounded dst = exactly(std::move(found.image));
    if (!src.exact)  // of what is counted nothing is known; alpha is that of the image
        widen(dst, [&](const SamplePlace& p) -> Tolerance {
            return {0, p.channel < src.format().colors() ? std::numeric_limits<double>::infinity()
                                                         : distance(src, p)};
        });
    return dst;
}

Bounded beside(const StageCall& call, const std::string& method) {
    const Bounded& src = call.image();
    const ImageFormat& format = src.format();
    const auto radius = static_cast<int>(call.number("radius"));
    const double sigma = 0.15 * (2 * radius + 1) + 0.35;
    const std::vector<std::vector<double>> small{
        {1}, {1, 2, 1}, {1, 4, 6, 4, 1}, {8, 28, 56, 72, 56, 28, 8}, {4, 13, 30, 51, 60, 51, 30, 13, 4}};
    std::vector<double> weights;
    for (int x = -radius; x <= radius; ++x)
        weights.push_back(method == "mean" ? 1 : std::exp(-x * x / (2 * sigma * sigma)));
    if (method == "gaussian" && radius < 5) weights = small[static_cast<std::size_t>(radius)];
    const double sum = std::accumulate(weights.begin(), weights.end(), 0.0);
    for (double& weight : weights) weight /= sum;
    Beside outside = nothing_beside(format);
    outside.rule = "clamp";
    const Bounded around = weighed(src, format, even_axis(format.width, weights),
                                   even_axis(format.height, weights), outside, true);
    const Real white = format.white_value();
    const Real offset = call.real(static_cast<double>(call.number("offset") * white));
    return of_samples({&src, &around}, format,
                      [&](const Lanes& v) -> Real { return v[0] > call.real(v[1] - offset) ? white : 0; },
                      {0, 0, Between::corners});
}

}  // namespace

StageReference threshold() {
    return {.image = [](const StageCall& call) -> StageResult {
        const std::string method = word_of(call.values, "method");
        if (method == "mean" || method == "gaussian") return {beside(call, method)};
        if (method != "fixed") {
            bool warns = false;
            Bounded dst = by_histogram(call, method, warns);
            return {std::move(dst), call.image().exact ? std::optional(warns) : std::nullopt};
        }
        const Real white = call.image().format().white_value();
        const Real level = call.real(static_cast<double>(call.number("value") * white));
        return {of_samples({&call.image()}, call.image().format(),
                           [&](const Lanes& v) -> Real { return v[0] > level ? white : 0; },
                           {0, 0, Between::corners})};
    }};
}

}  // namespace sluice::reference::stages
