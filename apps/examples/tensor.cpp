// Photographs of any sizes become one batch of tensors (NCHW) for a neural network. The last kernel writes
// each into its slot: nothing is copied after it.
#include <sluice/sluice.hpp>

#include <cstddef>
#include <cstdint>
#include <iostream>
#include <utility>
#include <vector>

int main() try {
    const sluice::Device device = sluice::Device::pick();
    constexpr std::size_t side = 640;
    std::vector<sluice::HostImage> photos;
    for (const auto& [width, height] : {std::pair{800, 600}, std::pair{480, 640}}) {
        sluice::HostImage& photo = photos.emplace_back(sluice::ImageFormat{
            static_cast<std::size_t>(width), static_cast<std::size_t>(height), 3, sluice::Pixel::u8});
        for (std::size_t y = 0; y < photo.format().height; ++y)  // a ramp, in place of a photograph
            for (std::size_t x = 0; x < photo.pitch(); ++x)
                photo.as<std::uint8_t>(y)[x] = static_cast<std::uint8_t>(x + y);
    }
    std::vector<float> batch(photos.size() * 3 * side * side);
    for (std::size_t i = 0; i < photos.size(); ++i) {
        const sluice::HostImage& photo = photos[i];
        const sluice::Graph graph = sluice::Graph::from_chain(
            "letterbox 640x640 | convert pixel=f32 | normalize standardize preset=imagenet");
        const sluice::Plan plan(graph, photo.format(), device,
                                {.storage_of = {{"output", sluice::StorageChoice::planes}}});
        sluice::Session session(plan);
        const sluice::ImageFormat each = session.result_format();  // 640x640, 3 channels of f32
        sluice::HostView slot = sluice::tensor_slot(batch.data(), each, sluice::TensorLayout::nchw, i);
        session.submit({{"input", photo.view()}}, {{"output", slot}}).wait();
        std::cout << "image " << i << ": red in the middle is "
                  << batch[i * 3 * side * side + side / 2 * side + side / 2] << "\n";
    }
} catch (const sluice::Error& error) {
    std::cerr << error.what() << "\n";
    return 1;
}
