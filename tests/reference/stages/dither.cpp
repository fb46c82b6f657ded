// floor(v * steps / white + (rank + 1/2) / ranks), a level of the result; numbers are rounded as on a device,
// since what the floor is decides.
#include "stages/shared/blue_noise.hpp"
#include "tests/reference/params.hpp"
#include "tests/reference/stage.hpp"

#include <cmath>

namespace sluice::reference::stages {
namespace {

// By the rule that makes it: four of half the size, each between the numbers of the others.
Real bayer(std::size_t x, std::size_t y, std::size_t side) {
    if (side == 1) return 0;
    const std::size_t half = side / 2;
    const Real turn = x / half % 2 == 0 ? (y / half % 2 == 0 ? 0 : 3) : (y / half % 2 == 0 ? 2 : 1);
    return 4 * bayer(x % half, y % half, half) + turn;
}

Bounded dithered(const StageCall& call) {
    const Bounded& src = call.image();
    const Pixel pixel = named<Pixel>(call.values, "pixel").value();
    ImageFormat format = src.format();
    if (format.pixel != pixel) format.white = 0;
    format.pixel = pixel;
    const auto levels = number_of(call.values, "levels");
    const Real steps = levels ? *levels - 1 : format.white_value();
    const Real white = src.format().white_value();
    const bool blue = word_of(call.values, "method") == "bluenoise";
    const auto of = [&](Real v, std::size_t x, std::size_t row) {
        const std::size_t y = row % format.height;
        const Real share = blue ? (sluice::stages::blue_noise_ranks()[y % 64 * 64 + x % 64] + 0.5L) / 4096
                                : (bayer(x % 8, y % 8, 8) + 0.5L) / 64;
        const Real level = std::floor(call.real(call.real(call.real(v * steps) / white) + share));
        return level * format.white_value() / steps;
    };
    // Alpha goes from white to white; a factor is rounded.
    const Real scale = is_signed_integer(src.format().pixel) ? 1 : format.white_value() / white;
    const Real off = scale == 1 ? 0 : 0x1p-22L;
    Bounded dst = exactly(HostImage(format));
    for_each_sample(format, [&](const SamplePlace& p) {
        const bool alpha = format.has_alpha() && p.channel == format.colors();
        const auto put = [&](HostImage& image, Real v, Real off) {
            const Real kept = v * scale, room = std::isfinite(v) ? off * std::fabs(kept) : 0;
            const Real result = alpha ? kept + room : of(v, p.x, p.row);
            set_value(image.view(), p.x, p.row, p.channel, stored(result, pixel));
        };
        put(dst.expected, at(src.expected, p), 0);
        put(dst.low, at(src.low, p), -off);
        put(dst.high, at(src.high, p), off);
    });
    dst.exact = src.exact && (off == 0 || !format.has_alpha());
    return dst;
}

}  // namespace

StageReference dither() {
    return {.image = [](const StageCall& call) -> StageResult { return {dithered(call)}; }};
}

}  // namespace sluice::reference::stages
