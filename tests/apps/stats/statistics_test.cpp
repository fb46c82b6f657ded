// The parts of `sluice stats`, without a device.
#include "tests/reference/statistics.hpp"
#include "apps/json.hpp"
#include "apps/stats/channel.hpp"
#include "apps/stats/decode_ahead.hpp"
#include "pipeline/sluice/plan.hpp"
#include "tests/apps/program.hpp"

#include <doctest/doctest.h>

#include <limits>

using namespace sluice;
using namespace sluice::apps;

namespace {

// As the device makes it, of integers.
Table table_of(std::uint64_t count, double min, double max, double sum, double sum_sq) {
    TableLayout layout;
    layout.channels = {"Y"};
    layout.fields = {{"count", FieldType::u64}, {"min", FieldType::i64},     {"max", FieldType::i64},
                     {"sum", FieldType::i64},   {"sum_sq", FieldType::u128}, {"nonzero", FieldType::u64}};
    Table table(layout);
    table.set("count", 0, 0, 0, static_cast<double>(count));
    table.set("min", 0, 0, 0, min);
    table.set("max", 0, 0, 0, max);
    table.set("sum", 0, 0, 0, sum);
    table.set("sum_sq", 0, 0, 0, sum_sq);
    table.set("nonzero", 0, 0, 0, static_cast<double>(count));
    return table;
}

}  // namespace

TEST_CASE("pooling is exact where 64 bits end, and keeps signs") {
    const double big = 9223372036854774784.0;  // the last double below 2^63
    ChannelStatistics all = channels_of(table_of(10, -5, 7, big, big)).at(0);
    for (int i = 0; i < 3; ++i) pool(all, channels_of(table_of(10, -9 - i, 7, big, big)).at(0), {});
    CHECK(all.exact());
    CHECK(all.numbers.integer("count") == 40);
    CHECK(all.numbers.integer("min") == -11);
    CHECK(all.numbers.integer("max") == 7);
    CHECK(decimal(all.numbers.integer("sum")) == "36893488147419099136");
    CHECK(table_value(all.numbers, "sum", 0) == "36893488147419099136");  // more than 64 bits: a string
    CHECK(table_value(all.numbers, "min", 0) == -11);
}

TEST_CASE("a group without values changes no extreme when it is pooled") {
    const ChannelStatistics empty = channels_of(table_of(0, 255, -255, 0, 0)).at(0);
    const ChannelStatistics some = channels_of(table_of(2, 3, 5, 8, 34)).at(0);
    for (const bool empty_first : {true, false}) {
        ChannelStatistics all = empty_first ? empty : some;
        pool(all, empty_first ? some : empty, {});
        CHECK(all.numbers.integer("count") == 2);
        CHECK(all.numbers.integer("min") == 3);
        CHECK(all.numbers.integer("max") == 5);
    }
}

TEST_CASE("distributions agree with the reference for every pixel type and grouping") {
    for (const Pixel pixel :
         {Pixel::u8, Pixel::i8, Pixel::u16, Pixel::i16, Pixel::i32, Pixel::f16, Pixel::f32, Pixel::f64}) {
        HostImage image(ImageFormat{13, 7, 4, pixel});
        const double low = is_integer(pixel) ? std::max(lowest(pixel), -30000.0) : -0.25;
        const double step =
            is_integer(pixel) ? (pixel == Pixel::u8 || pixel == Pixel::i8 ? 1 : 97) : 0.00390625;
        int i = 0;
        for (std::size_t y = 0; y < 7; ++y)
            for (std::size_t x = 0; x < 13; ++x)
                for (int c = 0; c < 4; ++c) set_sample(image.view(), x, y, c, low + step * ((i += 37) % 251));

        const Wanted wanted{{0, 1, 33.3, 50, 99.9, 100}, 10};
        const std::pair<const char*, reference::Grouping> groupings[] = {
            {"channel", reference::Grouping::channel},
            {"joint", reference::Grouping::joint},
            {"luma", reference::Grouping::luma}};
        for (const auto& [name, grouping] : groupings) {
            reference::StatisticsOptions options;
            options.group = grouping;
            options.counted.alpha =
                grouping == reference::Grouping::channel ? AlphaRule::report : AlphaRule::exclude;
            const bool hidden = true;
            options.percentiles = wanted.percentiles;
            options.bins = wanted.bins;
            const auto expected = reference::statistics(image.view(), options);
            const std::vector<GroupChannels> groups = groups_of(image.format(), {name, hidden});
            REQUIRE(groups.size() == expected.size());
            for (std::size_t g = 0; g < groups.size(); ++g) {
                INFO(sluice::name(pixel) << " " << groups[g].name);
                CHECK(groups[g].name == expected[g].name);
                const Distribution d = distribution(image.view(), groups[g], wanted);
                CHECK(d.histogram == expected[g].histogram);
                for (std::size_t p = 0; p < wanted.percentiles.size(); ++p)
                    CHECK(d.percentiles[p] ==
                          doctest::Approx(static_cast<double>(expected[g].percentiles[p])));
            }
        }
    }
}

