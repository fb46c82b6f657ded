#include "pipeline/run/pack.hpp"
#include "pipeline/run/session.hpp"
#include "pipeline/run/session_state.hpp"

#include <utility>
#include <variant>

namespace sluice {

Frame::State::~State() {
    if (memory == nullptr) return;
    try {
        wait();
        memory->take_back();
        session->free.push_back(std::move(memory));
    } catch (const Error&) {
        --session->frames;  // the device failed: nobody knows what is in this memory
    }
}

void Frame::State::wait() {
    if (failure) std::rethrow_exception(failure);
    if (waited || !started) return;
    waited = true;
    ++session->count("frame").waits;
    try {
        session->queue.wait(done, "frame");
    } catch (...) {
        failure = std::current_exception();
        throw;
    }
    for (const Timed& t : timed) session->add_span(t.name, t.event, t.bytes);
}

const Download& Frame::State::download(const std::string& sink) const {
    const Download* found = nullptr;
    std::string names;
    for (const PlannedStep& step : session->plan.steps) {
        const auto* down = std::get_if<Download>(&step);
        if (down == nullptr) continue;
        const std::string& id = session->plan.graph.nodes[down->sink].id;
        if (id == sink) return *down;
        if (sink.empty() && found != nullptr)
            throw Error(Error::Kind::usage, "frame", "the pipeline has several results: name one of them");
        found = down;
        names += (names.empty() ? "" : ", ") + id;
    }
    if (found == nullptr || !sink.empty())
        throw Error(Error::Kind::usage, "frame",
                    (sink.empty() ? std::string("the pipeline has no image for a result")
                                  : "there is no result " + sink +
                                        "; there are: " + (names.empty() ? "none" : names)));
    return *found;
}

Frame::State& Frame::state() const {
    if (state_ == nullptr) throw Error(Error::Kind::usage, "frame", "is empty: it was moved from");
    return *state_;
}

void Frame::wait() { state().wait(); }

void Frame::read(const HostView& dst, const std::string& sink) {
    const Download& down = state().download(sink);
    const PlannedImage& planned = state().session->plan.images[down.image];
    if (!state().session->options.download)
        throw Error(Error::Kind::usage, "frame", "the session leaves its results on the device");
    const ImageFormat& format = planned.format;
    if (dst.format.width != format.width || dst.format.height != format.height ||
        dst.format.layers != format.layers || dst.format.channels != format.channels ||
        dst.format.pixel != format.pixel)
        throw Error(Error::Kind::usage, "frame",
                    "the result is " + format.text() + ", not " + dst.format.text());
    if (const std::string wrong = unusable(dst); !wrong.empty())
        throw Error(Error::Kind::usage, "frame", wrong);
    wait();
    unpack_rows(static_cast<const std::byte*>(state().memory->staging(down.image).pointer), planned.pitch,
                dst);
}

HostImage Frame::read(const std::string& sink) {
    HostImage image(state().session->plan.images[state().download(sink).image].format);
    read(image.view(), sink);
    return image;
}

DeviceImage Frame::image(const std::string& sink) const {
    const std::size_t image = state().download(sink).image;
    const PlannedImage& planned = state().session->plan.images[image];
    return {planned.format, planned.storage, planned.storage == Storage::natural ? 0 : planned.pitch,
            state().memory->image(image), state().images_ready};
}

const Table& Frame::table(const std::string& name) {
    const auto at = state().tables.find(name);
    if (at == state().tables.end()) {
        std::string names;
        for (const auto& [observed, table] : state().tables) names += (names.empty() ? "" : ", ") + observed;
        throw Error(Error::Kind::usage, "frame",
                    "table " + name + " is not observed; observed are: " + (names.empty() ? "none" : names));
    }
    wait();
    return at->second;
}

std::vector<std::string> Frame::warnings() {
    wait();
    std::vector<std::string> said;
    for (const PlannedWarning& warning : state().session->plan.warnings)
        if (state().status[warning.flag] > 0) said.push_back(warning.stage + ": " + warning.text);
    return said;
}

}  // namespace sluice
