// What normalize says that it went by: low and high, or mean and std, of each group.
#include "tests/grey_alpha.hpp"
#include "tests/reference/statistics.hpp"
#include "tests/stages/support.hpp"

#include <cmath>

using namespace sluice;
using namespace sluice::test;
using reference::Grouping;
using reference::Real;
using reference::Statistics;
using reference::StatisticsOptions;

namespace {

using Names = std::vector<std::string>;

Table observed(const std::string& chain, const HostImage& image, const std::string& table) {
    return run(chain, image.view(), {.observe = {table}}).tables.at(table);
}

Names fields_of(const Table& table) {
    Names names;
    for (const Field& field : table.layout().fields) names.push_back(field.name);
    return names;
}

void check_range(const Table& range, const std::string& channel, std::size_t c, double low, double high,
                 double tolerance = 0) {
    CAPTURE(channel);
    REQUIRE(range.layout().channels.size() > c);
    CHECK(range.layout().channels[c] == channel);
    CHECK(std::fabs(range.real("low", c) - low) <= tolerance);
    CHECK(std::fabs(range.real("high", c) - high) <= tolerance);
}

// `low` and `high` percent, of each group.
void check_percentiles(const std::string& arguments, const HostImage& image, double low, double high,
                       Grouping grouping = Grouping::channel, double tolerance = 0) {
    CAPTURE(arguments);
    CAPTURE(image.format().text());
    const Table range = observed("normalize percentile " + arguments, image, "normalize.range");
    CHECK(fields_of(range) == Names{"low", "high"});
    const auto groups = reference::groups(image.format(), grouping, AlphaRule::exclude);
    REQUIRE(range.layout().channels.size() == groups.size());
    for (std::size_t c = 0; c < groups.size(); ++c) {
        const auto sorted = reference::sorted_values(image.view(), 0, groups[c], {});
        check_range(range, groups[c].name, c, static_cast<double>(reference::low_percentile(sorted, low)),
                    static_cast<double>(reference::high_percentile(sorted, high)), tolerance);
    }
}

std::vector<std::string> sources(const ExecutionPlan& plan) {
    std::vector<std::string> sources;
    for (const PlannedStep& step : plan.steps)
        if (const auto* launch = std::get_if<Launch>(&step)) sources.push_back(launch->program->source);
    return sources;
}

HostImage random(int channels, Pixel pixel, double low, double high) {
    return reference::random_image({37, 23, channels, pixel}, {.seed = 7, .range = {{low, high}}});
}

HostImage filled(const ImageFormat& format, const std::vector<double>& values) {
    HostImage image(format);
    for (std::size_t i = 0; i < format.pixels(); ++i)
        for (int c = 0; c < format.channels; ++c)
            set_sample(image.view(), i % format.width, i / format.width, c,
                       values[static_cast<std::size_t>(c)]);
    return image;
}

}  // namespace

TEST_CASE("low and high of percentile are the percentiles that the reference finds, group by group") {
    check_percentiles("low=5 high=90", random(3, Pixel::u8, 20, 201), 5, 90);
    check_percentiles("low=5 high=90 group=joint", random(3, Pixel::u8, 20, 201), 5, 90, Grouping::joint);
    check_percentiles("low=5 high=90 group=luma", random(3, Pixel::u8, 20, 201), 5, 90, Grouping::luma, 1e-4);
    check_percentiles("low=2.5 high=99.5", random(1, Pixel::u16, 100, 9000), 2.5, 99.5);
    check_percentiles("low=2.5 high=99.5", random(1, Pixel::f32, -2, 9), 2.5, 99.5);
}

