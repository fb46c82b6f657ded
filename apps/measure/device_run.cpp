#include "apps/measure/device_run.hpp"

#include "pipeline/core/copy_rows.hpp"
#include "pipeline/device/queue.hpp"
#include "pipeline/run/prepare.hpp"

#include <algorithm>
#include <limits>
#include <utility>
#include <variant>

namespace sluice::apps {

std::vector<std::string> source_ids(const Graph& graph) {
    return check_or_throw(graph, builtin_stages(), {.open_ends = true}).sources();
}

ImageOnDevice::ImageOnDevice(const HostImage& src, const Device& device, StorageChoice storage)
    : session_(Plan(Graph::from_chain("input | output"), src.format(), device, {.storage = storage}),
               {.frames_in_flight = 1, .download = false}),
      frame_(session_.submit(src.view())) {
    frame_.wait();
}

namespace {

// Of DeviceImages.
SourceFormats formats(const std::map<std::string, SubmittedImage>& images) {
    SourceFormats formats;
    for (const auto& [id, image] : images) formats[id] = std::get<DeviceImage>(image).format;
    return formats;
}

}  // namespace

DeviceRun::DeviceRun(const Graph& graph, const ImageOnDevice& image, const Device& device,
                     const PlanOptions& options)
    : DeviceRun(graph, {{source_ids(graph).at(0), image.get()}}, device, options) {}

DeviceRun::DeviceRun(const Graph& graph, std::map<std::string, SubmittedImage> images, const Device& device,
                     const PlanOptions& options, std::size_t in_flight)
    : DeviceRun(Plan(graph, formats(images), device, options), images, in_flight) {}

DeviceRun::DeviceRun(const Plan& plan, std::map<std::string, SubmittedImage> images, std::size_t in_flight)
    : images_(std::move(images)),
      in_flight_(in_flight),
      session_(plan, {.frames_in_flight = in_flight, .profile = true, .download = false}) {
    for (const PlannedStep& step : plan.execution->steps)
        if (const auto* launch = std::get_if<Launch>(&step))
            launches_[launch->stages] += launch->bytes_read + launch->bytes_written;
}

DeviceRun::Times DeviceRun::run() {
    std::vector<Frame> frames;
    for (std::size_t i = 0; i < in_flight_; ++i) frames.push_back(submit());
    for (Frame& frame : frames) frame.wait();
    Times times;
    const auto count = static_cast<double>(in_flight_);
    std::uint64_t start = std::numeric_limits<std::uint64_t>::max(), end = 0;
    for (const Span& span : session_.take_spans()) {
        // A Table that comes down has the name of the launch that made it.
        const bool transfer = span.track == "up" || span.track == "down";
        if (span.where == Span::Where::host || transfer || !launches_.contains(span.name)) continue;
        times.kernels_ms += span.ms() / count;
        start = std::min(start, span.start);
        end = std::max(end, span.end);
    }
    times.wall_ms = static_cast<double>(end - start) / 1e6 / count;
    return times;
}

HostImage DeviceRun::result() {
    const Frame frame = submit();
    const DeviceImage there = frame.image();
    const bool natural = there.storage == Storage::natural;  // which has no pitch
    const std::size_t pitch = natural ? there.format.width * there.format.lane_bytes() : there.pitch;
    const std::size_t count = there.format.rows();
    // Memory that host and device share cannot be read from.
    const Memory plain = Memory::buffer(session_.device(), pitch * count, "bench");
    std::vector<std::byte> rows(pitch * count);
    Queue queue(session_.device());
    queue.after(there.ready, "bench");
    queue.copy(plain, pitch, there.memory, pitch, pitch, count, "bench");
    queue.wait(queue.read(rows.data(), pitch, plain, pitch, pitch, count, "bench"), "bench");
    HostImage image(there.format);
    copy_rows({there.format, rows.data(), pitch,
               there.storage == Storage::rows ? there.lanes : there.format.lanes()},
              image.view());
    return image;
}

Table DeviceRun::table(const std::string& name) { return submit().table(name); }

}  // namespace sluice::apps
