// One short text for everything but the input that decides what bytes an output has.
#pragma once

#include "pipeline/batch/file_pipeline.hpp"

#include <string>

namespace sluice {

// 16 hexadecimal digits. The same for the same stages with the same parameters, however they were written;
// another one when a parameter changes (quality, compression, what --set says), a file that the pipeline
// reads beside the input, or the way the stages are connected. Threads, devices and memory have no part in
// it, nor have parameters that decide whether there is an output, or how safely it lies on the disk.
// `copies`: Job::copy_unchanged.
std::string fingerprint(const FilePipeline& pipeline, bool copies = false);

}  // namespace sluice
