// A camera whose regions of interest move and change their size with each frame.
#include "tests/all.hpp"
#include "tests/allocations/counted_new.hpp"
#include "tests/reference/compare.hpp"
#include "tests/reference/random_image.hpp"
#include "tests/sanitized.hpp"
#include "tests/sluice/devices.hpp"

#include <doctest/doctest.h>
#include <sluice/sluice.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <fstream>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include <unistd.h>

using namespace sluice;
using namespace sluice::test;

namespace {

const std::size_t frames = takes_all() ? 20000 : 2000;
constexpr std::size_t warm = 20, side = 16, most = 3, sampled_each = 97;

// Of this process, in bytes.
std::size_t resident_memory() {
    std::size_t all = 0, resident = 0;
    std::ifstream("/proc/self/statm") >> all >> resident;
    return resident * static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
}

// The list keeps its memory. One to three boxes of any size, in steps of a quarter of a pixel; some are
// partly outside.
void next_boxes(reference::Random& random, const ImageFormat& image, std::vector<double>& boxes) {
    const auto any = [&](std::int64_t low, std::size_t high) {
        return static_cast<double>(random.between(4 * low, 4 * static_cast<std::int64_t>(high))) / 4;
    };
    boxes.clear();
    for (std::int64_t left = random.between(1, most); left > 0; --left) {
        boxes.push_back(any(-5, image.width));
        boxes.push_back(any(-5, image.height));
        boxes.push_back(any(1, image.width));
        boxes.push_back(any(1, image.height));
    }
}

// A pixel of a crop by the definition: linear between the four around its place.
double expected(const HostImage& image, const double* box, std::size_t x, std::size_t y, int channel) {
    const auto place = [](double from, double length, std::size_t i) {
        return from + (static_cast<double>(i) + 0.5) / side * length - 0.5;
    };
    const auto at = [&](double column, double row) {
        const auto inside = [](double i, std::size_t size) {
            return static_cast<std::size_t>(std::clamp(i, 0.0, static_cast<double>(size - 1)));
        };
        return sample(image.view(), inside(column, image.format().width), inside(row, image.format().height),
                      channel);
    };
    const double column = place(box[0], box[2], x), row = place(box[1], box[3], y);
    const double left = std::floor(column), top = std::floor(row), right = column - left, below = row - top;
    return (1 - below) * ((1 - right) * at(left, top) + right * at(left + 1, top)) +
           below * ((1 - right) * at(left, top + 1) + right * at(left + 1, top + 1));
}

std::size_t wrong_pixels(const HostImage& crops, const HostImage& image, const std::vector<double>& boxes) {
    std::size_t wrong = 0;
    for (std::size_t i = 0; i < most; ++i)
        for (std::size_t y = 0; y < side; ++y)
            for (std::size_t x = 0; x < side; ++x)
                for (int c = 0; c < image.format().channels; ++c) {
                    const bool is_box = 4 * i < boxes.size();
                    const double right = is_box ? expected(image, &boxes[4 * i], x, y, c) : 0;
                    wrong += std::fabs(sample(crops.view(), x, i * side + y, c) - right) > 0.5001 ? 1 : 0;
                }
    return wrong;
}

// What a thread does with a Session of its own.
struct Run {
    std::size_t allocations = 0, wrong = 0, looked_at = 0;
};
Run run_regions(const Plan& plan, const HostImage& image, std::size_t count, std::uint64_t seed) {
    Session session(plan, {.frames_in_flight = 2});
    auto regions = session.param<std::vector<double>>("crops.boxes");
    HostImage crops(session.result_format());
    std::vector<double> boxes;
    boxes.reserve(4 * most);
    regions = std::vector<double>(4 * most);  // as long as any
    std::array<std::optional<Frame>, 2> flying;
    reference::Random random(seed);
    Run run;
    for (std::size_t i = 0; i < warm + count; ++i) {
        next_boxes(random, image.format(), boxes);
        std::optional<Frame>& frame = flying[i % 2];
        const Counting counting;
        regions = boxes;
        session.submit_into(frame, image.view());
        if (i >= warm) run.allocations += counting.allocations();
        if (i % sampled_each != 0) continue;
        frame->read(crops.view());
        run.wrong += wrong_pixels(crops, image, boxes);
        ++run.looked_at;
    }
    return run;
}

const ImageFormat camera{65, 33, 3, Pixel::u8};
Plan regions_on(const Device& device) {
    return Plan(Graph::from_chain("crops 16 most=3 boxes=0,0,1,1"), camera, device);
}

}  // namespace

TEST_CASE("frames with regions that change allocate nothing, and the process does not grow") {
    const HostImage image = reference::random_image(camera);
    for (const Device& device : devices()) {
        const Plan plan = regions_on(device);
        run_regions(plan, image, frames / 10, 1);
        const std::size_t before = resident_memory();
        const Run run = run_regions(plan, image, frames, 2);
        CHECK(run.allocations == 0);
        CHECK(run.wrong == 0);
        CHECK(run.looked_at > frames / sampled_each);
        if (counts_memory) CHECK(resident_memory() < before + (std::size_t{2} << 20));
    }
}

TEST_CASE("eight threads have regions of their own, each in its Session") {
    constexpr std::size_t threads = 8;
    const HostImage image = reference::random_image(camera);
    const Plan plan = regions_on(device());
    std::array<Run, threads> runs;
    std::vector<std::thread> all;
    for (std::size_t t = 0; t < threads; ++t)
        all.emplace_back([&, t] { runs[t] = run_regions(plan, image, frames / threads, 10 + t); });
    for (std::thread& thread : all) thread.join();
    // Threads recycle what they have in common: who comes when all of it is in use makes one more.
    constexpr std::size_t most_at_once = 16;
    for (const Run& run : runs) {
        CHECK(run.allocations <= most_at_once);
        CHECK(run.wrong == 0);
        CHECK(run.looked_at > 0);
    }
}
