// Parts of a batch or of statistics, which were made elsewhere, put together; and what sluice.ray needs to
// make them.
#include "apps/python/bindings.hpp"
#include "apps/python/graph_of.hpp"
#include "apps/python/interruptible.hpp"
#include "apps/python/keywords.hpp"

#include "apps/batch/pipeline.hpp"
#include "apps/batch/series.hpp"
#include "apps/merge.hpp"
#include "apps/options/device.hpp"
#include "apps/options/memory_limit.hpp"
#include "apps/stats/merge.hpp"
#include "apps/stats/report.hpp"
#include "apps/text_file.hpp"
#include "io/writable.hpp"
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

#include <algorithm>
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

class Watching : public apps::StatsWatcher {
public:
    explicit Watching(std::stop_token stop) : stop_(std::move(stop)) {}

    void finished(const apps::FileStatistics&, const std::vector<std::string>&) override {}
    bool stops() override { return stop_.stop_requested(); }

private:
    const std::stop_token stop_;
};

std::pair<Summary, Warnings> merge(const Paths& manifests, const std::string& output,
                                   const std::string& report) {
    const nb::gil_scoped_release others_go_on;
    apps::Merged merged = apps::merge(caller_of("merge"), {manifests, output, report});
    return {apps::summary_of(merged.manifests), std::move(merged.warnings)};
}

const Declared<BatchOptions>& reading_again() {
    static const auto options = apps::stats_options().only({"limit_memory", "storage"});
    return options;
}
const Declared<apps::StatsExtras>& of_merging() {
    static const auto options = apps::stats_extras().only({"approximate", "isolate", "device"});
    return options;
}

using CountDigit = std::function<apps::DigitCounts(const apps::WantedDigits& wanted, std::size_t digit)>;

// What `sluice stats --merge` writes, and what is said about it. `count`: of values that are in no files.
std::pair<std::string, Warnings> merge_stats(const Paths& parts, const std::string& output, bool partial,
                                             const Values& given, const Words& worker,
                                             const std::optional<CountDigit>& count) {
    const apps::Caller caller = caller_of("merge_stats");
    Keywords keywords(caller, given);
    const BatchOptions options = keywords.of(reading_again());
    const apps::StatsExtras extras = keywords.of(of_merging());
    keywords.expect_all_taken();
    if (parts.empty()) throw apps::wrong_arguments(caller, "there is no part to merge");
    if (!output.empty()) expect_writable(output);
    const auto merged_text = [&](const std::stop_token& stop) {
        apps::MergedParts merged = apps::merge_parts(caller, parts, partial);
        apps::StatsRequest request = apps::request_of(caller, merged.part.options);
        request.storage = options.storage;
        request.approximate = extras.approximate;
        if (count) {
            apps::find_percentiles(merged.set, request,
                                   [&](const apps::WantedDigits& wanted, std::size_t digit) {
                                       return std::optional((*count)(wanted, digit));
                                   });
        } else {
            const apps::Isolation isolation(caller, extras.isolate, apps::files_ahead(), worker);
            request.memory = isolation.share(apps::memory_limit(caller, options.limit_memory, 1));
            Watching watcher(stop);
            if (!apps::find_percentiles(
                    merged.set, merged.measured, request, isolation.stages(),
                    [&] { return apps::pick_device(caller, extras.device); }, watcher))
                return std::pair<std::string, Warnings>();  // Ctrl-C is raised
        }
        const Warnings warnings = apps::warnings_about(merged.set, request.wanted);
        const std::string text = apps::stats_json(apps::devices_json(merged.devices), std::move(merged.files),
                                                  &merged.set, &merged.part, request.wanted);
        if (!output.empty()) apps::write_text(output, text);
        return std::pair(text, warnings);
    };
    return count ? merged_text({}) : interruptible(merged_text);
}

