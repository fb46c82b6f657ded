// Folders of files: what `sluice batch` and `sluice stats` do, with their options.
#include "apps/python/arrays.hpp"
#include "apps/python/bindings.hpp"
#include "apps/python/graph_of.hpp"
#include "apps/python/interruptible.hpp"
#include "apps/python/keywords.hpp"
#include "apps/python/spelling.hpp"

#include "apps/batch/prepare.hpp"
#include "apps/options/device.hpp"
#include "apps/options/isolate.hpp"
#include "apps/options/memory_limit.hpp"
#include "apps/stats/collect.hpp"
#include "apps/stats/measure.hpp"
#include "io/codec_options.hpp"
#include "pipeline/batch/manifest.hpp"
#include "pipeline/core/copy_rows.hpp"
#include "pipeline/graph/describe/describe.hpp"
#include "pipeline/sluice/batch/options.hpp"
#include "pipeline/sluice/plan.hpp"

#include <nanobind/stl/function.h>
#include <nanobind/stl/map.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/variant.h>
#include <nanobind/stl/vector.h>

#include <functional>
#include <optional>
#include <stop_token>
#include <string>
#include <utility>
#include <vector>

namespace nb = nanobind;
using namespace nb::literals;

namespace sluice::python {
namespace {

using Paths = std::vector<std::string>;
using Words = std::vector<std::string>;
using PipelineText = std::pair<std::string, std::string>;  // with the name of its file, or ""
using Settings = Changes;
// Hears of each file: how many are finished, how many there are, and how it fared, as JSON.
using Progress = std::function<void(std::size_t finished, std::size_t total, const std::string& json)>;

// As the page of a batch shows them.
std::vector<std::pair<std::string, std::string>> shown(const Values& given, const Settings& set) {
    const auto word = [](const Value& value) {
        const auto* text = std::get_if<std::string>(&value);
        return text != nullptr ? *text : sluice::text(value);
    };
    std::vector<std::pair<std::string, std::string>> options;
    for (const auto& [name, value] : given)
        if (value != Value(false))
            options.emplace_back(apps::option_name(name), value == Value(true) ? "" : word(value));
    for (const auto& [name, value] : set) options.emplace_back("set", name + "=" + word(value));
    return options;
}

// The first look at the images of a batch that share a range.
class Measuring : public apps::StatsWatcher {
public:
    Measuring(Progress progress, std::size_t total, std::stop_token stop)
        : progress_(std::move(progress)), total_(total), stop_(std::move(stop)) {}

    void finished(const apps::FileStatistics& file, const std::vector<std::string>&) override {
        ++finished_;
        if (!progress_) return;
        apps::Json line = apps::Json::object();
        apps::put_path(line, file.path);
        line["status"] = file.format ? "measured" : "failed";
        if (!file.format) line["error"] = file.error;
        progress_(finished_, total_, apps::one_line(line));
    }
    bool stops() override { return stop_.stop_requested(); }

private:
    const Progress progress_;
    const std::size_t total_;
    const std::stop_token stop_;
    std::size_t finished_ = 0;
};

std::pair<Summary, Warnings> batch(const Paths& inputs, const std::string& output,
                                   const std::optional<PipelineText>& pipeline, const Values& given,
                                   const Settings& set, const Words& worker, const Progress& progress) {
    apps::BatchRequest request{caller_of("batch"), inputs, output};
    Changes changes = set;
    if (pipeline) {
        const auto& [text, file] = *pipeline;
        request.pipeline = graph_of(text, file, changes);
        request.pipeline_name = file;
        for (const char* other : {"normalize", "stats_from"})
            if (given.count(other) > 0)
                throw apps::wrong_arguments(
                    request.caller, Remedy{"pipeline"} + " and " + Remedy{other} + " do not go together");
    }
    Keywords keywords(request.caller, given);
    request.options = keywords.of(batch_options(), pipeline ? options_in(*request.pipeline) : BatchOptions());
    request.extras = keywords.of(apps::batch_extras());
    request.load = keywords.of_stage("load");
    request.save = keywords.of_stage("save");
    keywords.expect_all_taken();
    for (const auto& [name, value] : changes) request.set.push_back({name, value});
    request.given = shown(given, set);
    return interruptible([&](const std::stop_token& stop) {
        apps::AskedBatch batch(request, worker);
        batch.open_page();
        const std::size_t files = batch.batch.files().size(), first = batch.series ? files : 0;
        Measuring measuring(progress, first + files, stop);
        if (!batch.measure(measuring)) return std::pair(Summary(), Warnings());  // Ctrl-C is raised
        const auto hear = [&](const BatchProgress& at) {
            if (progress && at.file != nullptr)
                progress(first + at.finished, first + at.files, manifest_line(*at.file, {}));
        };
        const Summary summary = batch.run(hear, stop);
        batch.complete_page(summary);
        return std::pair(summary, doubts(batch.isolation));
    });
}

class StatsProgress : public apps::StatsWatcher {
public:
    StatsProgress(Progress progress, std::size_t total, const apps::StatsRequest& request,
                  std::stop_token stop)
        : progress_(std::move(progress)), total_(total), request_(request), stop_(std::move(stop)) {}

