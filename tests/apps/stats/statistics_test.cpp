// The parts of `sluice stats`, without a device.
#include "pipeline/core/statistics.hpp"
#include "apps/json.hpp"
#include "apps/stats/data_set.hpp"
#include "apps/stats/decode_ahead.hpp"
#include "apps/stats/digit_search.hpp"
#include "apps/stats/outliers.hpp"
#include "pipeline/sluice/plan.hpp"
#include "tests/apps/program.hpp"

#include <doctest/doctest.h>
#include <boost/multiprecision/cpp_int.hpp>

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <random>

using namespace sluice;
using namespace sluice::apps;

namespace {

// As the device makes it, of integers.
ChannelStatistics channel(std::uint64_t count, double min, double max, double sum, double sum_sq) {
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
    return channel_of(table, 0);
}

FileStatistics file_of(ChannelStatistics channel) {
    return {"a.png", ImageFormat{1, 1, 1}, "", {std::move(channel)}};
}

const Table& numbers_of(const DataSet& set) { return set.channels.at(0).statistics.numbers; }

// The same type of values again and again.
Distribution counted(const Keys& keys, const std::vector<std::uint64_t>& all_keys) {
    Distribution d;
    d.keys = keys;
    d.counts.resize(std::size_t{1} << keys.first_bits());
    for (const std::uint64_t key : all_keys) ++d.counts[key >> (keys.bits - keys.first_bits())];
    return d;
}

std::uint64_t key_of(float v) {
    const auto bits = std::bit_cast<std::uint32_t>(v);
    return (bits >> 31) != 0 ? ~bits : bits | 0x80000000u;
}

}  // namespace

TEST_CASE("pooling is exact where 64 bits end, and keeps signs") {
    const double big = 9223372036854774784.0;  // the last double below 2^63
    DataSet all;
    add(all, file_of(channel(10, -5, 7, big, big)), {});
    for (int i = 0; i < 3; ++i) add(all, file_of(channel(10, -9 - i, 7, big, big)), {});
    CHECK(all.channels.at(0).statistics.exact());
    CHECK(numbers_of(all).integer("count") == 40);
    CHECK(numbers_of(all).integer("min") == -11);
    CHECK(numbers_of(all).integer("max") == 7);
    CHECK(decimal(numbers_of(all).integer("sum")) == "36893488147419099136");
    CHECK(table_value(numbers_of(all), "sum", 0) == "36893488147419099136");  // more than 64 bits: a string
    CHECK(table_value(numbers_of(all), "min", 0) == -11);
}

TEST_CASE("a group without values changes no extreme when it is pooled") {
    const ChannelStatistics empty = channel(0, 255, -255, 0, 0), some = channel(2, 3, 5, 8, 34);
    for (const bool empty_first : {true, false}) {
        DataSet all;
        add(all, file_of(empty_first ? empty : some), {});
        add(all, file_of(empty_first ? some : empty), {});
        CHECK(numbers_of(all).integer("count") == 2);
        CHECK(numbers_of(all).integer("min") == 3);
        CHECK(numbers_of(all).integer("max") == 5);
    }
}

TEST_CASE("sums of doubles are exact, and the same in any order and grouping") {
    std::mt19937 random(7);
    std::vector<double> values{1e308, -1e308, 5e-324, 1, 1e-30, -3.5, 1e16, -1e16, 0x1p-1074, 0.1};
    for (int i = 0; i < 200; ++i)
        values.push_back(std::ldexp(std::uniform_real_distribution<>(-1, 1)(random),
                                    std::uniform_int_distribution<>(-1070, 1000)(random)));
    const std::vector<double> first = [&] {
        ExactSum sum;
        for (const double v : values) sum.add(v);
        return sum.terms();
    }();
    for (int round = 0; round < 20; ++round) {
        std::shuffle(values.begin(), values.end(), random);
        ExactSum all, part;
        for (std::size_t i = 0; i < values.size(); ++i) {
            part.add(values[i]);
            if (random() % 5 == 0) all.add(std::exchange(part, ExactSum()));
        }
        all.add(ExactSum(part.terms()));  // as files have it
        CHECK(all.terms() == first);
    }
    ExactSum tiny;
    for (int i = 0; i < 10; ++i) tiny.add(0.1);
    CHECK(tiny.terms() == std::vector<double>{1, 0x1p-54});  // ten times the double next to 0.1
    tiny.add(Int128{-1});
    CHECK(tiny.terms() == std::vector<double>{0x1p-54});
    CHECK(ExactSum().terms().empty());

    ExactSum infinite({1, std::numeric_limits<double>::infinity()});
    CHECK(infinite.terms() == std::vector<double>{std::numeric_limits<double>::infinity()});
    infinite.add(-std::numeric_limits<double>::infinity());
    CHECK(std::isnan(infinite.terms().at(0)));
    ExactSum large;
    for (int i = 0; i < 3; ++i) large.add(1e308);
    CHECK(large.terms() == std::vector<double>{std::numeric_limits<double>::infinity()});
}

