// A stream of frames in one Session. The device works on one frame while the host makes the next one. A live
// parameter changes from frame to frame, without a new plan and without compiling anything.
#include <sluice/sluice.hpp>

#include <deque>
#include <iostream>

namespace {

constexpr int frames = 6;

// Takes the place of a camera that writes into our memory: a ramp of 16-bit values that gets brighter from
// frame to frame.
void take_picture(const sluice::HostView& dst, int index) {
    for (std::size_t y = 0; y < dst.format.height; ++y) {
        auto* row = reinterpret_cast<std::uint16_t*>(dst.row(y));
        for (std::size_t x = 0; x < dst.format.width; ++x)
            row[x] = static_cast<std::uint16_t>(1000 * (index + 1) + x);
    }
}

struct Pending {
    int index;
    sluice::Frame frame;
};

void finish(Pending pending) {
    const sluice::ConstHostView result = pending.frame.view();  // waits only for this frame
    const sluice::Table& stats = pending.frame.table("normalize.stats");
    std::cout << "frame " << pending.index << ": " << stats.real("min") << " to " << stats.real("max")
              << ", the middle is now " << sluice::sample(result, result.format.width / 2, 0, 0) << "\n";
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
        sluice::FrameInput input = session.acquire();  // memory that is uploaded without a copy
        take_picture(input.view(), i);
        session.set("gamma.exponent", 1.0 - 0.1 * i);
        in_flight.push_back({i, session.submit(std::move(input))});
    }
    for (Pending& pending : in_flight) finish(std::move(pending));

    std::cout << session.counters().total().waits << " waits for " << frames << " frames\n";
} catch (const sluice::Error& error) {
    std::cerr << error.what() << "\n";
    return 1;
}
