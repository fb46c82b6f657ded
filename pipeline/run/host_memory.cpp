#include "pipeline/run/host_memory.hpp"

#include "pipeline/core/pixel_memory.hpp"

#include <algorithm>
#include <optional>
#include <set>
#include <vector>

namespace sluice {
namespace {

constexpr std::size_t of_each_file = std::size_t{2} << 20;  // headers, profiles, rows: what is not counted
// Pictures that need more go by rows, in frames that need no more, where that costs nothing.
constexpr std::size_t at_ease = std::size_t{64} << 20;

// Which images of a plan go up, and how many Sinks take each.
struct Ways {
    std::set<std::size_t> up;
    std::multiset<std::size_t> down;
    std::set<std::size_t> of_host;  // a function of the host reads or makes it

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

// Visits each Sink with the format of its image.
template <class Visit>
void for_each_sink(const CheckedGraph& graph, const ExecutionPlan& plan, const Visit& visit) {
    for (const CheckedNode& node : graph.nodes)
        if (const auto* sink = node.stage->as<SinkDef>())
            visit(node, *sink, plan.graph.nodes[plan.graph.names.at(node.id)].format.value());
}

std::size_t need_of_whole(const CheckedGraph& graph, const Opened& opened, const ExecutionPlan& plan) {
    const InputMemory inputs = memory_of_inputs(opened.files, opened.formats);
    std::size_t results = 0, to_write = 0;
    for_each_sink(graph, plan, [&](const CheckedNode& node, const SinkDef& sink, const ImageFormat& format) {
        results += placed_bytes(format);
        to_write = std::max(to_write, sink.memory(node.values, format));
    });
    return of_each_file + inputs.images +
           std::max(inputs.beside, results + frame_on_host(plan, inputs.placed) + to_write);
}

std::size_t scaled(std::size_t bytes, std::size_t part, std::size_t whole) {
    return static_cast<std::size_t>(static_cast<double>(bytes) * static_cast<double>(part) /
                                    static_cast<double>(std::max<std::size_t>(whole, 1)));
}

// Whether strips compute little twice.
bool computes_once(const ExecutionPlan& plan) {
    std::size_t made = 0, all = 0;  // rows of passes
    for (const PlannedStep& step : plan.steps) {
        const auto* launch = std::get_if<Launch>(&step);
        if (launch == nullptr || !launch->over_pixels) continue;
        std::size_t end = 0;
        for (const Rows& rows : launch->rows) {
            made += rows.count;
            end = std::max(end, rows.end());
        }
        all += end;
    }
    return made <= all + all / 4;
}

// Of Sources that are gone through several times.
std::size_t memory_of_held(const ImageFiles& files, const ExecutionPlan& plan) {
    std::size_t images = 0, beside = 0;
    for (const auto& [id, file] : files) {
        if (plan.readings(plan.graph.names.at(id)) <= 1) continue;
        const ReadMemory memory = file->memory();
        images += memory.image;
        beside = std::max(beside, memory.beside);
    }
    return images + beside;
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
    for (const auto& [id, format] : formats) {
        const auto file = files.find(id);
        const ReadMemory memory =
            file != files.end() ? file->second->memory() : ReadMemory{placed_bytes(format)};
        inputs.images += memory.image;
        inputs.beside = std::max(inputs.beside, memory.beside);
        inputs.placed = inputs.placed && memory.placed;
    }
    return inputs;
}

RowMemory memory_of_rows(const CheckedGraph& graph, const ImageFiles& files, const FormatOf& result) {
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
            add(node.id, {"it is an image of the application's"});
        if (const auto* sink = node.stage->as<SinkDef>())
            add(node.id, sink->rows(node.values, result(node.id)));
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

namespace {

// In a small frame, whatever there is room for, since what is touched then stays in caches; nothing where
// that is no use.
std::optional<ExecutionPlan> cut_at_ease(const ExecutionPlan& whole,
                                         const std::function<ExecutionPlan(std::size_t limit)>& plan) {
    std::size_t least = 0;
    try {
        auto cut = cut_to(at_ease, whole, plan, least);
        if (cut && computes_once(*cut)) return cut;
    } catch (const Error&) {  // not even in strips of one row
    }
    return std::nullopt;
}

}  // namespace

ExecutionPlan plan_within(const MemoryLimit& limit, const CheckedGraph& graph, const Registry& registry,
                          const Opened& opened, const DeviceFacts& device, PlanOptions options) {
    if (!device.unified_memory && limit.device > 0) options.limit_memory = limit.device;
    const auto plan = [&](std::size_t frame) {
        PlanOptions cut = options;
        if (frame > 0) cut.limit_memory = cut.limit_memory == 0 ? frame : std::min(cut.limit_memory, frame);
        return make_plan(graph, registry, opened.formats, device, cut);
    };
    ExecutionPlan whole = plan(0);
    if (!limit) return whole;
    const std::size_t need = need_of_whole(graph, opened, whole);
    const bool has_room = need <= limit.pictures;
    if (has_room && (need <= at_ease || !device.unified_memory)) return whole;

    RowMemory rows = memory_of_rows(graph, opened.files, [&](const std::string& sink) -> const ImageFormat& {
        return whole.graph.nodes[whole.graph.names.at(sink)].format.value();
    });
    if (const Primitive* host = whole.of_host(); host != nullptr && rows.refusal.empty())
        rows.refusal = host->id + ": is computed by a function of the host, which takes whole images";
    const bool by_rows = rows.refusal.empty();
    if (has_room && (!by_rows || rows.slower)) return whole;
    const std::size_t beside = by_rows ? rows.bytes : need - frame_on_host(whole, true);
    ExecutionPlan to_cut = whole;
    options.by_rows = to_cut.by_rows = by_rows;
    if (by_rows && !rows.slower && device.unified_memory && beside + at_ease <= limit.pictures) {
        auto cut = cut_at_ease(to_cut, plan);
        const std::size_t held = cut ? memory_of_held(opened.files, *cut) : 0;
        if (cut && beside + at_ease + held <= limit.pictures) {
            cut->holds = held > 0;
            return std::move(*cut);
        }
    }
    if (has_room) return whole;
    std::size_t least = need - beside;
    if (beside < limit.pictures) {
        try {
            if (auto cut = cut_to(limit.pictures - beside, to_cut, plan, least)) return std::move(*cut);
        } catch (const Error&) {  // not even in strips of one row
            if (by_rows) throw;
        }
    }
    const std::size_t enough = std::min(beside + least, need);
    throw Error(
        Error::Kind::input, "",
        "the picture needs " + mebibytes(enough) + " MiB of memory at once, " +
            limit.shortage(limit.pictures, limit.beside + enough) +
            (rows.refusal.empty() ? ""
                                  : "; it cannot go through row by row, which needs less: " + rows.refusal));
}

Wording MemoryLimit::shortage(std::size_t room, std::size_t enough) const {
    const Wording who = by_default ? Wording("three quarters of this machine's memory leave ")
                                   : Remedy{"limit_memory"} + " leaves ";
    const auto would_do = static_cast<std::int64_t>(((enough >> 20) + 1) << 20);
    return who + (std::to_string(room >> 20) + " MiB for pictures; ") + Remedy{"limit_memory", would_do} +
           " would be enough";
}

std::string mebibytes(std::size_t bytes) { return std::to_string((bytes >> 20) + 1); }

}  // namespace sluice
