// What a Reduce finds by looking at each value: histograms, where the extremes are, which pixels are seen.
#include "tests/reference/pixels.hpp"
#include "tests/reference/statistics.hpp"
#include "tests/stages/support.hpp"

#include <array>
#include <cmath>
#include <limits>
#include <optional>

using namespace sluice;
using namespace sluice::test;

namespace {

// As many of every bin; of floats, up to `moved` values may lie in a bin beside theirs.
void check_bins(const Table& table, const std::vector<reference::Statistics>& expected, std::size_t row,
                std::uint64_t moved) {
    REQUIRE(table.layout().channels.size() == expected.size());
    for (std::size_t c = 0; c < expected.size(); ++c) {
        CAPTURE(expected[c].name);
        std::uint64_t wrong = 0;
        REQUIRE(table.layout().find("histogram")->count == expected[c].histogram.size());
        for (std::size_t bin = 0; bin < expected[c].histogram.size(); ++bin) {
            const auto found = static_cast<std::uint64_t>(table.integer("histogram", c, row, bin));
            const std::uint64_t wanted = expected[c].histogram[bin];
            wrong += found > wanted ? found - wanted : wanted - found;
        }
        CHECK(wrong <= 2 * moved);
    }
}

struct Bins {
    std::string chain;
    std::size_t bins;
    std::optional<std::array<double, 2>> range;
};

std::vector<Bins> bins_for(Pixel pixel) {
    if (!is_integer(pixel)) return {{"bins=100", 100, {}}, {"bins=7 range=-0.25,0.5", 7, {{-0.25, 0.5}}}};
    std::vector<Bins> all{{"", 256, {}}, {"bins=5 range=3,99", 5, {{3, 99}}}};
    if (bytes(pixel) == 2) all.push_back({"bins=65536", 65536, {}});
    return all;
}

// The first place of the least (sign 1) or greatest (sign -1) finite value of a channel.
std::uint64_t place_of(const ConstHostView& image, int channel, int sign) {
    std::uint64_t best = 0;
    double least = std::numeric_limits<double>::infinity();
    for (std::size_t y = 0; y < image.format.height; ++y)
        for (std::size_t x = 0; x < image.format.width; ++x) {
            const double v = sign * sample(image, x, y, channel);
            if (!std::isfinite(v) || v >= least) continue;
            least = v;
            best = y * image.format.width + x;
        }
    return best;
}

}  // namespace

TEST_CASE("a histogram has as many of every level or bin as the reference") {
    const auto check_one = [](Pixel pixel, const Bins& bins, int channels, const Way& way) {
        const ImageFormat format{93, 41, channels, pixel};
        CAPTURE(format.text());
        CAPTURE(bins.chain);
        CAPTURE(way.name);
        const HostImage image = reference::random_image(format, {.nan = true, .inf = true});
        const Result result =
            run("reduce alpha=report quantities=histogram " + bins.chain, image.view(), way.options);
        const reference::StatisticsOptions options{
            .counted = {.alpha = AlphaRule::report}, .bins = bins.bins, .range = bins.range};
        check_bins(result.tables.at("reduce"), reference::statistics(image.view(), options), 0,
                   is_integer(pixel) ? 0 : 20);
    };
    for (const Pixel pixel : {Pixel::u8, Pixel::i16, Pixel::i32, Pixel::f32})
        for (const auto& one :
             every_pair(std::vector{pixel}, bins_for(pixel), std::vector{1, 4}, as_on_cpus_and_gpus()))
            std::apply(check_one, one);
}