TEST_CASE("percentiles of floats are found digit by digit, and approximate ones state their error") {
    std::mt19937 random(3);
    std::vector<float> values;
    for (int i = 0; i < 1000; ++i) values.push_back(std::normal_distribution<float>(0, 1)(random));
    values.insert(values.end(), {-1e30f, 0.0f, 1e-42f, 3e38f});
    std::sort(values.begin(), values.end());
    std::vector<std::uint64_t> keys;
    for (const float v : values) keys.push_back(key_of(v));
    CHECK(std::is_sorted(keys.begin(), keys.end()));
    const std::vector<double> percents{0, 1, 25, 50, 77, 99, 100};
    DigitSearch search(counted({true, 32, 0}, keys), percents);
    const auto right = [&](std::size_t i) {
        return static_cast<double>(values[rank_of(percents[i], values.size())]);
    };
    CHECK_FALSE(search.over());
    for (std::size_t i = 0; i < percents.size(); ++i) {
        CHECK(std::fabs(search.percentiles()[i] - right(i)) <= search.errors()[i]);
        CHECK(search.errors()[i] <= std::max(std::fabs(right(i)) * 0.004, 1e-38));  // 7 bits, half of one
    }
    const Prefixes prefixes = search.prefixes();
    std::vector<std::uint64_t> bins(prefixes.size() << 16);
    for (const std::uint64_t key : keys)
        for (std::size_t p = 0; p < prefixes.size(); ++p)
            if (key >> 16 == prefixes[p]) ++bins[p << 16 | (key & 0xffff)];
    std::vector<std::uint64_t> others = bins;
    ++others[3];
    CHECK_FALSE(DigitSearch(search).take(others));  // files that have changed
    REQUIRE(search.take(bins));
    CHECK(search.over());
    for (std::size_t i = 0; i < percents.size(); ++i) CHECK(search.percentiles()[i] == right(i));
    CHECK(std::isnan(DigitSearch(counted({true, 32, 0}, {}), {50}).percentiles().at(0)));
}

TEST_CASE("pooled distributions: integers exactly, mixtures not at all, in any order") {
    const Wanted wanted{{50}, 4};
    const auto of = [&](const Keys& keys, std::uint64_t key) {
        Distribution d = counted(keys, {key});
        d.high = 1 << keys.bits;
        put_percentiles(d, wanted);
        put_histogram(d, wanted);
        return d;
    };
    const Keys u8{false, 8, 0}, u16{false, 16, 0};
    Distribution bytes = of(u8, 200);
    pool(bytes, of(u8, 7), wanted);
    pool(bytes, of(u8, 9), wanted);
    CHECK(bytes.percentiles == std::vector<double>{9});
    CHECK(bytes.histogram == std::vector<std::uint64_t>{2, 0, 0, 1});
    pool(bytes, of(u16, 9), wanted);
    pool(bytes, of(u8, 9), wanted);
    CHECK(std::isnan(bytes.percentiles[0]));
    CHECK(bytes.counts.empty());
    CHECK(bytes.histogram.empty());
}

