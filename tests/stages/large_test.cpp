// Images whose samples a 32-bit number does not count.
#include "tests/reference/statistics.hpp"
#include "tests/skip.hpp"
#include "tests/stages/support.hpp"

#include <algorithm>

using namespace sluice;
using namespace sluice::test;

TEST_CASE("more samples than 2^31 are counted, summed and found exactly, and those of a region behind them") {
    const ImageFormat row_format{65536, 1, 1, Pixel::u8};
    ImageFormat format = row_format;
    format.height = 32769;
    const std::size_t bytes = format.host_bytes();
    if (device().facts().max_allocation < bytes || device().facts().global_bytes < 4 * bytes) {
        report_skip("the device has no room for " + format.text());
        return;
    }
    const HostImage row = reference::random_image(row_format, {.range = {{3, 250}}});
    HostImage image(format);
    for (std::size_t y = 0; y < format.height; ++y) std::copy_n(row.row(0), row.pitch(), image.row(y));
    image.as<std::uint8_t>(format.height - 1)[65535] = 1;  // the very last one is the minimum
    const reference::Statistics one = reference::statistics(row.view(), {}).front();
    const auto last = static_cast<Int128>(row.as<std::uint8_t>(0)[65535]);

    // The region is the last two rows: the second begins at sample 2^31.
    const auto tables =
        run("input | reduce id=whole quantities=count,min,max,sum,sum_sq,nonzero; "
            "reduce id=end from=input region=0,32767,65536,2 quantities=count,min,max,sum,sum_sq",
            image.view(), way(StorageChoice::buffer).options)
            .tables;
    const Table& table = tables.at("whole");
    const auto rows = static_cast<Int128>(format.height);
    CHECK(table.integer("count") == rows * 65536);
    CHECK(table.integer("nonzero") == rows * 65536);
    CHECK(table.integer("min") == 1);
    CHECK(table.integer("max") == static_cast<Int128>(one.max));
    CHECK(decimal(table.integer("sum")) == decimal(rows * one.exact_sum - last + 1));
    CHECK(decimal(table.integer("sum_sq")) == decimal(rows * one.exact_sum_sq - last * last + 1));

    const Table& end = tables.at("end");
    CHECK(end.integer("count") == 2 * 65536);
    CHECK(end.integer("min") == 1);
    CHECK(end.integer("max") == static_cast<Int128>(one.max));
    CHECK(decimal(end.integer("sum")) == decimal(2 * one.exact_sum - last + 1));
    CHECK(decimal(end.integer("sum_sq")) == decimal(2 * one.exact_sum_sq - last * last + 1));
}
