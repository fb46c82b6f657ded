// Host memory for the results of a plan.
#pragma once

#include "pipeline/core/host_image.hpp"
#include "pipeline/core/image_memory.hpp"
#include "pipeline/plan/plan.hpp"
#include "pipeline/run/session.hpp"

#include <map>
#include <memory_resource>
#include <string>

namespace sluice {

// By the id of the Sink.
using HostImages = std::map<std::string, HostImage>;

// An image for the result of each Sink, as a device that shares memory can write it; pixels are whatever the
// memory held. `memory`: outlives them.
HostImages images_for_results(const ExecutionPlan& plan, std::pmr::memory_resource* memory = image_memory());
// For Session::submit.
std::map<std::string, ResultPlace> views_of(HostImages& images);

}  // namespace sluice
