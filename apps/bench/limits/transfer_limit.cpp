#include "apps/bench/limits/transfer_limit.hpp"

#include "apps/measure/times.hpp"
#include "pipeline/device/queue.hpp"

#include "pipeline/run/frame_memory.hpp"

#include <array>
#include <functional>

namespace sluice::apps {
namespace {

// Two of each, so that no transfer waits for the memory of the one before.
class Transfers {
public:
    Transfers(const PlannedImage& image, const Device& device) : image_(image), up_(device), down_(device) {
        for (Pair& pair : pairs_)
            for (Memory* host : {&pair.source, &pair.result})
                *host = Memory::shared(device, image.bytes(), "bench");
        for (Pair& pair : pairs_)
            for (Memory* there : {&pair.up, &pair.down}) *there = image_memory(device, image);
    }

    // GB/s of each direction that is taken.
    double rate(bool up, bool down, std::size_t count) {
        const auto once = [&](std::size_t times) {
            Event last_up, last_down;
            for (std::size_t i = 0; i < times; ++i) {
                Pair& pair = pairs_[i % 2];
                if (up) last_up = copy(up_, pair.up, pair.source);
                if (down) last_down = copy(down_, pair.result, pair.down);
                if (i == 0) up_.flush(), down_.flush();
            }
            up_.flush(), down_.flush();
            up_.wait(std::array{last_up, last_down}, "bench");
        };
        once(2);
        const double ms = time_of([&] { once(count); });
        return static_cast<double>(image_.bytes() * count) / ms / 1e6;
    }

private:
    struct Pair {
        Memory source, up, result, down;
    };

    Event copy(Queue& queue, const Memory& dst, const Memory& src) {
        return queue.copy(dst, image_.pitch, src, image_.pitch, image_.pitch, image_.format.rows(), "bench");
    }

    const PlannedImage& image_;
    Queue up_, down_;
    Pair pairs_[2];
};

}  // namespace

TransferRates transfer_rates(const PlannedImage& image, const Device& device, std::size_t count) {
    Transfers transfers(image, device);
    return {transfers.rate(true, false, count), transfers.rate(false, true, count),
            transfers.rate(true, true, count)};
}

}  // namespace sluice::apps