// The counts of the files that can be read, for a CountDigit. `given`: options of stats().
apps::DigitCounts count_digit(const Paths& paths, const Values& given, const Words& worker,
                              const apps::WantedDigits& wanted, std::size_t digit) {
    const apps::Caller caller = caller_of("stats");
    Keywords keywords(caller, given);
    const BatchOptions options = keywords.of(apps::stats_options());
    const apps::StatsExtras extras = keywords.of(apps::stats_extras());
    const Values load = keywords.of_stage("load");
    keywords.expect_all_taken();
    return interruptible([&](const std::stop_token& stop) {
        apps::StatsRequest request = apps::stats_request(caller, extras, options, load);
        const apps::Isolation isolation(caller, extras.isolate, apps::files_ahead(), worker);
        request.memory = isolation.share(apps::memory_limit(caller, options.limit_memory, 1));
        Watching watcher(stop);
        auto counts = apps::count_digit(
            paths, wanted, digit, request, isolation.stages(), apps::pick_device(caller, extras.device),
            watcher, [](const std::string&, const Wording&) {});  // they were not measured either
        return counts ? std::move(*counts) : apps::DigitCounts();
    });
}

// The options of stats() that measure what batch(dataset=True) with these options measures.
Values series_options(const Values& given, const Changes& set) {
    apps::BatchRequest request{caller_of("batch")};
    Keywords keywords(request.caller, given);
    request.options = keywords.of(batch_options());
    request.extras = keywords.of(apps::batch_extras());
    request.extras.dataset = true;
    request.load = keywords.of_stage("load");
    request.save = keywords.of_stage("save");
    keywords.expect_all_taken();
    for (const auto& [name, value] : set) request.set.push_back({name, value});
    const apps::Series series(request, apps::batch_pipeline(request, nullptr));
    const apps::StatsRequest& measured = series.statistics();
    Values options{{"dataset", true},
                   {"group", measured.grouping.group},
                   {"alpha", std::string(measured.grouping.hidden ? "exclude" : "visible")}};
    if (!measured.wanted.percentiles.empty()) options["percentiles"] = measured.wanted.percentiles;
    const auto take = [&](const std::string& name) {
        if (const auto at = given.find(name); at != given.end()) options.emplace(name, at->second);
    };
    for (const ParamDecl& option : apps::stats_options().params()) take(option.name);
    for (const char* name : {"isolate", "device"}) take(name);
    for (const ParamDecl& param : builtin_stages().find("load")->params)
        if (!param.option.empty()) take(param.option);
    return options;
}

std::vector<ParamDecl> joined(std::vector<ParamDecl> some, const std::vector<ParamDecl>& more,
                              const std::vector<std::string>& without = {}) {
    some.insert(some.end(), more.begin(), more.end());
    std::erase_if(some, [&](const ParamDecl& option) {
        return std::find(without.begin(), without.end(), option.name) != without.end();
    });
    return some;
}

// The options of merge_stats() and of sluice.ray: of its functions for shards, and of normalize().
std::string cluster_stub() {
    const auto of_batch = [](const char* name, const std::vector<std::string>& without, const char* more) {
        return keywords_stub(name, joined(batch_options().params(), apps::batch_extras().params(), without),
                             {"load", "save"}) +
               "    set: Mapping[str, object]\n" + more;
    };
    return params_stub("MergeStatsOptions", joined(of_merging().params(), reading_again().params())) +
           of_batch("ShardsOptions", {"shard", "manifest", "resume", "resume_from", "report", "group_by"},
                    "    vars: Mapping[str, object]\n") +
           of_batch("RowsOptions",
                    {"base", "dataset", "files_from", "glob", "group_by", "manifest", "max_failures", "name",
                     "null", "overwrite", "recursive", "report", "resume", "resume_from", "shard",
                     "shard_size", "stats_from"},
                    "") +
           keywords_stub(
               "MeasureOptions",
               joined(apps::stats_options().params(), apps::stats_extras().params(), {"shard", "dataset"}),
               {"load"});
}

}  // namespace

void bind_merges(nb::module_& module) {
    module.def("merge", &merge, "manifests"_a, "output"_a, "report"_a);
    module.def("merge_stats", &merge_stats, "parts"_a, "output"_a, "partial"_a, "options"_a, "worker"_a,
               "count"_a.none());
    module.def("count_digit", &count_digit, "paths"_a, "options"_a, "worker"_a, "wanted"_a, "digit"_a);
    module.def("series_options", &series_options, "options"_a, "set"_a);
    module.def("cluster_stub", &cluster_stub);
}

}  // namespace sluice::python
