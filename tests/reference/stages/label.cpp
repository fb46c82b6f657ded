// The components that flooding finds. Where it is not certain what is 0, nothing is known.
#include "tests/reference/labels.hpp"
#include "tests/reference/params.hpp"
#include "tests/reference/random_image.hpp"
#include "tests/reference/stage.hpp"

#include <limits>

namespace sluice::reference::stages {
namespace {

Bounded labelled_blobs(const StageCall& call) {
    const Bounded& mask = call.image();
    const ImageFormat& format = mask.format();
    const ImageFormat dst{format.width, format.height, 1, Pixel::i32, Space::data};
    const auto area_min = static_cast<std::size_t>(call.number("area_min"));
    const double area_max = number_of(call.values, "area_max").value_or(std::numeric_limits<double>::max());
    const Labels labels =
        labels_of(set_pixels(mask.expected.view()), format.width, format.height,
                  static_cast<int>(call.number("connectivity")), {}, area_min,
                  area_max < static_cast<double>(mask.format().pixels()) ? static_cast<std::size_t>(area_max)
                                                                         : mask.format().pixels());
    Bounded result = exactly(image_of(dst, [&](std::size_t x, std::size_t row, int) {
        return static_cast<double>(labels.at[row * format.width + x]);
    }));
    if (!mask.exact)
        for_each_sample(dst, [&](const SamplePlace& p) {
            set_value(result.low.view(), p.x, p.row, p.channel, lowest(dst.pixel));
            set_value(result.high.view(), p.x, p.row, p.channel, highest(dst.pixel));
        });
    result.exact = mask.exact;
    return result;
}

}  // namespace

StageReference label() {
    return {.image = [](const StageCall& call) -> StageResult { return {labelled_blobs(call)}; }};
}

}  // namespace sluice::reference::stages
