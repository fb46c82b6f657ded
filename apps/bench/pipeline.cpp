#include "apps/bench/pipeline.hpp"

#include "apps/bench/chart.hpp"
#include "apps/bench/frames.hpp"
#include "apps/bench/host/opencv_pipeline.hpp"
#include "apps/bench/host/pipeline_loops.hpp"
#include "apps/bench/host/stretch_host.hpp"
#include "apps/bench/limits/read_limit.hpp"
#include "apps/bench/options.hpp"
#include "apps/bench/results.hpp"
#include "apps/json.hpp"
#include "apps/measure/copy_limit.hpp"
#include "apps/measure/device_run.hpp"
#include "apps/measure/noise.hpp"
#include "apps/measure/times.hpp"
#include "apps/options/device.hpp"
#include "apps/options/pipeline.hpp"
#include "apps/terminal/bar.hpp"
#include "apps/text_file.hpp"

#include "pipeline/core/device_name.hpp"
#include "pipeline/core/text.hpp"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <limits>
#include <list>
#include <map>
#include <optional>

namespace sluice::apps {
namespace {

// The best of several runs, in milliseconds.
struct Best {
    double ms = std::numeric_limits<double>::infinity();
    void take(double other) { ms = std::min(ms, other); }
};

struct ChainTime {
    ImageFormat format;
    Storage storage = Storage::buffer;
    std::size_t passes = 0, unfused_passes = 0;
    double fused = 0, read = 0, copy = 0;
    std::optional<double> unfused, loop, opencv;
    std::string loop_name;
    struct Stored {
        std::vector<std::string> images;
        std::size_t passes = 0;
        double ms = 0;
    };
    std::vector<Stored> stored;              // of each --store
    std::vector<std::string> not_in_memory;  // what --store may name beside

    double images_read = 0, images_written = 0;  // by all passes, in images of this format

