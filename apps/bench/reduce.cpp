#include "apps/bench/reduce.hpp"

#include "apps/bench/chart.hpp"
#include "apps/bench/host/opencv_reduce.hpp"
#include "apps/bench/host/reduce_host.hpp"
#include "apps/bench/limits/read_limit.hpp"
#include "apps/bench/options.hpp"
#include "apps/bench/results.hpp"
#include "apps/json.hpp"
#include "apps/measure/device_run.hpp"
#include "apps/measure/noise.hpp"
#include "apps/measure/times.hpp"
#include "apps/terminal/bar.hpp"
#include "apps/text_file.hpp"

#include "pipeline/core/device_name.hpp"
#include "pipeline/core/message.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <optional>

namespace sluice::apps {
namespace {

struct PixelKind {
    Pixel pixel;
    int channels;
};
constexpr PixelKind kinds[] = {{Pixel::u8, 1},  {Pixel::u8, 4},  {Pixel::i8, 4},  {Pixel::u16, 1},
                               {Pixel::u16, 4}, {Pixel::i16, 1}, {Pixel::i32, 1}, {Pixel::i32, 4},
                               {Pixel::f16, 1}, {Pixel::f16, 4}, {Pixel::f32, 1}, {Pixel::f32, 4},
                               {Pixel::f64, 1}};

// Medians in milliseconds.
struct ReduceTime {
    ImageFormat format;
    Storage storage;
    double reduce = 0, limit = 0;
    std::optional<double> loop, opencv, opencv_opencl;
    std::string implementation;

