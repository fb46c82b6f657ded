#include "apps/stats/distribution.hpp"

#include "pipeline/core/half.hpp"
#include "pipeline/core/luma.hpp"
#include "pipeline/core/table.hpp"  // Int128

#include <algorithm>
#include <cmath>
#include <limits>

namespace sluice::apps {
namespace {

constexpr double nan = std::numeric_limits<double>::quiet_NaN();

// Calls visit(value) with each value as a double.
template <class T, class Visit>
void for_each(const ConstHostView& image, const GroupChannels& group, Visit visit) {
    const auto step = static_cast<std::size_t>(image.format.channels);
    const bool hides = group.visible_only && image.format.has_alpha();
    for (std::size_t y = 0; y < image.format.height * image.format.layers; ++y) {
        const T* pixel = reinterpret_cast<const T*>(image.row(y));
        for (std::size_t x = 0; x < image.format.width; ++x, pixel += step) {
            if (hides && static_cast<double>(pixel[step - 1]) == 0) continue;
            if (group.luma) {  // the device's arithmetic
                using Real = std::conditional_t<(sizeof(T) > 2 && !std::is_same_v<T, float>), double, float>;
                const auto part = [&](std::size_t c) {
                    return static_cast<Real>(static_cast<float>(luma_weights[c])) *
                           static_cast<Real>(pixel[c]);
                };
                visit(static_cast<double>(part(0) + part(1) + part(2)));
            } else {
                for (const int c : group.channels)
                    visit(static_cast<double>(pixel[static_cast<std::size_t>(c)]));
            }
        }
    }
}

template <class Visit>
void for_each_value(const ConstHostView& image, const GroupChannels& group, Visit visit) {
    switch (image.format.pixel) {
        case Pixel::u8: return for_each<std::uint8_t>(image, group, visit);
        case Pixel::i8: return for_each<std::int8_t>(image, group, visit);
        case Pixel::u16: return for_each<std::uint16_t>(image, group, visit);
        case Pixel::i16: return for_each<std::int16_t>(image, group, visit);
        case Pixel::i32: return for_each<std::int32_t>(image, group, visit);
        case Pixel::f16: return for_each<Half>(image, group, visit);
        case Pixel::f32: return for_each<float>(image, group, visit);
        case Pixel::f64: return for_each<double>(image, group, visit);
    }
}

// The place of the percentile among `count` values in rising order, floor(percent * count / 100) from the
// nearer end, with percent in millionths so that it is exact.
std::size_t rank(double percent, std::uint64_t count) {
    const bool upper = percent > 50;
    const auto millionths = static_cast<std::uint64_t>(std::llround((upper ? 100 - percent : percent) * 1e6));
    const auto from_end = Int128{millionths} * count / 100000000u;
    return static_cast<std::size_t>(upper ? Int128{count} - 1 - from_end
                                          : std::min(from_end, Int128{count} - 1));
}

double level_percentile(const std::vector<std::uint64_t>& levels, double low, double percent) {
    std::uint64_t count = 0;
    for (const std::uint64_t n : levels) count += n;
    if (count == 0) return nan;
    const std::uint64_t before = rank(percent, count);
    std::uint64_t seen = 0;
    std::size_t level = 0;
    while ((seen += levels[level]) <= before) ++level;
    return low + static_cast<double>(level);
}

void put_level_percentiles(Distribution& d, const Wanted& wanted) {
    d.percentiles.clear();
    for (const double percent : wanted.percentiles)
        d.percentiles.push_back(level_percentile(d.levels, d.low, percent));
}

void put_value_percentiles(Distribution& d, std::vector<double> values, const Wanted& wanted) {
    for (const double percent : wanted.percentiles) {
        if (values.empty()) {
            d.percentiles.push_back(nan);
            continue;
        }
        const auto at = values.begin() + static_cast<std::ptrdiff_t>(rank(percent, values.size()));
        std::nth_element(values.begin(), at, values.end());
        d.percentiles.push_back(*at);
    }
}

bool few_levels(Pixel pixel) { return is_integer(pixel) && bytes(pixel) <= 2; }

}  // namespace

Distribution distribution(const ConstHostView& image, const GroupChannels& group, const Wanted& wanted) {
    Distribution d;
    const Pixel pixel = image.format.pixel;
    const bool whole = is_integer(pixel);
    d.low = whole ? lowest(pixel) : 0;
    d.high = whole ? highest(pixel) + 1 : image.format.white_value();
    d.histogram.resize(wanted.bins);

    if (few_levels(pixel) && !group.luma) {
        d.levels.resize(static_cast<std::size_t>(d.high - d.low));
        for_each_value(image, group, [&](double v) { ++d.levels[static_cast<std::size_t>(v - d.low)]; });
        for (std::size_t i = 0; i < d.levels.size() && wanted.bins > 0; ++i)
            d.histogram[i * wanted.bins / d.levels.size()] += d.levels[i];
        put_level_percentiles(d, wanted);
        return d;
    }

    std::vector<double> values;
    const bool ends_count = !whole;  // of a float: high itself falls into the last bin
    for_each_value(image, group, [&](double v) {
        if (!std::isfinite(v)) return;
        if (!wanted.percentiles.empty()) values.push_back(v);
        if (wanted.bins == 0 || v < d.low || v > d.high || (v == d.high && !ends_count)) return;
        const auto bin =
            static_cast<std::size_t>((v - d.low) * static_cast<double>(wanted.bins) / (d.high - d.low));
        ++d.histogram[std::min(bin, wanted.bins - 1)];
    });
    put_value_percentiles(d, std::move(values), wanted);
    return d;
}

void pool(Distribution& into, const Distribution& other, const Wanted& wanted) {
    const bool same_range = into.low == other.low && into.high == other.high;
    if (same_range && into.histogram.size() == other.histogram.size()) {
        for (std::size_t i = 0; i < into.histogram.size(); ++i) into.histogram[i] += other.histogram[i];
    } else {
        into.histogram.clear();
    }
    if (same_range && !into.levels.empty() && into.levels.size() == other.levels.size()) {
        for (std::size_t i = 0; i < into.levels.size(); ++i) into.levels[i] += other.levels[i];
        put_level_percentiles(into, wanted);
    } else {
        into.levels.clear();
        into.percentiles.assign(wanted.percentiles.size(), nan);
    }
}

}  // namespace sluice::apps
