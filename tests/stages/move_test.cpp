// Whole pixels that move: flips, turns by quarters, crops, pads.
#include "tests/stages/neighbours.hpp"

using namespace sluice;
using namespace sluice::test;

TEST_CASE("every strategy moves the same pixels, whatever stands beside them") {
    const auto check = [](const std::string& chain, const Images& images) {
        std::vector<Way> ways = by_strategies({"gather", "turned", "moves"});
        check_neighbours(chain, images, {3, 16}, ways);
    };
    for (const char* chain :
         {"flip x", "flip y", "flip both", "rotate 90", "rotate 180", "rotate 270",
          "crop x=3 y=5 width=31 height=12", "pad left=5 top=2 right=21 bottom=7 edge=mirror",
          "pad left=40 top=30 right=50 bottom=20 edge=wrap",
          "pad left=1 right=2 top=9 edge=constant color=200"}) {
        check(chain, image({83, 41, 3, Pixel::u8}));
        check(chain, image({49, 70, 1, Pixel::u16}));
        check(chain, image({40, 37, 4, Pixel::i8}, {.transparent = 0.3}));
        check(chain, image({61, 20, 1, Pixel::f16}, {.nan = true, .inf = true, .denormal = true}));
        check(chain, image({37, 21, 2, Pixel::f64}));
        check(chain, image({70, 90, 1, Pixel::u8}));
    }
    // What a Point makes of them before they move, and after; what is found of them.
    check("gamma 0.5 | rotate 90 | invert", image({83, 41, 3, Pixel::u8}));
    check("flip x | reduce quantities=min,max,sum", image({83, 41, 2, Pixel::u8}));
}