TEST_CASE("NaN and infinities are in no percentile and no bin; without a value there is no percentile") {
    HostImage image(ImageFormat{3, 1, 1, Pixel::f32});
    image.as<float>(0)[0] = std::numeric_limits<float>::quiet_NaN();
    image.as<float>(0)[1] = std::numeric_limits<float>::infinity();
    image.as<float>(0)[2] = 1;  // the end of the range falls into the last bin
    const Distribution one = distribution(image.view(), {"Y", {0}}, {{0, 100}, 4});
    CHECK(one.percentiles == std::vector<double>{1, 1});
    CHECK(one.histogram == std::vector<std::uint64_t>{0, 0, 0, 1});

    image.as<float>(0)[2] = -std::numeric_limits<float>::infinity();
    CHECK(std::isnan(distribution(image.view(), {"Y", {0}}, {{50}, 0}).percentiles[0]));
}

TEST_CASE("pooled distributions: 8 and 16 bit exactly, floats by their histogram, mixtures not at all") {
    const Wanted wanted{{50}, 4};
    const auto of = [&](Pixel pixel, double value) {
        HostImage image(ImageFormat{1, 1, 1, pixel});
        set_sample(image.view(), 0, 0, 0, value);
        return distribution(image.view(), {"Y", {0}}, wanted);
    };
    Distribution bytes = of(Pixel::u8, 200);
    pool(bytes, of(Pixel::u8, 7), wanted);
    pool(bytes, of(Pixel::u8, 9), wanted);
    CHECK(bytes.percentiles == std::vector<double>{9});
    CHECK(bytes.histogram == std::vector<std::uint64_t>{2, 0, 0, 1});

    Distribution floats = of(Pixel::f32, 0.1);
    pool(floats, of(Pixel::f32, 0.9), wanted);
    CHECK(std::isnan(floats.percentiles[0]));
    CHECK(floats.histogram == std::vector<std::uint64_t>{1, 0, 0, 1});

    pool(bytes, of(Pixel::u16, 9), wanted);
    CHECK(std::isnan(bytes.percentiles[0]));
    CHECK(bytes.histogram.empty());
}

TEST_CASE("files are decoded in order; what fails says why, the others are there") {
    const Scratch folder;
    std::vector<std::string> paths;
    for (std::size_t i = 0; i < 9; ++i) {
        const std::string name = std::to_string(i) + ".png";
        paths.push_back(i % 3 == 1 ? folder.put(name, "no picture")
                                   : folder.put(name, ramp(3 + i, 2, 1, 0, 9)));
    }
    DecodeAhead decoder(paths, builtin_stages(), {}, {}, {});
    for (std::size_t i = 0; i < paths.size(); ++i) {
        const std::optional<Decoded> file = decoder.next();
        REQUIRE(file);
        CHECK(file->path == paths[i]);
        CHECK(file->image.has_value() == (i % 3 != 1));
        CHECK(file->error.empty() == (i % 3 != 1));
        if (file->image) CHECK(file->image->format().width == 3 + i);
    }
    CHECK_FALSE(decoder.next());
}

TEST_CASE("exact integers are numbers as long as 64 bits hold them") {
    CHECK(exact(0) == 0);
    CHECK(exact(-5) == -5);
    CHECK(exact(Int128{std::numeric_limits<std::uint64_t>::max()}) ==
          std::numeric_limits<std::uint64_t>::max());
    CHECK(exact(Int128{std::numeric_limits<std::uint64_t>::max()} + 1) == "18446744073709551616");
    CHECK(exact(Int128{std::numeric_limits<std::int64_t>::min()} - 1) == "-9223372036854775809");
}

TEST_CASE("paths: UTF-8 as they are, all others in base64") {
    Json json;
    put_path(json, "ä.png");
    CHECK(json == Json{{"path", "ä.png"}});
    for (const auto& [bytes, text] :
         {std::pair("\xff", "/w=="), {"\xff\xfe", "//4="}, {"\xff\xfe\x01", "//4B"}}) {
        Json other;
        put_path(other, bytes);
        CHECK(other == Json{{"path_bytes", text}});
    }
}
