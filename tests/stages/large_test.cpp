// Images whose samples a 32-bit number does not count.
#include "tests/reference/statistics.hpp"
#include "tests/skip.hpp"
#include "tests/stages/support.hpp"

#include <algorithm>

using namespace sluice;
using namespace sluice::test;

TEST_CASE("more samples than 2^31 are counted, summed and found exactly") {
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

    const Table table = run("reduce quantities=count,min,max,sum,sum_sq,nonzero", image.view(),
                            way(StorageChoice::buffer).options)
                            .tables.at("reduce");
    const auto rows = static_cast<Int128>(format.height);
    CHECK(table.integer("count") == rows * 65536);
    CHECK(table.integer("nonzero") == rows * 65536);
    CHECK(table.integer("min") == 1);
    CHECK(table.integer("max") == static_cast<Int128>(one.max));
    CHECK(decimal(table.integer("sum")) == decimal(rows * one.exact_sum - last + 1));
    CHECK(decimal(table.integer("sum_sq")) == decimal(rows * one.exact_sum_sq - last * last + 1));
}
