// A stage of your own, with its kernel. It is declared, checked, fused and live like the stages of sluice.
#include <sluice/sluice.hpp>

#include <sluice/stage.hpp>

#include <cstdint>
#include <iostream>
#include <vector>

namespace {

struct Vignette {
    double strength = 0.5;
};

// V holds the values of several pixels, and X and Y hold their positions.
const char* const spotlight_text = R"(
V spotlight(V v, V X, V Y, REAL strength, REAL width, REAL height) {
    const V x = X / width - (REAL)0.5, y = Y / height - (REAL)0.5;
    return v * (1 - 2 * strength * (x * x + y * y));
}
)";

sluice::StageDef spotlight() {
    return sluice::point<Vignette>("spotlight", "Darkens the corners of an image.")
        .param("strength", &Vignette::strength, "0 leaves the image as it is; 1 makes the corners black.",
               sluice::range(0, 1), sluice::live)
        .constants([](const Vignette&, const sluice::StageInputs& inputs) {
            const sluice::ImageFormat& image = inputs.image();
            return std::vector<sluice::Constant>{{"width", static_cast<double>(image.width)},
                                                 {"height", static_cast<double>(image.height)}};
        })
        .function("spotlight", spotlight_text);
}

}  // namespace

int main() try {
    sluice::Registry stages = sluice::builtin_stages();
    stages.add(spotlight());

    const sluice::ImageFormat format{640, 480, 3, sluice::Pixel::u8};
    const sluice::Graph graph = sluice::Graph::from_chain("spotlight | invert");  // one launch
    const sluice::Plan plan(graph, format, sluice::Device::pick(), {}, stages);
    sluice::Session session(plan);

    const std::vector<std::uint8_t> white(format.host_bytes(), 255);
    for (const double strength : {0.2, 0.8}) {
        session.set("spotlight.strength", strength);
        const sluice::HostImage image =
            session.submit(sluice::ConstHostView{format, white.data(), 640 * 3}).read();
        std::cout << "strength " << strength << ": " << sluice::sample(image.view(), 0, 0, 0)
                  << " in the corner, " << sluice::sample(image.view(), 320, 240, 0) << " in the centre\n";
    }
} catch (const sluice::Error& error) {
    std::cerr << error.what() << "\n";
    return 1;
}
