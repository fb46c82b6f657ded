// The pipeline that docs/tasks.md shows: a mark of any kind over a folder of images of all kinds.
#include "tests/apps/program.hpp"

#include "io/read.hpp"

#include <doctest/doctest.h>

#include <cmath>
#include <string>
#include <vector>

using namespace sluice;

namespace {

ImageFormat kind(std::size_t width, std::size_t height, int channels, Pixel pixel) {
    ImageFormat format{width, height, channels, pixel};
    format.grey_alpha = channels == 2;
    return format;
}

// Opaque but for its first column, if it has alpha; R, G and B are 80, 20 and 60 % of white, grey is 40 %.
HostImage mark(int channels, Pixel pixel) {
    HostImage image(kind(4, 3, channels, pixel));
    const double white = image.format().white_value();
    const double colours[] = {0.8, 0.2, 0.6};
    for (std::size_t y = 0; y < 3; ++y)
        for (std::size_t x = 0; x < 4; ++x)
            for (int c = 0; c < channels; ++c) {
                const bool alpha = image.format().has_alpha() && c == channels - 1;
                const double share = alpha ? (x == 0 ? 0 : 1) : channels > 2 ? colours[c] : 0.4;
                set_sample(image.view(), x, y, c, white * share);
            }
    return image;
}

// What the mark is in colours of the base.
double shown(const HostImage& mark, const ImageFormat& base, int c) {
    const double white = base.white_value();
    if (mark.format().colors() == 1) return 0.4 * white;
    if (base.colors() == 1) return (0.2126 * 0.8 + 0.7152 * 0.2 + 0.0722 * 0.6) * white;
    return (c == 0 ? 0.8 : c == 1 ? 0.2 : 0.6) * white;
}

}  // namespace

TEST_CASE("a mark of any depth and colour blends over a folder of images of all depths and colours") {
    const Scratch folder;
    const std::string pipeline =
        "load " + (folder / "mark.png") + " id=m ; load | thumbnail 300 | blend from=thumbnail,m";
    std::vector<std::pair<std::string, HostImage>> bases;
    for (const Pixel pixel : {Pixel::u8, Pixel::u16})
        for (int channels = 1; channels <= 4; ++channels) {
            HostImage base(kind(9, 8, channels, pixel));
            const double white = base.format().white_value();
            for (std::size_t y = 0; y < 8; ++y)
                for (std::size_t x = 0; x < 9; ++x)
                    for (int c = 0; c < channels; ++c)
                        set_sample(base.view(), x, y, c,
                                   base.format().has_alpha() && c == channels - 1 ? white : white / 5);
            const std::string name = std::to_string(channels) + std::string(sluice::name(pixel)) + ".png";
            folder.put("in/" + name, base);
            bases.emplace_back(name, std::move(base));
        }
    const std::vector<std::pair<int, Pixel>> kinds{
        {1, Pixel::u16}, {2, Pixel::u8}, {3, Pixel::u16}, {4, Pixel::u8}};
    for (const auto& [channels, pixel] : kinds) {
        const HostImage top = mark(channels, pixel);
        CAPTURE(top.format().text());
        folder.put("mark.png", top);
        const Outcome outcome = sluice_program(
            {"batch", folder / "in", "-o", folder / "out", "--pipeline", pipeline, "--overwrite", "always"});
        REQUIRE_MESSAGE(outcome.code == 0, outcome.err);
        for (const auto& [name, base] : bases) {
            CAPTURE(name);
            const HostImage result = read(folder / ("out/" + name));
            REQUIRE(result.format() == base.format());
            for (std::size_t y = 0; y < 8; ++y)
                for (std::size_t x = 0; x < 9; ++x)
                    for (int c = 0; c < base.format().colors(); ++c) {
                        const bool covered = x < 4 && y < 3 && !(top.format().has_alpha() && x == 0);
                        const double right =
                            covered ? shown(top, base.format(), c) : sample(base.view(), x, y, c);
                        CHECK(std::fabs(sample(result.view(), x, y, c) - right) <= (covered ? 1 : 0));
                    }
        }
    }
}
