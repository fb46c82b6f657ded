#include "pipeline/run/submission.hpp"

#include "pipeline/core/ceil_div.hpp"
#include "pipeline/core/copy_rows.hpp"
#include "pipeline/run/device_image.hpp"
#include "pipeline/run/pack.hpp"

#include <algorithm>
#include <utility>
#include <variant>

namespace sluice {
namespace {

void set_number(Kernel& kernel, unsigned index, const NumberArgument& number) {
    switch (number.type) {
        case NumberArgument::Type::i32: return kernel.set(index, static_cast<std::int32_t>(number.value));
        // With a sign too, which a cast from a real number does not bear.
        case NumberArgument::Type::u32:
            return kernel.set(index, static_cast<std::uint32_t>(static_cast<std::int64_t>(number.value)));
        case NumberArgument::Type::u64:
            return kernel.set(index, static_cast<std::uint64_t>(static_cast<std::int64_t>(number.value)));
        case NumberArgument::Type::f32: return kernel.set(index, static_cast<float>(number.value));
        case NumberArgument::Type::f64: return kernel.set(index, number.value);
    }
}

// Of all layers, in host memory.
std::size_t host_bytes(const ImageFormat& format, const Rows& rows) {
    return format.host_bytes() / format.height * rows.count;
}

// What is done in several strips counts once.
bool is_first(const std::vector<Rows>& strips, std::size_t strip) {
    const auto first =
        std::find_if(strips.begin(), strips.end(), [](const Rows& rows) { return rows.count > 0; });
    return static_cast<std::size_t>(first - strips.begin()) == strip;
}

}  // namespace

void Submission::run(const GivenImages& images, const Watch& watch) {
    frame_.started = true;
    session_.queues.begin();
    frame_.last.resize(session_.queues.size());
    frame_.ready.resize(plan_.images.size());
    frame_.meant.assign(session_.live.meant().begin(), session_.live.meant().end());
    frame_.commands = memory().take_cleared();
    for (const Event& zeroing : session_.kept.begin(frame_.number, memory(), session_.queues[Lane::compute]))
        put(Lane::compute, "session", zeroing);
    fill_given_tables();
    choose_ways_of_results(images);
    give_to_device();
    clear_tables();
    if (plan_.in_strips()) {
        run_strips(images, watch);
        frame_.submitted = true;
        if (session_.is_heard_of(frame_.number)) tell_copies();
        return;
    }
    for (std::size_t i = 0; i < plan_.steps.size(); ++i) {
        const PlannedStep& step = plan_.steps[i];
        if (std::holds_alternative<Upload>(step))
            take(i, images);
        else if (std::holds_alternative<Launch>(step))
            launch(i);
        else if (std::holds_alternative<HostWork>(step))
            compute_on_host(i);
        else
            download(i);
    }
    read_tables();
    give_uploads_to_host();
    session_.queues.flush();
    frame_.submitted = true;
    if (session_.is_heard_of(frame_.number)) tell_copies();
}

Event Submission::put(Lane lane, const std::string& name, Event event, std::size_t bytes) {
    if (event.impl() == nullptr) return event;
    frame_.commands.push_back(event);
    if (session_.options.profile) frame_.timed.push_back({name, lane, event, bytes});
    return frame_.last[session_.queues.index(lane)] = std::move(event);
}

void Submission::await(std::size_t image) {
    if (awaited_[image]) return;
    session_.queues[Lane::compute].after(frame_.ready[image], plan_.images[image].name);
    awaited_[image] = true;
}

bool Submission::stays(std::size_t image) const {
    return !session_.options.download &&
           std::any_of(plan_.steps.begin(), plan_.steps.end(), [&](const PlannedStep& step) {
               const auto* down = std::get_if<Download>(&step);
               return down != nullptr && down->image == image;
           });
}

// What the frame before in this memory left with the host.
void Submission::give_to_device() {
    Queue& queue = session_.queues[Lane::compute];
    for (const PlannedStep& step : plan_.steps) {
        const auto* down = std::get_if<Download>(&step);
        if (down == nullptr || !session_.options.download || frame_.is_uploaded(down->image)) continue;
        put(Lane::compute, "session", memory().staging(down->image).to_device(queue, "session"));
    }
    for (const ObservedTable& observed : plan_.observed)
        put(Lane::compute, "session", memory().table_staging(observed.table).to_device(queue, "session"));
    if (plan_.status)
        put(Lane::compute, "session", memory().table_staging(*plan_.status).to_device(queue, "session"));
}

void Submission::fill_given_tables() {
    for (std::size_t i = 0; i < plan_.tables.size(); ++i)
        if (!plan_.tables[i].given.empty())
            put(Lane::compute, plan_.tables[i].name, memory().give(i, session_.queues[Lane::compute]));
}

void Submission::clear_tables() {
    for (std::size_t i = 0; i < plan_.tables.size(); ++i) {
        const PlannedTable& table = plan_.tables[i];
        if (table.zeroed != Zeroed::each_frame) continue;
        Queue& queue = session_.queues[Lane::compute];
        put(Lane::compute, table.name, queue.fill_zero(memory().table(i), table.bytes, table.name));
    }
}

bool Submission::give_results(const Download& step, const std::string& name) {
    using Way = Frame::State::Wanted::Way;
    const auto wanted = std::find_if(frame_.wanted.begin(), frame_.wanted.end(), [&](const auto& w) {
        return w.image == step.image && (w.way == Way::in_place || w.way == Way::transfer);
    });
    if (wanted == frame_.wanted.end()) return false;
    const PlannedImage& planned = plan_.images[step.image];
    const Memory& memory = this->memory().image(step.image);
    Queue& queue = session_.queues[Lane::down];
    if (wanted->way == Way::in_place) {  // the host sees what the device wrote once it was mapped
        void* there = nullptr;
        put(Lane::down, name, queue.map(memory, false, &there, name));
        put(Lane::down, name, queue.unmap(memory, name));
    } else {
        put(Lane::down, name,
            queue.read(wanted->view.data, moved_pitch(planned, wanted->view), memory, planned.pitch,
                       planned.pitch, planned.rows, name),
            planned.bytes());
    }
    return true;
}

void Submission::pack(const Upload& step, const SubmittedImage& image, std::size_t strip) {
    const PlannedImage& planned = plan_.images[step.image];
    std::byte* dst = memory().staging(step.image).take(planned.name);
    const std::uint64_t start = host_time();
    if (const ConstHostView* view = host_view(image))
        pack(step, *view, strip, dst);
    else
        feeds_.try_emplace(step.image, std::get<ReadRows>(image), planned)
            .first->second.fill(dst, step.rows[strip]);
    session_.record("pack", planned.name, start, frame_.number, host_bytes(planned.format, step.rows[strip]));
}

void Submission::pack(const Upload& step, const ConstHostView& view, std::size_t strip, std::byte* dst) {
    const PlannedImage& planned = plan_.images[step.image];
    const Rows& rows = step.rows[strip];
    for (std::size_t layer = 0; layer < planned.format.layers; ++layer)
        copy_rows(rows_of(view, layer * planned.format.height + rows.first, rows.count),
                  staged_rows(planned, dst + layer * rows.count * planned.pitch, rows.count));
}

void Submission::upload(const Upload& step, std::size_t strip) {
    send_up(Lane::up, step.image, plan_.images[step.image].format.layers * step.rows[strip].count);
    in_memory_[step.image] = step.rows[strip];
    count_upload(step, strip);
}

void Submission::send_up(Lane lane, std::size_t image, std::size_t rows) {
    const PlannedImage& planned = plan_.images[image];
    Staging& staging = memory().staging(image);
    Queue& queue = session_.queues[lane];
    Event there = put(lane, planned.name, staging.to_device(queue, planned.name));
    if (!staging.in_place())
        there = put(lane, planned.name,
                    queue.copy(memory().image(image), planned.pitch, staging.memory(), planned.pitch,
                               planned.pitch, rows, planned.name),
                    planned.pitch * rows);
    frame_.ready[image] = std::move(there);
}

void Submission::count_upload(const Upload& step, std::size_t strip) {
    Counts& counts = session_.count(plan_.images[step.image].name);
    if (is_first(step.rows, strip)) ++counts.uploads;
    counts.bytes_to_device += host_bytes(plan_.images[step.image].format, step.rows[strip]);
}

std::uint32_t Submission::value_of(const RowsArgument& argument, const Rows& rows) const {
    const auto value = [&]() -> std::size_t {
        switch (argument.what) {
            case RowsArgument::What::pass_first: return rows.first;
            case RowsArgument::What::pass_count: return rows.count;
            case RowsArgument::What::image_first: return in_memory_[argument.image].first;
            case RowsArgument::What::image_count: return in_memory_[argument.image].count;
        }
        return 0;
    };
    return static_cast<std::uint32_t>(ceil_div(value(), argument.of) * argument.times);
}

void Submission::set_argument(Kernel& kernel, unsigned index, const KernelArgument& argument,
                              const Rows& rows) {
    if (const auto* image = std::get_if<ImageArgument>(&argument))
        kernel.set(index, memory().image(image->image));
    else if (const auto* table = std::get_if<TableArgument>(&argument))
        kernel.set(index, table->previous ? memory().previous(table->table) : memory().table(table->table));
    else if (const auto* of_strip = std::get_if<RowsArgument>(&argument))
        kernel.set(index, value_of(*of_strip, rows));
    else if (const auto* layout = std::get_if<LayoutArgument>(&argument))
        set_layout(kernel, index, *layout);
    else
        set_number(kernel, index, std::get<NumberArgument>(argument));
}

void Submission::set_layout(Kernel& kernel, unsigned index, const LayoutArgument& argument) {
    const RowLayout layout = memory().layout(argument.image);
    switch (argument.what) {
        case LayoutArgument::What::offset: return kernel.set(index, std::uint64_t{layout.offset});
        case LayoutArgument::What::pitch: return kernel.set(index, std::uint64_t{layout.pitch});
        case LayoutArgument::What::step: return kernel.set(index, static_cast<std::int32_t>(layout.step));
        case LayoutArgument::What::reversed: return kernel.set(index, std::int32_t{layout.reversed});
    }
}

void Submission::launch(std::size_t number, std::size_t strip) {
    const Launch& step = std::get<Launch>(plan_.steps[number]);
    const Rows rows = step.rows.empty() ? Rows{} : step.rows[strip];
    Kernel& kernel = session_.kernels.at(number);
    for (const std::size_t image : step.reads) await(image);
    for (const std::size_t image : step.writes) in_memory_[image] = rows;
    unsigned index = 0;
    for (const KernelArgument& argument : step.arguments) set_argument(kernel, index++, argument, rows);
    const Event done =
        put(Lane::compute, step.stages,
            session_.queues[Lane::compute].launch(kernel, step.groups, step.local, step.stages),
            (step.bytes_read + step.bytes_written) / std::max<std::size_t>(1, step.rows.size()));
    for (const std::size_t image : step.writes) {
        frame_.ready[image] = done;
        awaited_[image] = true;
    }
    Counts& counts = session_.count(step.stages);
    ++counts.launches;
    if (step.over_pixels && is_first(step.rows, strip)) ++counts.passes;
}

void Submission::download(std::size_t number, std::size_t strip) {
    const Download& step = std::get<Download>(plan_.steps[number]);
    const auto* wanted = frame_.place_of(step);
    if (wanted != nullptr && wanted->place) {
        const char* other = other_than(*wanted->place, plan_.images[step.image]);
        const bool same = *other == '\0';
        note(number, same ? Transfer::Way::in_place : Transfer::Way::transferred, other);
        if (!same) give_to_application(step.image, *wanted->place);
        return;
    }
    if (!session_.options.download) return note(number, Transfer::Way::in_place, "");
    if (!plan_.in_strips()) note_result(number, wanted);
    if (downloaded_[step.image]) return;
    downloaded_[step.image] = true;
    const std::string& name = plan_.graph.nodes[step.sink].id;
    session_.queues[Lane::down].after(frame_.ready[step.image], name);
    if (!give_results(step, name))
        bring_down(step.image, plan_.images[step.image].format.layers * in_memory_[step.image].count, name);
    count_download(step, strip);
}

Event Submission::bring_down(std::size_t image, std::size_t rows, const std::string& name) {
    const PlannedImage& planned = plan_.images[image];
    Staging& staging = memory().staging(image);
    Queue& queue = session_.queues[Lane::down];
    Event there;
    if (!staging.in_place() || memory().lent(image)) {
        put(Lane::down, name, staging.to_device(queue, name));  // where it was ready for an upload
        there = put(Lane::down, name,
                    queue.copy(staging.memory(), planned.pitch, memory().image(image), planned.pitch,
                               planned.pitch, rows, name),
                    planned.pitch * rows);
    }
    const Event mapped = put(Lane::down, name, staging.to_host(queue, false, name));
    return mapped.impl() != nullptr ? mapped : there;
}

void Submission::count_download(const Download& step, std::size_t strip) {
    Counts& counts = session_.count(plan_.graph.nodes[step.sink].id);
    if (is_first(step.rows, strip)) ++counts.downloads;
    counts.bytes_to_host += host_bytes(plan_.images[step.image].format, step.rows[strip]);
}

void Submission::read_tables() {
    for (const ObservedTable& observed : plan_.observed) {
        const PlannedTable& planned = plan_.tables[observed.table];
        if (planned.bytes == 0) continue;
        read_table(observed.table);
        Counts& counts = session_.count(observed.name);
        ++counts.table_reads;
        counts.bytes_to_host += planned.bytes;
    }
    if (plan_.status) read_table(*plan_.status);
}

void Submission::read_table(std::size_t table) {
    const PlannedTable& planned = plan_.tables[table];
    Staging& staging = memory().table_staging(table);
    Queue& queue = session_.queues[Lane::down];
    queue.after(frame_.last[session_.queues.index(Lane::compute)], planned.name);
    if (!staging.in_place())
        put(Lane::down, planned.name,
            queue.copy(staging.memory(), planned.bytes, memory().table(table), planned.bytes, planned.bytes,
                       1, planned.name));
    put(Lane::down, planned.name, staging.to_host(queue, false, planned.name));
}

// So that the next frame in this memory can be written as soon as this one is done.
void Submission::give_uploads_to_host() {
    for (const PlannedStep& step : plan_.steps) {
        const auto* up = std::get_if<Upload>(&step);
        const auto* host = std::get_if<HostWork>(&step);
        if (up == nullptr && host == nullptr) continue;
        const std::size_t image = up != nullptr ? up->image : host->result;
        if (stays(image)) continue;
        const std::string& name = plan_.images[image].name;
        put(Lane::up, name, memory().staging(image).to_host(session_.queues[Lane::up], true, name));
    }
}

}  // namespace sluice
