// Runs a pipeline on the images of a video, one after the other.
#pragma once

#include "pipeline/core/image_file.hpp"
#include "pipeline/run/session.hpp"

#include <cstddef>
#include <stop_token>

namespace sluice {

// Whether one of the files is read image by image (ImageStream).
bool has_images(const ImageFiles& files);

// As run_files(), but image by image, until the shortest of these files ends. Sources of one image give it to
// each frame. `in_flight`: frames that the Session may hold at once; memory does not grow with the others.
// Throws Error(usage) if a Sink takes one image only, or if the pipeline has Tables that a caller reads.
RunResult run_images(Session& session, std::size_t in_flight, const std::stop_token& stop, ImageFiles files);

}  // namespace sluice
