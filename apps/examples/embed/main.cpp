// Normalizes a frame from host memory on a device, and prints the range that was measured.
#include <sluice/sluice.hpp>

#include <cstdint>
#include <iostream>
#include <vector>

int main() try {
    const sluice::Device device = sluice::Device::pick();
    const sluice::ImageFormat format{640, 480, 3, sluice::Pixel::u8};
    const sluice::Graph graph = sluice::Graph::from_chain("normalize");
    const sluice::Plan plan(graph, format, device, {.observe = {"normalize.stats"}});
    sluice::Session session(plan);  // builds the kernels; use it for every frame

    // Any rows of pixels will do. These are a grey ramp from 60 to 180.
    std::vector<std::uint8_t> pixels(format.host_bytes());
    for (std::size_t i = 0; i < pixels.size(); ++i)
        pixels[i] = static_cast<std::uint8_t>(60 + i / 3 % 640 * 120 / 639);
    const sluice::HostView view{format, pixels.data(), 640 * 3};

    sluice::Frame frame = session.submit(view);  // returns at once
    frame.read(view);                            // waits: the image and its statistics arrive together
    const sluice::Table& stats = frame.table("normalize.stats");
    for (std::size_t c = 0; c < stats.layout().channels.size(); ++c)
        std::cout << stats.layout().channels[c] << " was " << stats.real("min", c) << " to "
                  << stats.real("max", c) << ", is " << sluice::sample(view, 0, 0, static_cast<int>(c))
                  << " to " << sluice::sample(view, 639, 0, static_cast<int>(c)) << "\n";
} catch (const sluice::Error& error) {
    std::cerr << error.what() << "\n";
    return 1;
}
