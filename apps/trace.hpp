// What took how long, in the format of Chrome's about:tracing and ui.perfetto.dev.
#pragma once

#include "pipeline/run/session.hpp"

#include <string>
#include <vector>

namespace sluice::apps {

// One JSON object; times in microseconds from the first span of each clock on.
std::string trace_json(const std::vector<Span>& spans);

}  // namespace sluice::apps
