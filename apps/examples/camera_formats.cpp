// Frames as a camera gives them: NV12, one plane of brightness and one of colours at half the size, in one
// block of memory. sluice decodes them in the pass that uses them, and copies nothing that the device can
// use where it is.
#include <sluice/sluice.hpp>

#include <cstddef>
#include <cstdint>
#include <iostream>
#include <vector>

namespace {

constexpr std::size_t width = 320, height = 240;

// Takes the place of a camera: 3 bytes for 2 pixels, all of them red.
std::vector<std::uint8_t> take_frame() {
    std::vector<std::uint8_t> frame(width * height * 3 / 2, 81);
    for (std::size_t i = width * height; i < frame.size(); i += 2) frame[i] = 90, frame[i + 1] = 240;
    return frame;
}

}  // namespace

int main() try {
    const sluice::ImageFormat luma{width, height, 1, sluice::Pixel::u8};
    const sluice::ImageFormat chroma{width / 2, height / 2, 2, sluice::Pixel::u8};
    const sluice::Graph chain = sluice::Graph::from_chain(
        "input id=chroma; input id=luma | yuv nv12 from=luma,chroma | saturation 0.8 | gamma 0.9");
    const sluice::Plan plan(chain, {{"luma", luma}, {"chroma", chroma}}, sluice::Device::pick());
    sluice::Session session(plan);

    const std::vector<std::uint8_t> frame = take_frame();
    sluice::ImageFormat bgr = session.result_format();
    bgr.order = sluice::Order::bgr;
    sluice::HostImage result(bgr);
    session
        .submit({{"luma", sluice::LentView{{luma, frame.data(), width}}},
                 {"chroma", sluice::LentView{{chroma, frame.data() + width * height, width}}}},
                {{"output", result.view()}})
        .wait();
    std::cout << "the first pixel is now";
    for (int c = 0; c < 3; ++c) std::cout << " " << sluice::sample(result.view(), 0, 0, c);
    std::cout << "\n";
} catch (const sluice::Error& error) {
    std::cerr << error.what() << "\n";
    return 1;
}
