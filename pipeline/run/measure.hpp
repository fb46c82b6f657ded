// Finds the sizes that follow from pixels, so that a pipeline with such stages can be planned for an image.
#pragma once

#include "pipeline/core/warn.hpp"
#include "pipeline/device/device.hpp"
#include "pipeline/graph/checked_graph.hpp"
#include "pipeline/plan/rewrite/open_sources.hpp"
#include "pipeline/run/prepare.hpp"
#include "pipeline/run/session.hpp"

#include <map>
#include <stop_token>
#include <string>

namespace sluice {

// Runs what measures (measured.hpp), and replaces the stages whose size follows from pixels by what they
// become for these images. Does nothing if there are none. `images`: of the Sources that read no file. An
// image that is decoded as a whole for this stays in `opened`, so that it is decoded once. `warn` receives
// what is said about decoding, and what the stages say. Waits for the device. Throws as prepare() and
// Session::submit() do, and Stopped before an image is read if `stop` is requested.
void measure(CheckedGraph& graph, Opened& opened, const std::map<std::string, SubmittedImage>& images,
             const Device& device, const PrepareOptions& options, const Warn& warn = {},
             const std::stop_token& stop = {});

// As prepare(), for a part of a pipeline that measures. Options about other parts do not apply.
ExecutionPlan prepare_to_measure(const CheckedGraph& part, Opened& opened, const DeviceFacts& device,
                                 PrepareOptions options);

}  // namespace sluice
