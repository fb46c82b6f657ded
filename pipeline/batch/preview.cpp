#include "pipeline/batch/preview.hpp"

#include "pipeline/batch/sessions.hpp"

#include <algorithm>

namespace sluice {
namespace {

// What a plan tells about a file; pictures of one format share it.
struct Forecast {
    PlanKey key;
    ImageFormat output;
    std::size_t device_bytes;
};

Forecast forecast(const Job& job, const CheckedGraph& graph, PlanKey key, const DeviceFacts& device) {
    const ExecutionPlan plan =
        plan_observing_all(graph, job.pipeline.registry(), key.formats, device, job.plan);
    const std::size_t sink = plan.graph.names.at(job.pipeline.sink());
    return {std::move(key), plan.graph.nodes[sink].format.value(), plan.peak_bytes};
}

class Previewer {
public:
    Previewer(const Job& job, const DeviceFacts& device) : job_(job), device_(device) {}

    Preview look_at(const BatchFile& file) {
        Preview preview{file, FileStatus::done, "", {}, {}, 0};
        try {
            if (!file.fault.empty()) throw Error(Error::Kind::input, file.input.string(), file.fault);
            preview.error = reason_to_skip(job_, file).why;
            if (!preview.error.empty()) {
                preview.status = FileStatus::skipped;
                return preview;
            }
            const CheckedGraph graph = job_.pipeline.for_file(file);
            PlanKey key = plan_key(graph, probe(graph));
            preview.input = key.formats.at(job_.pipeline.sources().front());
            if (job_.expect) job_.expect(*preview.input);
            auto known =
                std::find_if(known_.begin(), known_.end(), [&](const Forecast& f) { return f.key == key; });
            if (known == known_.end())
                known = known_.insert(known, forecast(job_, graph, std::move(key), device_));
            preview.output = known->output;
            preview.device_bytes = known->device_bytes;
        } catch (const Error& error) {
            preview.status = FileStatus::failed;
            preview.error = error.where() == file.input.string() ? error.message() : error.what();
        }
        return preview;
    }

private:
    const Job& job_;
    const DeviceFacts& device_;
    std::vector<Forecast> known_;
};

}  // namespace

std::vector<Preview> preview_batch(const Job& job, const DeviceFacts& device) {
    Previewer previewer(job, device);
    std::vector<Preview> previews;
    for (const BatchFile& file : job.files) previews.push_back(previewer.look_at(file));
    return previews;
}

}  // namespace sluice
