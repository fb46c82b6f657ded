// A stage that the application computes on the CPU, between stages on the device.
#include <sluice/sluice.hpp>

#include <sluice/stage.hpp>

#include <algorithm>
#include <cstdint>
#include <iostream>
#include <string>
#include <vector>

namespace {

struct Despeckle {
    std::size_t least = 20;
};

// Returns the pixels of the blob at (x, y), and makes them black in `image`.
std::vector<std::uint8_t*> taken_blob(const sluice::HostView& image, std::size_t x, std::size_t y) {
    struct Place {
        std::size_t x, y;
    };
    std::vector<std::uint8_t*> pixels;
    std::vector<Place> open{{x, y}};
    while (!open.empty()) {
        const Place at = open.back();
        open.pop_back();
        if (at.x >= image.format.width || at.y >= image.format.height) continue;
        auto* pixel = reinterpret_cast<std::uint8_t*>(image.row(at.y)) + at.x;
        if (*pixel == 0) continue;
        *pixel = 0;
        pixels.push_back(pixel);
        for (const Place next : {Place{at.x - 1, at.y}, {at.x + 1, at.y}, {at.x, at.y - 1}, {at.x, at.y + 1}})
            open.push_back(next);
    }
    return pixels;
}

// The size of a blob is known only once all of it was visited, so a kernel that reads a few neighbours cannot
// do this.
void despeckle_image(const Despeckle& p, const std::vector<sluice::ConstHostView>& images,
                     const sluice::HostView& dst) {
    const std::size_t width = dst.format.width, height = dst.format.height;
    for (std::size_t y = 0; y < height; ++y) std::copy_n(images[0].row(y), width, dst.row(y));
    std::vector<std::vector<std::uint8_t*>> kept;
    for (std::size_t y = 0; y < height; ++y)
        for (std::size_t x = 0; x < width; ++x)
            if (auto blob = taken_blob(dst, x, y); blob.size() >= p.least) kept.push_back(std::move(blob));
    for (const auto& blob : kept)
        for (std::uint8_t* pixel : blob) *pixel = 255;
}

sluice::StageDef despeckle() {
    return sluice::host_stage<Despeckle>("despeckle", "Removes small white blobs.")
        .param("least", &Despeckle::least, "Smallest blob that is kept.", sluice::range(1, 1000000),
               sluice::unit("px"), sluice::live)
        .refuse([](const Despeckle&, const sluice::StageInputs& inputs) -> std::string {
            const sluice::ImageFormat& image = inputs.image();
            const bool taken = image.channels == 1 && image.pixel == sluice::Pixel::u8;
            return taken ? "" : "takes one channel of 8 bits; `grey | threshold` makes one";
        })
        .compute(despeckle_image);
}

}  // namespace

int main() try {
    sluice::Registry stages = sluice::builtin_stages();
    stages.add(despeckle());

    const sluice::ImageFormat format{64, 48, 3, sluice::Pixel::u8};
    const sluice::Graph graph = sluice::Graph::from_chain("grey | threshold 0.5 | despeckle | invert");
    const sluice::Plan plan(graph, format, sluice::Device::pick(), {}, stages);
    std::cout << plan.summary();
    sluice::Session session(plan);

    sluice::HostImage scan(format);  // black, with a blob of 16 pixels and one of 100
    const auto draw = [&](std::size_t left, std::size_t top, std::size_t size) {
        for (std::size_t y = top; y < top + size; ++y)
            std::fill_n(scan.as<std::uint8_t>(y) + left * 3, size * 3, std::uint8_t{255});
    };
    draw(5, 5, 4);
    draw(20, 20, 10);
    for (const std::int64_t least : {10, 50, 500}) {
        session.set("despeckle.least", least);
        const sluice::HostImage image = session.submit(scan.view()).read();
        const auto count = [&](std::size_t y) {
            return std::count(image.as<std::uint8_t>(y), image.as<std::uint8_t>(y) + format.width, 0);
        };
        std::cout << "least " << least << ": " << count(6) << " dark pixels in row 6, " << count(25)
                  << " in row 25\n";
    }
} catch (const sluice::Error& error) {
    std::cerr << error.what() << "\n";
    return 1;
}
