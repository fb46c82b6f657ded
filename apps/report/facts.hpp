// What the head of a report tells about a run before it begins.
#pragma once

#include "apps/command.hpp"
#include "pipeline/batch/job.hpp"

#include <string>
#include <utility>
#include <vector>

namespace sluice::apps {

// "normalize mode=minmax | save quality=95": with the parameters that the author wrote.
std::string pipeline_words(const CheckedGraph& graph);

// Names and values: date, pipeline, inputs, options that were given.
std::vector<std::pair<std::string, std::string>> report_facts(const Arguments& arguments, const Job& job);

}  // namespace sluice::apps