TEST_CASE("low and high are what was found, whatever the stretch makes of it") {
    const ImageFormat grey{10, 10, 1};
    // 98 of 100 values are 40: it is both percentiles, and the minimum and the maximum take their place.
    HostImage most = filled(grey, {40});
    set_sample(most.view(), 0, 0, 0, 3);
    set_sample(most.view(), 1, 0, 0, 200);
    check_range(observed("normalize percentile low=5 high=90", most, "normalize.range"), "Y", 0, 3, 200);
    for (const std::string rule : {"keep", "low"})
        check_range(observed("normalize constant=" + rule, filled(grey, {40}), "normalize.range"), "Y", 0, 40,
                    40);
    const HostImage colours = random(3, Pixel::u8, 20, 201);
    const auto found = reference::statistics(colours.view());
    const Table plain = observed("normalize strength=0.25", colours, "normalize.range");
    const Table mixed = observed("normalize independence=0.5", colours, "normalize.range");
    Real least = found[0].min, most_of_all = found[0].max;
    for (const Statistics& s : found) {
        least = std::min(least, s.min);
        most_of_all = std::max(most_of_all, s.max);
    }
    for (std::size_t c = 0; c < 3; ++c) {
        const auto low = static_cast<double>(found[c].min), high = static_cast<double>(found[c].max);
        check_range(plain, found[c].name, c, low, high);
        check_range(mixed, found[c].name, c, (low + static_cast<double>(least)) / 2,
                    (high + static_cast<double>(most_of_all)) / 2);
    }
    // Where nothing was counted, there is none.
    const Table none =
        observed("normalize alpha=visible", filled(grey_alpha({10, 10, 2}), {40, 0}), "normalize.range");
    CHECK(std::isnan(none.real("low")));
    CHECK(std::isnan(none.real("high")));
}

TEST_CASE("given ranges are low and high too, fractions as they were given") {
    check_range(observed("normalize in=10,99.7", random(3, Pixel::u8, 0, 255), "normalize.range"), "joint", 0,
                10, 99.7, 1e-5);
    const Table each =
        observed("normalize in=10,100,20,200,0,255", random(3, Pixel::u8, 0, 255), "normalize.range");
    check_range(each, "R", 0, 10, 100);
    check_range(each, "G", 1, 20, 200);
    check_range(each, "B", 2, 0, 255);
}

TEST_CASE("mean and std of standardize are those of the reference, or those that were given") {
    const HostImage image = random(3, Pixel::u8, 20, 201);
    const Table line = observed("normalize standardize ddof=1 epsilon=100", image, "normalize.line");
    CHECK(fields_of(line) == Names{"mean", "std"});
    const auto found = reference::statistics(image.view(), StatisticsOptions{.ddof = 1});
    for (std::size_t c = 0; c < 3; ++c) {
        CHECK(line.layout().channels[c] == found[c].name);
        CHECK(line.real("mean", c) == doctest::Approx(static_cast<double>(found[c].mean)).epsilon(1e-6));
        CHECK(line.real("std", c) == doctest::Approx(static_cast<double>(found[c].std)).epsilon(1e-6));
    }
    const Table given = observed("normalize standardize mean=100 std=25,30,35", image, "normalize.line");
    for (std::size_t c = 0; c < 3; ++c) {
        CHECK(given.real("mean", c) == 100);
        CHECK(given.real("std", c) == doctest::Approx(25 + 5 * static_cast<double>(c)).epsilon(1e-6));
    }
    const Table none = observed("normalize standardize alpha=visible",
                                filled(grey_alpha({10, 10, 2}), {40, 0}), "normalize.line");
    CHECK(std::isnan(none.real("mean")));
    CHECK(std::isnan(none.real("std")));
}

TEST_CASE("observing what was resolved adds no launch, no source and no wait") {
    const HostImage image = random(3, Pixel::u8, 20, 201);
    for (const std::string mode : {"minmax", "percentile", "standardize"}) {
        CAPTURE(mode);
        const std::string table = mode == "standardize" ? "normalize.line" : "normalize.range";
        const Graph graph = Graph::from_chain("normalize " + mode);
        Session alone(Plan(graph, image.format(), device()));
        Session seen(Plan(graph, image.format(), device(), {.observe = {table}}));
        CHECK(seen.plan().passes() == alone.plan().passes());
        CHECK(sources(seen.plan()) == sources(alone.plan()));
        alone.submit(image.view()).read();
        seen.submit(image.view()).read();
        const Counts without = alone.counters().total(), with = seen.counters().total();
        CHECK(without.table_reads == 0);
        CHECK(without.waits == 1);
        CHECK(with.launches == without.launches);
        CHECK(with.table_reads == 1);
        CHECK(with.waits == 1);
    }
}
