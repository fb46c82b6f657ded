#include "pipeline/plan/schedule/lay_out.hpp"

#include "pipeline/plan/primitives/function.hpp"
#include "pipeline/plan/primitives/looks_up.hpp"
#include "pipeline/plan/rewrite/walk.hpp"
#include "pipeline/plan/schedule/allocate.hpp"
#include "pipeline/plan/schedule/allowed_places.hpp"
#include "pipeline/plan/schedule/asked_storage.hpp"
#include "pipeline/plan/schedule/interleave.hpp"
#include "pipeline/plan/schedule/join_tables.hpp"
#include "pipeline/plan/schedule/own_levels.hpp"
#include "pipeline/plan/schedule/strip_rows.hpp"
#include "pipeline/plan/schedule/strips.hpp"
#include "pipeline/plan/text.hpp"
#include "pipeline/plan/tuning/nearest.hpp"

#include <algorithm>
#include <cstdint>
#include <limits>
#include <set>
#include <variant>

namespace sluice {
namespace {

// How many rows of each image lie in memory at a time, of one layer: those of its largest strip.
std::map<std::size_t, std::size_t> rows_in_memory(const Assembly& assembly) {
    std::map<std::size_t, std::size_t> most;
    const auto add = [&](std::size_t node, std::size_t step) {
        for (const Rows& rows : assembly.rows[step]) most[node] = std::max(most[node], rows.count);
    };
    for (std::size_t i = 0; i < assembly.steps.size(); ++i) {
        if (const auto* upload = std::get_if<UploadStep>(&assembly.steps[i])) add(upload->node, i);
        if (const auto* host = std::get_if<HostStep>(&assembly.steps[i])) add(host->node, i);
        if (const auto* sequence = std::get_if<SequenceStep>(&assembly.steps[i]);
            sequence != nullptr && assembly.plan.graph.nodes[sequence->node].format)
            add(sequence->node, i);
        if (const auto* pass = std::get_if<PassStep>(&assembly.steps[i]))
            for (const std::size_t node : pass->stores) add(node, i);
    }
    return most;
}

// What passes with Gathers read and make.
std::set<std::size_t> images_of_gathers(const Assembly& assembly) {
    std::set<std::size_t> images;
    for (const Step& step : assembly.steps) {
        const auto* pass = std::get_if<PassStep>(&step);
        if (pass == nullptr || pass->gathers.empty()) continue;
        const std::vector<std::size_t> touched = pass->in_memory();
        images.insert(touched.begin(), touched.end());
    }
    return images;
}

// Whether a pass reads neighbours in this image; by a Gather of which `which` is true.
template <class Which>
bool is_gathered(const Assembly& assembly, std::size_t image, const Which& which) {
    return std::any_of(assembly.steps.begin(), assembly.steps.end(), [&](const Step& step) {
        const auto* pass = std::get_if<PassStep>(&step);
        return pass != nullptr &&
               std::any_of(pass->gathers.begin(), pass->gathers.end(), [&](const auto& of) {
                   return std::count(of.loads.begin(), of.loads.end(), image) != 0 &&
                          which(assembly.plan.graph.nodes[of.node]);
               });
    });
}
bool is_gathered(const Assembly& assembly, std::size_t image) {
    return is_gathered(assembly, image, [](const Primitive&) { return true; });
}

// Whether it is either an image that the application gives or one that it gets. One that is both is only
// moved.
bool is_of_application(const Assembly& assembly, std::size_t image) {
    const Primitives& graph = assembly.plan.graph;
    const auto* source = graph.nodes[image].stage->as<SourceDef>();
    if (source != nullptr && source->open) return false;
    const bool given = source != nullptr;
    bool taken = false;
    for (const Primitive& node : graph.nodes) {
        const auto* sink = node.stage->as<SinkDef>();
        if (sink == nullptr || node.inputs.at(0) != image) continue;
        if (sink->open) return false;
        taken = true;
    }
    // Padded rows pay only where pixels are read several times.
    return given != taken &&
           !is_gathered(assembly, image, [](const Primitive& gather) { return !looks_up(gather.gather()); });
}

// Whether a stage of a kind reads it or makes it.
bool is_of(Kind kind, const Primitives& graph, std::size_t image) {
    return graph.nodes[image].is(kind) ||
           std::any_of(graph.nodes.begin(), graph.nodes.end(), [&](const Primitive& node) {
               return node.is(kind) && std::count(node.inputs.begin(), node.inputs.end(), image) != 0;
           });
}
bool is_of_host(const Primitives& graph, std::size_t image) { return is_of(Kind::host, graph, image); }

// Kernels one after the other find pixels by their addresses.
Placement place_for_sequence(const Assembly& assembly, std::size_t image, StorageChoice choice) {
    const bool rows = choice == StorageChoice::rows || choice == StorageChoice::planes ||
                      (choice == StorageChoice::automatic && assembly.plan.device.cpu() &&
                       is_of_application(assembly, image));
    return {rows ? Storage::rows : Storage::buffer, "kernels one after the other find pixels by address"};
}

// A function of the host takes rows as they are in Storage::rows. The image of a Source is not laid so, since
// rows that an application lends may lie in any way.
Placement place_for_host(const Assembly& assembly, std::size_t image, std::size_t rows, StorageChoice choice,
                         bool of_gather) {
    const ImageFormat& format = assembly.plan.graph.nodes[image].format.value();
    const bool source = assembly.plan.graph.nodes[image].is(Kind::source);
    if (choice == StorageChoice::planes) choice = StorageChoice::rows;  // its pixels are in one piece
    if (source && choice == StorageChoice::rows)
        return {Storage::buffer, "a host function reads what is in our order"};
    Placement placement = place_image(format, rows, assembly.plan.device, choice, of_gather,
                                      !source && !is_gathered(assembly, image));
    if (placement.storage == Storage::rows && choice == StorageChoice::automatic)
        placement.reason = "a host function works on it where it is";
    return placement;
}

// kernels/gather.clh counts the bytes of a row in 32 bits.
void refuse_long_rows(const Assembly& assembly, std::size_t image) {
    const Primitive& node = assembly.plan.graph.nodes[image];
    if (row_pitch(*node.format, Storage::buffer) <= std::numeric_limits<std::uint32_t>::max()) return;
    if (!is_gathered(assembly, image)) return;
    throw Error(Error::Kind::usage, node.id,
                cat("neighbouring pixels can only be read in rows of up to 4 GiB, but the rows of ",
                    node.format->text(), " are longer; use a smaller pixel type or fewer columns"));
}

// Results of CPUs that no pass reads, where they are more than the nearest caches of all cores hold.
void write_past_caches(Assembly& assembly) {
    constexpr std::size_t cache_of_core = std::size_t{2} << 20;
    ExecutionPlan& plan = assembly.plan;
    if (!plan.device.cpu()) return;
    std::set<std::size_t> read;
    for (const Step& step : assembly.steps) {
        if (const auto* pass = std::get_if<PassStep>(&step))
            for (const std::size_t i : pass->reads()) read.insert(i);
        if (const auto* sequence = std::get_if<SequenceStep>(&step))
            for (const auto& input : plan.graph.nodes[sequence->node].inputs)
                if (input) read.insert(*input);
    }
    for (const auto& [node, image] : assembly.image_of)
        plan.images[image].past_cache =
            read.count(node) == 0 &&
            plan.images[image].bytes() > cache_of_core * std::max<std::size_t>(plan.device.compute_units, 1);
}

void add_images(Assembly& assembly) {
    ExecutionPlan& plan = assembly.plan;
    const std::map<std::size_t, StorageChoice> asked = asked_storages(plan.graph, assembly.options);
    const std::set<std::size_t> of_gathers = images_of_gathers(assembly);
    const std::map<std::size_t, std::string> in_rows = images_in_rows(assembly);
    plan.images.clear();
    for (const auto& [node, most] : rows_in_memory(assembly)) {
        const ImageFormat& format = plan.graph.nodes[node].format.value();
        const std::size_t rows = format.layers * most;
        const auto own = asked.find(node);
        const StorageChoice choice = own == asked.end() ? assembly.options.storage : own->second;
        const bool gathers = of_gathers.count(node) != 0;
        const Placement placement =
            choice == StorageChoice::automatic && in_rows.count(node) != 0 && !is_of_host(plan.graph, node)
                ? Placement{Storage::rows, in_rows.at(node)}
            : is_of_host(plan.graph, node) ? place_for_host(assembly, node, rows, choice, gathers)
            : is_of(Kind::sequence, plan.graph, node)
                ? place_for_sequence(assembly, node, choice)
                : place_image(format, rows, plan.device, choice, gathers, is_of_application(assembly, node));
        if (placement.storage == Storage::buffer) refuse_long_rows(assembly, node);
        assembly.image_of[node] = plan.images.size();
        plan.images.push_back({plan.graph.nodes[node].id, format, placement.storage, placement.reason,
                               row_pitch(format, placement.storage), rows, 0,
                               placement.storage == Storage::rows && choice == StorageChoice::automatic,
                               placement.planes, placement.normalized});
    }
    write_past_caches(assembly);
}

// Whether it may raise the flag of its stage.
bool may_warn(const Primitives& graph, const Primitive& node) {
    if (node.warning().empty()) return false;
    return node.is(Kind::sequence) || table_takes(graph, node, "status");
}

void design_sequences(Assembly& assembly) {
    ExecutionPlan& plan = assembly.plan;
    const Workers workers{expand_for(plan.device, assembly.options).goes_along, plan.device.compute_units,
                          plan.device.max_work_group};
    for (std::size_t i = 0; i < plan.graph.nodes.size(); ++i) {
        const Primitive& node = plan.graph.nodes[i];
        const auto* sequence = node.stage->as<SequenceDef>();
        if (sequence == nullptr) continue;
        SequenceDesign design{sequence->plan(plan.graph.inputs_of(node), workers), {}};
        for (const SequenceScratch& scratch : design.plan.scratch) {
            design.scratch.push_back(plan.tables.size());
            plan.tables.push_back({cat(node.id, " ", scratch.name),
                                   {},
                                   scratch.bytes,
                                   scratch.zeroed ? Zeroed::each_frame : Zeroed::never});
        }
        assembly.sequences.emplace(i, std::move(design));
    }
}

// Those of nodes, and the status Table with a flag for each stage that may have something to say.
void add_tables(Assembly& assembly) {
    ExecutionPlan& plan = assembly.plan;
    const auto is_own = [&](std::size_t table) {  // of each group: in local memory
        return std::any_of(assembly.steps.begin(), assembly.steps.end(), [&](const Step& step) {
            const auto* pass = std::get_if<PassStep>(&step);
            return pass != nullptr && std::count(pass->levels.begin(), pass->levels.end(), table) != 0;
        });
    };
    for (std::size_t i = 0; i < plan.graph.nodes.size(); ++i) {
        const Primitive& node = plan.graph.nodes[i];
        if (!node.layout || is_own(i)) continue;
        assembly.table_of[i] = plan.tables.size();
        plan.tables.push_back({node.id, *node.layout, node.layout->bytes()});
        plan.tables.back().kept = table_takes(plan.graph, node, "previous");
        if (may_warn(plan.graph, node))
            plan.warnings.push_back({plan.warnings.size(), node.id, node.warning()});
    }
    std::size_t words = plan.warnings.size();
    for (std::size_t i = 0; i < plan.graph.nodes.size(); ++i) {
        const Primitive& node = plan.graph.nodes[i];
        if (!node.is(Kind::gather) || node.gather().taps) continue;
        if (!assembly.options.check_reads && !node.gather().call.checked) continue;
        CheckedReads check{i, words, node.id, {}, {}};
        if (node.gather().reach) {
            check.reach = node.gather().reach(plan.graph.inputs_of(node));
        } else {
            check.places = plan.tables.size();
            plan.tables.push_back(allowed_places(plan.graph, node));
        }
        words += CheckedReads::Words().size();
        plan.checks.push_back(std::move(check));
    }
    if (words == 0) return;
    plan.status = plan.tables.size();
    plan.tables.push_back({"status", {}, words * sizeof(std::uint32_t), Zeroed::each_frame});
}

// The images that each step touches.
std::vector<ImageUse> uses_of_images(const Assembly& assembly) {
    std::vector<ImageUse> uses;
    const auto host = [&](std::size_t image) { uses.push_back({{assembly.image_of.at(image)}, true}); };
    for (const Step& step : assembly.steps) {
        if (const auto* upload = std::get_if<UploadStep>(&step)) host(upload->node);
        if (const auto* sequence = std::get_if<SequenceStep>(&step)) {
            ImageUse& use = uses.emplace_back();
            const Primitive& node = assembly.plan.graph.nodes[sequence->node];
            for (const auto& input : node.inputs)
                if (input && assembly.plan.graph.nodes[*input].format)
                    use.images.push_back(assembly.image_of.at(*input));
            if (node.format) use.images.push_back(assembly.image_of.at(sequence->node));
        }
        if (const auto* function = std::get_if<HostStep>(&step)) {
            for (const auto& input : assembly.plan.graph.nodes[function->node].inputs)
                if (input) host(*input);
            host(function->node);
        }
        if (const auto* download = std::get_if<DownloadStep>(&step))
            host(assembly.plan.graph.nodes[download->node].inputs[0].value());
        if (const auto* pass = std::get_if<PassStep>(&step)) {
            ImageUse& use = uses.emplace_back();
            for (const std::size_t i : pass->in_memory()) use.images.push_back(assembly.image_of.at(i));
        }
    }
    return uses;
}

// Of passes with Gathers that could go over samples, by step: the time that they are predicted to take over
// pixels.
std::map<std::size_t, double> times_over_pixels(Assembly& assembly) {
    std::map<std::size_t, double> times;
    for (std::size_t i = 0; i < assembly.steps.size(); ++i)
        if (const auto* pass = std::get_if<PassStep>(&assembly.steps[i]);
            pass != nullptr && pass->interleaved > 1 && !pass->gathers.empty()) {
            PassStep over_pixels = *pass;
            over_pixels.interleaved = 1;
            times[i] = predicted_time(assembly, over_pixels, assembly.rows[i]);
        }
    return times;
}

// False where a pass that should go over samples cannot, or would take longer: it is to go over pixels then.
bool design_passes(Assembly& assembly, const std::map<std::size_t, double>& over_pixels) {
    show_samples(assembly);
    const std::size_t tables = assembly.plan.tables.size();
    for (std::size_t i = 0; i < assembly.steps.size(); ++i) {
        auto* pass = std::get_if<PassStep>(&assembly.steps[i]);
        if (pass == nullptr) continue;
        std::optional<PassDesign> design = design_pass(assembly, *pass, assembly.rows[i]);
        const auto other = over_pixels.find(i);
        const std::string& asked = assembly.options.strategy;
        const bool other_wins = other != over_pixels.end() && pass->interleaved > 1 && design &&
                                (asked.empty() ? other->second > 0 && design->shape.time > other->second
                                               : design->shape.way != asked);
        if (design && !other_wins) {
            assembly.passes.emplace(i, std::move(*design));
            continue;
        }
        pass->interleaved = 1;
        pass->planes = false;
        assembly.passes.clear();
        assembly.plan.tables.resize(tables);
        return false;
    }
    return true;
}

Assembly in_strips(const Primitives& graph, const DeviceFacts& device, const PlanOptions& options,
                   std::size_t strips, const PlanObserver& observer) {
    Assembly assembly{{}, options};
    ExecutionPlan& plan = assembly.plan;
    plan.device = device;
    plan.graph = graph;
    plan.strips = strips;
    const Profile profile = profile_for(device, options);
    FusedSteps fused = plan.in_strips() ? fuse_strips(graph, profile) : fuse(graph, profile, options.fuse);
    plan.decisions = std::move(fused.decisions);
    assembly.steps = std::move(fused.steps);
    if (observer) observer({"fuse", graph, plan.decisions, &assembly.steps});
    if (!plan.in_strips()) join_tables(graph, assembly.steps, device, options);
    own_levels(graph, assembly.steps, device, options);
    if (observer) observer({"join", graph, {}, &assembly.steps});
    assembly.rows = rows_of_steps(graph, assembly.steps, strips);
    add_tables(assembly);
    design_sequences(assembly);
    add_images(assembly);
    std::map<std::size_t, double> over_pixels;
    if (interleave_passes(assembly)) {
        over_pixels = times_over_pixels(assembly);
        add_images(assembly);
    }
    while (part_those_stored_otherwise(assembly) || !design_passes(assembly, over_pixels))
        add_images(assembly);
    allocate(plan, uses_of_images(assembly));
    if (observer) observer({"place", plan.graph, {}, &assembly.steps, &plan});
    return assembly;
}

// Tables whose contents the host knows: they may be large, and are the same however the frame is cut.
void fill_given_tables(Assembly& assembly) {
    const Primitives& graph = assembly.plan.graph;
    for (const auto& [i, number] : assembly.table_of) {
        const Primitive& node = graph.nodes[i];
        if (!node.is_given()) continue;
        const Table table = graph.given_table(node);
        assembly.plan.tables[number].given = {table.data(), table.data() + node.layout->bytes()};
    }
}

}  // namespace

Assembly lay_out(const Primitives& graph, const DeviceFacts& device, const PlanOptions& options,
                 const PlanObserver& observer) {
    std::size_t strips = 1;
    for (;;) {
        Assembly assembly = in_strips(graph, device, options, strips, observer);
        const auto more = cut(assembly);
        if (observer) observer({"cut", assembly.plan.graph, {}, &assembly.steps, &assembly.plan, more});
        if (!more) {
            fill_given_tables(assembly);
            return assembly;
        }
        strips = *more;
    }
}

}  // namespace sluice