    double gb() const {
        return (images_read + images_written) * static_cast<double>(format.host_bytes()) / 1e9;
    }
    double rate(double ms) const { return gb() / ms * 1e3; }
    double limit() const { return images_read * read + images_written * copy / 2; }
};

// A time of something that is wrong does not count.
void expect_close(const ConstHostView& result, const HostImage& expected, int tolerance,
                  const std::string& what) {
    const std::size_t row = expected.pitch();
    for (std::size_t y = 0; y < expected.format().rows(); ++y) {
        const auto* a = reinterpret_cast<const std::uint8_t*>(result.row(y));
        const auto* b = expected.as<std::uint8_t>(y);
        for (std::size_t i = 0; i < row; ++i)
            if (std::abs(int{a[i]} - int{b[i]}) > tolerance)
                throw Error(Error::Kind::device, what,
                            "gives another image than the fused pipeline: not one of these numbers counts");
    }
}

// Whether a plan like this runs on the device beside another one: or why not.
std::string too_large(const Graph& graph, const ImageFormat& format, const Device& device,
                      const PlanOptions& options) {
    try {
        SourceFormats formats;
        for (const std::string& id : source_ids(graph)) formats[id] = format;
        const Plan plan(graph, formats, device, options);
        const DeviceFacts& facts = device.facts();
        for (const std::size_t slot : plan.execution->slots)
            if (slot > facts.max_allocation)
                return "an image is more than the device takes in one allocation";
        return plan.execution->peak_bytes > facts.global_bytes / 2
                   ? "needs more than half of the device's memory"
                   : "";
    } catch (const Error& error) {
        return error.message();
    }
}

// A pipeline that is measured.
struct Measurable {
    BenchChain chain;
    Graph graph = pipeline_of(chain.text);
    std::vector<std::vector<std::string>> stores = {};  // with these images in memory, too
};

// A plan with some images in memory.
struct StoredRun {
    DeviceRun run;
    Best best = {};
};

// How it is.
struct Measuring {
    std::size_t runs = 1, in_flight = 1;
    bool compare = false;  // with C++ and OpenCV
};

ChainTime measure(const Measurable& pipeline, const HostImage& image, const Device& device,
                  StorageChoice storage, const Measuring& how, std::string& note) {
    const auto& [chain, graph, stores] = pipeline;
    const ImageFormat& format = image.format();
    std::list<ImageOnDevice> memory;  // of its own for each Source, though the pixels are the same
    std::map<std::string, SubmittedImage> images;
    for (const std::string& id : source_ids(graph))
        images.emplace(id, memory.emplace_back(image, device, storage).get());
    const ImageOnDevice& there = memory.front();
    DeviceRun fused(graph, images, device, {.storage = storage}, how.in_flight);
    const HostImage expected = fused.result();
    const PlanOptions without{.storage = storage, .fuse = false};
    std::optional<DeviceRun> unfused;
    note = too_large(graph, format, device, without);
    if (note.empty()) {
        unfused.emplace(graph, images, device, without, how.in_flight);
        expect_close(unfused->result().view(), expected, 0, "--no-fuse");
    }
    std::list<StoredRun> stored;
    for (const std::vector<std::string>& ids : stores) {
        stored.push_back(
            {DeviceRun(graph, images, device, {.storage = storage, .store = ids}, how.in_flight)});
        expect_close(stored.back().run.result().view(), expected, 0, "--store " + joined(ids, ","));
    }
    ReadLimit read_limit(there.get(), device);
    CopyLimit copy_limit(there.get(), device);
    std::optional<HostStretch> host;
    if (how.compare) host.emplace(image);
    std::optional<OpencvPipeline> opencv;
    if (how.compare && OpencvPipeline::there()) opencv.emplace(image, chain.linear);

    const std::vector<StretchLoop>& loops = chain.linear ? linear_stretch_loops() : stretch_loops();
    std::vector<Best> loop_times(loops.size());
    Best fused_time, unfused_time, read, copy, opencv_time;
    for (std::size_t run = 0; run <= how.runs; ++run) {  // in turns; the first warms up, and compares
        fused_time.take(fused.run().wall_ms);
        if (unfused) unfused_time.take(unfused->run().wall_ms);
        for (StoredRun& other : stored) other.best.take(other.run.run().wall_ms);
        read.take(read_limit.run_ms());
        copy.take(copy_limit.run_ms());
        for (std::size_t i = 0; host && i < loops.size(); ++i) {
            loop_times[i].take(time_of([&] { host->stretch(loops[i]); }));
            if (run == 0) expect_close(host->result().view(), expected, chain.tolerance, loops[i].name);
        }
        if (!opencv) continue;
        opencv_time.take(time_of([&] { opencv->run(); }));
        if (run == 0) expect_close(opencv->result(), expected, chain.tolerance, "OpenCV");
    }

    ChainTime m;
    m.format = format, m.storage = there.get().storage;
    m.passes = fused.plan().passes();
    const auto whole = static_cast<double>(format.host_bytes());
    for (const PlannedStep& step : fused.plan().steps)
        if (const auto* launch = std::get_if<Launch>(&step)) {
            m.images_read += static_cast<double>(launch->bytes_read) / whole;
            m.images_written += static_cast<double>(launch->bytes_written) / whole;
        }
    m.fused = fused_time.ms, m.read = read.ms, m.copy = copy.ms;
    if (unfused) m.unfused_passes = unfused->plan().passes(), m.unfused = unfused_time.ms;
    for (const StoredRun& other : stored)
        m.stored.push_back({stores[m.stored.size()], other.run.plan().passes(), other.best.ms});
    m.not_in_memory = fused.plan().images_not_in_memory();
    if (opencv) m.opencv = opencv_time.ms;
    if (host) {
        const auto best = std::min_element(loop_times.begin(), loop_times.end(),
                                           [](const Best& a, const Best& b) { return a.ms < b.ms; });
        m.loop = best->ms;
        m.loop_name = loops[static_cast<std::size_t>(best - loop_times.begin())].name;
    }
    return m;
}

std::string heading(bool compare) {
    std::string text = std::string(22, ' ') + "passes         ms      GB/s     limit    share" +
                       "   --no-fuse         ms   times";
    if (compare) text += "     C++ ms   times  OpenCV ms   times";
    return text + "\n";
}

std::string line(const ChainTime& m, bool compare) {
    char text[200];
    std::snprintf(text, sizeof text, "%-13s %-6s %7zu %11.4f %9.1f %9.1f %6.1f %%",
                  (std::to_string(m.format.width) + "x" + std::to_string(m.format.height)).c_str(),
                  std::string(name(m.storage)).c_str(), m.passes, m.fused, m.rate(m.fused), m.rate(m.limit()),
                  100 * m.limit() / m.fused);
    std::string row = text;
    if (m.unfused) {
        std::snprintf(text, sizeof text, " %11zu %10.4f %7.2f", m.unfused_passes, *m.unfused,
                      *m.unfused / m.fused);
        row += text;
    } else {
        row += std::string(30, ' ');
    }
    for (const std::optional<double>& other : {m.loop, m.opencv})
        if (other) {
            std::snprintf(text, sizeof text, " %10.4f %7.2f", *other, *other / m.fused);
            row += text;
        }
    row += (compare && !m.loop_name.empty() ? "  " + m.loop_name : "") + "\n";
    for (const ChainTime::Stored& other : m.stored) {
        std::snprintf(text, sizeof text, "%28zu %11.4f %7.2f times as long: --store ", other.passes, other.ms,
                      other.ms / m.fused);
        row += text + joined(other.images, ",") + "\n";
    }
    return row;
}

Json json_of(const BenchChain& chain, const ChainTime& m) {
    Json object{{"pipeline", chain.text},    {"width", m.format.width},
                {"height", m.format.height}, {"storage", name(m.storage)},
                {"passes", m.passes},        {"ms", m.fused},
                {"read_ms", m.read},         {"copy_ms", m.copy},
                {"limit_ms", m.limit()},     {"share_of_limit", m.limit() / m.fused}};
    if (m.unfused) {
        object["unfused_passes"] = m.unfused_passes;
        object["unfused_ms"] = *m.unfused;
        object["unfused_to_fused"] = *m.unfused / m.fused;
    }
    if (m.loop) {
        object["loop"] = m.loop_name;
        object["loop_ms"] = *m.loop;
    }
    if (m.opencv) object["opencv_ms"] = *m.opencv;
    for (const ChainTime::Stored& other : m.stored)
        object["stored"].push_back({{"store", other.images}, {"passes", other.passes}, {"ms", other.ms}});
    object["not_in_memory"] = m.not_in_memory;
    return object;
}

Chart::Group bars(const std::vector<ChainTime>& by_storage) {
    const ChainTime& first = by_storage.front();
    Chart::Group group{std::to_string(first.format.width) + "x" + std::to_string(first.format.height)};
    const auto add = [&](std::size_t series, double rate, std::optional<double> limit) {
        char text[32];
        std::snprintf(text, sizeof text, "%.1f", rate);
        group.bars.push_back({series, rate, text, limit});
    };
    for (const ChainTime& m : by_storage)
        add(m.storage == Storage::buffer ? 0 : 1, m.rate(m.fused), m.rate(m.limit()));
    for (const ChainTime& m : by_storage)
        if (m.unfused) add(m.storage == Storage::buffer ? 2 : 3, m.rate(*m.unfused), {});
    if (first.loop) add(4, first.rate(*first.loop), {});
    if (first.opencv) add(5, first.rate(*first.opencv), {});
    return group;
}

std::vector<Measurable> measurables(const Arguments& arguments) {
    if (arguments.has("pipeline") && arguments.has("compare"))
        throw wrong_arguments(arguments,
                              "--compare has C++ and OpenCV for the two pipelines of its own only");
    if (arguments.has("pipeline")) {
        Measurable given{{arguments.text("pipeline").c_str(), false, 0}};
        given.stores = stored_images(arguments);
        const CheckedGraph checked = check_pipeline(given.graph, {.open_ends = true}, arguments.messages);
        for (const CheckedNode& node : checked.nodes) {
            const auto* source = node.stage->as<SourceDef>();
            const auto* sink = node.stage->as<SinkDef>();
            if ((source != nullptr && source->open) || (sink != nullptr && sink->open))
                throw wrong_arguments(arguments, "--pipeline: images of the bench are made up: leave '" +
                                                     node.stage->name + "' out");
        }
        return {given};
    }
    if (arguments.has("store"))
        throw wrong_arguments(arguments, "--store is for a pipeline that --pipeline gives");
    std::vector<Measurable> pipelines;
    for (const BenchChain& chain : bench_chains) pipelines.push_back({chain});
    return pipelines;
}

int bench_fusion(const Arguments& arguments) {
    const std::vector<ImageSize> sizes = one_layer_size_option(arguments, "1920x1080,4096x4096,16384x16384");
    const std::vector<Measurable> pipelines = measurables(arguments);
    const Measuring how{whole_number(arguments, "runs", 1, 10000),
                        arguments.has("in-flight") ? whole_number(arguments, "in-flight", 1, 16) : 1,
                        arguments.has("compare")};
    const bool text = !arguments.has("json");
    const Device device = pick_device(arguments);
    if (text)
        print("RGBA8, from the start of the first kernel to the end of the last, best of " +
              std::to_string(how.runs) + "\n" + short_name(device.facts()) +
              "\nGB/s: what the passes read and write; limit: reads at the rate of a kernel that only "
              "reads, writes at that\nof a copy\n");
    Json all = Json::array();
    std::vector<Chart> charts;
    Bar bar(arguments.messages);
    bar.update([&](Position& at) {
        at.total = pipelines.size() * sizes.size() * storages_option(arguments, device).size();
        at.rates = false;
    });
    for (const Measurable& pipeline : pipelines) {
        const auto& [chain, graph, stores] = pipeline;
        if (text) print("\n" + std::string(chain.text) + "\n" + heading(how.compare));
        Chart& chart = charts.emplace_back(
            Chart{chain.text, "GB/s", "two reads and a write at the rates of this run", {}, {}});
        chart.series = {"buffer", "image object", "buffer, --no-fuse", "image object, --no-fuse"};
        if (how.compare) chart.series.emplace_back("C++ on all cores");
        if (how.compare && OpencvPipeline::there()) chart.series.emplace_back("OpenCV on all cores");
        for (const ImageSize& size : sizes) {
            const ImageFormat format{size.width, size.height, 4, Pixel::u8};
            std::optional<HostImage> image;
            std::vector<ChainTime> by_storage;
            for (const StorageChoice storage : storages_option(arguments, device)) {
                bar.next(size.text() + (storage == StorageChoice::image ? " image object" : " buffer"));
                const std::string against = too_large(graph, format, device, {.storage = storage});
                if (!against.empty()) {
                    arguments.messages.warning(size.text() + " is left out: " + against);
                    continue;
                }
                if (!image) image = noise(format);
                std::string note;
                const ChainTime m = measure(pipeline, *image, device, storage, how, note);
                if (!note.empty())
                    arguments.messages.warning(size.text() + " --no-fuse is left out: " + note);
                if (text) print(line(m, how.compare));
                all.push_back(json_of(chain, m));
                by_storage.push_back(m);
            }
            if (!by_storage.empty()) chart.groups.push_back(bars(by_storage));
        }
    }
    if (arguments.has("plot"))
        write_text(arguments.text("plot"),
                   svg("Pipelines, fused and step by step", short_name(device.facts()), charts));
    write_results(arguments, "pipeline", device,
                  {{"runs", how.runs}, {"in_flight", how.in_flight}, {"results", std::move(all)}});
    return Exit::all_done;
}

int run_pipeline(const Arguments& arguments) {
    at_most_one(arguments, {"frames", "pipeline"});
    at_most_one(arguments, {"frames", "store"});
    at_most_one(arguments, {"frames", "in-flight"});
    return arguments.has("frames") ? bench_frames(arguments) : bench_fusion(arguments);
}

}  // namespace

Command bench_pipeline_command() {
    Command command = measurement("pipeline",
                                  "Two pipelines of RGBA8 images, or the one that is given, fused and with "
                                  "--no-fuse, beside reads and copies; the best counts.",
                                  run_pipeline);
    command.details =
        "With --frames, a stream of images, up to four of them on their way at once; with --compare as well, "
        "frames in BGR beside OpenCV's.";
    command.options.add_options()  //
        ("pipeline,p", po::value<std::string>()->value_name("PIPELINE"),
         "instead of the two, without load and save; a file or a chain")  //
        ("store", po::value<std::vector<std::string>>()->value_name("ID,..."),
         "measure it with the images of these stages in memory too; may be given again")  //
        ("in-flight", po::value<std::string>()->value_name("N"),
         "so many images on their way at once, by which times are divided; default: 1")  //
        ("frames", po::value<std::string>()->value_name("N"), "this many images, one after the other");
    add_compare_option(command.options);
    add_plot_option(command.options);
    add_device_options(command.options);
    return command;
}

}  // namespace sluice::apps
