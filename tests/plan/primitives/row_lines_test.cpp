#include "pipeline/plan/primitives/row_lines.hpp"
#include "tests/reference/random_image.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <utility>

using namespace sluice;

namespace {

using Weighed = std::vector<std::pair<std::int64_t, double>>;  // source lines with their weights, in order

Weighed of_taps(const Taps& taps, std::size_t output) {
    Weighed weighed;
    for (std::size_t k = 0; k < taps.count; ++k)
        if (const double weight = taps.weights[(taps.even ? 0 : output * taps.count) + k]; weight != 0)
            weighed.emplace_back(
                taps.first_of(static_cast<std::int64_t>(output)) + static_cast<std::int64_t>(k), weight);
    return weighed;
}

Weighed of_lines(const RowLines& rows, std::size_t output) {
    Weighed weighed;
    const RowLines::Output& own = rows.outputs[output];
    for (auto i = static_cast<std::size_t>(own.first_line); i <= static_cast<std::size_t>(own.last_line);
         ++i) {
        const RowLines::Line& line = rows.lines[i];
        const auto slot = static_cast<std::int64_t>(output) - line.output;
        REQUIRE(slot >= 0);
        if (slot >= static_cast<std::int64_t>(rows.open)) continue;  // not yet begun
        const double weight = rows.weights[i * rows.open + static_cast<std::size_t>(slot)];
        if (weight != 0) weighed.emplace_back(line.source, weight);
        CHECK((slot < line.ends) == (i == static_cast<std::size_t>(own.last_line)));
    }
    return weighed;
}

// Of `count` weights, some of them 0 at the ends as at the edges of an image; outputs `step` lines apart.
Taps some_taps(std::size_t outputs, std::size_t count, double step) {
    reference::Random random(outputs * 100 + count);
    Taps taps{count, {}, {}, false};
    for (std::size_t i = 0; i < outputs; ++i) {
        taps.first.push_back(std::max(0, static_cast<int>(static_cast<double>(i) * step) - 2));
        for (std::size_t k = 0; k < count; ++k)
            taps.weights.push_back(k > 0 && i + 2 > outputs && k + 1 == count ? 0 : 0.25 + random.uniform());
    }
    return taps;
}

}  // namespace

TEST_CASE("lines add to each output what its weights say, in their order") {
    for (const double step : {0.1, 0.5, 1.0, 1.7, 3.0, 9.0})
        for (const std::size_t count : {1u, 2u, 5u, 12u})
            for (const std::size_t most_open : {4u, 16u, 100u})
                for (const std::size_t outputs : {1u, 2u, 17u, 40u}) {
                    CAPTURE(step);
                    CAPTURE(count);
                    CAPTURE(most_open);
                    CAPTURE(outputs);
                    const Taps taps = some_taps(outputs, count, step);
                    const RowLines rows = row_lines(taps, outputs, most_open);
                    CHECK(rows.open <= most_open);
                    REQUIRE(rows.outputs.size() == outputs);
                    std::int64_t ends = 0;
                    for (const RowLines::Line& line : rows.lines) ends += line.ends;
                    CHECK(ends == static_cast<std::int64_t>(outputs));
                    for (std::size_t i = 0; i < outputs; ++i) {
                        CHECK(of_lines(rows, i) == of_taps(taps, i));
                        CHECK(rows.outputs[i].first_source == taps.first[i]);
                    }
                }
}

TEST_CASE("a line is added once unless more outputs than may be open weigh it") {
    const Taps taps = some_taps(40, 6, 2);
    CHECK(open_at_once(taps, 40) <= 4);
    const RowLines rows = row_lines(taps, 40, 4);
    for (std::size_t i = 2; i < rows.lines.size(); ++i)  // the last one only says what is complete
        CHECK(rows.lines[i - 1].source - rows.lines[i - 2].source == 1);
    CHECK(rows.most_ends(8) == 5);  // the last ones are a line shorter
}

TEST_CASE("outputs that all weigh alike need no lines, and blocks of them do") {
    const Taps taps{5, {-2}, {1, 4, 6, 4, 1}, true};
    CHECK(open_at_once(taps, 100) == 5);
    CHECK(row_lines(taps, 100, 8).even);
    CHECK(row_lines(taps, 100, 8).most_ends(3) == 3);
    const RowLines blocks = row_lines(taps, 10, 4);
    CHECK_FALSE(blocks.even);
    for (std::size_t i = 0; i < 10; ++i) CHECK(of_lines(blocks, i) == of_taps(taps, i));
}
