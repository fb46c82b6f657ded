#include "pipeline/run/session.hpp"

#include "pipeline/plan/numbers.hpp"
#include "pipeline/run/pack.hpp"
#include "pipeline/run/session_state.hpp"

#include <algorithm>
#include <utility>
#include <variant>

namespace sluice {
namespace {

[[noreturn]] void misuse(const std::string& where, const std::string& what) {
    throw Error(Error::Kind::usage, where, what);
}

// The same image but for the order of its channels, which packing takes care of.
bool fits(ImageFormat format, const ImageFormat& planned) {
    format.order = planned.order;
    if (format.white == default_white(format.pixel)) format.white = 0;
    ImageFormat plain = planned;
    if (plain.white == default_white(plain.pixel)) plain.white = 0;
    return format == plain;
}

void set_argument(Kernel& kernel, unsigned index, const NumberArgument& number) {
    switch (number.type) {
        case NumberArgument::Type::i32: return kernel.set(index, static_cast<std::int32_t>(number.value));
        case NumberArgument::Type::u32: return kernel.set(index, static_cast<std::uint32_t>(number.value));
        case NumberArgument::Type::u64: return kernel.set(index, static_cast<std::uint64_t>(number.value));
        case NumberArgument::Type::f32: return kernel.set(index, static_cast<float>(number.value));
        case NumberArgument::Type::f64: return kernel.set(index, number.value);
    }
}

// Why memory cannot hold the image, or "". Kernels would read other numbers from other texels without a word.
std::string against_memory(const Memory& memory, const PlannedImage& planned) {
    if (!memory) return "its memory was never made";
    if (planned.storage == Storage::buffer) {
        if (!memory.texel().empty()) return "its memory is an image object, planned was a buffer";
        return memory.bytes() >= planned.bytes()
                   ? ""
                   : "its buffer of " + std::to_string(memory.bytes()) + " bytes is less than the " +
                         std::to_string(planned.bytes()) + " of its rows";
    }
    const bool natural = planned.storage == Storage::natural;
    const std::string texel = natural ? natural_texel(planned.format) : packed_texel;
    const auto image = [](const std::string& texel, std::size_t width, std::size_t height) {
        return "an image object of " + std::to_string(width) + " x " + std::to_string(height) + " " + texel;
    };
    const std::size_t texels = natural ? planned.format.width : planned.texels();
    if (memory.texel() == texel && memory.texels() == texels && memory.rows() == planned.format.rows())
        return "";
    return "its memory is " +
           (memory.texel().empty() ? "a buffer" : image(memory.texel(), memory.texels(), memory.rows())) +
           ", planned was " + image(texel, texels, planned.format.rows());
}

// Why an image cannot be the one that was planned, or "".
std::string against(const SubmittedImage& image, const PlannedImage& planned) {
    const auto* device = std::get_if<DeviceImage>(&image);
    const ImageFormat& format = device != nullptr ? device->format : std::get<ConstHostView>(image).format;
    if (!fits(format, planned.format))
        return "got " + format.text() + ", planned was " + planned.format.text();
    if (device == nullptr) return unusable(std::get<ConstHostView>(image));
    if (format.order != planned.format.order)
        return "its channels lie in another order than on the device, where it is read as it is";
    const auto where = [](Storage storage, std::size_t pitch) {
        return std::string(name(storage)) +
               (storage == Storage::natural ? "" : " with a pitch of " + std::to_string(pitch) + " bytes");
    };
    if (device->storage != planned.storage ||
        (planned.storage != Storage::natural && device->pitch != planned.pitch))
        return "got " + where(device->storage, device->pitch) + ", planned was " +
               where(planned.storage, planned.pitch);
    return against_memory(device->memory, planned);
}

// Puts one frame on the queue, step by step.
class Submission {
public:
    Submission(Session::State& session, Frame::State& frame)
        : session_(session), frame_(frame), plan_(session.plan) {}

    void take(const Upload& step, const SubmittedImage& image);
    void upload(const Upload& step, const ConstHostView& image);
    void launch(Kernel& kernel, const Launch& step);
    void download(const Download& step);
    void clear_tables();
    void read_tables();
    void map_uploads();

private:
    Event timed(const std::string& name, Event event, std::size_t bytes) {
        if (session_.options.profile) frame_.timed.push_back({name, event, bytes});
        return frame_.done = std::move(event);
    }
    FrameMemory& memory() { return *frame_.memory; }
    // Whether this image is a result that stays on the device, so that Frame::image() can be used there.
    bool stays(std::size_t image) const;

