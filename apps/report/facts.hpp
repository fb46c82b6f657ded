// What the head of a report tells about a run before it begins.
#pragma once

#include "apps/batch/request.hpp"
#include "pipeline/sluice/batch.hpp"

#include <string>
#include <utility>
#include <vector>

namespace sluice::apps {

// Names and values: date, pipeline, inputs, options that were given. Pipeline and options are written as a
// shell takes them: --pipeline 'load | normalize mode=minmax | save quality=95' does the same once more.
std::vector<std::pair<std::string, std::string>> report_facts(const BatchRequest& request,
                                                              const Batch& batch);

}  // namespace sluice::apps
