// Uses the installed library through its public header alone: the negative of one pixel.
#include <sluice/sluice.hpp>

#include <exception>
#include <iostream>

namespace {

double negative_of(double value) {
    const sluice::ImageFormat format{1, 1, 1, sluice::Pixel::u8};
    sluice::HostImage src(format);
    sluice::set_sample(src.view(), 0, 0, 0, value);
    const auto graph = sluice::Graph::from_chain("invert");
    sluice::Session session(sluice::Plan(graph, format, sluice::Device::pick()));
    const sluice::HostImage dst = session.submit(src.view()).read();
    return sluice::sample(dst.view(), 0, 0, 0);
}

}  // namespace

int main() {
    try {
        const double value = negative_of(55);
        std::cout << "the negative of 55 is " << value << "\n";
        return value == 200 ? 0 : 1;
    } catch (const std::exception& error) {
        std::cerr << error.what() << "\n";
        return 1;
    }
}
