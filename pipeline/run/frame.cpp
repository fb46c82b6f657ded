#include "pipeline/core/copy_rows.hpp"
#include "pipeline/core/format_fault.hpp"
#include "pipeline/core/message.hpp"
#include "pipeline/core/unaligned.hpp"
#include "pipeline/device/error/device_error.hpp"
#include "pipeline/device/forked.hpp"
#include "pipeline/run/pack.hpp"
#include "pipeline/run/row_feed.hpp"
#include "pipeline/run/session.hpp"
#include "pipeline/run/session_state.hpp"

#include <algorithm>
#include <chrono>
#include <cstring>
#include <functional>
#include <thread>
#include <utility>
#include <variant>

namespace sluice {
namespace {

void refuse_left_on_device(const Session::State& session) {
    if (!session.options.download)
        throw Error(Error::Kind::usage, "frame", "the session leaves its results on the device");
}

void refuse_given(const Frame::State& frame, const std::string& sink) {
    if (frame.place_of(frame.download(sink)) != nullptr)
        throw Error(Error::Kind::usage, "frame",
                    "the result is in the destination that was given to submit()");
}

void refuse_made_up_lanes(const PlannedImage& image, const char* instead) {
    if (!same_in_staging(image))
        throw Error(Error::Kind::usage, image.name,
                    "pixels of " + std::to_string(image.format.channels) +
                        " channels have four lanes on the device; " + instead);
}

// All rows of an image in staging memory.
template <class Bytes>
auto staged_image(const PlannedImage& image, Bytes* rows) {
    auto view = staged_rows(image, rows, image.format.rows());
    view.format.height = image.format.height;
    view.format.layers = image.format.layers;
    return view;
}

// "load, mask", of the nodes whose images go up or come down, or "none".
template <class Step>
std::string ids_of(const ExecutionPlan& plan, std::size_t Step::*node) {
    std::string ids;
    for (const PlannedStep& step : plan.steps)
        if (const auto* of = std::get_if<Step>(&step))
            ids += (ids.empty() ? "" : ", ") + plan.graph.nodes[of->*node].id;
    return ids.empty() ? "none" : ids;
}

// The fields that `to` has of a Table that lies there; of a list the rows that are filled.
void copy_fields(const std::byte* from, const TableLayout& layout, Table& to) {
    if (layout.list) to.set_found(unaligned<std::uint64_t>(from));
    const std::size_t rows = to.rows();
    for (const Field& field : to.layout().fields)
        if (const Field* there = layout.find(field.name))
            std::memcpy(to.data() + to.layout().offset(field), from + layout.offset(*there),
                        layout.length(*there) / layout.rows * rows * bytes(there->type));
}

}  // namespace

Frame::State::State(std::shared_ptr<Session::State> session_)
    : session(std::move(session_)), memory(session->take_memory()) {}

Frame::State::~State() {
    if (memory == nullptr) return;
    if (is_forked()) {
        static_cast<void>(memory.release());
        return;
    }
    try {
        if (!started || submitted) {
            wait();
            memory->take_back();
            session->give_back(std::move(memory));
            return;
        }
    } catch (...) {  // nobody is left to be told
    }
    // The device failed, or not all of the frame was put on the queues: nobody knows what is in this memory,
    // nor which of its commands are still on their way.
    fail();
    session->lose(std::move(memory));
}

void Frame::State::fail() const {
    session->failed = true;
    session->host.finish();
    session->queues.finish();
    session->kept.end(number, false);
}

bool Frame::State::done() const {
    return failure || waited || !started || std::all_of(last.begin(), last.end(), std::mem_fn(&Event::done));
}

void Frame::State::wait() {
    if (failure) std::rethrow_exception(failure);
    if (waited || !started) return;
    refuse_forked();
    waited = true;
    const std::uint64_t start = host_time();
    ++session->waits;
    std::exception_ptr of_host;
    try {
        for (const auto& task : on_host) {
            try {
                task->wait();
            } catch (const DeviceError&) {
                throw;
            } catch (...) {
                if (of_host == nullptr) of_host = std::current_exception();
            }
        }
        session->queues.any().wait_all(std::exchange(commands, {}), "frame");
    } catch (...) {
        failure = std::current_exception();
        fail();  // what was lent must not be in use any more
        throw;
    }
    if (of_host) fail_at_data(of_host);
    if (submitted) {
        take_tables();
        check_reads();
        if (session->is_heard_of(number)) tell_warnings();
        check_assertions();
        session->kept.end(number, true);
    }
    for (const Wanted& w : wanted) {
        const PlannedImage& planned = session->plan.images[w.image];
        if (w.way == Wanted::Way::copy) copy_rows(staged_image(planned, pixels(w.image)), w.view);
        if (w.way == Wanted::Way::rows && !session->plan.in_strips())
            write_rows(*w.writer, planned, pixels(w.image), planned.format.rows());
    }
    session->record("wait", "", start, number);
    for (const Timed& t : timed) session->record(t.name, t.lane, t.event, number, t.bytes);
}

const Frame::State::Wanted* Frame::State::place_of(const Download& result) const {
    const auto found =
        std::find_if(wanted.begin(), wanted.end(), [&](const Wanted& w) { return w.sink == result.sink; });
    return found == wanted.end() ? nullptr : &*found;
}

void Frame::State::take_tables() {
    for (const ObservedTable& observed : session->plan.observed) {
        const PlannedTable& planned = session->plan.tables[observed.table];
        if (planned.bytes > 0)
            copy_fields(memory->table_staging(observed.table).pointer(), planned.layout,
                        memory->seen().at(observed.name));
    }
    if (session->plan.status) {
        status.resize(session->plan.tables[*session->plan.status].bytes / sizeof(std::uint32_t));
        std::memcpy(status.data(), memory->table_staging(*session->plan.status).pointer(),
                    status.size() * sizeof(std::uint32_t));
    }
}

void Frame::State::tell_warnings() {
    for (const PlannedWarning& warning : session->plan.warnings)
        if (status[warning.flag] > 0)
            session->say(LogMessage::Severity::warning, warning.stage, warning.text);
}

void Frame::State::check_reads() {
    for (const CheckedReads& check : session->plan.checks) {
        CheckedReads::Words found{};
        std::copy_n(status.begin() + static_cast<std::ptrdiff_t>(check.flag), found.size(), found.begin());
        const std::string fault = check.fault(found);
        if (!fault.empty())
            fail_at_data(std::make_exception_ptr(Error(Error::Kind::usage, check.stage, fault)));
    }
}

// The Tables are right to look at only where the frame has done all that it was to do.
void Frame::State::check_assertions() {
    std::string faults;
    for (const Assertion& assertion : session->plan.graph.assertions) {
        const auto& def = *assertion.stage->as<AssertionDef>();
        const std::string fault = def.fault(assertion.values, memory->seen().at(assertion.table));
        if (fault.empty()) continue;
        faults +=
            (faults.empty() ? "" : "\n") + assertion.id + ": of table " + assertion.table + ", " + fault;
    }
    if (faults.empty()) return;
    fail_at_data(std::make_exception_ptr(Error(Error::Kind::input, "", faults)));
}

void Frame::State::fail_at_data(const std::exception_ptr& why) {
    session->kept.end(number, false);
    failure = why;
    std::rethrow_exception(failure);
}

const std::byte* Frame::State::pixels(std::size_t image) const {
    const auto whole = results.find(image);
    return whole != results.end() ? whole->second.data() : memory->staging(image).pointer();
}

ImageFormat Frame::State::format(std::size_t image) const {
    ImageFormat format = session->plan.images[image].format;
    format.meant = meant[image];
    return format;
}

const Upload& Frame::State::upload(const std::string& source) const {
    const Upload* found = nullptr;
    const ExecutionPlan& plan = session->plan;
    for (const PlannedStep& step : plan.steps) {
        const auto* up = std::get_if<Upload>(&step);
        if (up == nullptr) continue;
        if (plan.graph.nodes[up->source].id == source) return *up;
        if (source.empty() && found != nullptr && found->image != up->image)
            throw Error(Error::Kind::usage, "frame", "the pipeline takes several images; name one of them");
        found = up;
    }
    if (found == nullptr || !source.empty())
        throw Error(Error::Kind::usage, "frame",
                    source.empty()
                        ? std::string("the pipeline takes no image")
                        : "there is no source " + source + "; there are: " + ids_of(plan, &Upload::source));
    return *found;
}

bool Frame::State::is_uploaded(std::size_t image) const {
    return std::any_of(session->plan.steps.begin(), session->plan.steps.end(), [&](const PlannedStep& step) {
        const auto* up = std::get_if<Upload>(&step);
        const auto* host = std::get_if<HostWork>(&step);
        return (up != nullptr && up->image == image) || (host != nullptr && host->result == image);
    });
}

const Download& find_download(const ExecutionPlan& plan, const std::string& sink) {
    const Download* found = nullptr;
    for (const PlannedStep& step : plan.steps) {
        const auto* down = std::get_if<Download>(&step);
        if (down == nullptr) continue;
        if (plan.graph.nodes[down->sink].id == sink) return *down;
        if (sink.empty() && found != nullptr)
            throw Error(Error::Kind::usage, "frame", "the pipeline has several results; name one of them");
        found = down;
    }
    if (found == nullptr || !sink.empty())
        throw Error(Error::Kind::usage, "frame",
                    sink.empty()
                        ? std::string("the pipeline has no result")
                        : "there is no result " + sink + "; there are: " + ids_of(plan, &Download::sink));
    return *found;
}

bool is_of_one_end(const ExecutionPlan& plan, std::size_t image) {
    return std::count_if(plan.steps.begin(), plan.steps.end(), [&](const PlannedStep& step) {
               const auto* up = std::get_if<Upload>(&step);
               const auto* down = std::get_if<Download>(&step);
               const auto* host = std::get_if<HostWork>(&step);
               return (up != nullptr && up->image == image) || (down != nullptr && down->image == image) ||
                      (host != nullptr && host->touches(image));
           }) == 1;
}

const Download& Frame::State::download(const std::string& sink) const {
    return find_download(session->plan, sink);
}

Frame::State& Frame::state() const {
    if (state_ == nullptr) throw Error(Error::Kind::usage, "frame", "is empty, because it was moved from");
    return *state_;
}

void Frame::wait() {
    const OneThread::Hold hold(state().calls, "frame");
    state().wait();
}
bool Frame::done() const { return state().done(); }

// OpenCL cannot wait for a time: it is asked again and again, at first often.
bool Frame::wait_for(std::chrono::nanoseconds duration) {
    const OneThread::Hold hold(state().calls, "frame");
    using Clock = std::chrono::steady_clock;
    const Clock::time_point begun = Clock::now();
    std::chrono::nanoseconds pause = std::chrono::microseconds(20);
    while (!done()) {
        const std::chrono::nanoseconds left = duration - (Clock::now() - begun);
        if (left <= std::chrono::nanoseconds::zero()) return false;
        std::this_thread::sleep_for(std::min(pause, left));
        pause = std::min<std::chrono::nanoseconds>(2 * pause, std::chrono::milliseconds(1));
    }
    wait();
    return true;
}

void Frame::State::check_result(const std::string& sink, const HostView& dst) const {
    refuse_left_on_device(*session);
    if (const std::string fault = enumerator_fault(dst.format); !fault.empty())
        throw Error(Error::Kind::usage, "frame", fault);
    const ImageFormat& format = session->plan.images[download(sink).image].format;
    if (dst.format.width != format.width || dst.format.height != format.height ||
        dst.format.layers != format.layers || dst.format.channels != format.channels ||
        dst.format.pixel != format.pixel)
        throw Error(Error::Kind::usage, "frame",
                    "the result is " + format.text() + ", not " + dst.format.text());
    if (const std::string wrong = unusable(dst); !wrong.empty())
        throw Error(Error::Kind::usage, "frame", wrong);
}

HostView Frame::State::place(std::size_t image, HostView view) const {
    if (session->plan.images[image].format.model != Model::rgb) view.format.order = Order::rgb;
    return view;
}

void Frame::read(const HostView& dst, const std::string& sink) {
    const OneThread::Hold hold(state().calls, "frame");
    state().check_result(sink, dst);
    const Download& down = state().download(sink);
    const PlannedImage& planned = state().session->plan.images[down.image];
    refuse_given(state(), sink);
    wait();
    const std::uint64_t start = host_time();
    copy_rows(staged_image(planned, state().pixels(down.image)), state().place(down.image, dst));
    state().session->record("unpack", state().session->plan.graph.nodes[down.sink].id, start, state().number,
                            planned.format.host_bytes());
}

HostImage Frame::read(const std::string& sink) {
    const OneThread::Hold hold(state().calls, "frame");
    HostImage image(state().format(state().download(sink).image));
    read(image.view(), sink);
    return image;
}

DeviceImage Frame::image(const std::string& sink) const {
    const Download& down = state().download(sink);
    const std::size_t image = down.image;
    const PlannedImage& planned = state().session->plan.images[image];
    if (state().session->plan.in_strips())
        throw Error(Error::Kind::usage, planned.name,
                    "was processed in strips and is not on the device as a whole; use read()");
    if (const auto* given = state().place_of(down); given != nullptr && given->place) {
        DeviceImage there = *given->place;
        there.ready = state().ready[image];
        return there;
    }
    const RowLayout layout = state().memory->layout(image);
    ImageFormat format = state().format(image);
    format.order = layout.reversed ? Order::bgr : Order::rgb;
    DeviceImage there{format, planned.storage, planned.storage == Storage::natural ? 0 : layout.pitch,
                      state().memory->image(image), state().ready[image]};
    if (planned.storage == Storage::rows) {
        there.offset = layout.offset;
        if (planned.planes)
            there.plane = layout.step * bytes(format.pixel);
        else
            there.lanes = static_cast<int>(layout.step);
    }
    return there;
}

std::vector<Transfer> Frame::transfers() const {
    std::vector<Transfer> all;
    const ExecutionPlan& plan = state().session->plan;
    for (const State::Moved& moved : state().moved) {
        const auto* up = std::get_if<Upload>(&plan.steps[moved.step]);
        const std::size_t node = up != nullptr ? up->source : std::get<Download>(plan.steps[moved.step]).sink;
        all.push_back({plan.graph.nodes[node].id, moved.way, moved.why});
    }
    return all;
}

ConstHostView Frame::view(const std::string& sink) {
    const OneThread::Hold hold(state().calls, "frame");
    const Download& down = state().download(sink);
    refuse_left_on_device(*state().session);
    refuse_given(state(), sink);
    const PlannedImage& planned = state().session->plan.images[down.image];
    refuse_made_up_lanes(planned, "read() it");
    wait();
    ConstHostView view = staged_image(planned, state().pixels(down.image));
    view.format.meant = state().meant[down.image];
    return view;
}

const Table& Frame::table(const std::string& name) {
    const OneThread::Hold hold(state().calls, "frame");
    const std::map<std::string, Table>& seen = state().memory->seen();
    const auto at = seen.find(name);
    if (at == seen.end()) {
        std::string names;
        for (const auto& [observed, table] : seen) names += (names.empty() ? "" : ", ") + observed;
        throw Error(Error::Kind::usage, "frame",
                    "table " + name +
                        " is not observed; the observed tables are: " + (names.empty() ? "none" : names));
    }
    wait();
    return at->second;
}

std::vector<std::string> Frame::warnings() {
    const OneThread::Hold hold(state().calls, "frame");
    wait();
    std::vector<std::string> said;
    for (const PlannedWarning& warning : state().session->plan.warnings)
        if (state().status[warning.flag] > 0) said.push_back(warning.stage + ": " + warning.text);
    return said;
}

const Device& Frame::device() const { return state().session->device; }

void Frame::keep_until(const Event& event) && {
    const std::shared_ptr<Session::State> session = state().session;
    if (!event.is_of(session->device))
        throw Error(Error::Kind::usage, "frame",
                    "the event belongs to another OpenCL context than the session's device; give an event "
                    "of a queue of the device's context");
    {
        const OneThread::Hold hold(state().calls, "frame");
        // The Session holds the frame from now on, so the frame must not hold the Session.
        state().session = std::shared_ptr<Session::State>(std::shared_ptr<void>(), session.get());
    }
    session->keep(std::move(state_), event);
}

HostView FrameInput::view(const std::string& source) {
    if (state_ == nullptr) throw Error(Error::Kind::usage, "frame", "the input was already submitted");
    const OneThread::Hold hold(state_->session->calls, "session");
    const std::size_t image = state_->upload(source).image;
    const PlannedImage& planned = state_->session->plan.images[image];
    if (state_->session->plan.in_strips())
        throw Error(Error::Kind::usage, planned.name,
                    "is processed in strips; submit() a view of the whole image");
    refuse_made_up_lanes(planned, "submit() a view of them");
    std::byte* pixels = state_->memory->staging(image).take(planned.name);
    state_->filled.push_back(image);
    return staged_image(planned, pixels);
}

}  // namespace sluice
