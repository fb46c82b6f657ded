#include "apps/batch/text.hpp"
#include "apps/terminal/amounts.hpp"

#include <doctest/doctest.h>

using namespace sluice;
using namespace sluice::apps;

TEST_CASE("durations are given in units that can be read") {
    for (const auto& [seconds, text] : {std::pair(0.0, "0 s"),
                                        {1e-6, "0 s"},
                                        {0.000254, "0.25 ms"},
                                        {0.000996, "1.0 ms"},
                                        {0.00314, "3.1 ms"},
                                        {0.00996, "10 ms"},
                                        {0.254, "254 ms"},
                                        {0.9996, "1.0 s"},
                                        {3.14, "3.1 s"},
                                        {9.96, "10 s"},
                                        {12.4, "12 s"},
                                        {59.7, "1 min 00 s"},
                                        {65.0, "1 min 05 s"},
                                        {3599.9, "1 h 00 min"},
                                        {7830.0, "2 h 11 min"},
                                        {400000.0, "111 h 07 min"},
                                        {-1.0, "0 s"}})
        CHECK(duration(seconds) == text);
}

TEST_CASE("the last line sums a run up") {
    Summary summary;
    summary.done = 8;
    summary.pixels = 20e6;
    summary.seconds = 2;
    summary.devices = {"a device"};
    CHECK(summary_line(summary) == "8 done in 2.0 s on a device, 10.0 MP/s");
    summary.failed = 1;
    summary.skipped = 2;
    summary.left = 3;
    summary.devices.emplace_back("another");
    CHECK(summary_line(summary) ==
          "8 done, 1 failed, 2 skipped, 3 left in 2.0 s on a device, another, 10.0 MP/s");
    summary.copied = 5;
    CHECK(summary_line(summary).starts_with("8 done (5 unchanged, copied), 1 failed, 2 skipped"));
    CHECK(summary_line({}) == "0 done in 0 s");
}
