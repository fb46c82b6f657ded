#include "pipeline/batch/forecast.hpp"

#include "pipeline/core/pixel_memory.hpp"

#include <algorithm>
#include <set>
#include <string>
#include <utility>

namespace sluice {
namespace {

constexpr std::size_t most_known = 256;
constexpr std::size_t of_each_file = std::size_t{2} << 20;  // headers, profiles, rows: what is not counted

// Which images of a plan go up, and how many Sinks take each.
struct Ways {
    std::set<std::size_t> up;
    std::multiset<std::size_t> down;

    explicit Ways(const ExecutionPlan& plan) {
        for (const PlannedStep& step : plan.steps) {
            if (const auto* source = std::get_if<Upload>(&step)) up.insert(source->image);
            if (const auto* sink = std::get_if<Download>(&step)) down.insert(sink->image);
        }
    }
    bool staged(std::size_t image) const { return up.count(image) + down.count(image) > 0; }
};

// Memory of the host that a frame takes, beside the pixels that it is given and those that it fills. As
// FrameMemory and Submission have it: what is worked on in place is never touched.
std::size_t frame_on_host(const ExecutionPlan& plan, bool placed) {
    const Ways ways(plan);
    const bool unified = plan.device.unified_memory;
    const bool in_strips = plan.in_strips();
    std::size_t bytes = 0;
    std::vector<bool> touched(plan.slots.size());
    for (std::size_t i = 0; i < plan.images.size(); ++i) {
        const PlannedImage& image = plan.images[i];
        const bool in_place = unified && image.storage == Storage::buffer;
        const bool goes_up = ways.up.count(i) > 0;
        const bool given = goes_up ? placed : ways.down.count(i) == 1;
        if (!(in_place && given && !in_strips)) touched[image.slot] = true;
        if (ways.staged(i) && !in_place) bytes += image.bytes();
        // Strips are put together in memory of the frame's.
        if (in_strips && ways.down.count(i) > 0) bytes += image.pitch * image.format.rows();
    }
    for (std::size_t i = 0; i < plan.slots.size(); ++i)
        if (unified && touched[i]) bytes += plan.slots[i];
    for (const PlannedTable& table : plan.tables) bytes += table.bytes;
    return bytes;
}

// Of all Sources of a file.
struct Inputs {
    std::size_t images = 0, beside = 0;  // bytes
    bool placed = true;
};

Inputs inputs_of(const CheckedGraph& graph, const SourceFormats& formats) {
    Inputs inputs;
    for (const CheckedNode& node : graph.nodes) {
        const auto* source = node.stage->as<SourceDef>();
        if (source == nullptr) continue;
        const ReadMemory memory = source->memory(node.values, formats.at(node.id));
        inputs.images += memory.image;
        inputs.beside = std::max(inputs.beside, memory.beside);
        inputs.placed = inputs.placed && memory.placed;
    }
    return inputs;
}

std::size_t mebibytes(std::size_t bytes) { return (bytes >> 20) + 1; }

}  // namespace

SourceFormats formats_of(const Decoded& decoded) {
    SourceFormats formats;
    for (const auto& [id, image] : decoded.images) formats[id] = image.format();
    return formats;
}

Forecasts::Forecasts(std::string sink, const Registry& registry, DeviceFacts device, PlanOptions plan,
                     MemoryLimit limit)
    : sink_(std::move(sink)),
      registry_(registry),
      device_(std::move(device)),
      plan_(std::move(plan)),
      limit_(limit) {}

Forecast Forecasts::of(const CheckedGraph& graph, const PlanKey& key, bool placed) {
    const std::lock_guard lock(mutex_);
    const auto known = std::find_if(known_.begin(), known_.end(),
                                    [&](const Known& k) { return k.placed == placed && k.key == key; });
    if (known != known_.end()) return known->forecast;
    known_.push_front({key, placed, made(graph, key, placed)});
    if (known_.size() > most_known) known_.pop_back();
    return known_.front().forecast;
}

ExecutionPlan Forecasts::plan(const CheckedGraph& graph, const PlanKey& key, std::size_t limit) const {
    PlanOptions options = plan_;
    if (limit > 0) options.limit_memory = limit;
    return plan_observing_all(graph, registry_, key.formats, device_, std::move(options));
}

Forecast Forecasts::made(const CheckedGraph& graph, const PlanKey& key, bool placed) const {
    Forecast forecast;
    const auto take = [&](const ExecutionPlan& plan, std::size_t limit) {
        forecast.output = plan.graph.nodes[plan.graph.names.at(sink_)].format.value();
        forecast.device_bytes = plan.peak_bytes;
        forecast.host_bytes = frame_on_host(plan, placed);
        forecast.in_strips = plan.in_strips();
        forecast.frame_limit = limit;
    };
    take(plan(graph, key, 0), 0);
    if (!limit_) return forecast;
    const std::size_t result = placed_bytes(forecast.output);
    std::size_t pixels = result + of_each_file;
    for (const auto& [id, format] : key.formats) pixels += placed_bytes(format);
    if (pixels + forecast.host_bytes <= limit_.left() || pixels + result >= limit_.left()) return forecast;
    // The part of the frame that has room, as device memory.
    const double part =
        static_cast<double>(limit_.left() - pixels - result) / static_cast<double>(forecast.host_bytes);
    const auto room = static_cast<std::size_t>(part * static_cast<double>(forecast.device_bytes));
    try {
        const ExecutionPlan cut = plan(graph, key, room);
        if (frame_on_host(cut, placed) < forecast.host_bytes) take(cut, room);
    } catch (const Error&) {  // then it needs what it needs
    }
    return forecast;
}

std::pair<MemoryNeed, Forecast> Forecasts::of(const CheckedGraph& graph, const PlanKey& key,
                                              const std::string& where) {
    const Inputs inputs = inputs_of(graph, key.formats);
    const Forecast forecast = of(graph, key, inputs.placed);
    const std::size_t result = placed_bytes(forecast.output);
    std::size_t to_write = 0;
    for (const CheckedNode& node : graph.nodes)
        if (const auto* sink = node.stage->as<SinkDef>())
            to_write = std::max(to_write, sink->memory(node.values, forecast.output));
    const MemoryNeed need{of_each_file + inputs.images + inputs.beside,
                          of_each_file + inputs.images + result + forecast.host_bytes,
                          of_each_file + result + to_write};
    if (limit_ && need.most() > limit_.left()) {
        // kept() is a share of `pictures`.
        const std::size_t enough = limit_.beside + need.most() / 7 * 8 + 8;
        throw Error(Error::Kind::input, where,
                    "it needs " + std::to_string(mebibytes(need.most())) +
                        " MiB of memory at once (its pixels " + std::to_string(mebibytes(inputs.images)) +
                        " MiB), --limit-memory leaves " + std::to_string(limit_.left() >> 20) +
                        " MiB for pictures; " + std::to_string(mebibytes(enough)) + "M would be enough");
    }
    return {need, forecast};
}

}  // namespace sluice