TEST_CASE("a histogram is counted beside other quantities, by layer, again and again") {
    ImageFormat format{57, 23, 3, Pixel::u8};
    format.layers = 3;
    const HostImage image = reference::random_image(format);
    for (const Way& way : {way(StorageChoice::buffer), way(StorageChoice::image, 1, 64)}) {
        CAPTURE(way.name);
        const Plan plan(Graph::from_chain("reduce quantities=min,sum,histogram"), format, device(),
                        way.options);
        Session session(plan, {.frames_in_flight = 1});
        for (int time = 0; time < 3; ++time) {  // counts start from zero each time
            Frame frame = session.submit(image.view());
            for (std::size_t layer = 0; layer < format.layers; ++layer) {
                ConstHostView one = image.view();
                one.data = one.row(layer * format.height);
                one.format.layers = 1;
                const auto expected = reference::statistics(one, {.bins = 256});
                check_bins(frame.table("reduce"), expected, layer, 0);
                CHECK(frame.table("reduce").real("min", 1, layer) == static_cast<double>(expected[1].min));
            }
        }
    }
}

TEST_CASE("positions are those of the first minimum and maximum") {
    const auto check_one = [](Pixel pixel, int channels, const Way& way) {
        const ImageFormat format{83, 61, channels, pixel};  // values of 8 bits are there many times
        CAPTURE(format.text());
        CAPTURE(way.name);
        const HostImage image = reference::random_image(format, {.nan = true, .inf = true});
        const Table table =
            run("reduce quantities=min,min_at,max_at", image.view(), way.options).tables.at("reduce");
        for (int c = 0; c < channels; ++c) {
            const auto channel = static_cast<std::size_t>(c);
            CHECK(static_cast<std::uint64_t>(table.integer("min_at", channel)) ==
                  place_of(image.view(), c, 1));
            CHECK(static_cast<std::uint64_t>(table.integer("max_at", channel)) ==
                  place_of(image.view(), c, -1));
        }
    };
    for (const auto& one : every_pair(std::vector{Pixel::u8, Pixel::i32, Pixel::f16, Pixel::f64},
                                      std::vector{1, 3}, as_on_cpus_and_gpus()))
        std::apply(check_one, one);
}

TEST_CASE("extremes are those of the pixels that are seen, also where values are counted in words") {
    const auto check_one = [](Pixel pixel, int channels, const Way& way) {
        ImageFormat format{77, 39, channels, pixel};
        format.grey_alpha = channels == 2;
        CAPTURE(format.text());
        CAPTURE(way.name);
        HostImage image = reference::random_image(format);
        for (std::size_t y = 0; y < format.height; ++y)
            for (std::size_t x = 0; x < format.width; ++x) {
                const bool seen = (x * 7 + y * 3) % 5 == 0;
                set_sample(image.view(), x, y, channels - 1, seen ? 1 + static_cast<double>(x) : 0);
                if (!seen) continue;  // the ends of the type are in hidden pixels only
                for (int c = 0; c + 1 < channels; ++c)
                    set_sample(image.view(), x, y, c, 20 + static_cast<double>((x + y) % 80) + c);
            }
        const auto check_stats = [&] {
            PlanOptions options = way.options;
            options.observe = {"normalize.stats"};
            const Table table = run("normalize", image.view(), options).tables.at("normalize.stats");
            const auto expected =
                reference::statistics(image.view(), {.counted = {.alpha = AlphaRule::visible}});
            REQUIRE(table.layout().channels.size() == expected.size());
            for (std::size_t c = 0; c < expected.size(); ++c) {
                if (expected[c].count == 0) {
                    CHECK(table.real("min", c) > table.real("max", c));
                    continue;
                }
                CHECK(table.real("min", c) == static_cast<double>(expected[c].min));
                CHECK(table.real("max", c) == static_cast<double>(expected[c].max));
            }
        };
        check_stats();
        for (std::size_t y = 0; y < format.height; ++y)
            for (std::size_t x = 0; x < format.width; ++x) set_sample(image.view(), x, y, channels - 1, 0);
        check_stats();
    };
    for (const auto& one : every_pair(std::vector{Pixel::u8, Pixel::i8, Pixel::u16, Pixel::i16},
                                      std::vector{2, 4}, as_on_cpus_and_gpus()))
        std::apply(check_one, one);
}
