// A short text for everything that determines the bytes of an output, except the input.
#pragma once

#include "pipeline/batch/file_pipeline.hpp"

#include <string>

namespace sluice {

// 16 hexadecimal digits. They are the same for the same stages and parameters, however they were written.
// They change if a parameter changes (also a quality, a compression, or an overridden value), if another file
// that the pipeline reads changes, or if stages are connected differently. They do not depend on threads,
// devices and memory, nor on parameters for whether an output is written and how safely. `copies`:
// Job::copy_unchanged.
std::string fingerprint(const FilePipeline& pipeline, bool copies = false);

}  // namespace sluice
