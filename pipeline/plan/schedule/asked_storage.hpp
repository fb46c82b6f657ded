// Which storage a caller wants for single images of a plan.
#pragma once

#include "pipeline/plan/options.hpp"
#include "pipeline/plan/primitives/primitives.hpp"

#include <cstddef>
#include <map>

namespace sluice {

// By the node that makes the image: PlanOptions::storage_of, whose names are those of Sources and Sinks.
// Throws Error(usage) for a name that is none of them, with the nearest one, and where two names want one
// image in two storages.
std::map<std::size_t, StorageChoice> asked_storages(const Primitives& graph, const PlanOptions& options);

}  // namespace sluice
