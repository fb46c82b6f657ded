#include "apps/bench/measure.hpp"
#include "apps/bench/stretch_loops.hpp"
#include "tests/apps/program.hpp"

#include <doctest/doctest.h>

using namespace sluice::apps;

TEST_CASE("bench stretch measures device, C++ and copy and puts them in proportion") {
    const nlohmann::json json =
        sluice_program({"bench", "stretch", "--size", "333x77", "--runs", "2", "--json", "-"}).json();
    for (const char* key : {"kernels_ms", "wall_ms", "loop_ms", "copy_ms"}) CHECK(json.at(key) > 0);
    CHECK(json.at("width") == 333);
    CHECK(json.at("runs") == 2);
    CHECK(json.at("launches_ms").contains("normalize.stretch"));
    CHECK(json.at("loops_ms").contains(json.at("loop").get<std::string>()));
    CHECK(json.at("kernels_to_loop").get<double>() ==
          doctest::Approx(json.at("kernels_ms").get<double>() / json.at("loop_ms").get<double>()));

    const Outcome table = sluice_program({"bench", "stretch", "--size", "64x64", "--runs", "1"});
    CHECK(table.code == 0);
    for (const char* row : {"device: kernels", "table of levels", "float arithmetic", "memcpy", "time / C++"})
        CHECK(contains(table.out, row));
}

TEST_CASE("all loops stretch every range of 8 bit as rational numbers do, half to even") {
    for (unsigned low = 0; low < 256; ++low) {
        for (unsigned high = low; high < 256; ++high) {
            std::vector<std::uint8_t> src;
            for (unsigned v = low; v <= high; ++v) {
                const auto byte = static_cast<std::uint8_t>(v);
                src.insert(src.end(), {byte, byte, byte, static_cast<std::uint8_t>(7 * v)});
            }
            const std::size_t pixels = src.size() / 4;
            const ByteRange range = byte_range(src.data(), pixels);
            REQUIRE(range.low[0] == low);
            REQUIRE(range.high[1] == high);

            std::vector<std::uint8_t> right = src;
            for (std::size_t i = 0; high > low && i < right.size(); ++i) {
                if (i % 4 == 3) continue;
                const unsigned dividend = 255 * (src[i] - low), divisor = high - low;
                const unsigned whole = dividend / divisor, rest = 2 * (dividend % divisor);
                right[i] = static_cast<std::uint8_t>(
                    whole + (rest > divisor || (rest == divisor && whole % 2 == 1) ? 1 : 0));
            }
            for (const StretchLoop& loop : stretch_loops()) {
                std::vector<std::uint8_t> dst(src.size());
                loop.run(src.data(), dst.data(), pixels, range);
                if (dst != right) FAIL_CHECK(loop.name << " is wrong for " << low << " to " << high);
            }
        }
    }
}

TEST_CASE("the range counts every pixel, whatever their number") {
    for (const std::size_t pixels : {2, 15, 16, 17, 33}) {
        std::vector<std::uint8_t> src(4 * pixels, 100);
        src[4 * pixels - 4] = 3;
        src[4 * pixels - 2] = 250;
        const ByteRange range = byte_range(src.data(), pixels);
        CHECK(range.low == std::array<std::uint8_t, 4>{3, 100, 100, 100});
        CHECK(range.high == std::array<std::uint8_t, 4>{100, 100, 250, 100});
    }
}

TEST_CASE("the median of an even number of values lies between the middle two") {
    CHECK(median({3}) == 3);
    CHECK(median({5, 1, 3}) == 3);
    CHECK(median({8, 1, 2, 4}) == 3);
}
