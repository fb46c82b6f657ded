#include "pipeline/run/session.hpp"

#include "pipeline/core/format_fault.hpp"
#include "pipeline/core/message.hpp"
#include "pipeline/device/forked.hpp"
#include "pipeline/run/build_kernels.hpp"
#include "pipeline/run/device_image.hpp"
#include "pipeline/run/session_state.hpp"
#include "pipeline/run/submission.hpp"

#include <algorithm>
#include <cmath>
#include <utility>
#include <variant>

namespace sluice {
namespace {

[[noreturn]] void misuse(const std::string& where, const std::string& what) {
    throw Error(Error::Kind::usage, where, what);
}

// The same image but for the order of its channels, which packing takes care of, or a kernel on the device.
bool fits(ImageFormat format, const ImageFormat& planned) {
    format.order = planned.order;
    if (format.white == default_white(format.pixel)) format.white = 0;
    ImageFormat plain = planned;
    if (plain.white == default_white(plain.pixel)) plain.white = 0;
    return format == plain;
}

// Why an image cannot be the one that was planned, or "".
std::string against(const SubmittedImage& image, const PlannedImage& planned, const Device& here) {
    const auto* device = std::get_if<DeviceImage>(&image);
    const auto* rows = std::get_if<ReadRows>(&image);
    const ImageFormat& format = device != nullptr ? device->format
                                : rows != nullptr ? rows->format
                                                  : host_view(image)->format;
    if (std::string fault = format_fault(format); !fault.empty()) return fault;
    if (!fits(format, planned.format))
        return "got " + format.text() + ", but the plan needs " + planned.format.text();
    if (rows != nullptr)
        return format.layers > 1 ? "an image with several layers cannot be read row by row" : "";
    return device == nullptr ? unusable(*host_view(image)) : against(*device, planned, here);
}

// Throws Error(usage) for a name that no Source has; one whose image nobody needs may be given, too.
void check_names(const ExecutionPlan& plan, const std::map<std::string, SubmittedImage>& images) {
    const CheckedGraph& graph = plan.recipe->graph;
    for (const auto& [name, image] : images) {
        const auto node = graph.find(name);
        if (node && graph.nodes[*node].stage->kind() == Kind::source) continue;
        const std::vector<std::string> sources = graph.sources();
        misuse(name, "an image is given for it, but this graph has no such source" +
                         did_you_mean(name, sources) + "; there are: " + listed(sources));
    }
}

// Why a handle of this type cannot set a parameter, or "".
std::string handle_fault(const ParamDecl& decl, const Value& of_type) {
    if (!decl.live)
        return "cannot be changed while running; make a new plan for another value, or take a live parameter";
    struct Kind {
        std::size_t index;
        const char *is, *type;
    };
    const auto of = [](auto value) { return Value(std::move(value)).index(); };
    const auto kind = [&]() -> Kind {
        switch (decl.type) {
            case ParamType::boolean: return {of(true), "a boolean", "bool"};
            case ParamType::integer: return {of(std::int64_t{}), "an integer", "int"};
            case ParamType::number: return {of(0.0), "a number", "double"};
            case ParamType::text:
            case ParamType::path: return {of(std::string()), "a text", "std::string"};
            case ParamType::choice: return {of(std::string()), "a choice", "std::string"};
            case ParamType::numbers:
                return {of(std::vector<double>()), "a list of numbers", "std::vector<double>"};
            case ParamType::color: return {of(std::vector<double>()), "a colour", "std::vector<double>"};
            case ParamType::choices:
                return {of(std::vector<std::string>()), "a list of choices", "std::vector<std::string>"};
        }
        return {};
    }();
    if (of_type.index() == kind.index) return "";
    return std::string("is ") + kind.is + ", so its handle is a param<" + kind.type + ">";
}

GivenImages images_of_itself(const Session::State& session) {
    GivenImages given(session.plan.images.size());
    for (const auto& [image, submitted] : session.of_itself) given[image] = &submitted;
    return given;
}

GivenImages given_images(const Session::State& session, const std::map<std::string, SubmittedImage>& images) {
    const ExecutionPlan& plan = session.plan;
    check_names(plan, images);
    GivenImages given = images_of_itself(session);
    for (const PlannedStep& step : plan.steps)
        if (const auto* up = std::get_if<Upload>(&step))
            if (const auto at = images.find(plan.images[up->image].name); at != images.end())
                given[up->image] = &at->second;
    return given;
}

// Before anything moves. `filled`: images that are there already.
void check_images(const Session::State& session, const GivenImages& images,
                  const RecycledVector<std::size_t>& filled = {}) {
    const ExecutionPlan& plan = session.plan;
    for (const PlannedStep& step : plan.steps) {
        const auto* up = std::get_if<Upload>(&step);
        if (up == nullptr) continue;
        const PlannedImage& planned = plan.images[up->image];
        const SubmittedImage* given = images[up->image];
        if (given == nullptr && std::find(filled.begin(), filled.end(), up->image) == filled.end())
            misuse(planned.name, "its image is missing");
        std::string reason = given == nullptr ? "" : against(*given, planned, session.device);
        if (plan.in_strips() && (given == nullptr || std::holds_alternative<DeviceImage>(*given)))
            reason = "is processed in strips, so the image must be in host memory";
        if (!reason.empty()) misuse(planned.name, reason);
    }
}

// A result that stays on the device, in an image of the application's.
void check_place(const Frame::State& frame, const std::string& sink, std::size_t image,
                 const DeviceImage& place) {
    const ExecutionPlan& plan = frame.session->plan;
    const PlannedImage& planned = plan.images[image];
    if (const std::string fault = format_fault(place.format); !fault.empty()) misuse(sink, fault);
    if (!fits(place.format, planned.format))
        misuse(sink, "the result is " + planned.format.text() + ", not " + place.format.text());
    if (plan.in_strips()) misuse(sink, "is processed in strips, so the destination must be in host memory");
    if (!is_of_one_end(plan, image))
        misuse(sink,
               "its image is also that of a Source, another Sink or a host function, so it cannot be in "
               "another place");
    const std::string reason = against(place, planned, frame.session->device);
    if (!reason.empty()) misuse(sink, reason);
}

Frame::State::Wanted wanted(const Frame::State& frame, const std::string& sink, const ResultPlace& place) {
    using Way = Frame::State::Wanted::Way;
    const auto& [node, image, rows] = frame.download(sink);
    if (const auto* view = std::get_if<HostView>(&place)) {
        frame.check_result(sink, *view);
        return {.sink = node, .image = image, .view = frame.place(image, *view)};
    }
    if (const auto* there = std::get_if<DeviceImage>(&place)) {
        check_place(frame, sink, image, *there);
        return {.sink = node, .image = image, .way = Way::device, .place = *there};
    }
    if (frame.session->plan.images[image].format.layers > 1)
        misuse(sink, "an image with several layers cannot be written row by row");
    return {.sink = node, .image = image, .writer = std::get<RowWriter*>(place), .way = Way::rows};
}

Frame start(const std::shared_ptr<Frame::State>& frame, const GivenImages& images,
            const std::map<std::string, ResultPlace>& results = {}, const std::stop_token& stop = {}) {
    Session::State& session = *frame->session;
    for (const auto& [sink, place] : results) frame->wanted.push_back(wanted(*frame, sink, place));
    session.build();
    if (session.failed.exchange(false)) session.queues.abandon();
    const std::uint64_t start = host_time();
    frame->number = ++session.submitted;
    const bool hears = session.options.progress && frame->number != session.black;
    Submission(session, *frame).run(images, {stop, hears ? &session.options.progress : nullptr});
    session.record("submit", "", start, frame->number);
    return Frame(frame);
}

std::size_t count_of_host_work(const ExecutionPlan& plan) {
    return static_cast<std::size_t>(std::count_if(plan.steps.begin(), plan.steps.end(), [](const auto& step) {
        return std::holds_alternative<HostWork>(step);
    }));
}

}  // namespace

Session::State::State(const Prepared& prepared, SessionOptions options_)
    : device(prepared.device),
      plan(*prepared.execution),
      live(plan),
      options(std::move(options_)),
      queues(device, options.profile, 1 + count_of_host_work(plan)),
      kept(device, plan, options.frames_in_flight) {
    counters.peak_device_bytes = kept.device_bytes();
    if (options.profile) clock_ahead = device_clock_ahead(device);
    if (plan.in_strips() && !options.download)
        misuse("session",
               "images that are processed in strips cannot stay on the device; set download = true");
    for (const PlannedStep& step : plan.steps)
        if (const auto* up = std::get_if<Upload>(&step); up && opened.count(up->image) == 0) {
            const Primitive& node = plan.graph.nodes[up->source];
            const auto* source = node.stage->as<SourceDef>();
            if (source == nullptr || !source->expand) continue;
            const HostImage& image = opened[up->image] = source->open(node.values)->read({}, {});
            of_itself.emplace(up->image, image.view());
        }
    if (is_heard()) {
        say(LogMessage::Severity::detail, "session",
            "runs on " + device.facts().name + ", " + queues.reason());
        if (plan.in_strips())
            say(LogMessage::Severity::note, "session",
                "images are processed in " + std::to_string(plan.strips) +
                    " strips, one after the other, because they do not fit on the device as a whole");
    }
    if (options.build_at_once) {
        const std::size_t all = missing_kernels(plan, kernels);
        const auto tell = [&](std::size_t done, std::size_t) {
            if (options.progress) options.progress(done, all);
            return true;
        };
        build(tell);
        tell(all, all);
        give_back(take_memory());
    }
}

bool Session::State::build(const GoOn& go_on) {
    if (!is_heard()) return build_kernels(device, plan, kernels, go_on);
    return build_kernels(device, plan, kernels, go_on, [this](const Launch& step, double seconds) {
        constexpr double milliseconds = 1000;
        say(LogMessage::Severity::detail, step.stages,
            "its kernel was built in " + std::to_string(std::lround(seconds * milliseconds)) + " ms");
    });
}

void Session::State::say(LogMessage::Severity severity, const std::string& where, const std::string& text) {
    const std::lock_guard lock(saying_);
    options.log({severity, where, text});
}

void Session::State::record(const char* what, const std::string& to, std::uint64_t start, std::size_t frame,
                            std::size_t bytes) {
    if (!options.profile) return;
    const std::string name = what + (to.empty() ? "" : " " + to);
    const std::lock_guard lock(mutex_);
    spans_.push_back({name, Span::Where::host, "session", start, host_time(), frame, bytes});
}

void Session::State::record(const std::string& name, Lane lane, const Event& event, std::size_t frame,
                            std::size_t bytes) {
    const auto time = [&](std::uint64_t device) { return device - static_cast<std::uint64_t>(clock_ahead); };
    if (event.start() == 0) return;  // the driver does not tell
    const std::lock_guard lock(mutex_);
    spans_.push_back({name, Span::Where::device, queues.track(lane), time(event.start()), time(event.end()),
                      frame, bytes});
}

std::vector<Span> Session::State::take_spans() {
    const std::lock_guard lock(mutex_);
    return std::exchange(spans_, {});
}

void Session::State::forget_spans(std::size_t frame) {
    const std::lock_guard lock(mutex_);
    std::erase_if(spans_, [&](const Span& span) { return span.frame == frame; });
}

Prepared::Prepared(Device device_, ExecutionPlan execution_)
    : device(std::move(device_)), execution(std::make_shared<const ExecutionPlan>(std::move(execution_))) {}

Session::Session(const Prepared& plan, SessionOptions options) {
    if (!plan.device) misuse("session", "its plan is empty, because it was moved from");
    if (options.frames_in_flight == 0) misuse("session", "frames_in_flight must be at least 1");
    refuse_forked();
    // What a forked process cannot end properly it leaves as it is.
    const auto end = [](const State* state) {
        if (!is_forked()) delete state;
    };
    state_ = std::shared_ptr<State>(new State(plan, std::move(options)), end);
}

Session::State& Session::state() const {
    if (state_ == nullptr) misuse("session", "is empty, because it was moved from");
    return *state_;
}

Frame Session::submit(const SubmittedImage& image, const std::stop_token& stop) {
    const OneThread::Hold hold(state().calls, "session");
    const Upload* only = nullptr;
    for (const PlannedStep& step : state().plan.steps)
        if (const auto* up = std::get_if<Upload>(&step); up && state().of_itself.count(up->image) == 0) {
            if (only != nullptr && only->image != up->image)
                misuse("submit", "the pipeline takes several images; name them");
            only = up;
        }
    if (only == nullptr) misuse("submit", "the pipeline takes no image");
    GivenImages given = images_of_itself(state());
    given[only->image] = &image;
    state().live.settle();
    check_images(state(), given);
    return start(make_recycled<Frame::State>(state_), given, {}, stop);
}

Frame Session::submit(const std::map<std::string, SubmittedImage>& images,
                      const std::map<std::string, ResultPlace>& results, const std::stop_token& stop) {
    const OneThread::Hold hold(state().calls, "session");
    const GivenImages given = given_images(state(), images);
    state().live.settle();
    check_images(state(), given);
    return start(make_recycled<Frame::State>(state_), given, results, stop);
}

std::optional<Frame> Session::submit_when_free(const SubmittedImage& image, const std::stop_token& stop) {
    const OneThread::Hold hold(state().calls, "session");
    if (!state().wait_for_room(stop)) return std::nullopt;
    return submit(image, stop);
}

std::optional<Frame> Session::submit_when_free(const std::map<std::string, SubmittedImage>& images,
                                               const std::map<std::string, ResultPlace>& results,
                                               const std::stop_token& stop) {
    const OneThread::Hold hold(state().calls, "session");
    if (!state().wait_for_room(stop)) return std::nullopt;
    return submit(images, results, stop);
}

void Session::submit_into(std::optional<Frame>& frame, const SubmittedImage& image,
                          const std::stop_token& stop) {
    const OneThread::Hold hold(state().calls, "session");
    frame.reset();
    frame = submit(image, stop);
}

void Session::submit_into(std::optional<Frame>& frame, const std::map<std::string, SubmittedImage>& images,
                          const std::map<std::string, ResultPlace>& results, const std::stop_token& stop) {
    const OneThread::Hold hold(state().calls, "session");
    frame.reset();
    frame = submit(images, results, stop);
}

std::optional<Frame> Session::try_submit(const SubmittedImage& image) {
    const OneThread::Hold hold(state().calls, "session");
    if (state().all_taken()) return std::nullopt;
    return submit(image);
}

std::optional<Frame> Session::try_submit(const std::map<std::string, SubmittedImage>& images,
                                         const std::map<std::string, ResultPlace>& results) {
    const OneThread::Hold hold(state().calls, "session");
    if (state().all_taken()) return std::nullopt;
    return submit(images, results);
}

FrameInput Session::acquire() {
    const OneThread::Hold hold(state().calls, "session");
    return FrameInput(make_recycled<Frame::State>(state_));
}

Frame Session::submit(FrameInput input, const std::map<std::string, SubmittedImage>& images) {
    const OneThread::Hold hold(state().calls, "session");
    const std::shared_ptr<Frame::State> frame = std::move(input.state_);
    if (frame == nullptr) misuse("submit", "the input was already submitted or moved from");
    if (frame->session != state_) misuse("submit", "the input was acquired from another session");
    const GivenImages given = given_images(state(), images);
    state().live.settle();
    check_images(state(), given, frame->filled);
    return start(frame, given);
}

void Session::set(const std::string& node_and_param, const Value& value) {
    const OneThread::Hold hold(state().calls, "session");
    state().live.set(state().live.parameter(node_and_param), value);
}

void Session::set(const std::map<std::string, Value>& values) {
    const OneThread::Hold hold(state().calls, "session");
    state().live.set(values);
}

LiveHandle Session::live(const std::string& node_and_param, const Value& of_type) const {
    const OneThread::Hold hold(state().calls, "session");
    const LiveParameter& parameter = state().live.parameter(node_and_param);
    const std::string fault = handle_fault(*parameter.decl, of_type);
    if (!fault.empty()) misuse(node_and_param, fault);
    return {state_, parameter};
}

bool LiveHandle::plain() const { return parameter_->is_plain(); }

void LiveHandle::assign(const Value& value) const {
    const OneThread::Hold hold(session_->calls, "session");
    session_->live.set(*parameter_, value);
}

void LiveHandle::assign(const std::vector<double>& list) const {
    const OneThread::Hold hold(session_->calls, "session");
    session_->live.set(*parameter_, list);
}

void Session::reset() {
    const OneThread::Hold hold(state().calls, "session");
    state().kept.reset();
}

ImageFormat Session::result_format(const std::string& sink) const {
    return state().plan.images[find_download(state().plan, sink).image].format;
}

const ExecutionPlan& Session::plan() const { return state().plan; }
const Device& Session::device() const { return state().device; }

Counters Session::counters() const {
    const OneThread::Hold hold(state().calls, "session");
    Counters counters = state().counters;
    if (const std::size_t waits = state().waits; waits > 0) counters.stages["frame"].waits += waits;
    return counters;
}

const std::string& Session::queues() const { return state().queues.reason(); }
std::vector<Span> Session::take_spans() { return state().take_spans(); }
void Session::record(const std::string& name, std::uint64_t start) {
    state().record(name.c_str(), "", start, 0);
}

}  // namespace sluice
