#include "apps/batch/prepare.hpp"

#include "apps/batch/files.hpp"
#include "apps/batch/given_statistics.hpp"
#include "apps/batch/pipeline.hpp"
#include "apps/options/about_arguments.hpp"
#include "apps/options/apart.hpp"
#include "apps/options/declared.hpp"
#include "apps/options/device.hpp"
#include "apps/options/memory_limit.hpp"
#include "apps/report/facts.hpp"
#include "apps/report/glimpse.hpp"
#include "apps/terminal/bar.hpp"
#include "apps/terminal/terminal.hpp"
#include "apps/text_file.hpp"
#include "pipeline/core/message.hpp"
#include "pipeline/files/extension.hpp"
#include "pipeline/sluice/batch/before_work.hpp"
#include "pipeline/sluice/batch/options.hpp"

#include <algorithm>
#include <filesystem>
#include <memory>
#include <utility>
#include <vector>

namespace sluice::apps {
namespace {

bool is_to_stdout(const Arguments& arguments) {
    return arguments.has("manifest") && arguments.text("manifest") == "-";
}

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

BatchOptions options_of(const Arguments& arguments) {
    BatchOptions options = given_options(arguments);
    if (is_to_stdout(arguments)) options.manifest.clear();
    options.spelling = arguments.spelling;
    options.log = [messages = arguments.messages](const LogMessage& message) { tell(messages, message); };
    return options;
}

// A text of the program's own takes the place of no picture, and of no file that another option names.
void check_apart(const Arguments& arguments, const std::string& option,
                 const std::vector<std::string>& others, const std::vector<BatchFile>& files) {
    std::vector<TakenFile> taken = files_of_options(arguments, others);
    for (const BatchFile& file : files)
        for (const auto& path : {file.input, file.output})
            taken.push_back({path.string(), "an input or an output"});
    expect_apart(arguments, option, taken);
}

Batch asked(const Arguments& arguments, const Registry& stages, AskedBatch::Watcher progress) {
    check_apart(arguments, "manifest", {"stats-from", "pipeline", "files-from"}, {});
    BatchOptions options = options_of(arguments);
    options.progress = std::move(progress);
    // The pipeline first: a wrong one ends all before a file is looked at.
    std::optional<GivenStatistics> given;
    if (arguments.has("stats-from")) before_work([&] { given.emplace(arguments.text("stats-from")); });
    if (given) options.expect = [given](const ImageFormat& image) { given->expect(image); };
    const Graph graph = batch_pipeline(arguments, stages, given ? &*given : nullptr);
    return about_arguments(arguments, [&] {
        const std::vector<std::string> inputs = named_inputs(arguments);
        return Batch(graph, {inputs.begin(), inputs.end()}, output_option(arguments), options, stages);
    });
}

void check_report(const Arguments& arguments, const std::vector<BatchFile>& files) {
    if (!arguments.has("report")) return;
    const std::string& path = arguments.text("report");
    if (path == "-") throw wrong_arguments(arguments, "--report is a file, not -");
    check_apart(arguments, "report", {"manifest", "stats-from", "pipeline", "files-from"}, files);
    expect_writable(path);
    const std::string extension = extension_of(path);
    if (extension != "html" && extension != "htm")
        throw wrong_arguments(arguments,
                              "--report " + in_quotes(path) + ": the page is HTML: name it " +
                                  in_quotes(std::filesystem::path(path).stem().string() + ".html"));
}

void check_records(const Arguments& arguments, const std::vector<BatchFile>& files) {
    const bool standard =
        std::any_of(files.begin(), files.end(), [](const BatchFile& file) { return file.output == "-"; });
    if (is_to_stdout(arguments) && standard)
        throw wrong_arguments(arguments, "--manifest '-' is an input or an output");
    check_report(arguments, files);
}

}  // namespace

AskedBatch::AskedBatch(const Arguments& arguments, const WorkerCommand& worker)
    : isolation(arguments, workers_of(given_options(arguments)), worker),
      batch(asked(arguments, isolation.stages(), [this](const BatchProgress& at) { hear(at); })),
      arguments_(arguments) {
    check_records(arguments, batch.files());
    // The limit is measured with all of them open, and forecasts go by the facts of each.
    devices = pick_devices(arguments, arguments.has("limit-memory"));
    job().memory = isolation.share(memory_limit(arguments, devices.open.size()));
}

void AskedBatch::open_records() {
    if (arguments_.has("report")) {
        before_work([&] { page_.emplace(arguments_.text("report"), report_facts(arguments_, job())); });
        job().glimpse = glimpse;
    }
    if (!is_to_stdout(arguments_)) return;
    before_work([&] { to_stdout_.emplace("-", only_device(devices), batch.state().fingerprint); });
}

Summary AskedBatch::run(const Watcher& watcher, const std::stop_token& stop) {
    watcher_ = watcher;
    return batch.run(devices, stop);
}

void AskedBatch::hear(const BatchProgress& at) {
    if (at.file != nullptr && to_stdout_) write_line(*at.file);
    if (at.file != nullptr && page_) page_->finished(*at.file);
    watcher_(at);
}

// The reader may be gone: pictures matter more.
void AskedBatch::write_line(const FileReport& report) {
    const Aside aside;  // they may be on one terminal
    try {
        if (!unread_) to_stdout_->finished(report);
    } catch (const Error&) {
        if (!stdout_is_closed()) throw;
        unread_ = true;
    }
}

void AskedBatch::complete_page(const Summary& summary) {
    if (page_) page_->complete(summary);
}

}  // namespace sluice::apps