    Session::State& session_;
    Frame::State& frame_;
    const ExecutionPlan& plan_;
};

void Submission::take(const Upload& step, const SubmittedImage& image) {
    if (const auto* view = std::get_if<ConstHostView>(&image)) return upload(step, *view);
    const DeviceImage& there = std::get<DeviceImage>(image);
    session_.queue.after(there.ready, plan_.images[step.image].name);
    memory().lend(step.image, there.memory);
}

void Submission::upload(const Upload& step, const ConstHostView& image) {
    const PlannedImage& planned = plan_.images[step.image];
    Staging& staged = memory().staging(step.image);
    if (!staged.mapped)  // the result of the frame before, which stayed on the device
        session_.queue.wait(session_.queue.map(staged.memory, true, &staged.pointer, planned.name),
                            planned.name);
    pack_rows(image, static_cast<std::byte*>(staged.pointer), planned.pitch);
    timed(planned.name, session_.queue.unmap(staged.memory, planned.name), 0);
    staged.mapped = false;
    if (!staged.direct)
        timed(planned.name,
              session_.queue.copy(memory().image(step.image), planned.pitch, staged.memory, planned.pitch,
                                  planned.pitch, planned.format.rows(), planned.name),
              planned.bytes());
    Counts& counts = session_.count(planned.name);
    ++counts.uploads;
    counts.bytes_to_device += planned.format.host_bytes();
}

void Submission::launch(Kernel& kernel, const Launch& step) {
    unsigned index = 0;
    for (const KernelArgument& argument : step.arguments) {
        if (const auto* image = std::get_if<ImageArgument>(&argument))
            kernel.set(index, memory().image(image->image));
        else if (const auto* table = std::get_if<TableArgument>(&argument))
            kernel.set(index, memory().table(table->table));
        else
            set_argument(kernel, index, std::get<NumberArgument>(argument));
        ++index;
    }
    timed(step.stages, session_.queue.launch(kernel, step.groups, step.local, step.stages),
          step.bytes_read + step.bytes_written);
    Counts& counts = session_.count(step.stages);
    ++counts.launches;
    if (step.over_pixels) ++counts.passes;
}

void Submission::download(const Download& step) {
    const PlannedImage& planned = plan_.images[step.image];
    frame_.images_ready = frame_.done;
    if (!session_.options.download) return;
    const std::string& name = plan_.graph.nodes[step.sink].id;
    Staging& staged = memory().staging(step.image);
    const bool lent = memory().lent(step.image);
    if (lent && staged.mapped) {  // for an upload that did not come
        frame_.done = session_.queue.unmap(staged.memory, name);
        staged.mapped = false;
    }
    if (!staged.direct || lent)
        timed(name,
              session_.queue.copy(staged.memory, planned.pitch, memory().image(step.image), planned.pitch,
                                  planned.pitch, planned.format.rows(), name),
              planned.bytes());
    if (!staged.mapped) timed(name, session_.queue.map(staged.memory, false, &staged.pointer, name), 0);
    staged.mapped = true;
    Counts& counts = session_.count(name);
    ++counts.downloads;
    counts.bytes_to_host += planned.format.host_bytes();
}

void Submission::clear_tables() {
    for (std::size_t i = 0; i < plan_.tables.size(); ++i)
        if (plan_.tables[i].zeroed == Zeroed::each_frame)
            frame_.done =
                session_.queue.fill_zero(memory().table(i), plan_.tables[i].bytes, plan_.tables[i].name);
}

void Submission::read_tables() {
    for (const ObservedTable& observed : plan_.observed) {
        const PlannedTable& planned = plan_.tables[observed.table];
        Table& table = frame_.tables.emplace(observed.name, Table(planned.layout)).first->second;
        const std::size_t bytes = planned.bytes;
        if (bytes == 0) continue;
        frame_.done = session_.queue.read(table.data(), bytes, memory().table(observed.table), bytes, bytes,
                                          1, observed.name);
        Counts& counts = session_.count(observed.name);
        ++counts.table_reads;
        counts.bytes_to_host += bytes;
    }
    if (!plan_.status) return;
    frame_.status.resize(plan_.warnings.size());
    const std::size_t bytes = frame_.status.size() * sizeof(std::uint32_t);
    frame_.done = session_.queue.read(frame_.status.data(), bytes, memory().table(*plan_.status), bytes,
                                      bytes, 1, "status");
}

bool Submission::stays(std::size_t image) const {
    return !session_.options.download &&
           std::any_of(plan_.steps.begin(), plan_.steps.end(), [&](const PlannedStep& step) {
               const auto* down = std::get_if<Download>(&step);
               return down != nullptr && down->image == image;
           });
}

// So that the next frame in this memory can be written as soon as this one is done.
void Submission::map_uploads() {
    for (const PlannedStep& step : plan_.steps) {
        const auto* up = std::get_if<Upload>(&step);
        if (up == nullptr) continue;
        Staging& staged = memory().staging(up->image);
        if (staged.mapped || stays(up->image)) continue;  // it is a download too
        const std::string& name = plan_.images[up->image].name;
        frame_.done = session_.queue.map(staged.memory, true, &staged.pointer, name);
        staged.mapped = true;
    }
}

}  // namespace

Session::State::State(const Prepared& prepared, SessionOptions options_)
    : device(prepared.device), plan(prepared.execution), options(options_), queue(device, options_.profile) {
    for (const PlannedStep& step : plan.steps)
        if (const auto* launch = std::get_if<Launch>(&step))
            kernels.emplace_back(device, launch->program->name, launch->program->source,
                                 launch->program->options, launch->kernel, launch->stages);
    free.push_back(take_memory());
}

std::unique_ptr<FrameMemory> Session::State::take_memory() {
    if (!free.empty()) {
        std::unique_ptr<FrameMemory> memory = std::move(free.back());
        free.pop_back();
        return memory;
    }
    if (frames >= options.frames_in_flight)
        misuse("session", std::to_string(frames) +
                              " frames are held, as many as frames_in_flight allows: let one go first");
    auto memory = std::make_unique<FrameMemory>(device, plan, queue);
    ++frames;
    counters.peak_device_bytes += memory->device_bytes();
    return memory;
}

void Session::State::add_span(const std::string& name, const Event& event, std::size_t bytes) {
    spans.push_back({name, "device", event.start(), event.end(), bytes});
}

Session::Session(const Prepared& plan, SessionOptions options)
    : state_(std::make_shared<State>(plan, options)) {}

Frame Session::submit(const SubmittedImage& image) {
    const Upload* only = nullptr;
    for (const PlannedStep& step : state_->plan.steps)
        if (const auto* up = std::get_if<Upload>(&step)) {
            if (only != nullptr) misuse("submit", "the pipeline takes several images: name them");
            only = up;
        }
    if (only == nullptr) misuse("submit", "the pipeline takes no image");
    return submit({{state_->plan.graph.nodes[only->source].id, image}});
}

Frame Session::submit(const std::map<std::string, SubmittedImage>& images) {
    State& session = *state_;
    for (const PlannedStep& step : session.plan.steps) {  // before anything moves
        const auto* up = std::get_if<Upload>(&step);
        if (up == nullptr) continue;
        const PlannedImage& planned = session.plan.images[up->image];
        const auto at = images.find(planned.name);
        if (at == images.end()) misuse(planned.name, "its image is missing");
        const std::string reason = against(at->second, planned);
        if (!reason.empty()) misuse(planned.name, reason);
    }
    auto frame = std::make_shared<Frame::State>(state_);
    frame->memory = session.take_memory();
    frame->started = true;
    Submission submission(session, *frame);
    for (const PlannedStep& step : session.plan.steps) {  // what the frame before left with the host
        const auto* down = std::get_if<Download>(&step);
        if (down == nullptr) continue;
        Staging& staged = frame->memory->staging(down->image);
        const bool is_upload =
            session.plan.graph.nodes[down->sink].inputs[0] &&
            session.plan.graph.nodes[*session.plan.graph.nodes[down->sink].inputs[0]].is(Kind::source);
        if (!staged.mapped || is_upload) continue;
        frame->done = session.queue.unmap(staged.memory, "session");
        staged.mapped = false;
    }
    submission.clear_tables();
    std::size_t kernel = 0;
    for (const PlannedStep& step : session.plan.steps) {
        if (const auto* up = std::get_if<Upload>(&step))
            submission.take(*up, images.at(session.plan.images[up->image].name));
        else if (const auto* launch = std::get_if<Launch>(&step))
            submission.launch(session.kernels[kernel++], *launch);
        else
            submission.download(std::get<Download>(step));
    }
    submission.read_tables();
    submission.map_uploads();
    session.queue.flush();
    return Frame(std::move(frame));
}

void Session::set(const std::string& node_and_param, const Value& value) {
    const std::size_t dot = node_and_param.rfind('.');
    if (dot == std::string::npos) misuse(node_and_param, "is not NODE.PARAMETER");
    const std::string id = node_and_param.substr(0, dot);
    const std::string name = node_and_param.substr(dot + 1);
    Primitives& graph = state_->plan.graph;
    const auto at = graph.names.find(id);
    if (at == graph.names.end()) misuse(node_and_param, "there is no node " + id);
    if (graph.nodes[at->second].id != id)
        misuse(node_and_param, "belongs to a composition, which planning made into other nodes (" +
                                   graph.nodes[at->second].id + ", ...): make a new plan");
    const ParamDecl* decl = graph.nodes[at->second].stage->param(name);
    if (decl == nullptr)
        misuse(node_and_param, "stage " + graph.nodes[at->second].stage->name + " has no parameter " + name);
    if (!decl->live) misuse(node_and_param, "is structural: it changes the plan, so make a new one");
    std::string fault;
    const auto converted = convert(*decl, value, fault);
    if (!converted) misuse(node_and_param, fault);
    graph.nodes[at->second].values[name] = *converted;
    for (PlannedStep& step : state_->plan.steps) {
        auto* launch = std::get_if<Launch>(&step);
        if (launch == nullptr) continue;
        for (KernelArgument& argument : launch->arguments)
            if (auto* number = std::get_if<NumberArgument>(&argument))
                if (!number->name.empty() && number->node == at->second)
                    number->value = number_of(graph, number->node, number->name).value();
    }
}

const ExecutionPlan& Session::plan() const { return state_->plan; }
const Device& Session::device() const { return state_->device; }
Counters Session::counters() const { return state_->counters; }
std::vector<Span> Session::spans() const { return state_->spans; }

}  // namespace sluice