    void finished(const apps::FileStatistics& file, const std::vector<std::string>&) override {
        ++finished_;
        if (progress_) progress_(finished_, total_, stats_json({"", {file}}, request_.wanted));
    }
    bool stops() override { return stop_.stop_requested(); }

private:
    const Progress progress_;
    const std::size_t total_;
    const apps::StatsRequest& request_;
    const std::stop_token stop_;
    std::size_t finished_ = 0;
};

struct AskedStats {
    explicit AskedStats(const Values& given) {
        Keywords keywords(caller, given);
        options = keywords.of(apps::stats_options());
        extras = keywords.of(apps::stats_extras());
        const Values load = keywords.of_stage("load");
        keywords.expect_all_taken();
        request = stats_request(caller, extras, options, load);
    }

    apps::Caller caller = caller_of("stats");
    BatchOptions options;
    apps::StatsExtras extras;
    apps::StatsRequest request;
};

// The report as JSON, and what is said about the data set.
std::pair<std::string, Warnings> stats(const Paths& paths, const Values& given, const Words& worker,
                                       const Progress& progress) {
    AskedStats asked(given);
    return interruptible([&](const std::stop_token& stop) {
        apps::StatsRequest& request = asked.request;
        const apps::Isolation isolation(asked.caller, asked.extras.isolate, apps::files_ahead(), worker);
        const Listing listing = stats_inputs(asked.caller, paths, asked.options.recursive, request.shard);
        StatsProgress watcher(progress, listing.files.size() + listing.faults.size(), request, stop);
        const Device device = pick_device(asked.caller, asked.extras.device);
        request.memory = isolation.share(apps::memory_limit(asked.caller, asked.options.limit_memory, 1));
        const auto report = collect_statistics(listing, request, isolation.stages(), device, watcher);
        if (!report) return std::pair<std::string, Warnings>();  // Ctrl-C is raised
        Warnings warnings = doubts(isolation);
        warnings.insert(warnings.end(), report->warnings.begin(), report->warnings.end());
        return std::pair(stats_json(*report, request.wanted), warnings);
    });
}

// The same of one array.
std::string stats_of_array(const Values& given, const ConstPixels& pixels, const ImageFormat& format) {
    const AskedStats asked(given);
    const ConstHostView view = interleaved_view_of(pixels, format);
    return interruptible([&](const std::stop_token&) {
        const apps::StatsRequest& request = asked.request;
        ImageFormat plain = format;
        plain.order = Order::rgb;
        HostImage image(plain);
        copy_rows(view, image.view());
        apps::Measurer measurer(pick_device(asked.caller, asked.extras.device), request.storage,
                                request.grouping, request.wanted);
        const apps::FileStatistics found{"", plain, "", measurer.measure(image.view())};
        return stats_json({measurer.device().facts().name, {found}}, request.wanted);
    });
}

std::vector<ParamDecl> both(std::vector<ParamDecl> some, const std::vector<ParamDecl>& more) {
    some.insert(some.end(), more.begin(), more.end());
    return some;
}

std::string options_stub() {
    return "\"\"\"The options of batch(), stats(), read() and write(); made from their "
           "declarations.\"\"\"\n\n"
           "from collections.abc import Mapping, Sequence\nfrom os import PathLike\n"
           "from typing import Literal, TypedDict\n" +
           keywords_stub("BatchOptions", both(batch_options().params(), apps::batch_extras().params()),
                         {"load", "save"}) +
           "    set: Mapping[str, object]\n    vars: Mapping[str, object]\n" +
           keywords_stub("StatsOptions", both(apps::stats_options().params(), apps::stats_extras().params()),
                         {"load"}) +
           params_stub("ReadOptions", load_options()) + params_stub("WriteOptions", save_options());
}

}  // namespace

void bind_folders(nb::module_& module) {
    nb::class_<Summary>(module, "Summary", "The result of a batch.")
        .def_ro("done", &Summary::done)
        .def_ro("failed", &Summary::failed)
        .def_ro("skipped", &Summary::skipped, "files whose results already existed and were kept")
        .def_ro("copied", &Summary::copied, "how many of `done` are copies, because nothing changed")
        .def_ro("left", &Summary::left, "files that were not started, because the run was stopped")
        .def_ro("seconds", &Summary::seconds)
        .def_ro("devices", &Summary::devices)
        .def_ro("lost", &Summary::lost, "devices that were lost or could not be opened, and why")
        .def_prop_ro("failures",
                     [](const Summary& summary) {
                         std::vector<std::pair<std::string, std::string>> failures;
                         for (const Summary::Failure& failure : summary.failures)
                             failures.emplace_back(failure.input.string(), failure.reason);
                         return failures;
                     })
        .def("__repr__", [](const Summary& summary) {
            return "Summary(done=" + std::to_string(summary.done) +
                   ", failed=" + std::to_string(summary.failed) +
                   ", skipped=" + std::to_string(summary.skipped) + ")";
        });
    module.def("batch", &batch, "inputs"_a, "output"_a, "pipeline"_a.none(), "options"_a, "set"_a, "worker"_a,
               "progress"_a.none());
    module.def("stats", &stats, "paths"_a, "options"_a, "worker"_a, "progress"_a.none());
    module.def("stats_of_array", &stats_of_array, "options"_a, "pixels"_a, "format"_a);
    module.def("serve_as_decoding_worker", &apps::serve_as_decoding_worker,
               "Decodes for the parent process, until that ends.");
    module.def("options_stub", &options_stub);
    module.def("command_help", [](const std::string& name) {
        return apps::command_help(name == "batch" ? apps::batch_command() : apps::stats_command());
    });
}

}  // namespace sluice::python