TEST_CASE("pooled mean and standard deviation are those of rational arithmetic") {
    using Rational = boost::multiprecision::cpp_rational;
    std::mt19937 random(11);
    for (const double centre : {0.0, 1.0, 1e6, 1e9}) {
        CAPTURE(centre);
        DataSet all;
        Rational sum = 0, squares = 0;
        std::size_t count = 0;
        for (int file = 0; file < 12; ++file) {
            const auto n = static_cast<std::size_t>(1 + random() % 300);
            Pair part{0, 0}, part_sq{0, 0};
            for (std::size_t i = 0; i < n; ++i) {
                const double v = std::normal_distribution<>(centre, 1)(random);
                part = part + Pair{v, 0};
                part_sq = part_sq + Pair{v, 0} * Pair{v, 0};
                sum += Rational(v);
                squares += Rational(v) * Rational(v);
            }
            count += n;
            ChannelStatistics one = empty_channel("Y", false);
            put(one.numbers, "count", static_cast<Int128>(n));
            one.numbers.set("sum", 0, 0, 0, part);
            one.numbers.set("sum_sq", 0, 0, 0, part_sq);
            add(all, file_of(one), {});
        }
        const Rational right = sum / count, var = squares / count - right * right;
        const auto near = [](double v, const Rational& exact) {
            return std::fabs(v - exact.convert_to<double>()) <= 1e-12 * std::fabs(exact.convert_to<double>());
        };
        CHECK(near(mean(numbers_of(all)), right));
        const double deviation = standard_deviation(numbers_of(all));
        CHECK(std::fabs(deviation - std::sqrt(var.convert_to<double>())) <= 1e-12 * deviation);
    }
}

TEST_CASE("outliers lie far from the median of a set, whatever others do") {
    std::vector<QualityOfFile> files;
    for (int i = 0; i < 20; ++i) {
        const double step = 0.002 * i;
        files.push_back({std::to_string(i), {0.4 + step, 0.2 + step, 0.001, 0.01 + step / 10}});
    }
    CHECK(outliers_among(files).files.empty());
    CHECK(outliers_among({}).files.empty());
    CHECK(outliers_among({files[0]}).files.empty());
    files.push_back({"dark", {0.05, 0.2, 0.001, 0.012}});
    files.push_back({"blurred", {0.42, 0.21, 0.001, 0.0001}});
    files.push_back({"burnt", {0.42, 0.21, 0.3, 0.012}});
    const Outliers found = outliers_among(files);
    REQUIRE(found.files.size() == 3);
    const auto reason = [&](const std::string& path) -> std::string {
        for (const Outlier& outlier : found.files)
            if (outlier.file.path == path) return qualities[outlier.reasons.at(0).quality];
        return "";
    };
    CHECK(reason("dark") == "mean");
    CHECK(reason("blurred") == "focus");
    CHECK(reason("burnt") == "clipping");
    CHECK(found.median[0] == doctest::Approx(0.42).epsilon(0.01));
    CHECK(contains(outliers_text(found), "blurred"));
}

TEST_CASE("channels of a data set stand in one order, whatever file comes first") {
    for (const bool grey_first : {true, false}) {
        const FileStatistics grey = file_of(channel(1, 2, 2, 2, 4));
        FileStatistics colour = grey;
        colour.channels = {empty_channel("R", true), empty_channel("A", true), empty_channel("joint", true)};
        DataSet set;
        add(set, grey_first ? grey : colour, {});
        add(set, grey_first ? colour : grey, {});
        std::string names;
        for (const PooledChannel& c : set.channels) names += c.statistics.name + " ";
        CHECK(names == "Y R A joint ");
    }
}

TEST_CASE("files are decoded in order; what fails says why, the others are there") {
    const Scratch folder;
    std::vector<std::string> paths;
    for (std::size_t i = 0; i < 9; ++i) {
        const std::string name = std::to_string(i) + ".png";
        paths.push_back(i % 3 == 1 ? folder.put(name, "no picture")
                                   : folder.put(name, ramp(3 + i, 2, 1, 0, 9)));
    }
    DecodeAhead decoder(paths, builtin_stages(), {});
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
