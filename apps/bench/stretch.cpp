#include "apps/bench/stretch.hpp"

#include "apps/bench/measure.hpp"
#include "apps/bench/stretch_device.hpp"
#include "apps/bench/stretch_host.hpp"
#include "apps/device_options.hpp"
#include "apps/json.hpp"
#include "apps/text_file.hpp"

#include "pipeline/core/message.hpp"

#include <algorithm>
#include <charconv>
#include <cstdio>
#include <cstring>
#include <map>
#include <random>

namespace sluice::apps {
namespace {

// "4096x4096"
ImageFormat size_option(const Arguments& arguments) {
    const std::string& text = arguments.text("size");
    std::size_t width = 0, height = 0;
    const char* end = text.data() + text.size();
    const auto first = std::from_chars(text.data(), end, width);
    const bool cross = first.ec == std::errc() && first.ptr != end && *first.ptr == 'x';
    const auto second = cross ? std::from_chars(first.ptr + 1, end, height) : first;
    constexpr std::size_t most = 32768;
    if (!cross || second.ec != std::errc() || second.ptr != end || width < 1 || height < 1 || width > most ||
        height > most)
        throw wrong_arguments(arguments, "--size: " + in_quotes(text) +
                                             " is no size such as 4096x4096, at most " +
                                             std::to_string(most) + " a side");
    return {width, height, 4, Pixel::u8};
}

// Noise whose colours do not fill the range, so that there is something to stretch.
HostImage noise(const ImageFormat& format) {
    HostImage image(format);
    std::minstd_rand random(1);
    auto* bytes = image.as<std::uint8_t>(0);
    for (std::size_t i = 0; i < format.host_bytes(); ++i)
        bytes[i] = static_cast<std::uint8_t>(20 + 10 * (i % 4) + (random() >> 8) % 180);
    return image;
}

// Medians in milliseconds.
struct Measured {
    double kernels, wall, copy;
    std::vector<double> loops;               // one for each of stretch_loops()
    std::map<std::string, double> launches;  // by what they compute

    std::size_t best() const {
        return static_cast<std::size_t>(std::min_element(loops.begin(), loops.end()) - loops.begin());
    }
};

// Device, loops and copy take turns, so that what else the machine does falls on all of them.
Measured measure(DeviceStretch& device, HostStretch& host, std::size_t runs) {
    const std::vector<StretchLoop>& loops = stretch_loops();
    const HostImage expected = device.result();
    std::vector<double> kernels, walls, copies;
    std::vector<std::vector<double>> loop_times(loops.size());
    std::map<std::string, std::vector<double>> launch_times;
    for (std::size_t run = 0; run <= runs; ++run) {
        const bool counts = run > 0;  // the first warms up, and compares
        const DeviceStretch::Times times = device.run();
        if (counts) {
            kernels.push_back(times.kernels_ms);
            walls.push_back(times.wall_ms);
            for (const auto& [launch, ms] : times.launches_ms) launch_times[launch].push_back(ms);
        }
        for (std::size_t i = 0; i < loops.size(); ++i) {
            const double ms = time_of([&] { host.stretch(loops[i]); });
            if (counts) loop_times[i].push_back(ms);
            if (!counts &&
                std::memcmp(host.result().row(0), expected.row(0), expected.format().host_bytes()) != 0)
                throw Error(Error::Kind::device, loops[i].name,
                            "the device and C++ disagree: not one of these numbers counts");
        }
        const double ms = time_of([&] { host.copy(); });
        if (counts) copies.push_back(ms);
    }
    Measured measured{median(kernels), median(walls), median(copies), {}, {}};
    for (const std::vector<double>& times : loop_times) measured.loops.push_back(median(times));
    for (const auto& [launch, times] : launch_times) measured.launches[launch] = median(times);
    return measured;
}

std::string line(const std::string& what, double bytes, double ms, double loop_ms) {
    char numbers[64];
    std::snprintf(numbers, sizeof numbers, "%10.3f %8.1f %11.2f\n", ms, bytes / ms / 1e6, ms / loop_ms);
    return what + std::string(what.size() < 44 ? 44 - what.size() : 1, ' ') + numbers;
}

std::string table(const Measured& measured, const std::map<std::string, std::size_t>& launches,
                  const ImageFormat& format, std::size_t cores) {
    // The image is read for its range, read again and written; a copy only reads and writes.
    const auto image_bytes = static_cast<double>(format.host_bytes());
    const double best = measured.loops[measured.best()];
    const std::string on = " on " + std::to_string(cores) + (cores == 1 ? " core" : " cores");
    std::string text = std::string(44, ' ') + "        ms     GB/s  time / C++\n";
    text += line("device: kernels", 3 * image_bytes, measured.kernels, best);
    text += line("device: kernels and the gaps between them", 3 * image_bytes, measured.wall, best);
    for (const auto& [launch, ms] : measured.launches)
        text += line("        " + launch, static_cast<double>(launches.at(launch)), ms, best);
    for (std::size_t i = 0; i < measured.loops.size(); ++i)
        text += line("C++" + on + ": " + stretch_loops()[i].name, 3 * image_bytes, measured.loops[i], best);
    return text + line("memcpy" + on, 2 * image_bytes, measured.copy, best);
}

}  // namespace

int bench_stretch(const Arguments& arguments) {
    const ImageFormat format = size_option(arguments);
    const std::size_t runs = whole_number(arguments, "runs", 1, 10000);
    const StorageChoice storage = storage_choice(arguments);
    const Device device = pick_device(arguments);
    const HostImage image = noise(format);
    DeviceStretch on_device(image, device, storage);
    HostStretch on_host(image);
    const Measured measured = measure(on_device, on_host, runs);

    if (!arguments.has("json")) {
        print("min-max normalize of " + format.text() + ", median of " + std::to_string(runs) + "\n" +
              device.facts().name + ", storage " + on_device.storage() + "\n\n" +
              table(measured, on_device.launches(), format, on_host.cores()));
        return Exit::all_done;
    }
    const double best = measured.loops[measured.best()];
    Json loops = Json::object();
    for (std::size_t i = 0; i < measured.loops.size(); ++i)
        loops[stretch_loops()[i].name] = measured.loops[i];
    write_text(arguments.text("json"), pretty({{"sluice", 1},
                                               {"bench", "stretch"},
                                               {"device", device.facts().name},
                                               {"storage", on_device.storage()},
                                               {"width", format.width},
                                               {"height", format.height},
                                               {"runs", runs},
                                               {"cores", on_host.cores()},
                                               {"kernels_ms", measured.kernels},
                                               {"wall_ms", measured.wall},
                                               {"launches_ms", measured.launches},
                                               {"loop", stretch_loops()[measured.best()].name},
                                               {"loop_ms", best},
                                               {"loops_ms", std::move(loops)},
                                               {"copy_ms", measured.copy},
                                               {"kernels_to_loop", measured.kernels / best},
                                               {"wall_to_loop", measured.wall / best}}));
    return Exit::all_done;
}

}  // namespace sluice::apps
