// Folders of files: what `sluice batch` and `sluice stats` do, with their options.
#include "apps/python/arrays.hpp"
#include "apps/python/bindings.hpp"
#include "apps/python/options_stub.hpp"
#include "apps/python/spelling.hpp"

#include "apps/batch/prepare.hpp"
#include "apps/options/device.hpp"
#include "apps/options/isolate.hpp"
#include "apps/options/memory_limit.hpp"
#include "apps/stats/collect.hpp"
#include "apps/stats/measure.hpp"
#include "io/codec_options.hpp"
#include "pipeline/device/forked.hpp"
#include "pipeline/graph/describe/describe.hpp"
#include "pipeline/run/pack.hpp"
#include "pipeline/sluice/plan.hpp"

#include <nanobind/stl/function.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <chrono>
#include <functional>
#include <future>
#include <optional>
#include <stop_token>
#include <string>
#include <utility>
#include <vector>

namespace nb = nanobind;
using namespace nb::literals;

namespace sluice::python {
namespace {

using Words = std::vector<std::string>;
// Hears of each file: how many are finished, how many there are, and how it fared, as JSON.
using Progress = std::function<void(std::size_t finished, std::size_t total, const std::string& json)>;
using Warnings = std::vector<std::string>;

// Does work(std::stop_token) on another thread, so that Ctrl-C is seen here: it stops the work, and is raised
// once that has ended.
template <class Work>
auto interruptible(const Work& work) {
    constexpr std::chrono::milliseconds between_looks{50};
    refuse_forked();
    std::stop_source stop;
    auto result = std::async(std::launch::async, work, stop.get_token());
    std::optional<nb::python_error> raised;
    {
        const nb::gil_scoped_release others_go_on;
        while (result.wait_for(between_looks) != std::future_status::ready) {
            if (raised) continue;
            const nb::gil_scoped_acquire python;
            if (PyErr_CheckSignals() == 0) continue;
            raised.emplace();
            stop.request_stop();
        }
    }
    if (raised) throw std::move(*raised);
    return result.get();
}

apps::Arguments arguments_of(const apps::Command& command, const Words& words) {
    apps::Arguments arguments = apps::parse(command, words);
    for (const std::string& option : for_command_lines)
        if (arguments.has(option))
            throw apps::wrong_arguments(arguments, option + " is only for the command line");
    arguments.messages.quiet = true;  // callers hear what there is to say
    arguments.spelling = in_python;
    return arguments;
}

Warnings doubts(const apps::Isolation& isolation) {
    return isolation.doubt().empty() ? Warnings() : Warnings{isolation.doubt()};
}

std::pair<Summary, Warnings> batch(const Words& words, const Words& worker, const Progress& progress) {
    const apps::Arguments arguments = arguments_of(apps::batch_command(), words);
    return interruptible([&](const std::stop_token& stop) {
        apps::AskedBatch batch(arguments, worker);
        batch.open_records();
        const auto hear = [&](const BatchProgress& at) {
            if (progress && at.file != nullptr) progress(at.finished, at.files, manifest_line(*at.file, {}));
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
        if (progress_) progress_(finished_, total_, stats_json({"", {file}, {}, {}}, request_.wanted));
    }
    bool stops() override { return stop_.stop_requested(); }

private:
    const Progress progress_;
    const std::size_t total_;
    const apps::StatsRequest& request_;
    const std::stop_token stop_;
    std::size_t finished_ = 0;
};

// The report as JSON, and what is said about the data set.
std::pair<std::string, Warnings> stats(const Words& words, const Words& worker, const Progress& progress) {
    const apps::Arguments arguments = arguments_of(apps::stats_command(), words);
    return interruptible([&](const std::stop_token& stop) {
        apps::StatsRequest request = stats_request(arguments);
        const apps::Isolation isolation(arguments, apps::files_ahead(), worker);
        const Listing listing = stats_inputs(arguments);
        StatsProgress watcher(progress, listing.files.size() + listing.faults.size(), request, stop);
        const Device device = pick_device(arguments);
        request.memory = isolation.share(apps::memory_limit(arguments, 1));
        const auto report = collect_statistics(listing, request, isolation.stages(), device, watcher);
        if (!report) return std::pair<std::string, Warnings>();  // Ctrl-C is raised
        Warnings warnings = doubts(isolation);
        warnings.insert(warnings.end(), report->warnings.begin(), report->warnings.end());
        return std::pair(stats_json(*report, request.wanted), warnings);
    });
}

// The same of one array.
std::string stats_of_array(const Words& words, const ConstPixels& pixels, const ImageFormat& format) {
    const apps::Arguments arguments = arguments_of(apps::stats_command(), words);
    const auto view = view_of(pixels, format);
    if (!view) throw Error(Error::Kind::usage, "array", "its layout is not that of an image");
    return interruptible([&](const std::stop_token&) {
        const apps::StatsRequest request = stats_request(arguments);
        ImageFormat plain = format;
        plain.order = Order::rgb;
        HostImage image(plain);
        copy_rows(*view, image.view());
        apps::Measurer measurer(pick_device(arguments), request.storage, request.grouping);
        apps::FileStatistics found{"", plain, "", measurer.measure(image.view())};
        if (request.wanted.any())
            for (std::size_t i = 0; i < found.channels.size(); ++i)
                found.channels[i].distribution = distribution(
                    image.view(), apps::groups_of(plain, request.grouping).at(i), request.wanted);
        return stats_json({measurer.device().facts().name, {found}, {}, {}}, request.wanted);
    });
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
    module.def("batch", &batch, "words"_a, "worker"_a, "progress"_a.none());
    module.def("stats", &stats, "words"_a, "worker"_a, "progress"_a.none());
    module.def("stats_of_array", &stats_of_array, "words"_a, "pixels"_a, "format"_a);
    module.def("serve_as_decoding_worker", &apps::serve_as_decoding_worker,
               "Decodes for the parent process, until that ends.");
    module.def("options_stub", [] {
        return "\"\"\"The options of batch(), stats(), read() and write(); made from their "
               "declarations.\"\"\"\n\n"
               "from collections.abc import Mapping, Sequence\nfrom os import PathLike\n"
               "from typing import Literal, TypedDict\n" +
               options_stub("BatchOptions", apps::batch_command()) +
               options_stub("StatsOptions", apps::stats_command()) +
               params_stub("ReadOptions", load_options()) + params_stub("WriteOptions", save_options());
    });
    module.def("command_help", [](const std::string& name) {
        return apps::command_help(name == "batch" ? apps::batch_command() : apps::stats_command());
    });
}

}  // namespace sluice::python
