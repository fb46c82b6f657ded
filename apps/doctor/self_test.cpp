#include "apps/doctor/self_test.hpp"

#include "pipeline/core/value.hpp"
#include "pipeline/sluice/sluice.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <functional>

namespace sluice::apps {
namespace {

// Odd sizes, several work-groups, and a last one that is not full.
constexpr std::size_t test_width = 613, test_height = 97;

template <class T>
HostImage grey(Pixel pixel, const std::function<T(std::size_t i)>& sample) {
    HostImage image(ImageFormat{test_width, test_height, 1, pixel});
    for (std::size_t y = 0; y < test_height; ++y)
        for (std::size_t x = 0; x < test_width; ++x) image.as<T>(y)[x] = sample(y * test_width + x);
    return image;
}

constexpr int low = 17, levels = 202;

// All levels from 17 to 218, in no order that a row could hide.
HostImage bytes() {
    return grey<std::uint8_t>(
        Pixel::u8, [](std::size_t i) { return static_cast<std::uint8_t>(low + i * 7919 % levels); });
}

std::string at(std::size_t x, std::size_t y, const std::string& is, const std::string& right) {
    return "pixel " + std::to_string(x) + "," + std::to_string(y) + " is " + is + " and should be " + right;
}

Session session(const char* chain, const HostImage& image, const Device& device, const std::string& storage,
                const std::vector<std::string>& observe = {}) {
    PlanOptions options{.observe = observe};
    options.storage = from_name<StorageChoice>(storage).value();
    return Session(Plan(Graph::from_chain(chain), image.format(), device, options), {.frames_in_flight = 1});
}

// Each says what is wrong, or "".
std::string normalize(const Device& device, const std::string& storage) {
    const HostImage image = bytes();
    Session running = session("normalize", image, device, storage);
    const HostImage result = running.submit(image.view()).read();
    for (std::size_t y = 0; y < test_height; ++y)
        for (std::size_t x = 0; x < test_width; ++x) {
            constexpr int range = levels - 1;  // odd: nothing lies halfway between two numbers
            const int right = (2 * 255 * (image.as<std::uint8_t>(y)[x] - low) + range) / (2 * range);
            const int is = result.as<std::uint8_t>(y)[x];
            if (is != right) return at(x, y, std::to_string(is), std::to_string(right));
        }
    return "";
}

std::string gamma(const Device& device, const std::string& storage) {
    const HostImage image = grey<float>(
        Pixel::f32, [](std::size_t i) { return static_cast<float>(i * 7919 % 10007) / 10006.0f; });
    Session running = session("gamma 2.2", image, device, storage);
    const HostImage result = running.submit(image.view()).read();
    for (std::size_t y = 0; y < test_height; ++y)
        for (std::size_t x = 0; x < test_width; ++x) {
            const double right = std::pow(static_cast<double>(image.as<float>(y)[x]), 2.2);
            const double is = static_cast<double>(result.as<float>(y)[x]);
            // 16 units in the last place are what OpenCL allows for pow(), with room for the way there.
            if (!(std::abs(is - right) <= 1e-5)) return at(x, y, number_text(is), number_text(right));
        }
    return "";
}

std::string reduce(const Device& device, const std::string& storage) {
    const HostImage image = bytes();
    int least = 255, most = 0;
    std::int64_t sum = 0;
    for (std::size_t y = 0; y < test_height; ++y)
        for (std::size_t x = 0; x < test_width; ++x) {
            const int v = image.as<std::uint8_t>(y)[x];
            least = std::min(least, v);
            most = std::max(most, v);
            sum += v;
        }
    Session running = session("reduce quantities=min,max,sum", image, device, storage, {"reduce"});
    Frame frame = running.submit(image.view());
    const Table& table = frame.table("reduce");
    const std::array<std::pair<const char*, Int128>, 3> numbers{
        {{"min", least}, {"max", most}, {"sum", sum}}};
    for (const auto& [field, right] : numbers)
        if (const Int128 is = table.integer(field); is != right)
            return "the " + std::string(field) + " is " + decimal(is) + " and should be " + decimal(right);
    return "";
}

struct Test {
    const char* pipeline;
    Pixel pixel;
    std::string (*run)(const Device& device, const std::string& storage);
};
constexpr std::array<Test, 3> tests{{{"normalize u8", Pixel::u8, normalize},
                                     {"gamma f32", Pixel::f32, gamma},
                                     {"reduce u8", Pixel::u8, reduce}}};

bool has(const DeviceFacts& device, const std::string& storage, Pixel pixel) {
    if (storage == "buffer") return true;
    if (device.max_image_width < test_width || device.max_image_height < test_height) return false;
    if (storage == "image") return device.packed_texels;
    const std::string_view texel = natural_texel({test_width, test_height, 1, pixel});
    return std::find(device.natural_texels.begin(), device.natural_texels.end(), texel) !=
           device.natural_texels.end();
}

}  // namespace

std::vector<Trial> trials_of(const DeviceFacts& device) {
    std::vector<Trial> trials;
    for (const char* storage : {"buffer", "image", "natural"})
        for (const Test& test : tests)
            if (has(device, storage, test.pixel))
                trials.push_back({.pipeline = test.pipeline, .storage = storage});
    return trials;
}

void run_trial(const Device& device, Trial& trial) {
    const auto* const test = std::find_if(tests.begin(), tests.end(),
                                          [&](const Test& one) { return one.pipeline == trial.pipeline; });
    try {
        trial.detail = test->run(device, trial.storage);
        trial.outcome = trial.detail.empty() ? "right" : "wrong";
    } catch (const Error& error) {
        trial.outcome = "failed";
        trial.detail = error.what();
    }
}

}  // namespace sluice::apps
