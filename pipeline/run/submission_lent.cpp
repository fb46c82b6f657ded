// Memory of the application's that stands for an image of the frame, and what became of each:
// Frame::transfers().
#include "pipeline/core/copy_rows.hpp"
#include "pipeline/core/host_image.hpp"
#include "pipeline/run/device_image.hpp"
#include "pipeline/run/pack.hpp"
#include "pipeline/run/submission.hpp"

#include <algorithm>
#include <functional>
#include <variant>

namespace sluice {
namespace {

constexpr const char* apart = "the device has separate memory";
constexpr const char* shared_end = "its image is also that of a Source, another Sink or a host function";

// How an image of ours lies that is moved as a whole: as it was planned, but for the order of its colours and
// for what is between planes, which are those of a view.
RowLayout own_layout(const PlannedImage& planned, const ConstHostView& view) {
    RowLayout layout = layout_of(view);
    if (!view.in_planes()) layout.pitch = planned.pitch;
    return layout;
}

// Whether two views have bytes in common.
bool overlap(const ConstHostView& a, const ConstHostView& b) {
    const auto end = [](const ConstHostView& view) { return view.row(0) + span_bytes(view); };
    const std::less<const std::byte*> before;
    return before(a.row(0), end(b)) && before(b.row(0), end(a));
}

// Whether kernels one after the other make it: these number pixels by their places.
bool is_of_sequence(const ExecutionPlan& plan, std::size_t image) {
    const auto made = plan.graph.names.find(plan.images[image].name);
    return made != plan.graph.names.end() && plan.graph.nodes[made->second].is(Kind::sequence);
}

}  // namespace

void Submission::note(std::size_t step, Transfer::Way way, const char* why) {
    frame_.moved.push_back({step, way, why});
}

void Submission::tell_copies() {
    for (const auto& [step, way, why] : frame_.moved) {
        if (way != Transfer::Way::copied) continue;
        std::string& said = session_.said_of_images[step];
        if (said == why) continue;
        said = why;
        const auto* up = std::get_if<Upload>(&plan_.steps[step]);
        const std::size_t node = up != nullptr ? up->source : std::get<Download>(plan_.steps[step]).sink;
        session_.say(LogMessage::Severity::detail, plan_.graph.nodes[node].id,
                     "its pixels are copied by the host: " + said);
    }
}

void Submission::take(std::size_t number, const GivenImages& images) {
    const Upload& step = std::get<Upload>(plan_.steps[number]);
    const SubmittedImage* given = images[step.image];
    const bool in_place = memory().staging(step.image).in_place();
    if (given == nullptr) {  // the application wrote it there
        note(number, in_place ? Transfer::Way::in_place : Transfer::Way::transferred, in_place ? "" : apart);
        return upload(step);
    }
    if (const auto* there = std::get_if<DeviceImage>(given)) {
        in_memory_[step.image] = step.rows.front();
        return lend(number, *there);
    }
    if (const auto* lent = std::get_if<LentView>(given)) {
        if (take_lent(number, lent->view)) return;
    } else {
        note(number, Transfer::Way::copied,
             host_view(*given) != nullptr ? "it was not lent" : "it comes row by row");
    }
    pack(step, *given);
    upload(step);
}

void Submission::lend(std::size_t number, const DeviceImage& there) {
    const std::size_t image = std::get<Upload>(plan_.steps[number]).image;
    const PlannedImage& planned = plan_.images[image];
    const char* other = other_than(there, planned);
    if (*other == '\0' && is_laid_otherwise(image, layout_of(there))) other = shared_end;
    if (*other == '\0') {
        note(number, Transfer::Way::in_place, "");
        memory().lend(image, there.memory);
        if (planned.storage == Storage::rows) memory().lay(image, layout_of(there));
        frame_.ready[image] = there.ready;
        return;
    }
    note(number, Transfer::Way::transferred, other);
    Staging& staging = memory().staging(image);
    Queue& queue = session_.queues[Lane::compute];
    if (staging.in_place()) put(Lane::compute, planned.name, staging.to_device(queue, planned.name));
    queue.after(there.ready, planned.name);
    const bool swaps = there.format.order == Order::bgr && there.format.colors() == 3;
    const Reordering reordering{swaps, is_normalized_texel(there.memory.texel()), planned.normalized};
    frame_.ready[image] = reorder_into(image, reordering, {there.memory, layout_of(there)},
                                       {memory().image(image), memory().layout(image)});
}

Event Submission::reorder_into(std::size_t image, const Reordering& reordering, const LaidMemory& src,
                               const LaidMemory& dst) {
    const PlannedImage& planned = plan_.images[image];
    const std::pair key(image, reordering);
    auto kernel = session_.reorders.find(key);
    if (kernel == session_.reorders.end())
        kernel = session_.reorders.emplace(key, reorder_kernel(session_.device, planned, reordering)).first;
    ++session_.count(planned.name).launches;
    return put(Lane::compute, planned.name,
               reorder(session_.queues[Lane::compute], kernel->second, session_.device, planned, src, dst),
               2 * planned.bytes());
}

// An image that comes and goes as it is lies in one way for both.
bool Submission::is_laid_otherwise(std::size_t image, const RowLayout& layout) const {
    const PlannedImage& planned = plan_.images[image];
    return planned.storage == Storage::rows && !is_of_one_end(plan_, image) &&
           layout != layout_of(staged_rows(planned, static_cast<const std::byte*>(nullptr), 0));
}

const char* Submission::against_working_on(std::size_t image, const ConstHostView& view) {
    const PlannedImage& planned = plan_.images[image];
    if (!memory().staging(image).in_place())
        return plan_.device.unified_memory ? "image objects are not in host memory" : apart;
    if (planned.as_planned &&
        !same_samples(view, staged_rows(planned, static_cast<const std::byte*>(nullptr), 0)))
        return "its layout differs from the planned one";
    if (planned.storage == Storage::rows) {
        if (view.in_planes() != planned.planes) return "its layout differs from the planned one";
        const std::size_t sample = bytes(view.format.pixel);
        const auto address = reinterpret_cast<std::uintptr_t>(view.data);
        if (address % sample != 0 || view.pitch % sample != 0 || view.plane % sample != 0)
            return "its pitch or address is not a multiple of the sample size";
        if (view.plane / sample > most_step) return "its planes are too far apart";
        if (is_of_sequence(plan_, image) && view.pitch / sample * planned.format.rows() > most_step)
            return "its rows are too far apart";
        return is_laid_otherwise(image, layout_of(view)) ? shared_end : "";
    }
    if (!as_on_device(view, planned)) return "its layout differs from the planned one";
    return at_a_page(view) ? "" : "it does not start at a page boundary";
}

const char* Submission::against_transfer(std::size_t image, const ConstHostView& view) {
    const PlannedImage& planned = plan_.images[image];
    if (memory().staging(image).in_place()) return against_working_on(image, view);
    const bool any = planned.storage == Storage::rows && !planned.as_planned;
    const bool fits = !any             ? as_on_device(view, planned)
                      : planned.planes ? view.in_planes() && is_contiguous(view)
                                       : !view.in_planes() && view.packed_pixels();
    if (fits && is_laid_otherwise(image, own_layout(planned, view))) return shared_end;
    return fits ? "" : "its layout differs from the planned one";
}

void Submission::work_on(std::size_t image, const ConstHostView& view) {
    const PlannedImage& planned = plan_.images[image];
    std::size_t size = planned.bytes();
    if (planned.storage == Storage::rows) {
        memory().lay(image, layout_of(view));
        size = span_bytes(view);
    }
    // Kernels write to no image that goes up.
    memory().lend(image, Memory::over(session_.device, const_cast<void*>(view.data), size, planned.name));
}

bool Submission::take_lent(std::size_t number, const ConstHostView& view) {
    const Upload& step = std::get<Upload>(plan_.steps[number]);
    const std::size_t image = step.image;
    const PlannedImage& planned = plan_.images[image];
    const char* against = against_working_on(image, view);
    if (*against == '\0') {
        note(number, Transfer::Way::in_place, "");
        work_on(image, view);
    } else if (const char* other = against_transfer(image, view); *other == '\0') {
        note(number, Transfer::Way::transferred, against);
        const bool rows = planned.storage == Storage::rows;
        if (rows) memory().lay(image, own_layout(planned, view));
        frame_.ready[image] = put(Lane::up, planned.name,
                                  session_.queues[Lane::up].write(memory().image(image), planned.pitch,
                                                                  view.data, moved_pitch(planned, view),
                                                                  planned.pitch, planned.rows, planned.name),
                                  planned.bytes());
    } else {
        note(number, Transfer::Way::copied, other);
        return false;
    }
    in_memory_[image] = step.rows.front();
    count_upload(step, 0);
    return true;
}

void Submission::choose_ways_of_results(const GivenImages& images) {
    using Way = Frame::State::Wanted::Way;
    if (plan_.in_strips()) return;
    for (Frame::State::Wanted& wanted : frame_.wanted) {
        if (wanted.way == Way::rows) continue;
        if (wanted.way == Way::copy) choose_way(wanted, images);
        if (wanted.way != Way::device) continue;
        if (*other_than(*wanted.place, plan_.images[wanted.image]) != '\0') continue;  // by a launch more
        memory().lend(wanted.image, wanted.place->memory);
        if (plan_.images[wanted.image].storage == Storage::rows)
            memory().lay(wanted.image, layout_of(*wanted.place));
        session_.queues[Lane::compute].after(wanted.place->ready, plan_.graph.nodes[wanted.sink].id);
    }
}

void Submission::choose_way(Frame::State::Wanted& wanted, const GivenImages& images) {
    using Way = Frame::State::Wanted::Way;
    const auto overlaps_it = [&](const SubmittedImage* given) {
        const auto* lent = given != nullptr ? std::get_if<LentView>(given) : nullptr;
        return lent != nullptr && overlap(lent->view, wanted.view);
    };
    const char* against = against_working_on(wanted.image, wanted.view);
    if (!is_of_one_end(plan_, wanted.image)) {
        wanted.why = shared_end;
    } else if (*against == '\0' && std::any_of(images.begin(), images.end(), overlaps_it)) {
        wanted.why = "the destination overlaps a lent input";
    } else if (*against == '\0') {
        wanted.way = Way::in_place;
        work_on(wanted.image, wanted.view);
    } else if (const char* other = against_transfer(wanted.image, wanted.view); *other == '\0') {
        wanted.way = Way::transfer;
        wanted.why = against;
        const PlannedImage& planned = plan_.images[wanted.image];
        if (planned.storage == Storage::rows) memory().lay(wanted.image, own_layout(planned, wanted.view));
    } else {
        wanted.why = other;
    }
}

void Submission::give_to_application(std::size_t image, const DeviceImage& place) {
    session_.queues[Lane::compute].after(place.ready, plan_.images[image].name);
    const bool swaps = place.format.order == Order::bgr && place.format.colors() == 3;
    const Reordering reordering{swaps, plan_.images[image].normalized,
                                is_normalized_texel(place.memory.texel())};
    frame_.ready[image] = reorder_into(image, reordering, {memory().image(image), memory().layout(image)},
                                       {place.memory, layout_of(place)});
}

void Submission::note_result(std::size_t number, const Frame::State::Wanted* wanted) {
    using Way = Frame::State::Wanted::Way;
    const std::size_t image = std::get<Download>(plan_.steps[number]).image;
    if (wanted == nullptr) {
        const bool there = memory().staging(image).in_place();
        return note(number, there ? Transfer::Way::in_place : Transfer::Way::transferred, there ? "" : apart);
    }
    switch (wanted->way) {
        case Way::in_place:
        case Way::device: return note(number, Transfer::Way::in_place, "");
        case Way::transfer: return note(number, Transfer::Way::transferred, wanted->why);
        case Way::copy: return note(number, Transfer::Way::copied, wanted->why);
        case Way::rows: return note(number, Transfer::Way::copied, "it is written row by row");
    }
}

}  // namespace sluice
