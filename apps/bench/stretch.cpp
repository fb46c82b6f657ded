#include "apps/bench/stretch.hpp"

#include "apps/bench/host/stretch_host.hpp"
#include "apps/bench/options.hpp"
#include "apps/bench/results.hpp"
#include "apps/json.hpp"
#include "apps/measure/device_run.hpp"
#include "apps/measure/noise.hpp"
#include "apps/measure/times.hpp"
#include "apps/options/device.hpp"
#include "apps/terminal/bar.hpp"

#include "pipeline/core/device_name.hpp"
#include "pipeline/core/message.hpp"

#include <algorithm>
#include <cstdio>
#include <cstring>
#include <map>

namespace sluice::apps {
namespace {

// Medians in milliseconds.
struct StretchTimes {
    double kernels, wall, copy;
    std::vector<double> loops;               // one for each of stretch_loops()
    std::map<std::string, double> launches;  // by what they compute

    std::size_t best() const {
        return static_cast<std::size_t>(std::min_element(loops.begin(), loops.end()) - loops.begin());
    }
};

// Device, loops and copy take turns, so that what else the machine does falls on all of them.
StretchTimes measure(DeviceRun& device, const HostImage& expected, HostStretch& host, std::size_t runs,
                     Bar& bar) {
    bar.update([&](Position& at) { at.total = runs + 1, at.rates = false; });
    const std::vector<StretchLoop>& loops = stretch_loops();
    std::vector<double> kernels, walls, copies;
    std::vector<std::vector<double>> loop_times(loops.size());
    std::map<std::string, std::vector<double>> launch_times;
    for (std::size_t run = 0; run <= runs; ++run) {
        const bool counts = run > 0;  // the first warms up, and compares
        bar.next("device, C++ and copy in turns");
        const DeviceRun::Times times = device.run();
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
    StretchTimes measured{median(kernels), median(walls), median(copies), {}, {}};
    for (const std::vector<double>& times : loop_times) measured.loops.push_back(median(times));
    for (const auto& [launch, times] : launch_times) measured.launches[launch] = median(times);
    return measured;
}

std::string line(const std::string& what, double bytes, double ms, double loop_ms) {
    char numbers[64];
    std::snprintf(numbers, sizeof numbers, "%10.3f %8.1f %11.2f\n", ms, bytes / ms / 1e6, ms / loop_ms);
    return what + std::string(what.size() < 44 ? 44 - what.size() : 1, ' ') + numbers;
}

std::string table(const StretchTimes& measured, const std::map<std::string, std::size_t>& launches,
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

int run_stretch(const Arguments& arguments) {
    const ImageSize size = one_size_option(arguments, "4096x4096", "stretch takes one size, of one layer");
    const ImageFormat format{size.width, size.height, 4, Pixel::u8};
    const std::size_t runs = whole_number(arguments, "runs", 1, 10000);
    const StorageChoice storage = storage_choice(arguments);
    const Device device = pick_device(arguments);
    const HostImage image = noise(format);
    const Graph normalize = Graph::from_chain("normalize");
    const ImageOnDevice there(image, device, storage);
    DeviceRun on_device(normalize, there, device, {.storage = storage});
    Session once(Plan(normalize, format, device, {.storage = storage}), {.frames_in_flight = 1});
    const std::string where(name(on_device.plan().images.at(0).storage));
    const HostImage expected = once.submit(image.view()).read();
    HostStretch on_host(image);
    Bar bar(arguments.messages);
    const StretchTimes measured = measure(on_device, expected, on_host, runs, bar);

    if (!arguments.has("json")) {
        print("min-max normalize of " + format.text() + ", median of " + std::to_string(runs) + "\n" +
              short_name(device.facts()) + ", storage " + where + "\n\n" +
              table(measured, on_device.launches(), format, on_host.cores()));
        return Exit::all_done;
    }
    const double best = measured.loops[measured.best()];
    Json loops = Json::object();
    for (std::size_t i = 0; i < measured.loops.size(); ++i)
        loops[stretch_loops()[i].name] = measured.loops[i];
    write_results(arguments, "stretch", device,
                  {{"storage", where},
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
                   {"wall_to_loop", measured.wall / best}});
    return Exit::all_done;
}

}  // namespace

Command bench_stretch_command() {
    Command command = measurement(
        "stretch",
        "Min-max normalize of one RGBA8 image, on the device and in C++ on all cores; the median counts.",
        run_stretch);
    add_device_options(command.options);
    return command;
}

}  // namespace sluice::apps
