#include "apps/tune/measure.hpp"

#include "apps/measure/copy_limit.hpp"
#include "apps/measure/times.hpp"
#include "apps/tune/repeat.hpp"

#include "pipeline/device/kernel.hpp"
#include "pipeline/device/queue.hpp"
#include "pipeline/plan/code/kernel_source.hpp"

#include <algorithm>
#include <cstdint>

namespace sluice::apps {
namespace {

using Milliseconds = std::chrono::milliseconds;

constexpr const char* tune = "tune";
constexpr std::size_t levels = 256;

// A number of a Profile, and the kernel of tuning/numbers.cl that does nothing else.
struct OfNumbers {
    const char* number;
    const char* kernel;
    double Profile::*result;
    float a, b;
    double steps;  // of one lane in a round
};
constexpr OfNumbers of_numbers[] = {
    {"operation", "tuning_operations", &Profile::operation, 0.001f, 1000, 2},
    {"division", "tuning_divisions", &Profile::division, 1.5f, 0, 1},
    {"transcendental", "tuning_powers", &Profile::transcendental, 0.9f, 0, 1},
    {"lookup", "tuning_lookups", &Profile::lookup, 0, 0, 1},
};

class Measuring {
public:
    explicit Measuring(const Device& device)
        : device_(device),
          queue_(device, true),
          local_(device.facts().cpu() ? 1 : std::min<std::size_t>(256, device.facts().max_work_group)),
          groups_(device.facts().compute_units * (device.facts().cpu() ? 32 : 8)) {}

    // Of one lane's work in a step.
    double of(const OfNumbers& what, Milliseconds limit) {
        Kernel kernel = numbers_kernel(what);
        const auto run = [&](std::uint32_t rounds) {
            kernel.set(2, rounds);
            return time_of_launch(kernel);
        };
        constexpr double vectors = 4;
        const double lanes = vectors * static_cast<double>(lanes_of_vector() * groups_ * local_);
        return least_ns_of_round(run, limit) / (lanes * what.steps);
    }

    // Of a launch that follows another one, which does next to nothing.
    double of_launch(Milliseconds limit) {
        Kernel kernel = numbers_kernel(of_numbers[1]);
        kernel.set(2, std::uint32_t{0});
        const auto run = [&](std::uint32_t launches) {
            Event last;
            const double ms = time_of([&] {
                for (std::uint32_t i = 0; i < launches; ++i)
                    last = queue_.launch(kernel, groups_, local_, tune);
                queue_.flush();
                queue_.wait(last, tune);
            });
            return ms * 1e6;
        };
        return least_ns_of_round(run, limit);
    }

    // Of a byte that is read from the nearest cache.
    double of_near_byte(Milliseconds limit) {
        constexpr std::size_t bytes = 16 << 10, reads = 64;
        const std::size_t vector = device_.facts().cpu() ? 64 : 16;
        const Memory src = zeros(bytes), dst = zeros(groups_ * local_ * vector);
        Kernel kernel(device_, "near", KernelSource::part("tuning/near.cl"),
                      std::string("-D VECTOR=") + (device_.facts().cpu() ? "uint16" : "uint4") +
                          " -D READS=" + std::to_string(reads) + group_option(),
                      "tuning_near", tune);
        kernel.set(0, src);
        kernel.set(1, static_cast<std::uint32_t>(bytes / vector - 1));
        kernel.set(3, dst);
        const auto run = [&](std::uint32_t rounds) {
            kernel.set(2, rounds);
            return time_of_launch(kernel);
        };
        return least_ns_of_round(run, limit) / static_cast<double>(reads * vector * groups_ * local_);
    }

    // Of a byte that is read or written, of images that no cache holds.
    double of_byte(Milliseconds limit) {
        const DeviceFacts& facts = device_.facts();
        ImageFormat format{8192, facts.unified_memory ? 4096u : 8192u, 4, Pixel::u8};
        const std::size_t most = std::min(facts.max_allocation, facts.global_bytes / 8);
        while (format.height > 64 && format.host_bytes() > most) format.height /= 2;
        DeviceImage image;
        image.format = format;
        image.pitch = format.width * 4;
        image.memory = zeros(format.host_bytes());
        CopyLimit copy(image, device_);
        const auto run = [&](std::uint32_t) { return copy.run_ms() * 1e6; };
        return least_ns_of_run(run, limit) / (2 * static_cast<double>(format.host_bytes()));
    }

private:
    static double least_ns_of_run(const std::function<double(std::uint32_t)>& run, Milliseconds limit) {
        const auto end = std::chrono::steady_clock::now() + limit;
        double least = run(1);
        for (int runs = 1; runs < 5 || std::chrono::steady_clock::now() < end; ++runs)
            least = std::min(least, run(1));
        return least;
    }

    // As passes take them: four pixels on a CPU, one on a GPU.
    int pixels() const { return device_.facts().cpu() ? 4 : 1; }
    std::size_t lanes_of_vector() const { return static_cast<std::size_t>(4 * pixels()); }

    std::string group_option() const { return " -D GROUP=" + std::to_string(local_); }

    double time_of_launch(const Kernel& kernel) {
        const Event event = queue_.launch(kernel, groups_, local_, tune);
        queue_.wait(event, tune);
        return static_cast<double>(event.end() - event.start());
    }

    Memory zeros(std::size_t bytes) {
        const Memory memory = Memory::buffer(device_, bytes, tune);
        queue_.wait(queue_.fill_zero(memory, bytes, tune), tune);
        return memory;
    }

    // A way through all levels that comes back to where it began.
    Memory table() {
        std::vector<float> next(levels);
        for (std::size_t i = 0; i < levels; ++i) next[i] = static_cast<float>((i * 5 + 1) % levels);
        const Memory memory = Memory::buffer(device_, levels * sizeof(float), tune);
        const std::size_t bytes = levels * sizeof(float);
        queue_.wait(queue_.write(memory, bytes, next.data(), bytes, bytes, 1, tune), tune);
        return memory;
    }

    Kernel numbers_kernel(const OfNumbers& what) {
        if (!table_) table_ = table(), dst_ = zeros(groups_ * local_ * lanes_of_vector() * sizeof(float));
        KernelSource source;
        source.include("tuning/numbers.cl");
        Kernel kernel(device_, "numbers", source.text(),
                      lane_options(4, pixels(), false, device_.facts()) + group_option(), what.kernel, tune);
        kernel.set(0, dst_);
        kernel.set(1, table_);
        kernel.set(2, std::uint32_t{0});
        kernel.set(3, what.a);
        kernel.set(4, what.b);
        return kernel;
    }

    const Device& device_;
    Queue queue_;
    std::size_t local_, groups_;
    Memory table_, dst_;
};

}  // namespace

std::vector<std::string> measured_numbers() {
    std::vector<std::string> names{"launch", "byte", "near_byte"};
    for (const OfNumbers& each : of_numbers) names.emplace_back(each.number);
    return names;
}

Profile measured_profile(const Device& device, const Profile& nearest, Milliseconds limit,
                         const std::function<void(const std::string& number)>& begins) {
    const Milliseconds each = limit / measured_numbers().size();
    Measuring measuring(device);
    Profile profile = nearest;
    begins("launch"), profile.launch = measuring.of_launch(each);
    begins("byte"), profile.byte = measuring.of_byte(each);
    begins("near_byte"), profile.near_byte = measuring.of_near_byte(each);
    for (const OfNumbers& what : of_numbers)
        begins(what.number), profile.*what.result = measuring.of(what, each);
    return profile;
}

}  // namespace sluice::apps
