// Functions of the host between the passes of a frame.
#include "pipeline/run/pack.hpp"
#include "pipeline/run/submission.hpp"

#include <cstdint>
#include <optional>
#include <utility>
#include <variant>

namespace sluice {

HostTask::Image Submission::staged(std::size_t image, std::byte* rows) const {
    const PlannedImage& planned = plan_.images[image];
    HostView view = staged_rows(planned, rows, planned.format.height);
    view.format.layers = planned.format.layers;
    return {image, view, same_in_staging(planned) && !planned.planes};
}

void Submission::compute_on_host(std::size_t number) {
    const HostWork& step = std::get<HostWork>(plan_.steps[number]);
    const Primitive& node = plan_.graph.nodes[step.node];
    Counts& counts = session_.count(node.id);
    HostTask::Call call{.node = node, .skipped = frame_.number == session_.black};
    for (const auto& image : step.images) {
        if (!image) {
            call.images.emplace_back();
            continue;
        }
        const ImageFormat& format = plan_.images[*image].format;
        session_.queues[Lane::down].after(frame_.ready[*image], node.id);
        if (Event there = bring_down(*image, format.rows(), node.id); there.impl() != nullptr)
            call.there.push_back(std::move(there));
        call.images.emplace_back(staged(*image, memory().staging(*image).pointer()));
        ++counts.downloads;
        counts.bytes_to_host += format.host_bytes();
    }
    const PlannedImage& result = plan_.images[step.result];
    Staging& made = memory().staging(step.result);
    call.result = staged(step.result, made.take(result.name));
    if (made.memory().pinned() != nullptr)
        call.send = [dst = memory().image(step.result), src = made.memory(), pitch = result.pitch,
                     rows = result.format.rows(), name = result.name](Queue& up) {
            return up.copy(dst, pitch, src, pitch, pitch, rows, name);
        };
    const bool is_sent = static_cast<bool>(call.send);
    if (!frame_.on_host.empty()) call.before = frame_.on_host.back();
    if (session_.options.profile)
        call.timed = [this_session = &session_, id = node.id, frame = frame_.number](std::uint64_t begun) {
            this_session->record("compute", id, begun, frame);
        };
    session_.queues.flush();
    const auto task = std::make_shared<HostTask>(session_.device, session_.queues.any(), std::move(call));
    session_.host.put(task);
    frame_.on_host.push_back(task);

    session_.queues.next_section();
    Queue& queue = session_.queues[Lane::compute];
    for (const Event& before : frame_.commands) queue.after(before, node.id);
    queue.after(task->made(), node.id);
    for (const auto& image : step.images)
        if (image) put(Lane::compute, node.id, memory().staging(*image).to_device(queue, node.id));
    if (is_sent)
        frame_.ready[step.result] = put(Lane::compute, node.id, queue.marker(node.id));
    else
        send_up(Lane::compute, step.result, result.format.rows());
    in_memory_[step.result] = {0, result.format.height};
    ++counts.uploads;
    counts.bytes_to_device += result.format.host_bytes();
}

}  // namespace sluice
