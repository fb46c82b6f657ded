#include "apps/bench/stretch.hpp"

#include "apps/bench/measure.hpp"
#include "apps/bench/stretch_host.hpp"
#include "apps/device_options.hpp"
#include "apps/json.hpp"
#include "apps/text_file.hpp"

#include "pipeline/core/message.hpp"
#include "pipeline/sluice/sluice.hpp"

#include <algorithm>
#include <charconv>
#include <cstring>
#include <limits>
#include <random>
#include <set>
#include <variant>

namespace sluice::apps {
namespace {

struct DeviceTimes {
    std::string name, storage;
    double kernels_ms = 0;  // the sum of all launches
    double wall_ms = 0;     // from the start of the first to the end of the last
    HostImage result;
};

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

DeviceTimes on_device(const Arguments& arguments, const HostImage& image, std::size_t runs) {
    const Device device = pick_device(arguments);
    const Plan plan(Graph::from_chain("normalize"), image.format(), device,
                    {.storage = storage_choice(arguments)});
    DeviceTimes times;
    times.name = device.facts().name;
    times.storage = name(plan.execution.images.at(0).storage);
    {
        Session session(plan, {.frames_in_flight = 1});
        times.result = session.submit(image.view()).read();
    }
    std::set<std::string> launches;  // the names of their spans; all others are transfers
    for (const PlannedStep& step : plan.execution.steps)
        if (const auto* launch = std::get_if<Launch>(&step)) launches.insert(launch->stages);
    std::vector<double> kernels, walls;
    Session session(plan, {.frames_in_flight = 1, .profile = true, .download = false});
    for (std::size_t i = 0; i < runs + 1; ++i) {
        const std::size_t before = session.spans().size();
        session.submit(image.view()).wait();
        const std::vector<Span> spans = session.spans();
        std::uint64_t start = std::numeric_limits<std::uint64_t>::max(), end = 0, busy = 0;
        for (std::size_t s = before; s < spans.size(); ++s) {
            if (!launches.contains(spans[s].name)) continue;
            start = std::min(start, spans[s].start);
            end = std::max(end, spans[s].end);
            busy += spans[s].end - spans[s].start;
        }
        if (i == 0) continue;  // the first one warms up
        kernels.push_back(static_cast<double>(busy) / 1e6);
        walls.push_back(static_cast<double>(end - start) / 1e6);
    }
    times.kernels_ms = median(kernels);
    times.wall_ms = median(walls);
    return times;
}

struct Row {
    std::string what;
    double ms;
};

std::string table(const std::vector<Row>& rows, const ImageFormat& format, const HostStretch& host,
                  std::size_t runs) {
    // Read once for the range, read and written once to stretch; a copy leaves out the first.
    const double stretch_bytes = 3.0 * static_cast<double>(format.host_bytes());
    std::size_t widest = 0;
    for (const Row& row : rows) widest = std::max(widest, row.what.size());
    std::string text = "min-max normalize of " + std::to_string(format.width) + "x" +
                       std::to_string(format.height) + " RGBA8, median of " + std::to_string(runs) + "\n";
    char line[160];
    std::snprintf(line, sizeof line, "%-*s %10s %8s %12s\n", static_cast<int>(widest), "", "ms", "GB/s",
                  "time / C++");
    text += line;
    for (const Row& row : rows) {
        const bool copy = &row == &rows.back();
        const double bytes = copy ? stretch_bytes * 2 / 3 : stretch_bytes;
        std::snprintf(line, sizeof line, "%-*s %10.3f %8.1f %12.2f\n", static_cast<int>(widest),
                      row.what.c_str(), row.ms, bytes / row.ms / 1e6, row.ms / host.best().ms);
        text += line;
    }
    return text;
}

}  // namespace

int bench_stretch(const Arguments& arguments) {
    const ImageFormat format = size_option(arguments);
    const std::size_t runs = whole_number(arguments, "runs", 1, 10000);
    const HostImage image = noise(format);
    const DeviceTimes device = on_device(arguments, image, runs);
    const HostStretch host = stretch_on_host(image, runs);
    if (std::memcmp(host.result.row(0), device.result.row(0), format.host_bytes()) != 0)
        throw Error(Error::Kind::device, device.name,
                    "its result is not that of C++: not one number here counts");

    const std::string cores = std::to_string(host.cores) + (host.cores == 1 ? " core" : " cores");
    if (arguments.has("json")) {
        Json loops = Json::object();
        for (const HostStretch::Loop& loop : host.loops) loops[loop.name] = loop.ms;
        write_text(arguments.text("json"), pretty({{"sluice", 1},
                                                   {"bench", "stretch"},
                                                   {"device", device.name},
                                                   {"storage", device.storage},
                                                   {"width", format.width},
                                                   {"height", format.height},
                                                   {"runs", runs},
                                                   {"kernels_ms", device.kernels_ms},
                                                   {"wall_ms", device.wall_ms},
                                                   {"cores", host.cores},
                                                   {"loop", host.best().name},
                                                   {"loop_ms", host.best().ms},
                                                   {"loops_ms", std::move(loops)},
                                                   {"copy_ms", host.copy_ms},
                                                   {"kernels_to_loop", device.kernels_ms / host.best().ms},
                                                   {"wall_to_loop", device.wall_ms / host.best().ms}}));
        return Exit::all_done;
    }
    std::vector<Row> rows = {{device.name + ", " + device.storage + ": kernels", device.kernels_ms},
                             {device.name + ", " + device.storage + ": kernels and gaps", device.wall_ms}};
    for (const HostStretch::Loop& loop : host.loops)
        rows.push_back({"C++ on " + cores + ": " + loop.name, loop.ms});
    rows.push_back({"memcpy on " + cores, host.copy_ms});
    print(table(rows, format, host, runs));
    return Exit::all_done;
}

}  // namespace sluice::apps
