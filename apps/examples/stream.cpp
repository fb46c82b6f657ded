// A stream of frames through one Session: the device works on one frame while the host makes the next,
// and a live parameter moves from frame to frame without planning or compiling anything again.
#include <sluice/sluice.hpp>

#include <deque>
#include <iostream>

namespace {

constexpr int frames = 6;

// Stands for a camera: a ramp of 16-bit values that gets brighter from frame to frame.
sluice::HostImage next_frame(const sluice::ImageFormat& format, int index) {
    sluice::HostImage image(format);
    for (std::size_t y = 0; y < format.height; ++y)
        for (std::size_t x = 0; x < format.width; ++x)
            image.as<std::uint16_t>(y)[x] = static_cast<std::uint16_t>(1000 * (index + 1) + x);
    return image;
}

struct Pending {
    int index;
    sluice::Frame frame;
};

void finish(Pending pending) {
    const sluice::HostImage result = pending.frame.read();  // waits for this frame only
    const sluice::Table& stats = pending.frame.table("normalize.stats");
    std::cout << "frame " << pending.index << ": " << stats.real("min") << " to " << stats.real("max")
              << ", the middle is now " << sluice::sample(result.view(), result.format().width / 2, 0, 0)
              << "\n";
}

}  // namespace

int main() try {
    const sluice::ImageFormat format{512, 256, 1, sluice::Pixel::u16};
    const auto graph = sluice::Graph::from_chain("normalize | gamma exponent=1");
    const sluice::Plan plan(graph, format, sluice::Device::pick(), {.observe = {"normalize.stats"}});
    const sluice::SessionOptions options{.frames_in_flight = 2};
    sluice::Session session(plan, options);

    std::deque<Pending> in_flight;
    for (int i = 0; i < frames; ++i) {
        if (in_flight.size() == options.frames_in_flight) {
            finish(std::move(in_flight.front()));
            in_flight.pop_front();
        }
        const sluice::HostImage image = next_frame(format, i);
        session.set("gamma.exponent", 1.0 - 0.1 * i);
        in_flight.push_back({i, session.submit(image.view())});  // the pixels are copied, `image` may go
    }
    for (Pending& pending : in_flight) finish(std::move(pending));

    std::cout << session.counters().total().waits << " waits for " << frames << " frames\n";
} catch (const sluice::Error& error) {
    std::cerr << error.what() << "\n";
    return 1;
}
