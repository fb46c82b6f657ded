// Several devices share a stream of images. Each has a Session and a thread, and takes the next image as soon
// as it can.
#include <sluice/sluice.hpp>

#include <algorithm>
#include <atomic>
#include <deque>
#include <iostream>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

namespace {

constexpr int pictures = 24;
constexpr std::size_t in_flight = 2;  // on each device
const sluice::ImageFormat format{320, 240, 1, sluice::Pixel::u8};

// Takes the place of a camera or a decoder.
sluice::HostImage take_picture(int index) {
    sluice::HostImage picture(format);
    for (std::size_t y = 0; y < format.height; ++y)
        std::fill_n(picture.as<std::uint8_t>(y), format.width, static_cast<std::uint8_t>(10 * index));
    return picture;
}

struct Results {
    std::mutex mutex;
    std::vector<double> middle = std::vector<double>(pictures);
    std::vector<std::string> said;
};

void work(const sluice::Device& device, std::atomic<int>& next, Results& results) try {
    const sluice::Plan plan(sluice::Graph::from_chain("gaussian 2 | invert"), format, device);
    sluice::Session session(plan, {.frames_in_flight = in_flight});
    std::deque<std::pair<int, sluice::Frame>> flying;
    int count = 0;
    const auto finish = [&] {
        auto [index, frame] = std::move(flying.front());
        flying.pop_front();
        const sluice::HostImage image = frame.read();
        const std::lock_guard lock(results.mutex);
        results.middle[static_cast<std::size_t>(index)] = sluice::sample(image.view(), 160, 120, 0);
    };
    for (int index = next++; index < pictures; index = next++, ++count) {
        if (flying.size() == in_flight) finish();
        flying.emplace_back(index, session.submit(take_picture(index).view()));
    }
    while (!flying.empty()) finish();
    const std::lock_guard lock(results.mutex);
    results.said.push_back(device.facts().name + " did " + std::to_string(count));
} catch (const sluice::Error& error) {  // the other devices continue
    const std::lock_guard lock(results.mutex);
    results.said.emplace_back(error.what());
}

}  // namespace

int main() try {
    sluice::DeviceGroup devices = sluice::Device::all();  // all GPUs, or all CPUs if there is no GPU
    devices.open_all();
    std::atomic<int> next = 0;
    Results results;
    {
        std::vector<std::jthread> threads;
        for (const sluice::Device& device : devices.open)
            threads.emplace_back([&] { work(device, next, results); });
    }
    for (const std::string& text : results.said) std::cout << text << "\n";
    std::cout << "the middle of the last is " << results.middle.back() << "\n";
} catch (const sluice::Error& error) {
    std::cerr << error.what() << "\n";
    return 1;
}
