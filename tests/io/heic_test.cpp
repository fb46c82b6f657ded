#include "tests/io/blocks.hpp"
#include "tests/io/with_codec.hpp"
#include "tests/temporary_folder.hpp"

#include "io/save_format.hpp"

#include <doctest/doctest.h>

#include <string>
#include <vector>

using namespace sluice;
using known::block_error;
using known::contains;
using known::load;
using namespace std::string_literals;

namespace {

bool no_heic() { return known::lacks("heic", "libheif"); }

}  // namespace

TEST_CASE("a HEIC is near to what was written, with alpha, and of more than 8 bits") {
    if (no_heic()) return;
    CHECK(load("lossy.heic").format() == ImageFormat{80, 48, 3});
    CHECK(block_error(load("lossy.heic").view(), known::rgb()) <= 6);
    CHECK(load("alpha.heic").format().channels == 4);
    CHECK(block_error(load("alpha.heic").view(), known::rgba()) <= 6);
    const HostImage deep = load("deep.heic");
    CHECK(deep.format() == ImageFormat{80, 48, 3, Pixel::u16});
    CHECK(block_error(deep.view(), known::rgb()) <= 4);
    const HostImage padded = open_image(known::path("deep.heic"))->read({Layout::device}, {});
    CHECK(known::difference(padded.view(), deep.view()) == "");
}

TEST_CASE("images of a HEIC are pages, or layers of one image") {
    if (no_heic()) return;
    const std::string bytes = bytes_of(known::path("pages.heic"));
    std::vector<std::string> said;
    CHECK(block_error(known::page_of(bytes, 1, &said).view(), known::rgb()) <= 6);
    CHECK(said.size() == 1);
    CHECK(contains(said.at(0), "only page 1 of 2 is taken"));
    CHECK(block_error(known::page_of(bytes, 2).view(), known::bgr()) <= 6);
    const HostImage both = known::page_of(bytes, 0);
    REQUIRE(both.format().layers == 2);
    CHECK(block_error(rows_of(both.view(), 48, 48), known::bgr()) <= 6);
    CHECK(contains(known::error_of([&] { known::page_of(bytes, 3); }), "it has no page 3: it has 2 pages"));
}

TEST_CASE("a HEIC that lies about its size, or ends early, is refused, and none is written") {
    if (no_heic()) return;
    const std::string bytes = bytes_of(known::path("lossy.heic"));
    const std::size_t size = bytes.find("ispe");
    REQUIRE(size != std::string::npos);
    std::string lies = bytes;
    lies.replace(bytes.find("clap"), 4, "free");  // which says a size, too
    lies.replace(size + 8, 8, "\0\0\0\1\0\0\0\1"s);
    CHECK(contains(known::refusal(lies), "its header says other sizes than its image has"));
    lies.replace(size + 8, 8, "\0\0\x3E\x80\0\0\x3E\x80"s);
    ReadOptions options;
    options.max_pixels = 1'000'000;
    CHECK(contains(known::refusal(lies, options), "x: it is too large: 16000x16000 pixels"));
    CHECK(contains(known::refusal(bytes.substr(0, bytes.size() - 100)), "x: its data ends early"));
    CHECK(!can_write("heic"));
    CHECK(contains(cannot_write("heic"), "sluice cannot write HEIC"));
}