    double bytes() const { return static_cast<double>(format.host_bytes()); }
    double rate(double ms) const { return bytes() / ms / 1e6; }  // GB/s
};

// The device must find what C++ finds, or no time of it counts.
void check(const Table& table, const LoopRange& range, int channels, const std::string& what) {
    for (int i = 0; i < channels; ++i) {
        const auto c = static_cast<std::size_t>(i);
        const bool integer = table.layout().find("sum")->type == FieldType::i64;
        const double sum = integer ? static_cast<double>(table.integer("sum", c)) : table.real("sum", c);
        const double slack = integer ? 0 : 1e-6 * std::fabs(range.sum[c]);
        if (table.real("min", c) != range.low[c] || table.real("max", c) != range.high[c] ||
            std::fabs(sum - range.sum[c]) > slack)
            throw Error(Error::Kind::device, what,
                        "the device and C++ disagree: not one of these numbers counts");
    }
}

ReduceTime measure(const HostImage& image, const Device& device, StorageChoice storage, std::size_t runs,
                   bool compare) {
    const ImageFormat& format = image.format();
    const ImageOnDevice there(image, device, storage);
    const bool real = !is_integer(format.pixel);
    const Graph graph = Graph::from_chain(std::string("reduce alpha=include quantities=min,max,sum") +
                                          (real ? ",nan,inf" : ""));
    DeviceRun reduce(graph, there, device, {.storage = storage});
    ReadLimit limit(there.get(), device);
    std::optional<HostReduce> loop;
    if (compare && format.layers == 1 && has_reduce_loop(format.pixel, format.channels)) loop.emplace(image);
    if (loop) check(reduce.table("reduce"), loop->run(), format.channels, format.text());
    std::optional<OpencvReduce> opencv;
    if (compare && OpencvReduce::can(format)) opencv.emplace(image, device.facts().type);

    std::vector<double> reduces, limits, loops, opencvs, opencv_opencls;
    for (std::size_t run = 0; run <= runs; ++run) {  // in turns; the first warms up
        const double reduce_ms = reduce.run().wall_ms, limit_ms = limit.run_ms();
        const double loop_ms = loop ? time_of([&] { loop->run(); }) : 0;
        if (run == 0) continue;
        reduces.push_back(reduce_ms);
        limits.push_back(limit_ms);
        loops.push_back(loop_ms);
        if (!opencv) continue;
        opencvs.push_back(opencv->cpu_ms());
        if (const auto ms = opencv->opencl_ms()) opencv_opencls.push_back(*ms);
    }
    ReduceTime measured{format, there.get().storage, median(reduces), median(limits), {}, {}, {}, {}};
    if (loop) measured.loop = median(loops);
    if (!opencvs.empty()) measured.opencv = median(opencvs);
    if (!opencv_opencls.empty()) measured.opencv_opencl = median(opencv_opencls);
    for (const PlannedStep& step : reduce.plan().steps)
        if (const auto* launch = std::get_if<Launch>(&step); launch != nullptr && launch->over_pixels)
            measured.implementation = launch->implementation;
    return measured;
}

std::string line(const ReduceTime& m, bool compare) {
    char numbers[160];
    std::snprintf(numbers, sizeof numbers, "%-4s x%d  %-7s %10.4f %9.1f %9.1f %6.1f %%",
                  std::string(name(m.format.pixel)).c_str(), m.format.channels,
                  std::string(name(m.storage)).c_str(), m.reduce, m.rate(m.reduce), m.rate(m.limit),
                  100 * m.limit / m.reduce);
    std::string text = numbers;
    for (const std::optional<double>& other : {m.loop, m.opencv, m.opencv_opencl})
        if (other) {
            std::snprintf(numbers, sizeof numbers, " %9.1f %6.2f", m.rate(*other), *other / m.reduce);
            text += numbers;
        } else {
            text += std::string(compare ? 17 : 0, ' ');
        }
    return text + "  " + m.implementation + "\n";
}

Json json_of(const ReduceTime& m) {
    Json object{
        {"pixel", name(m.format.pixel)},       {"channels", m.format.channels}, {"width", m.format.width},
        {"height", m.format.height},           {"layers", m.format.layers},     {"storage", name(m.storage)},
        {"implementation", m.implementation},  {"reduce_ms", m.reduce},         {"read_limit_ms", m.limit},
        {"share_of_limit", m.limit / m.reduce}};
    if (m.loop) object["loop_ms"] = *m.loop;
    if (m.opencv) object["opencv_ms"] = *m.opencv;
    if (m.opencv_opencl) object["opencv_opencl_ms"] = *m.opencv_opencl;
    return object;
}

// A bar of GB/s for each storage, and one for each of those that it is compared with.
Chart::Group bars(const std::vector<ReduceTime>& by_storage) {
    const ReduceTime& first = by_storage.front();
    Chart::Group group{std::string(name(first.format.pixel)) + " x" + std::to_string(first.format.channels)};
    const auto add = [&](std::size_t series, double rate, std::optional<double> limit) {
        char text[32];
        std::snprintf(text, sizeof text, "%.1f", rate);
        group.bars.push_back({series, rate, text, limit});
    };
    for (const ReduceTime& m : by_storage)
        add(m.storage == Storage::natural ? 2
            : m.storage == Storage::image ? 1
                                          : 0,
            m.rate(m.reduce), m.rate(m.limit));
    if (first.loop) add(3, first.rate(*first.loop), {});
    if (first.opencv) add(4, first.rate(*first.opencv), {});
    if (first.opencv_opencl) add(5, first.rate(*first.opencv_opencl), {});
    return group;
}

// --storage; where it is not given, all that the device has.
std::vector<StorageChoice> storages(const Arguments& arguments, const Device& device) {
    std::vector<StorageChoice> all = storages_option(arguments, device);
    if (storage_choice(arguments) == StorageChoice::automatic && !device.facts().natural_texels.empty())
        all.push_back(StorageChoice::natural);
    return all;
}

bool fits(const ImageFormat& format, StorageChoice storage, const DeviceFacts& facts) {
    const std::size_t bytes = format.width * format.lane_bytes();
    if (bytes * format.rows() > facts.max_allocation || 3 * bytes * format.rows() > facts.global_bytes)
        return false;
    if (format.pixel == Pixel::f64 || format.pixel == Pixel::i32)
        if (!facts.fp64) return false;
    if (storage == StorageChoice::buffer) return true;
    const bool natural = storage == StorageChoice::natural;
    const std::vector<std::string>& texels = facts.natural_texels;
    if (natural && std::find(texels.begin(), texels.end(), natural_texel(format)) == texels.end())
        return false;
    return format.pixel != Pixel::f64 && (natural ? format.width : bytes / 16) <= facts.max_image_width &&
           format.rows() <= facts.max_image_height;
}

int run_reduce(const Arguments& arguments) {
    const std::vector<ImageSize> sizes = size_option(arguments, "1280x1280,1280x2560,2560x2560,4096x4096");
    const std::size_t runs = whole_number(arguments, "runs", 1, 10000);
    const Device device = pick_device(arguments);
    const bool compare = arguments.has("compare");
    Json all = Json::array();
    std::vector<Chart> charts;
    if (!arguments.has("json"))
        print("min, max and sum in one pass (floats: and NaN, inf), median of " + std::to_string(runs) +
              "\n" + short_name(device.facts()) + "\n");
    Bar bar(arguments.messages);
    bar.update([&](Position& at) {
        at.total = sizes.size() * std::size(kinds) * storages(arguments, device).size(), at.rates = false;
    });
    for (const ImageSize& size : sizes) {
        if (!arguments.has("json"))
            print("\n" + size.text() + "                    ms      GB/s     limit    share" +
                  (compare ? "  C++ GB/s  times    OpenCV  times      UMat  times" : "") + "\n");
        Chart& chart = charts.emplace_back(Chart{size.text(), "GB/s", "a kernel that only reads", {}, {}});
        chart.series = {"buffer", "image object", "a pixel a texel"};
        if (compare) {
            chart.series.emplace_back("C++ on all cores");
            if (OpencvReduce::can({1, 1, 1, Pixel::u8}))
                chart.series.insert(chart.series.end(), {"OpenCV on all cores", "OpenCV on OpenCL"});
        }
        for (const PixelKind& kind : kinds) {
            ImageFormat format{size.width, size.height, kind.channels, kind.pixel};
            format.layers = size.layers;
            std::optional<HostImage> image;
            std::vector<ReduceTime> by_storage;
            for (const StorageChoice storage : storages(arguments, device)) {
                bar.next(size.text() + " " + std::string(name(format.pixel)) + " x" +
                         std::to_string(format.channels));
                if (!fits(format, storage, device.facts())) continue;
                if (!image) image = noise(format);
                const ReduceTime measured = measure(*image, device, storage, runs, compare);
                if (!arguments.has("json")) print(line(measured, compare));
                all.push_back(json_of(measured));
                by_storage.push_back(measured);
            }
            if (!by_storage.empty()) chart.groups.push_back(bars(by_storage));
        }
    }
    if (arguments.has("plot"))
        write_text(arguments.text("plot"),
                   svg("Minimum, maximum and sum in one pass", short_name(device.facts()), charts));
    write_results(arguments, "reduce", device, {{"runs", runs}, {"results", std::move(all)}});
    return Exit::all_done;
}

}  // namespace

Command bench_reduce_command() {
    Command command = measurement(
        "reduce",
        "Min, max and sum of images of every type, beside a kernel that only reads them; the median counts.",
        run_reduce);
    add_compare_option(command.options);
    add_plot_option(command.options);
    add_device_options(command.options);
    return command;
}

}  // namespace sluice::apps
