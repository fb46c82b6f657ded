// A pipeline of structs. Editors complete stages, parameters and choices, and a misspelt one does not
// compile.
#include <sluice/sluice.hpp>
#include <sluice/stages.hpp>

#include <cstdint>
#include <iostream>
#include <vector>

int main() try {
    namespace stages = sluice::stages;
    const sluice::Graph graph =
        stages::resize{.width = 320, .filter = stages::resize::Filter::lanczos3} |
        stages::normalize{.mode = stages::normalize::Mode::percentile, .low = 1, .id = "stretched"} |
        stages::convert{.pixel = stages::convert::Pixel::u16};
    const sluice::ImageFormat format{640, 480, 3, sluice::Pixel::u8};
    const sluice::Plan plan(graph, format, sluice::Device::pick(), {.observe = {"stretched.stats"}});
    sluice::Session session(plan);

    std::vector<std::uint8_t> pixels(format.host_bytes());
    for (std::size_t i = 0; i < pixels.size(); ++i)
        pixels[i] = static_cast<std::uint8_t>(60 + i / 3 % 640 * 120 / 639);
    sluice::Frame frame = session.submit(sluice::ConstHostView{format, pixels.data(), 640 * 3});
    std::cout << frame.read().format().text() << "\n";
} catch (const sluice::Error& error) {
    std::cerr << error.what() << "\n";
    return 1;
}
