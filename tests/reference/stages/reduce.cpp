// What reduce finds. Of an exact image: counts, positions, extremes and sums of integers equal; sums of
// floats to 1e-9 of the sum of their absolute values, variances to 1e-6, bins of floats but for values on an
// edge. Luma is a float that may be 4 ulp off. Of an uncertain image: extremes and sums within what its
// samples allow.
#include "pipeline/core/statistics.hpp"
#include "tests/reference/params.hpp"
#include "tests/reference/pixels.hpp"
#include "tests/reference/stage.hpp"
#include "tests/reference/statistics.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace sluice::reference::stages {
namespace {

class Comparison {
public:
    Comparison(const Table& table, const Bounded& image, const Bounded* mask, const Values& params)
        : table_(table), image_(image) {
        options_.group = grouping_of(params);
        options_.counted = counted_of(params);
        if (mask != nullptr) options_.counted.mask = mask->expected.view();
        if (table.has("histogram")) options_.bins = table.layout().find("histogram")->count;
        if (const auto range = pair_of(params, "range")) options_.range = range;
        const ImageFormat& format = image.format();
        if (const auto grid = pair_of(params, "tiles"))
            tiles_ = {static_cast<std::size_t>((*grid)[0]), static_cast<std::size_t>((*grid)[1]),
                      options_.counted.region.value_or(Rect{0, 0, format.width, format.height})};
        certain_ = mask == nullptr || mask->exact;
        if (options_.counted.alpha == AlphaRule::visible) certain_ = certain_ && image.exact;
    }

    std::string run() {
        if (!certain_) return "";
        const ImageFormat& format = image_.format();
        const auto groups = reference::groups(format, options_.group, options_.counted.alpha);
        if (table_.layout().rows != format.layers * tiles_.count())
            return "rows: " + std::to_string(table_.layout().rows);
        for (row_ = 0; row_ < table_.layout().rows; ++row_) {
            options_.layer = row_ / tiles_.count();
            if (tiles_.count() > 1) options_.counted.region = tiles_.tile(row_ % tiles_.count());
            const auto expected = statistics(image_.expected.view(), options_);
            if (table_.layout().channels.size() != expected.size()) return "it has other channels";
            for (channel_ = 0; channel_ < expected.size() && wrong_.empty(); ++channel_) {
                if (table_.layout().channels[channel_] != expected[channel_].name)
                    return "channel " + table_.layout().channels[channel_] + ", expected " +
                           expected[channel_].name;
                group(groups[channel_], expected[channel_]);
            }
        }
        return wrong_;
    }

private:
    void fail(const std::string& field, const std::string& found, const std::string& expected) {
        if (wrong_.empty())
            wrong_ = field + " of " + table_.layout().channels[channel_] + " in row " + std::to_string(row_) +
                     ": " + found + ", expected " + expected;
    }
    void equal(const std::string& field, Int128 expected) {
        if (!table_.has(field)) return;
        const FieldType type = table_.layout().find(field)->type;
        if (is_real(type))  // of alpha beside luma
            return near_field(field, static_cast<Real>(expected),
                              1e-9L * std::fabs(static_cast<Real>(expected)));
        const Int128 found = table_.integer(field, channel_, row_);
        if (found != expected) fail(field, decimal(found), decimal(expected));
    }
    void near(const std::string& field, double found, Real expected, Real within) {
        if (!std::isfinite(static_cast<double>(expected))) return;  // more than a double holds
        if (std::fabs(found - expected) <= within) return;
        fail(field, number_text(found),
             number_text(static_cast<double>(expected)) + " +- " + number_text(static_cast<double>(within)));
    }
    void near_field(const std::string& field, Real expected, Real within) {
        if (table_.has(field)) near(field, table_.real(field, channel_, row_), expected, within);
    }

    // How uncertain a sample of the group is, and the largest one.
    std::pair<double, double> sizes(const ChannelGroup& group) const {
        double error = 0, largest = 0;
        const std::size_t height = image_.format().height;
        for (std::size_t row = options_.layer * height; row < (options_.layer + 1) * height; ++row)
            for (std::size_t x = 0; x < image_.format().width; ++x)
                for (const int c : group.channels) {
                    error = std::max(error, distance(image_, {x, row, c}));
                    const double v = std::fabs(at(image_.expected, {x, row, c}));
                    if (std::isfinite(v)) largest = std::max(largest, v);
                }
        return {error, largest};
    }

