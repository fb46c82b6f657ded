// Stages whose Sources read files in worker processes.
#pragma once

#include "pipeline/graph/registry.hpp"
#include "pipeline/isolated/workers.hpp"

#include <memory>

namespace sluice::isolated {

// The same stages, but that no byte of a file is looked at by this process where a Source of `stages` reads
// it: each of its functions is called in a worker, which must have the same stages. Errors and warnings are
// those of the Source; a worker that ends, or takes too long or too much memory, is an Error(input) of its
// file. Pixels lie in memory that is shared with the worker. `workers` must outlive the images. Any thread.
//
// `which`: all files, or those alone whose decoder may end the process (Codec::isolated); the others, and
// what comes through a pipe, are read here.
enum class Isolated { all, dangerous };
Registry isolated_stages(const Registry& stages, Workers& workers, Isolated which = Isolated::all);

}  // namespace sluice::isolated
