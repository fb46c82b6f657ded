#include "apps/batch/prepare.hpp"

#include "apps/batch/files.hpp"
#include "apps/batch/pipeline.hpp"
#include "apps/child/batch.hpp"
#include "apps/options/about_arguments.hpp"
#include "apps/options/apart.hpp"
#include "apps/options/device.hpp"
#include "apps/options/memory_limit.hpp"
#include "apps/report/facts.hpp"
#include "apps/report/glimpse.hpp"
#include "apps/terminal/bar.hpp"
#include "apps/text_file.hpp"
#include "pipeline/core/message.hpp"
#include "pipeline/core/overwrite.hpp"
#include "pipeline/files/extension.hpp"
#include "pipeline/sluice/batch/before_work.hpp"
#include "pipeline/sluice/batch/options.hpp"

#include <algorithm>
#include <filesystem>
#include <utility>
#include <vector>

namespace sluice::apps {
namespace {

// What is said of single files is told by who watches the run.
void tell(const Messages& messages, const LogMessage& message) {
    if (!message.where.empty()) return;
    switch (message.severity) {
        case LogMessage::Severity::detail: return messages.detail(message.text);
        case LogMessage::Severity::note: return messages.note(message.text);
        case LogMessage::Severity::warning: return messages.warning(message.text);
        case LogMessage::Severity::error: return messages.error(message.text);
    }
}

// Files that options name.
std::vector<TakenFile> taken_by(const BatchRequest& request) {
    std::vector<TakenFile> taken;
    const auto take = [&](const char* option, const std::string& path) {
        if (!path.empty()) taken.push_back({path, "the file of " + Remedy{option}});
    };
    take("stats_from", request.extras.stats_from.string());
    take("pipeline", request.pipeline_name);
    take("files_from", request.extras.files_from.string());
    return taken;
}

std::optional<GivenStatistics> given_statistics(const BatchRequest& request) {
    expect_apart(request.caller, "manifest", request.options.manifest.string(), taken_by(request));
    if (const bool dataset = request.extras.dataset; dataset || !request.extras.group_by.empty()) {
        if (!dataset)
            throw wrong_arguments(request.caller, Remedy{"group_by"} + " needs " + Remedy{"dataset"});
        if (request.isolate_device)
            throw wrong_arguments(request.caller, Remedy{"dataset"} + " and " + Remedy{"isolate_device"} +
                                                      " do not go together");
        if (request.pipeline || !request.extras.stats_from.empty())
            throw wrong_arguments(request.caller, Remedy{"dataset"} + " and " +
                                                      Remedy{request.pipeline ? "pipeline" : "stats_from"} +
                                                      " do not go together");
    }
    std::optional<GivenStatistics> given;
    if (const std::string path = request.extras.stats_from.string(); !path.empty())
        before_work([&] { given.emplace(path); });
    return given;
}

// The page takes the place of no image, and of no file that another option names.
void check_report(const BatchRequest& request, const BatchFiles& files) {
    const std::string path = request.extras.report.string();
    if (path.empty()) return;
    const Wording option = Remedy{"report"};
    if (path == "-") throw wrong_arguments(request.caller, option + " is a file, not -");
    std::vector<TakenFile> taken = taken_by(request);
    taken.push_back({request.options.manifest.string(), "the file of " + Remedy{"manifest"}});
    expect_apart(request.caller, "report", path, taken);
    const SameFile is_report(path);
    for_each_output(files, [&](std::size_t i, std::string_view output) {
        if (is_report(files.input(i)) || is_report(output))
            throw wrong_arguments(request.caller,
                                  option + " " + in_quotes(path) +
                                      " is an input or an output, which it would replace; give "
                                      "another file");
    });
    expect_writable(path);
    const std::string extension = extension_of(path);
    if (extension != "html" && extension != "htm")
        throw wrong_arguments(request.caller,
                              option + " " + in_quotes(path) + ": the page is HTML: name it " +
                                  in_quotes(std::filesystem::path(path).stem().string() + ".html"));
}

}  // namespace

AskedBatch::AskedBatch(const BatchRequest& request_, const WorkerCommand& worker)
    : request(request_),
      isolation(
          request.caller, request.extras.isolate, workers_of(request.options), worker,
          request.isolate_device ? isolated::Workers::Start::when_asked : isolated::Workers::Start::at_once),
      // The pipeline first: a wrong one ends all before a file is looked at.
      given(given_statistics(request)),
      pipeline(made_pipeline()),
      batch(made()) {
    check_report(request, batch.files());
    const std::size_t limit = request.options.limit_memory;
    // The limit is measured with all of them open, and forecasts go by the facts of each.
    if (!request.isolate_device) devices = pick_devices(request.caller, request.extras.device, limit > 0);
    // One that is too low ends all before anything is said.
    if (limit > 0) memory_limit(request.caller, limit, std::max<std::size_t>(devices.open.size(), 1));
}

Graph AskedBatch::made_pipeline() {
    Graph graph = batch_pipeline(request, given ? &*given : nullptr);
    if (!request.extras.dataset) return graph;
    before_work([&] { series.emplace(request, std::move(graph)); });
    return series->pipeline();
}

bool AskedBatch::measure(StatsWatcher& watcher) {
    if (!series) return true;
    for (const BatchFile& file : batch.files())
        if (file.input == "-")
            throw wrong_arguments(request.caller, Remedy{"dataset"} +
                                                      " reads each image twice, and stdin "
                                                      "can be read only once");
    const MemoryLimit memory = isolation.share(memory_limit(request.caller, request.options.limit_memory, 1));
    return series->measure(batch, isolation.stages(), devices.open.front(), memory, watcher);
}

Batch AskedBatch::made() {
    BatchOptions options = request.options;
    options.spelling = request.caller.spelling;
    options.log = [messages = request.caller.messages](const LogMessage& message) {
        tell(messages, message);
    };
    options.progress = [this](const BatchProgress& at) { hear(at); };
    options.to_stdout = [](const std::function<void()>& write) {
        const Aside aside;  // the bar may be on the same terminal
        write();
    };
    options.set_aside = [this](std::size_t bytes, bool limited) {
        return isolation.set_aside(bytes, limited);
    };
    if (!request.extras.report.empty()) options.glimpse = glimpse;
    if (series)
        options.set_for = [this](const std::filesystem::path& input) { return series->values_for(input); };
    if (given) options.expect = [this](const ImageFormat& image) { given->expect(image); };
    return about_arguments(request.caller, [&] {
        const std::vector<std::string> inputs = named_inputs(request);
        return Batch(pipeline, {inputs.begin(), inputs.end()}, named_output(request), std::move(options),
                     isolation.stages());
    });
}

void AskedBatch::open_page() {
    if (const std::filesystem::path& path = request.extras.report; !path.empty())
        before_work([&] { page_.emplace(path, report_facts(request, batch)); });
}

Summary AskedBatch::run(const Watcher& watcher, const std::stop_token& stop) {
    watcher_ = watcher;
    return about_arguments(request.caller, [&] {
        if (!request.isolate_device) return batch.run(devices, stop);
        const OpenDevices open = [this] {
            Caller silent = request.caller;
            silent.messages = {.verbose = false, .quiet = true};
            return pick_devices(silent, request.extras.device, request.options.limit_memory > 0);
        };
        return run_in_children(batch, open, stop);
    });
}

void AskedBatch::hear(const BatchProgress& at) {
    if (at.file != nullptr && page_) page_->finished(*at.file);
    watcher_(at);
}

void AskedBatch::complete_page(const Summary& summary) {
    if (page_) page_->complete(summary);
}

}  // namespace sluice::apps