    void group(const ChannelGroup& group, const Statistics& e) {
        auto [error, largest] = sizes(group);
        if (!std::isfinite(error)) return;
        const bool integers = is_integer(image_.format().pixel) && !group.luma;
        const bool doubles = real_of(image_.format().pixel) == Pixel::f64;
        const double epsilon = std::ldexp(1.0, doubles ? -52 : -23);
        const bool exact = error == 0 && !group.luma;
        if (group.luma) error += 4 * epsilon * largest;
        equal("count", static_cast<Int128>(e.count));
        equal("nan", static_cast<Int128>(e.nan));
        equal("inf", static_cast<Int128>(e.inf));
        if (exact) equal("nonzero", static_cast<Int128>(e.nonzero));
        if (exact) positions(group);
        histogram(group, exact && integers ? 0 : error + 8 * epsilon * largest);
        if (e.empty()) return;
        near_field("min", e.min, error);
        near_field("max", e.max, error);
        const Real n = static_cast<Real>(e.count), size = largest;
        if (!integers)
            error += epsilon / 2 * largest;  // sums of values before an affine step are not of its rounding
        const Real most = std::numeric_limits<double>::max();  // sums beyond it are no numbers
        if (integers && exact) {
            equal("sum", e.exact_sum);
            equal("sum_sq", e.exact_sum_sq);
        } else {
            if (n * size <= most) near_field("sum", e.sum, n * (error + 1e-9L * size));
            if (n * size * size <= most)
                near_field("sum_sq", e.sum_sq, n * (2 * error * size + error * error) + 1e-9L * e.sum_sq);
        }
        if (!table_.has("count") || !table_.has("sum") || n * size > most) return;
        near("mean", mean(table_, channel_, row_), e.mean, error + 1e-9L * size);
        if (!table_.has("sum_sq") || n * size * size > most) return;
        if (size * size < std::numeric_limits<double>::min()) return;  // squares that are no doubles
        near("variance", variance(table_, channel_, row_), e.variance,
             4 * error * (size + error) + 1e-6L * e.variance + 1e-13L * size * size);
    }

    // The first pixel of the least and of the greatest finite value.
    void positions(const ChannelGroup& group) {
        if (!table_.has("min_at") && !table_.has("max_at")) return;
        double least = std::numeric_limits<double>::infinity(), most = -least;
        std::size_t least_at = 0, most_at = 0;
        for (const int c : group.channels)
            for_each_pixel(image_.expected.view(), options_.layer, {c}, options_.counted,
                           [&](std::size_t x, std::size_t row) {
                               const double v = at(image_.expected, {x, row, c});
                               const std::size_t place =
                                   (row - options_.layer * image_.format().height) * image_.format().width +
                                   x;
                               if (!std::isfinite(v)) return;
                               if (v < least || (v == least && place < least_at)) least = v, least_at = place;
                               if (v > most || (v == most && place < most_at)) most = v, most_at = place;
                           });
        if (least > most) return;  // nothing was counted
        equal("min_at", static_cast<Int128>(least_at));
        equal("max_at", static_cast<Int128>(most_at));
    }

    // Of values that may lie anywhere within `error`: as many in each bin as there can be.
    void histogram(const ChannelGroup& group, double error) {
        if (!table_.has("histogram")) return;
        std::vector<Int128> surely(options_.bins), perhaps(options_.bins);
        const ImageFormat& format = image_.format();
        const auto bin = [&](Real v) { return bin_of(v, format, group.luma, options_.bins, options_.range); };
        const bool integers = is_integer(format.pixel);
        const Real low = options_.range ? (*options_.range)[0] : integers ? lowest(format.pixel) : 0;
        const Real high = options_.range ? (*options_.range)[1]
                          : integers     ? highest(format.pixel)
                                         : format.white_value();
        for (const Real v : sorted_values(image_.expected.view(), options_.layer, group, options_.counted)) {
            const Real least = v - error, most = v + error;
            if (most < low || least > high) continue;
            const std::size_t first = bin(std::max(least, low)).value(),
                              last = bin(std::min(most, high)).value();
            if (least >= low && most <= high && first == last) ++surely[first];
            for (std::size_t i = first; i <= last; ++i) ++perhaps[i];
        }
        for (std::size_t i = 0; i < options_.bins; ++i) {
            const Int128 found = table_.integer("histogram", channel_, row_, i);
            if (found < surely[i] || found > perhaps[i])
                fail("bin " + std::to_string(i), decimal(found),
                     decimal(surely[i]) + ".." + decimal(perhaps[i]));
        }
    }

    const Table& table_;
    const Bounded& image_;
    StatisticsOptions options_;
    bool certain_ = true;
    Tiles tiles_;
    std::size_t row_ = 0, channel_ = 0;
    std::string wrong_;
};

}  // namespace

StageReference reduce() {
    return {.wrong_table = [](const StageCall& call, const Table& table) {
        return Comparison(table, call.image(), call.if_connected(1), call.values).run();
    }};
}

}  // namespace sluice::reference::stages
