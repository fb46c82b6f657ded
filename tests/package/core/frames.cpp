// Works on a frame without any codec, and is told why it can neither load nor save a file.
#include <sluice/sluice.hpp>

#include <cstdint>
#include <fstream>
#include <iostream>
#include <string>
#include <vector>

namespace {

const char* const words = "no files in this program, which is linked with sluice::core; link sluice::sluice";

bool is_refused(const std::string& chain) {
    const sluice::ImageFormat grey{4, 1, 1, sluice::Pixel::u8};
    const sluice::SourceFormats inputs =
        chain.starts_with("load") ? sluice::SourceFormats{} : sluice::SourceFormats{{"input", grey}};
    try {
        const sluice::Plan plan(sluice::Graph::from_chain(chain), inputs, sluice::Device::pick());
    } catch (const sluice::Error& error) {
        if (std::string(error.what()).find(words) != std::string::npos) return true;
        std::cerr << chain << ": " << error.what() << "\n";
        return false;
    }
    std::cerr << chain << " was planned\n";
    return false;
}

}  // namespace

int main() try {
    const sluice::ImageFormat grey{4, 1, 1, sluice::Pixel::u8};
    const sluice::Plan plan(sluice::Graph::from_chain("normalize | invert"), grey, sluice::Device::pick());
    sluice::Session session(plan);
    std::vector<std::uint8_t> pixels{10, 20, 30, 40};
    const sluice::HostView view{grey, pixels.data(), 4};
    session.submit(view).read(view);
    std::ofstream("no_image.pgm") << "P5 1 1 255 x";
    const bool refused = is_refused("load no_image.pgm | invert") && is_refused("invert | save result.png");
    return refused && pixels == std::vector<std::uint8_t>{255, 170, 85, 0} ? 0 : 1;
} catch (const sluice::Error& error) {
    std::cerr << error.what() << "\n";
    return 1;
}
