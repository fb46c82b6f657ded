#include "pipeline/batch/preview.hpp"

#include "pipeline/batch/forecast.hpp"
#include "pipeline/batch/skip.hpp"
#include "pipeline/run/prepare.hpp"

namespace sluice {
namespace {

class Previewer {
public:
    Previewer(const Job& job, const DeviceFacts& device)
        : job_(job), forecasts_(device, limited_plan(job, device), job.memory) {}

    Preview look_at(const BatchFile& file) {
        Preview preview;
        preview.file = file;
        try {
            if (!file.fault.empty()) throw Error(Error::Kind::input, file.input.string(), file.fault);
            preview.error = reason_to_skip(job_, file).why;
            if (!preview.error.empty()) {
                preview.status = FileStatus::skipped;
                return preview;
            }
            CheckedGraph graph = job_.pipeline.for_file(file);
            const Opened opened = open_files(graph);
            const PlanKey key = plan_key(graph, opened.formats);
            preview.input = opened.files.at(job_.pipeline.sources().front())->header().whole;
            if (job_.expect) job_.expect(*preview.input);
            const auto [need, forecast] = forecasts_.of(graph, key, opened.files, file.input.string());
            if (job_.memory && !job_.memory.by_default) preview.memory = need.most();
            preview.output = forecast.outputs.at(job_.pipeline.sinks().front().id);
            preview.device_bytes = forecast.device_bytes;
            preview.in_strips = forecast.in_strips;
            preview.readings = forecast.readings;
        } catch (const Error& error) {
            preview.status = FileStatus::failed;
            const bool of_input = error.where() == file.input.string();
            preview.error = (of_input ? error.message() : error.text()).in(job_.steps.spelling);
        }
        return preview;
    }

private:
    const Job& job_;
    Forecasts forecasts_;
};

}  // namespace

std::vector<Preview> preview_batch(const Job& job, const DeviceFacts& device) {
    Previewer previewer(job, device);
    std::vector<Preview> previews;
    for (const BatchFile& file : job.files) previews.push_back(previewer.look_at(file));
    return previews;
}

}  // namespace sluice
