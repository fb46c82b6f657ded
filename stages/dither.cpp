#include "pipeline/graph/stage_builder.hpp"

namespace sluice::stages {
namespace {

struct Dither {
    std::string method = "ordered";
    Pixel pixel = Pixel::u8;
    std::optional<std::int64_t> levels;
};

void expand(const Dither& p, Expansion& e) {
    const Expansion::Edge image = e.input().value();
    ImageFormat dst = e.format(image);
    if (dst.pixel != p.pixel) dst.white = 0;
    dst.pixel = p.pixel;
    std::optional<Expansion::Edge> noise;
    if (p.method == "bluenoise") noise = e.add("blue_noise", "noise", {}, {});
    const double steps = p.levels ? static_cast<double>(*p.levels - 1) : dst.white_value();
    e.output(e.add("dithered", "dithered",
                   {{"pixel", value_of(dst.pixel)}, {"white", dst.white}, {"steps", steps}}, {image, noise}));
}

}  // namespace

StageDef dither() {
    return composition<Dither>(
               "dither",
               "Reduces an image to fewer levels or bits without visible steps (banding). Each value becomes "
               "the level below or above it, the nearer one more often. A value that is a level stays.")
        .also({{"ordered-dither", "ordered"}})
        .image_in("src", "The image.")
        .image_out("dst", "The result.")
        .param("method", &Dither::method,
               "ordered: Bayer's matrix of 8 x 8. bluenoise: a tile of 64 x 64 made by void and cluster, "
               "which shows no pattern.",
               choices{"ordered", "bluenoise"})
        .param("pixel", &Dither::pixel, "Pixel type of the result.", choices{"u8", "u16"})
        .param("levels", &Dither::levels,
               "Number of levels of each channel. none uses all levels of the pixel type.", range(2, 256),
               keyword("none"), live)
        .expand(expand);
}

}  // namespace sluice::stages
