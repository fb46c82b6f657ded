#include "apps/batch/series.hpp"

#include "pipeline/core/message.hpp"
#include "pipeline/run/prepare.hpp"
#include "pipeline/sluice/plan.hpp"

#include <algorithm>
#include <utility>
#include <vector>

namespace sluice::apps {
namespace {

const CheckedNode& node_of(const CheckedGraph& graph, const char* stage) {
    return *std::find_if(graph.nodes.begin(), graph.nodes.end(),
                         [&](const CheckedNode& node) { return node.stage->name == stage; });
}

std::string group_of(const CheckedNode& normalize) {
    const std::string group = text(normalize.values.at("group"));
    return group == "joint" || group == "luma" ? group : "channel";
}

std::vector<double> percentiles_of(const CheckedNode& normalize) {
    if (text(normalize.values.at("mode")) != "percentile") return {};
    return {std::get<double>(normalize.values.at("low")), std::get<double>(normalize.values.at("high"))};
}

// As `load` of the batch reads files, but never smaller.
Values reading_of(const CheckedNode& load) {
    Values reading = load.values;
    reading.erase("path");
    reading["shrink"] = std::string("never");
    return reading;
}

StatsRequest statistics_of(const BatchRequest& request, const CheckedGraph& graph) {
    const CheckedNode& normalize = node_of(graph, "normalize");
    expect_no_sizes(normalize, "dataset");
    StatsRequest statistics;
    statistics.grouping = {group_of(normalize), text(normalize.values.at("alpha")) == "exclude"};
    statistics.wanted.percentiles = percentiles_of(normalize);
    statistics.reading = reading_of(node_of(graph, "load"));
    statistics.storage = request.options.storage;
    statistics.dataset = true;
    statistics.spelling = request.caller.spelling;
    return statistics;
}

GivenStatistics given_by(const StatisticsFile& statistics) { return {"the data set", statistics, "dataset"}; }

// Numbers of the same kind as those that will be measured.
StatisticsFile placeholder(const StatsRequest& request) {
    StatisticsFile file;
    StatisticsFile::Group& group = file.groups.emplace_back();
    group.name = request.grouping.group == "channel" ? "Y" : request.grouping.group;
    group.min = 0;
    group.max = 1;
    group.mean = 0.5;
    group.std = 1;
    for (const double percent : request.wanted.percentiles)
        group.percentiles.push_back({percent, percent > 50 ? 1.0 : 0.0});
    return file;
}

Graph with_given(Graph graph, const CheckedGraph& checked, const GivenStatistics& given) {
    const auto node = std::find_if(graph.nodes.begin(), graph.nodes.end(),
                                   [](const GraphNode& n) { return n.stage == "normalize"; });
    given.give_to(*node, node_of(checked, "normalize"), [](const std::string&) {});
    return graph;
}

}  // namespace

Series::Series(const BatchRequest& request, Graph pipeline)
    : request_(request),
      pipeline_(std::move(pipeline)),
      checked_(check_or_throw(pipeline_, builtin_stages(), {.paths_later = true})),
      groups_(request.caller, request.extras.group_by),
      statistics_(statistics_of(request, checked_)) {
    open_ = with_given(pipeline_, checked_, given_by(placeholder(statistics_)));
}

bool Series::measure(const Batch& batch, const Registry& stages, const Device& device,
                     const MemoryLimit& memory, StatsWatcher& watcher) {
    statistics_.memory = memory;
    std::map<std::string, std::vector<std::string>> members;
    for (const BatchFile& file : batch.files()) {
        if (!file.fault.empty()) continue;
        if (const auto group = groups_.group_of(file.input)) members[*group].push_back(file.input.string());
    }
    std::vector<std::string> paths;
    for (const auto& [group, files] : members) paths.insert(paths.end(), files.begin(), files.end());

    auto group = members.begin();
    std::size_t done = 0;
    DataSet set;
    std::vector<MeasuredFile> measured;
    bool goes_on = true;
    const auto take = [&](const FileStatistics& file) {
        add(set, file, statistics_.wanted);
        if (file.format)
            measured.push_back(measured_file(file));
        else
            failed_[file.path] = file.error;
        if (++done < group->second.size() || !goes_on) return;
        goes_on = find_percentiles(
            set, measured, statistics_, stages, [&] { return device; }, watcher);
        if (goes_on && set.count > 0) give(group->first, set);
        set = {};
        measured.clear();
        done = 0;
        ++group;
    };
    return measure_files(paths, statistics_, stages, device, watcher, take) && goes_on;
}

void Series::give(const std::string& group, const DataSet& set) {
    try {
        const GivenStatistics given = given_by(statistics_file(set, statistics_.wanted));
        const CheckedNode& normalize = node_of(checked_, "normalize");
        const Warn warn = [&](const std::string& text) { request_.caller.messages.warning(text); };
        for (const auto& [name, value] : given.numbers(normalize.values, warn))
            values_[group].emplace(normalize.id + "." + name, value);
    } catch (const Error& error) {
        faults_[group] = error.text();
    }
}

std::map<std::string, Value> Series::values_for(const std::filesystem::path& input) const {
    const auto refuse = [](const Wording& why) { throw Error(Error::Kind::input, "", why); };
    if (const auto failed = failed_.find(input.string()); failed != failed_.end()) refuse(failed->second);
    const auto group = groups_.group_of(input);
    if (!group) refuse("does not match " + Remedy{"group_by"} + ", so it has no range");
    if (const auto fault = faults_.find(*group); fault != faults_.end()) refuse(fault->second);
    const auto values = values_.find(*group);
    if (values == values_.end()) refuse("was not measured");
    return values->second;
}

}  // namespace sluice::apps
