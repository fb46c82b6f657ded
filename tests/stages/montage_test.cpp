#include "tests/stages/all_at_once.hpp"

using namespace sluice;
using namespace sluice::test;

TEST_CASE("a montage has its tiles in rows, with gaps between and around them") {
    Images images;
    images.emplace("input", grid(1, {1}));
    images.emplace("b", grid(2, {2, 3, 4, 5}));
    images.emplace("c", grid(1, {6, 7}));
    check_each(images, {
                           {"montage from=input,b,c size=2 gap=0 background=9",
                            {1, 9, 2, 3, 9, 9, 4, 5, 6, 9, 9, 9, 7, 9, 9, 9}},
                           {"montage from=input,c columns=1 size=1,2 gap=1 background=9",
                            {9, 9, 9, 9, 1, 9, 9, 9, 9, 9, 9, 9, 9, 6, 9, 9, 7, 9, 9, 9, 9}},
                           {"montage from=b size=2 gap=0", {2, 3, 4, 5}},
                       });
}

TEST_CASE("images larger than a tile are shrunk to fit it") {
    const HostImage wide = reference::constant_image({40, 10, 3, Pixel::u8}, 50);
    const HostImage sheet = run("montage size=20 gap=2 background=black", wide.view()).image;
    CHECK(sheet.format().width == 24);
    CHECK(sheet.format().height == 24);
    CHECK(sheet.as<std::uint8_t>(12)[3 * 12] == 50);
    CHECK(sheet.as<std::uint8_t>(4)[3 * 12] == 0);
}
