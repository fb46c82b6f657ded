#include "pipeline/run/prepare.hpp"

#include "pipeline/core/format_fault.hpp"
#include "pipeline/core/message.hpp"
#include "pipeline/plan/rewrite/walk.hpp"
#include "pipeline/plan/schedule/strategy_numbers.hpp"
#include "pipeline/run/saved_files.hpp"
#include "pipeline/run/tuning_file.hpp"

#include <algorithm>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace sluice {
namespace {

// Pictures that need more go by rows, in frames that need no more, where that costs nothing.
constexpr std::size_t at_ease = std::size_t{64} << 20;

using PlanFor = std::function<ExecutionPlan(std::size_t limit)>;  // with so much device memory for a frame

void refuse_given(const CheckedGraph& graph, const SourceFormats& given) {
    for (const auto& [id, format] : given)
        if (const std::string fault = format_fault(format); !fault.empty())
            throw Error(Error::Kind::usage, id, fault);
    const std::vector<std::string> sources = graph.sources();
    for (const auto& [id, format] : given)
        if (std::find(sources.begin(), sources.end(), id) == sources.end())
            throw Error(Error::Kind::usage, id,
                        "a format is given for it, but this graph has no such source" +
                            did_you_mean(id, sources) + "; there are: " + listed(sources));
}

void refuse_options(const PlanOptions& options) {
    std::vector<std::string> faults{enumerator_fault("storage", options.storage),
                                    enumerator_fault("finish", options.finish)};
    for (const auto& [id, storage] : options.storage_of)
        faults.push_back(enumerator_fault("storage_of " + id, storage));
    if (const int n = options.pixels_at_once; n != 0 && n != 1 && n != 2 && n != 4)
        faults.push_back("pixels_at_once must be 0, 1, 2 or 4, not " + std::to_string(n));
    if (options.tuning)
        if (const std::string fault = tuning_fault(*options.tuning); !fault.empty())
            faults.push_back("tuning: " + fault);
    for (const std::string& fault : faults)
        if (!fault.empty()) throw Error(Error::Kind::usage, "plan", fault);
}

// Whether the size of one of its images was measured: other images have other sizes.
bool is_for_one_image(const CheckedGraph& graph) {
    return std::any_of(graph.nodes.begin(), graph.nodes.end(), [](const CheckedNode& node) {
        return node.stands_in && node.stage->outputs.at(0).is_image();
    });
}

// Names the Tables that a caller sees: those that measure sizes by their nodes (measured.hpp), and for a
// batch all others whose stages declare what callers see.
void observe(PlanOptions& options, const CheckedGraph& graph, const SourceFormats& formats,
             const DeviceFacts& device, bool of_batch) {
    std::vector<std::string>& names = options.observe;
    for (const CheckedNode& node : graph.nodes)
        if (node.stands_in && !node.stage->outputs.at(0).is_image()) names.push_back(node.id);
    if (!of_batch) return;
    const Primitives all = walk(graph, graph.registry, formats, expand_for(device, options));
    const auto is_named = [&](std::size_t node) {
        return std::any_of(names.begin(), names.end(), [&](const std::string& name) {
            const auto named = all.names.find(name);
            return named != all.names.end() && named->second == node;
        });
    };
    for (std::size_t i = 0; i < all.nodes.size(); ++i)
        if (!all.nodes[i].observed.empty() && !is_named(i)) names.push_back(all.nodes[i].id);
}

std::size_t need_of_whole(const CheckedGraph& graph, const InputMemory& inputs, const ExecutionPlan& plan) {
    const OutputMemory outputs = memory_of_outputs(graph, formats_in(plan));
    return of_each_file + inputs.images +
           std::max(inputs.beside, outputs.images + frame_on_host(plan, inputs.placed) + outputs.beside);
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

// In a small frame, whatever there is room for, since what is touched then stays in caches; nothing where
// that is no use.
std::optional<ExecutionPlan> cut_at_ease(const ExecutionPlan& whole, const PlanFor& plan) {
    std::size_t least = 0;
    try {
        auto cut = cut_to(at_ease, whole, plan, least);
        if (cut && computes_once(*cut)) return cut;
    } catch (const Error&) {  // not even in strips of one row
    }
    return std::nullopt;
}

// The file of a Source, which is named where nothing fits.
std::string path_of(const CheckedGraph& graph, const std::string& source) {
    const Values& values = graph.nodes[graph.find(source).value()].values;
    const auto path = values.find("path");
    return path == values.end() ? source : std::get<std::string>(path->second);
}

ExecutionPlan plan_within(const MemoryLimit& limit, const CheckedGraph& graph, const Opened& opened,
                          const DeviceFacts& device, PlanOptions options) {
    if (!device.unified_memory && limit.device > 0) options.limit_memory = limit.device;
    const PlanFor plan = [&](std::size_t frame) {
        PlanOptions cut = options;
        if (frame > 0) cut.limit_memory = cut.limit_memory == 0 ? frame : std::min(cut.limit_memory, frame);
        return make_plan(graph, graph.registry, opened.formats, device, cut);
    };
    ExecutionPlan whole = plan(0);
    if (!limit) return whole;
    const InputMemory inputs = memory_of_inputs(opened.files, opened.formats);
    const std::size_t need = need_of_whole(graph, inputs, whole);
    const bool has_room = need <= limit.pictures;
    if (has_room && (need <= at_ease || !device.unified_memory)) return whole;

    RowMemory rows = memory_of_rows(graph, opened.files, formats_in(whole));
    if (rows.refusal.empty()) rows.refusal = whole.needs_whole_images();
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
    const std::size_t least_need = std::min(beside + least, need);
    throw no_room(path_of(graph, inputs.largest), {least_need, inputs.images}, limit, limit.pictures,
                  limit.beside + least_need, rows.refusal);
}

}  // namespace

CheckedGraph check_or_throw(const Graph& graph, const Registry& registry, const CheckOptions& options,
                            const Warn& warn) {
    Diagnostics found;
    CheckedGraph checked = check(graph, registry, found, options);
    found.throw_if_errors();
    if (warn)
        for (const Diagnostic& warning : found) warn(warning.text());
    return checked;
}

Opened open_files(CheckedGraph& graph, const SourceFormats& given, SourceChoices* choices) {
    refuse_given(graph, given);
    refuse_files(file_nodes(graph.nodes));
    return open_sources(graph, given, choices);
}

ExecutionPlan prepare(const CheckedGraph& graph, const Opened& opened, const DeviceFacts& device,
                      PrepareOptions options) {
    refuse_options(options.plan);
    if (!options.plan.tuning) options.plan.tuning = own_tuning(device);
    if (options.of_batch && is_for_one_image(graph)) options.plan.frames = 1;
    observe(options.plan, graph, opened.formats, device, options.of_batch);
    ExecutionPlan plan = plan_within(options.memory, graph, opened, device, std::move(options.plan));
    if (options.of_batch && !plan.keeps().empty()) throw Error(Error::Kind::usage, plan.keeps(), no_stream);
    return plan;
}

std::vector<Measured> measured_by(const CheckedGraph& graph, const SourceFormats& formats,
                                  const DeviceFacts& device, const PlanOptions& options) {
    return measured_tables(walk(graph, graph.registry, formats, expand_for(device, options)));
}

std::optional<ExecutionPlan> prepare_strips(const CheckedGraph& graph, const SourceFormats& formats,
                                            const DeviceFacts& device, const PrepareOptions& options,
                                            std::size_t room, std::size_t& least) {
    const PlanFor plan = [&](std::size_t frame) {
        PrepareOptions cut = options;
        if (frame > 0) cut.plan.limit_memory = frame;
        return prepare(graph, {formats, {}}, device, std::move(cut));
    };
    return cut_to(room, plan(0), plan, least);
}

}  // namespace sluice
