// What the first frame of a Session would have to wait for.
#include "pipeline/run/build_kernels.hpp"
#include "pipeline/run/no_rows.hpp"
#include "pipeline/run/session.hpp"
#include "pipeline/run/session_state.hpp"

#include <algorithm>
#include <cstring>
#include <stop_token>
#include <utility>
#include <variant>
#include <vector>

namespace sluice {
namespace {

class BlackRows final : public RowReader {
public:
    explicit BlackRows(ImageFormat format) : format_(std::move(format)) {}

    const ImageFormat& format() const override { return format_; }
    const Metadata& metadata() const override { return metadata_; }
    void read(const HostView& rows) override {
        const std::size_t bytes = rows.format.host_bytes() / rows.format.height;
        for (std::size_t y = 0; y < rows.format.height; ++y) std::memset(rows.row(y), 0, bytes);
    }

private:
    ImageFormat format_;
    Metadata metadata_;
};

bool is_reordered(const ExecutionPlan& plan, std::size_t image) {
    const PlannedImage& planned = plan.images[image];
    return !plan.in_strips() && (planned.storage != Storage::rows || planned.as_planned) &&
           planned.format.colors() == 3 && planned.format.model == Model::rgb;
}

// Whether colours of an image of the application's may have to be brought into order by a kernel. Those that
// a Source decodes or a Sink encodes are in order.
bool is_reordered(const ExecutionPlan& plan, const Upload& up) {
    const auto* source = plan.graph.nodes[up.source].stage->as<SourceDef>();
    return (source == nullptr || !source->open) && is_reordered(plan, up.image);
}
bool is_reordered(const ExecutionPlan& plan, const Download& down) {
    const auto* sink = plan.graph.nodes[down.sink].stage->as<SinkDef>();
    return (sink == nullptr || !sink->open) && is_reordered(plan, down.image);
}

// In the other order than kernels read. What is in it means nothing.
DeviceImage reversed(const Device& device, const PlannedImage& planned) {
    DeviceImage image{planned.format, planned.storage, planned.pitch, image_memory(device, planned), {}};
    image.format.order = Order::bgr;
    return image;
}

// `order`: images that lie as kernels read them, or as bgr on the device where that takes a kernel more.
// Throws Stopped.
void run_black_frame(Session& session, Session::State& own, Order order, const std::stop_token& stop) {
    std::map<std::string, HostImage> layered;
    std::map<std::string, SubmittedImage> images;
    std::map<std::string, ResultPlace> results;
    NoRows nowhere;
    const ExecutionPlan& plan = own.plan;
    const auto reverses = [&](const auto& step) { return order == Order::bgr && is_reordered(plan, step); };
    for (const PlannedStep& step : plan.steps) {
        if (const auto* up = std::get_if<Upload>(&step)) {
            const PlannedImage& image = plan.images[up->image];
            const ImageFormat& format = image.format;
            if (reverses(*up))
                images[image.name] = reversed(own.device, image);
            else if (format.layers == 1)  // none of it is in memory
                images[image.name] =
                    ReadRows{format, [format] { return std::make_unique<BlackRows>(format); }};
            else
                images[image.name] = layered.emplace(image.name, HostImage(format)).first->second.view();
        }
        const auto* down = std::get_if<Download>(&step);
        if (down == nullptr) continue;
        const std::string& sink = plan.graph.nodes[down->sink].id;
        if (plan.in_strips())
            results[sink] = &nowhere;
        else if (reverses(*down) && is_of_one_end(plan, down->image))
            results[sink] = reversed(own.device, plan.images[down->image]);
    }
    const Counters counters = own.counters;
    const std::size_t waits = own.waits;
    own.black = own.submitted + 1;
    own.kept.count(false);
    const auto leave_no_trace = [&] {
        own.black = 0;  // also where there was none: the next frame has that number
        own.kept.count(true);
        const std::size_t peak = own.counters.peak_device_bytes;
        own.counters = counters;
        own.counters.peak_device_bytes = peak;
        own.waits -= own.waits > waits ? 1 : 0;
        own.forget_spans(own.submitted);
    };
    try {
        session.submit(images, results, stop).wait();
    } catch (const Stopped&) {
        leave_no_trace();
        throw;
    } catch (const Error& error) {
        leave_no_trace();
        if (error.kind() != Error::Kind::input) throw;  // an assertion, which black does not meet
        return;
    }
    leave_no_trace();
}

bool has_reordered(const ExecutionPlan& plan) {
    return std::any_of(plan.steps.begin(), plan.steps.end(), [&](const PlannedStep& step) {
        const auto* up = std::get_if<Upload>(&step);
        const auto* down = std::get_if<Download>(&step);
        return (up != nullptr && is_reordered(plan, *up)) || (down != nullptr && is_reordered(plan, *down));
    });
}

}  // namespace

bool Session::warm_up(const std::stop_token& stop) {
    State& own = state();
    const OneThread::Hold hold(own.calls, "session");
    std::vector<Order> orders{Order::rgb};
    if (has_reordered(own.plan)) orders.push_back(Order::bgr);
    const std::size_t kernels = missing_kernels(own.plan, own.kernels), all = kernels + orders.size();
    const auto step = [&](std::size_t done, std::size_t) {
        if (own.options.progress) own.options.progress(done, all);
        return done == all || !stop.stop_requested();
    };
    if (!own.build(step)) return false;
    for (std::size_t i = 0; i < orders.size(); ++i) {
        if (!step(kernels + i, all)) return false;
        try {
            run_black_frame(*this, own, orders[i], stop);
        } catch (const Stopped&) {
            return false;
        }
    }
    return step(all, all);
}

}  // namespace sluice
