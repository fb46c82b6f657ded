#include "tests/reference/sampled.hpp"

#include "tests/reference/params.hpp"

#include <algorithm>
#include <cmath>

namespace sluice::reference {
namespace {

constexpr Real farthest = 0x1p22;

// cv::INTER_CUBIC
Real cubic(Real distance) {
    constexpr Real a = -0.75;
    const Real d = std::fabs(distance);
    if (d >= 2) return 0;
    if (d >= 1) return ((a * d - 5 * a) * d + 8 * a) * d - 4 * a;
    return ((a + 2) * d - (a + 3)) * d * d + 1;
}

Window window(const std::string& filter, Real at) {
    at = std::isnan(at) ? -farthest : std::clamp(at, -farthest, farthest);
    if (filter == "nearest") return {static_cast<std::int64_t>(std::floor(at + 0.5L)), {1}};
    const auto whole = static_cast<std::int64_t>(std::floor(at));
    const Real rest = at - std::floor(at);
    if (rest == 0) return {whole, {1}};
    const auto weight = [](Real v) { return static_cast<double>(v); };
    if (filter == "linear") return {whole, {weight(1 - rest), weight(rest)}};
    return {whole - 1,
            {weight(cubic(1 + rest)), weight(cubic(rest)), weight(cubic(1 - rest)), weight(cubic(2 - rest))}};
}

// What is expected, then what may be as well; none where nothing is known.
std::vector<Window> windows_at(const std::string& filter, Real at, Real off_by) {
    if (off_by == 0 || std::fabs(at) - off_by > farthest) return {window(filter, at)};
    if (!(off_by < 0x1p-8L)) return {};
    return {window(filter, at), window(filter, at - off_by), window(filter, at + off_by)};
}

}  // namespace

Bounded sampled(const Bounded& src, const ImageFormat& dst, const Values& values, const SpotOf& spot) {
    const std::string filter = word_of(values, "filter");
    const WindowsOf windows = [&](std::size_t x, std::size_t row) {
        const Spot at = spot(x, row);
        std::vector<Windows> all;
        for (const Window& columns : windows_at(filter, at.x, at.off_by))
            for (const Window& rows : windows_at(filter, at.y, at.off_by)) all.push_back({columns, rows});
        return all;
    };
    return weighed(src, dst, windows, beside_of(values, src.format()),
                   word_of(values, "alpha") == "weigh" && filter != "nearest");
}

}  // namespace sluice::reference
