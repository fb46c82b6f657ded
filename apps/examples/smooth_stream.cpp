// If the contrast of a video is stretched frame by frame, it flickers, because noise moves the darkest and
// the brightest pixel. With `smoothing`, the device averages the measured range over several frames. The
// average restarts at a scene cut.
#include <sluice/sluice.hpp>

#include <cmath>
#include <iostream>
#include <random>
#include <string>

namespace {

constexpr int frames = 24, cut = 12;

// Takes the place of a camera: a grey ramp with noise, and a brighter scene from frame `cut` on.
sluice::HostImage picture(const sluice::ImageFormat& format, int index) {
    std::mt19937 random(static_cast<unsigned>(index));
    std::normal_distribution<double> noise(0, 3);
    const double dark = index < cut ? 60 : 140, bright = index < cut ? 130 : 220;
    sluice::HostImage image(format);
    for (std::size_t y = 0; y < format.height; ++y)
        for (std::size_t x = 0; x < format.width; ++x) {
            const double ramp = static_cast<double>(x) / static_cast<double>(format.width - 1);
            const double value = dark + (bright - dark) * ramp + noise(random);
            sluice::set_sample(image.view(), x, y, 0, std::fmin(255, std::fmax(0, std::round(value))));
        }
    return image;
}

// Plays the stream. Returns by how much the range that is used changes from frame to frame, on average.
double flicker(const std::string& chain, const sluice::ImageFormat& format) {
    const sluice::Plan plan(sluice::Graph::from_chain(chain), format, sluice::Device::pick(),
                            {.observe = {"normalize.range"}});
    sluice::Session session(plan);  // one stream; session.reset() would start another one
    double moved = 0, before = 0;
    for (int i = 0; i < frames; ++i) {
        sluice::Frame frame = session.submit(picture(format, i).view());
        const sluice::Table& range = frame.table("normalize.range");  // the range that was used
        const double high = range.real("high");
        if (i > 0 && i != cut) moved += std::fabs(high - before);
        if (i >= cut - 1 && i <= cut + 1)
            std::cout << "  frame " << i << ": " << range.real("low") << " to " << high << "\n";
        before = high;
    }
    return moved / (frames - 2);
}

}  // namespace

int main() try {
    const sluice::ImageFormat format{160, 90, 1, sluice::Pixel::u8};
    std::cout << "frame by frame\n";
    const double alone = flicker("normalize", format);
    std::cout << "smoothed\n";
    const double smoothed = flicker("normalize smoothing=8 cut=0.5", format);
    std::cout << "the upper end moves by " << alone << " from frame to frame, smoothed by " << smoothed
              << "\n";
    return smoothed < alone ? 0 : 1;
} catch (const sluice::Error& error) {
    std::cerr << error.what() << "\n";
    return 1;
}
