// Which Gathers share a pass, and how it goes about its tiles.
#include "pipeline/plan/schedule/place.hpp"
#include "tests/plan/planned.hpp"

#include <doctest/doctest.h>

#include <string>
#include <vector>

using namespace sluice;
using namespace sluice::test;

namespace {

std::vector<std::string> ways_of(const std::string& chain, const ImageFormat& format,
                                 const DeviceFacts& device) {
    std::vector<std::string> ways;
    for (const PlannedStep& step : test::planned(chain, format, device).steps)
        if (const auto* launch = std::get_if<Launch>(&step); launch != nullptr && launch->over_pixels)
            ways.push_back(launch->implementation.substr(0, launch->implementation.find(',')));
    return ways;
}
std::vector<std::string> ways_of(const std::string& chain, Pixel pixel, const DeviceFacts& device) {
    ImageFormat format = photo;
    format.pixel = pixel;
    return ways_of(chain, format, device);
}

}  // namespace

TEST_CASE("tiles have as many rows as a row of the result is made of, at least") {
    DeviceFacts roomy = cpu;
    roomy.local_bytes = 16 << 20;
    const ImageFormat large{5000, 5000, 3};
    CHECK(ways_of("thumbnail 50", large, roomy).size() == 2);
}

TEST_CASE("sums of whole numbers slide in one pass; those of floats have tiles of their own") {
    for (const DeviceFacts& device : {cpu, gpu}) {
        CHECK(ways_of("localnorm", Pixel::u8, device) == std::vector<std::string>{"sums that slide"});
        CHECK(ways_of("localnorm 250", Pixel::u16, device) == std::vector<std::string>{"sums that slide"});
        const std::vector<std::string> of_floats = ways_of("localnorm", Pixel::f32, device);
        REQUIRE(of_floats.size() == 3);
        const std::string way = device.cpu() ? "lines that are kept" : "tiled";
        CHECK(of_floats[0] == way);
        CHECK(of_floats[1] == way);
    }
}

TEST_CASE("a box of integers slides at any radius, a small one where its sums are exact has a tile") {
    CHECK(ways_of("box 2", Pixel::u8, gpu) == std::vector<std::string>{"tiled"});
    for (const char* chain : {"box 3", "box 250", "threshold method=mean radius=100"})
        CHECK(ways_of(chain, Pixel::u8, gpu) == std::vector<std::string>{"sums that slide"});
}

TEST_CASE("non-local means are made in blocks, by a group of a GPU and by one item of a CPU") {
    for (const DeviceFacts& device : {cpu, gpu})
        for (const char* chain : {"nlmeans", "nlmeans patch=3 search=11"})
            CHECK(ways_of(chain, Pixel::u8, device) == std::vector<std::string>{"in blocks"});
}

TEST_CASE("what shrinks by much goes along lines on GPUs, and then down columns") {
    using Ways = std::vector<std::string>;
    const ImageFormat large{4096, 4096, 3, Pixel::u8}, full{1920, 1080, 3, Pixel::u8};
    for (const char* chain :
         {"resize width=200", "resize width=200 filter=lanczos3", "resize width=200 filter=area"})
        CHECK(ways_of(chain, large, gpu) == Ways{"along lines", "generated"});
    CHECK(ways_of("resize width=200 filter=lanczos3", full, gpu) == Ways{"along lines", "generated"});
    // Outputs enough for one pass, and too few pixels for two.
    CHECK(ways_of("resize width=1000 filter=lanczos3", large, gpu) == Ways{"straight by columns"});
    CHECK(ways_of("resize width=224 filter=linear", full, gpu) == Ways{"tiled"});
    CHECK(ways_of("resize width=200 filter=linear", large, cpu) == Ways{"tiled"});
    // The image between would be larger than its own.
    CHECK(ways_of("resize width=4096 height=100", large, gpu).size() == 1);
    DeviceFacts small = gpu;
    small.local_bytes = 12 << 10;
    CHECK(ways_of("resize width=200 filter=lanczos3", {4096, 4096, 1, Pixel::u8}, small).front() ==
          "along lines");
    small.local_bytes = 6 << 10;
    CHECK(ways_of("resize width=200 filter=lanczos3", {4096, 4096, 1, Pixel::u8}, small).front() !=
          "along lines");
    // All rows weigh alike, and what is beyond the edges.
    CHECK(ways_of("gaussian 30", large, gpu) == Ways{"tiled", "tiled"});
}

TEST_CASE("a tile takes the local memory that Reduces and look-ups leave") {
    PassNeeds needs;
    needs.domain = {1000, 500, 1};
    needs.formats = {{1000, 500, 4, Pixel::f32}};
    needs.load_bytes = needs.store_bytes = 16;
    needs.gathers = needs.windows = needs.reduces = true;
    needs.tiled = PassNeeds::Tiled{};
    needs.tiled->taps = nullptr;
    needs.tiled->rows = 500;
    needs.tiled->block = BlockNeeds{{6, 6, 6, 6}, 3};

    DeviceFacts small = gpu, large = gpu;
    small.local_bytes = 20 << 10;
    large.local_bytes = 48 << 10;
    const PassShape alone = place_pass(needs, small, {}).value();
    needs.shared = 28 << 10;
    const PassShape beside = place_pass(needs, large, {}).value();
    REQUIRE(alone.tile);
    REQUIRE(beside.tile);
    CHECK(beside.tile->items == alone.tile->items);
    CHECK(beside.tile->width == alone.tile->width);
    needs.shared = 0;
    CHECK(place_pass(needs, large, {}).value().tile->width > beside.tile->width);
}
