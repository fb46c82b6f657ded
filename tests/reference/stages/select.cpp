#include "tests/reference/stages/second.hpp"

namespace sluice::reference::stages {
namespace {

Lanes selected(const std::vector<Lanes>& pixels, const ImageFormat& a, const ImageFormat& b) {
    if (pixels[0][0] != 0) return pixels[1];
    Lanes result;
    for (int c = 0; c < a.colors(); ++c)
        result.push_back(pixels[2][b.colors() == 1 ? 0 : static_cast<std::size_t>(c)]);
    if (a.has_alpha()) result.push_back(b.has_alpha() ? pixels[2].back() : a.white_value());
    return result;
}

}  // namespace

StageReference select() {
    return {.image = [](const StageCall& call) -> StageResult {
        const Bounded &mask = call.image(0), &a = call.image(1);
        const Bounded b = as_first(call.image(2), a.format());
        const auto of_pixel = [&](const std::vector<Lanes>& pixels) {
            return selected(pixels, a.format(), b.format());
        };
        const Between between = zero_is_certain(mask) ? Between::corners : Between::anything;
        return {of_pixels({&mask, &a, &b}, a.format(), of_pixel, {.ulps = 1, .between = between})};
    }};
}

}  // namespace sluice::reference::stages
