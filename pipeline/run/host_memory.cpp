#include "pipeline/run/host_memory.hpp"

#include "pipeline/core/pixel_memory.hpp"

#include <algorithm>
#include <set>
#include <string>
#include <vector>

namespace sluice {
namespace {

// Which images of a plan go up, and how many Sinks take each.
struct Ways {
    std::set<std::size_t> up;
    std::multiset<std::size_t> down;
    std::set<std::size_t> of_host;  // a host function reads or makes it

    explicit Ways(const ExecutionPlan& plan) {
        for (const PlannedStep& step : plan.steps) {
            if (const auto* source = std::get_if<Upload>(&step)) up.insert(source->image);
            if (const auto* sink = std::get_if<Download>(&step)) down.insert(sink->image);
            if (const auto* host = std::get_if<HostWork>(&step)) {
                of_host.insert(host->result);
                for (const auto& image : host->images)
                    if (image) of_host.insert(*image);
            }
        }
    }
    bool staged(std::size_t image) const {
        return up.count(image) + down.count(image) + of_host.count(image) > 0;
    }
};

std::size_t scaled(std::size_t bytes, std::size_t part, std::size_t whole) {
    return static_cast<std::size_t>(static_cast<double>(bytes) * static_cast<double>(part) /
                                    static_cast<double>(std::max<std::size_t>(whole, 1)));
}

}  // namespace

std::size_t frame_on_host(const ExecutionPlan& plan, bool placed) {
    const Ways ways(plan);
    const bool unified = plan.device.unified_memory;
    const bool in_strips = plan.in_strips();
    std::size_t bytes = 0;
    std::vector<bool> touched(plan.slots.size());
    for (std::size_t i = 0; i < plan.images.size(); ++i) {
        const PlannedImage& image = plan.images[i];
        const bool in_place = unified && image.in_buffer();
        const bool goes_up = ways.up.count(i) > 0;
        const bool of_host = ways.of_host.count(i) > 0;
        const bool given = !of_host && (goes_up ? placed : ways.down.count(i) == 1);
        // What is worked on in place is never touched.
        if (!(in_place && given && !in_strips && !plan.by_rows)) touched[image.slot] = true;
        if (ways.staged(i) && !in_place) bytes += image.bytes();
        if (of_host) bytes += image.format.host_bytes();  // where it is copied for the function
        // Strips are put together in memory of the frame's.
        if (in_strips && !plan.by_rows && ways.down.count(i) > 0) bytes += image.pitch * image.format.rows();
    }
    for (std::size_t i = 0; i < plan.slots.size(); ++i)
        if (unified && touched[i]) bytes += plan.slots[i];
    for (const PlannedTable& table : plan.tables) bytes += table.bytes;
    return bytes;
}

InputMemory memory_of_inputs(const ImageFiles& files, const SourceFormats& formats) {
    InputMemory inputs;
    std::size_t most = 0;
    for (const auto& [id, format] : formats) {
        const auto file = files.find(id);
        const ReadMemory memory =
            file != files.end() ? file->second->memory() : ReadMemory{placed_bytes(format)};
        inputs.images += memory.image;
        if (memory.image > most) inputs.largest = id;
        most = std::max(most, memory.image);
        inputs.beside = std::max(inputs.beside, memory.beside);
        inputs.placed = inputs.placed && memory.placed;
    }
    return inputs;
}

FormatOf formats_in(const ExecutionPlan& plan) {
    return [&plan](const std::string& sink) -> const ImageFormat& {
        return plan.graph.nodes[plan.graph.names.at(sink)].format.value();
    };
}

OutputMemory memory_of_outputs(const CheckedGraph& graph, const FormatOf& result) {
    OutputMemory outputs;
    for (const CheckedNode& node : graph.nodes) {
        const auto* sink = node.stage->as<SinkDef>();
        if (sink == nullptr) continue;
        const ImageFormat& format = result(node.id);
        outputs.images += placed_bytes(format);
        if (sink->open) outputs.beside = std::max(outputs.beside, sink->open(node.values, format)->memory());
    }
    return outputs;
}

RowMemory memory_of_rows(const CheckedGraph& graph, const ImageFiles& files, const FormatOf& result) {
    const RowMemory of_application{"it is an image of the application's"};
    RowMemory all{"", of_each_file};
    const auto add = [&](const std::string& id, const RowMemory& one) {
        if (all.refusal.empty() && !one.refusal.empty()) all.refusal = id + ": " + one.refusal;
        all.bytes += one.bytes + of_each_file;
        all.slower |= one.slower;
    };
    for (const CheckedNode& node : graph.nodes) {
        if (const auto file = files.find(node.id); file != files.end())
            add(node.id, file->second->row_memory());
        else if (node.stage->kind() == Kind::source)
            add(node.id, of_application);
        if (const auto* sink = node.stage->as<SinkDef>())
            add(node.id,
                sink->open ? sink->open(node.values, result(node.id))->row_memory() : of_application);
    }
    return all;
}

std::optional<ExecutionPlan> cut_to(std::size_t room, const ExecutionPlan& whole,
                                    const std::function<ExecutionPlan(std::size_t limit)>& plan,
                                    std::size_t& least) {
    constexpr int most_tries = 4;  // padding, halos and Tables take more than their share
    std::size_t host = frame_on_host(whole, false), device = whole.peak_bytes;
    for (int tries = 0; tries < most_tries; ++tries) {
        const std::size_t limit = std::max<std::size_t>(1, scaled(device, room, host));
        ExecutionPlan cut = plan(limit);
        least = host = frame_on_host(cut, false);
        device = std::min(cut.peak_bytes, limit);
        if (host <= room) return cut;
    }
    return std::nullopt;
}

Wording MemoryLimit::shortage(std::size_t room, std::size_t enough) const {
    const Wording who = by_default ? Wording("three quarters of this machine's memory leave ")
                                   : Remedy{"limit_memory"} + " leaves ";
    const auto would_do = static_cast<std::int64_t>(((enough >> 20) + 1) << 20);
    return who + (std::to_string(room >> 20) + " MiB for images; ") + Remedy{"limit_memory", would_do} +
           " would be enough";
}

Error no_room(const std::string& file, const ImageNeed& need, const MemoryLimit& limit, std::size_t room,
              std::size_t enough, const Wording& not_by_rows) {
    const auto mebibytes = [](std::size_t bytes) { return std::to_string((bytes >> 20) + 1); };
    return Error(
        Error::Kind::input, file,
        "it needs " + mebibytes(need.all) + " MiB of memory at once (its pixels " + mebibytes(need.pixels) +
            " MiB), " + limit.shortage(room, enough) +
            (not_by_rows.empty() ? Wording()
                                 : "; it cannot be streamed by rows, which would need less: " + not_by_rows));
}

}  // namespace sluice
