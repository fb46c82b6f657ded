#include "pipeline/batch/device_step.hpp"

#include "io/codecs.hpp"
#include "pipeline/plan/walk.hpp"
#include "pipeline/run/results.hpp"

#include <algorithm>
#include <chrono>
#include <memory>
#include <utility>

namespace sluice {
namespace {

constexpr std::size_t most_entries = 6;
constexpr std::size_t share_of_memory = 4;  // Sessions that wait for their format keep 1/4 of the device's

using Clock = std::chrono::steady_clock;

double since(Clock::time_point start) { return std::chrono::duration<double>(Clock::now() - start).count(); }

// A frame on its way, the plan that tells what becomes of its results, and the memory that these lie in.
Processed result_of(Frame& frame, const ExecutionPlan& plan, HostImages results, const Decoded& decoded,
                    FileReport& report) {
    frame.wait();
    Processed processed{std::move(results)};
    for (std::size_t i = 0; i < plan.graph.nodes.size(); ++i) {
        const Primitive& node = plan.graph.nodes[i];
        if (!node.is(Kind::sink)) continue;
        if (const auto source = plan.metadata_source(i))
            processed.images.at(node.id).metadata = decoded.images.at(plan.graph.nodes[*source].id).metadata;
    }
    for (const ObservedTable& observed : plan.observed)
        report.tables.insert_or_assign(observed.name, frame.table(observed.name));
    for (std::string& warning : frame.warnings()) report.warnings.push_back(std::move(warning));
    return processed;
}

}  // namespace

ExecutionPlan plan_observing_all(const CheckedGraph& graph, const Registry& registry,
                                 const SourceFormats& formats, const DeviceFacts& device,
                                 PlanOptions options) {
    for (const Primitive& node : walk(graph, registry, formats, device.fp64).nodes)
        if (node.is(Kind::reduce) && !node.reduction->observed.empty()) options.observe.push_back(node.id);
    return make_plan(graph, registry, formats, device, options);
}

PlanKey plan_key(const CheckedGraph& graph, SourceFormats formats) {
    PlanKey key{std::move(formats), {}};
    for (const CheckedNode& node : graph.nodes) {
        if (node.stage->kind != Kind::sink) continue;
        for (const ParamDecl& param : node.stage->params)
            if (param.type == ParamType::path)
                key.extensions.push_back(extension_of(std::get<std::string>(node.values.at(param.name))));
    }
    return key;
}

DeviceStep::DeviceStep(Device device, const Registry& registry, PlanOptions options, std::size_t in_flight,
                       std::pmr::memory_resource& memory)
    : device_(std::move(device)),
      registry_(registry),
      options_(std::move(options)),
      in_flight_(in_flight),
      memory_(memory) {}

Finish DeviceStep::start(Decoded given, FileReport& report) {
    const auto decoded = std::make_shared<Decoded>(std::move(given));
    SourceFormats formats;
    std::map<std::string, SubmittedImage> images;
    for (const auto& [id, image] : decoded->images) {
        formats[id] = image.format();
        images[id] = LentView{image.view()};
    }
    Session session = entry_for(decoded->graph, formats, report).session;
    const auto results = std::make_shared<HostImages>(images_for_results(session.plan(), &memory_));
    // What the frame works on goes along with it, the Session too: it may be dropped from here before the
    // frame is done. The frame goes first.
    return [decoded, results, session,
            frame = session.submit(images, views_of(*results))](FileReport& done) mutable {
        return result_of(frame, session.plan(), std::move(*results), *decoded, done);
    };
}

DeviceStep::Entry& DeviceStep::entry_for(const CheckedGraph& graph, const SourceFormats& formats,
                                         FileReport& report) {
    PlanKey key = plan_key(graph, formats);
    const auto known =
        std::find_if(entries_.begin(), entries_.end(), [&](const Entry& e) { return e.key == key; });
    if (known != entries_.end()) {
        entries_.splice(entries_.begin(), entries_, known);
        return entries_.front();
    }
    const auto begun = Clock::now();
    Prepared prepared{device_, plan_observing_all(graph, registry_, formats, device_.facts(), options_)};
    make_room(prepared.execution.peak_bytes * in_flight_);
    entries_.push_front({std::move(key), Session(prepared, {.frames_in_flight = in_flight_})});
    report.seconds.build = since(begun);
    return entries_.front();
}

void DeviceStep::make_room(std::size_t bytes) {
    const std::size_t limit = device_.facts().global_bytes / share_of_memory;
    std::size_t kept = 0, count = 0;
    const auto first = std::find_if(entries_.begin(), entries_.end(), [&](const Entry& e) {
        kept += e.session.plan().peak_bytes * in_flight_;
        return ++count >= most_entries || kept + bytes > limit;
    });
    entries_.erase(first, entries_.end());
}

}  // namespace sluice
