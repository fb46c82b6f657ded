// What the first frame of a Session would have to wait for.
#include "pipeline/run/build_kernels.hpp"
#include "pipeline/run/no_rows.hpp"
#include "pipeline/run/session.hpp"
#include "pipeline/run/session_state.hpp"

#include <cstring>
#include <utility>
#include <variant>

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

void run_black_frame(Session& session) {
    std::map<std::string, HostImage> layered;
    std::map<std::string, SubmittedImage> images;
    std::map<std::string, ResultPlace> results;
    NoRows nowhere;
    const ExecutionPlan& plan = session.plan();
    for (const PlannedStep& step : plan.steps) {
        if (const auto* up = std::get_if<Upload>(&step)) {
            const PlannedImage& image = plan.images[up->image];
            const ImageFormat& format = image.format;
            if (format.layers == 1)  // none of it is in memory
                images[image.name] =
                    ReadRows{format, [format] { return std::make_unique<BlackRows>(format); }};
            else
                images[image.name] = layered.emplace(image.name, HostImage(format)).first->second.view();
        }
        const auto* down = std::get_if<Download>(&step);
        if (down != nullptr && plan.in_strips()) results[plan.graph.nodes[down->sink].id] = &nowhere;
    }
    try {
        session.submit(images, results).wait();
    } catch (const Error& error) {
        if (error.kind() != Error::Kind::input) throw;  // an assertion, which black does not meet
    }
}

}  // namespace

bool Session::warm_up(const std::function<bool(std::size_t, std::size_t)>& go_on) {
    State& own = state();
    const std::size_t kernels = missing_kernels(own.plan, own.kernels), all = kernels + 1;
    const auto step = [&](std::size_t done, std::size_t) { return !go_on || go_on(done, all); };
    if (!build_kernels(own.device, own.plan, own.kernels, step) || !step(kernels, all)) return false;
    const Counters counters = own.counters;
    const std::size_t waits = own.waits;
    const auto leave_no_trace = [&] {
        const std::size_t peak = own.counters.peak_device_bytes;
        own.counters = counters;
        own.counters.peak_device_bytes = peak;
        own.waits -= own.waits > waits ? 1 : 0;
        own.forget_spans(own.submitted);
    };
    try {
        run_black_frame(*this);
    } catch (...) {
        leave_no_trace();
        throw;
    }
    leave_no_trace();
    step(all, all);
    return true;
}

}  // namespace sluice
