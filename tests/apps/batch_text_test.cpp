#include "apps/batch/text.hpp"

#include <doctest/doctest.h>

using namespace sluice;
using namespace sluice::apps;

TEST_CASE("a path is printed on one line, whatever is in it") {
    CHECK(printable("a/b c.png") == "a/b c.png");
    CHECK(printable("line\nbreak\x1b[2J.png") == "line\\x0abreak\\x1b[2J.png");
    CHECK(printable("bytes\xFF.png") == "bytes\\xff.png");
    CHECK(printable("gr\xC3\xBC\xC3\x9F.png") == "gr\xC3\xBC\xC3\x9F.png");
    CHECK(printable(std::string(200, 'x')) == std::string(200, 'x'));
}

TEST_CASE("durations and sizes are given in units that can be read") {
    CHECK(duration(0.254) == "0.25 s");
    CHECK(duration(3.14) == "3.1 s");
    CHECK(duration(12.4) == "12 s");
    CHECK(duration(65) == "1 min 05 s");
    CHECK(duration(7830) == "2 h 10 min");
    CHECK(byte_count(0) == "0 B");
    CHECK(byte_count(1536) == "1.5 KiB");
    CHECK(byte_count(std::uintmax_t{5} << 30) == "5.0 GiB");
}

TEST_CASE("the bar shows what is done, what failed, the rates and the time that is left") {
    CHECK(bar({.files = 4, .finished = 0, .failed = 0, .bytes = 400}) == "[--------------------] 0/4");
    CHECK(bar({.files = 4,
               .finished = 1,
               .failed = 0,
               .bytes = 400,
               .finished_bytes = 200,
               .pixels = 30e6,
               .seconds = 2}) == "[##########----------] 1/4, 0.5 files/s, 15.0 MP/s, 2.0 s left");
    // Files count where sizes are not known.
    CHECK(bar({.files = 4,
               .finished = 1,
               .failed = 1,
               .bytes = 0,
               .finished_bytes = 0,
               .pixels = 0,
               .seconds = 5}) == "[#####---------------] 1/4, 1 failed, 0.2 files/s, 15 s left");
    CHECK(bar({.files = 4,
               .finished = 4,
               .failed = 0,
               .bytes = 400,
               .finished_bytes = 400,
               .pixels = 400e6,
               .seconds = 2}) == "[####################] 4/4, 2.0 files/s, 200 MP/s");
}

TEST_CASE("the bar shows what the files are at, as long as there are some") {
    Position at{.files = 500, .finished = 250, .pixels = 100e6, .seconds = 2};
    at.queues = QueueFill{.decoding = 2, .decoded = 1, .on_device = 3, .processed = 0, .encoding = 4};
    CHECK(bar(at) ==
          "[##########----------] 250/500, 125 files/s, 50.0 MP/s, 2.0 s left, "
          "decode 2 [1] device 3 [0] encode 4");
    at.finished = 500;
    CHECK(bar(at) == "[####################] 500/500, 250 files/s, 50.0 MP/s");
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
    CHECK(summary_line({}) == "0 done in 0.00 s");
}
