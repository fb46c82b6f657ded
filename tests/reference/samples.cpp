#include "tests/reference/samples.hpp"

#include "tests/reference/pixels.hpp"
#include "tests/reference/random_image.hpp"

namespace sluice::reference {

HostImage row_of(Pixel pixel, int channels, const Samples& samples) {
    const auto wide = static_cast<std::size_t>(channels);
    return image_of({samples.size() / wide, 1, channels, pixel}, [&](std::size_t x, std::size_t, int c) {
        return samples[x * wide + static_cast<std::size_t>(c)];
    });
}

Samples samples_of(const ConstHostView& image) {
    Samples samples;
    for (std::size_t row = 0; row < rows(image.format); ++row)
        for (std::size_t x = 0; x < image.format.width; ++x)
            for (int c = 0; c < image.format.channels; ++c) samples.push_back(value(image, x, row, c));
    return samples;
}

}  // namespace sluice::reference
