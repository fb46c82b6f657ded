// A tracker's regions of interest become the input of a neural network: each frame has other boxes, and the
// result has one layer for each of them.
#include <sluice/sluice.hpp>

#include <iostream>
#include <vector>

namespace {

constexpr std::size_t frames = 8, most = 4, side = 32;
const sluice::ImageFormat format{320, 240, 1, sluice::Pixel::u8};

// Takes the place of a camera: a bright square that moves to the right.
sluice::HostImage take_image(std::size_t left) {
    sluice::HostImage image(format);
    for (std::size_t y = 100; y < 120; ++y)
        for (std::size_t x = left; x < left + 20; ++x) image.as<std::uint8_t>(y)[x] = 200;
    return image;
}

}  // namespace

int main() try {
    const sluice::Plan plan(sluice::Graph::from_chain("crops 32 most=4 boxes=0,0,0,0 | convert pixel=f32"),
                            format, sluice::Device::pick());
    sluice::Session session(plan);
    auto boxes = session.param<std::vector<double>>("crops.boxes");
    sluice::HostImage batch(session.result_format());  // 4 layers of 32 x 32 pixels: N H W C
    bool right = true;
    for (std::size_t i = 0; i < frames; ++i) {
        const auto x = static_cast<double>(30 * i);  // where the tracker expects the square
        boxes = {x,      100, 20, 20,                // its box
                 x - 10, 90,  40, 40};               // and more of its surroundings
        const sluice::HostImage image = take_image(30 * i);
        session.submit(image.view()).read(batch.view());
        const auto middle_of = [&](std::size_t layer) {
            return batch.as<float>(layer * side + side / 2)[side / 2];
        };
        std::cout << "frame " << i << ": " << middle_of(0) << " " << middle_of(1)
                  << ", no box: " << middle_of(most - 1) << "\n";
        right = right && middle_of(0) > 0.7f && middle_of(1) > 0.7f && middle_of(most - 1) == 0;
    }
    return right ? 0 : 1;
} catch (const sluice::Error& error) {
    std::cerr << error.what() << "\n";
    return 1;
}
