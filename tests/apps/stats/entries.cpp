#include "tests/apps/stats/entries.hpp"

#include "pipeline/core/value.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <utility>

using nlohmann::json;
using sluice::Int128;
using sluice::reference::Real;

namespace {

std::string listed(const std::vector<double>& percentiles) {
    std::string text;
    for (const double percent : percentiles) text += (text.empty() ? "" : ",") + sluice::number_text(percent);
    return text;
}

// Numbers that 64 bits hold are numbers, larger ones strings.
std::string digits(const json& value) { return value.is_string() ? value.get<std::string>() : value.dump(); }

void check_near(const json& value, Real right) {
    CHECK(std::fabs(value.get<double>() - static_cast<double>(right)) <=
          1e-6 * std::fabs(static_cast<double>(right)));
}

// Of floats: the value itself, no sum.
void check_same(const json& value, Real right, bool luma) {
    if (luma) return check_near(value, right);
    CHECK(value.get<double>() == static_cast<double>(right));
}

void check_entry(const json& entry, const sluice::reference::Statistics& right, bool exact, bool luma,
                 const std::vector<double>& percentiles) {
    CHECK(entry.at("count") == right.count);
    CHECK(entry.at("nonzero") == right.nonzero);
    CHECK(entry.at("nan") == right.nan);
    CHECK(entry.at("inf") == right.inf);
    if (right.empty()) {
        for (const char* key : {"min", "max", "mean", "std"}) CHECK(entry.at(key).is_null());
        return;
    }
    check_near(entry.at("mean"), right.mean);
    const Real deviation = entry.at("std").get<double>();
    CHECK(std::fabs(deviation * deviation - right.variance) <= 1e-6L * right.variance);
    if (exact) {
        CHECK(digits(entry.at("min")) == sluice::decimal(static_cast<Int128>(right.min)));
        CHECK(digits(entry.at("max")) == sluice::decimal(static_cast<Int128>(right.max)));
        CHECK(digits(entry.at("sum")) == sluice::decimal(right.exact_sum));
        CHECK(digits(entry.at("sum_sq")) == sluice::decimal(right.exact_sum_sq));
    } else {
        check_same(entry.at("min"), right.min, luma);
        check_same(entry.at("max"), right.max, luma);
        check_near(entry.at("sum"), right.sum);
        check_near(entry.at("sum_sq"), right.sum_sq);
    }
    for (std::size_t i = 0; i < percentiles.size(); ++i)
        check_same(entry.at("percentiles").at(sluice::number_text(percentiles[i])), right.percentiles[i],
                   luma);
    // A float near the edge of a bin may fall to either side; there are few of them.
    if (exact && !right.histogram.empty())
        CHECK(entry.at("histogram").get<std::vector<std::uint64_t>>() == right.histogram);
}

}  // namespace

std::vector<std::string> Asked::words() const {
    std::vector<std::string> words = {"--group", group, "--json", "-"};
    if (!percentiles.empty()) words.insert(words.end(), {"--percentiles", listed(percentiles)});
    if (bins > 0) words.insert(words.end(), {"--histogram", std::to_string(bins)});
    if (hidden) words.insert(words.end(), {"--alpha", "exclude"});
    return words;
}

void check_entries(const json& entries, const sluice::HostImage& image, const Asked& asked) {
    using sluice::reference::Grouping;
    sluice::reference::StatisticsOptions options;
    options.group = asked.group == "joint"  ? Grouping::joint
                    : asked.group == "luma" ? Grouping::luma
                                            : Grouping::channel;
    using sluice::AlphaRule;
    const bool beside = asked.group == "channel";  // alpha is a channel, with all its pixels
    options.counted.alpha = asked.hidden ? AlphaRule::exclude : AlphaRule::visible;
    options.percentiles = asked.percentiles;
    options.bins = asked.bins;
    auto expected = sluice::reference::statistics(image.view(), options);
    options.counted.alpha = AlphaRule::report;
    if (beside && image.format().has_alpha())
        expected.push_back(sluice::reference::statistics(image.view(), options).back());
    REQUIRE(entries.size() == expected.size());
    const bool luma = asked.group == "luma" && image.format().colors() == 3;
    const bool exact = is_integer(image.format().pixel) && !luma;
    for (std::size_t i = 0; i < expected.size(); ++i) {
        INFO(entries[i].dump());
        const bool grey = asked.group == "luma" && !luma;  // whose luma is its only channel
        CHECK(entries[i].at("name") == (grey ? "Y" : expected[i].name));
        check_entry(entries[i], expected[i], exact, luma, asked.percentiles);
    }
}
