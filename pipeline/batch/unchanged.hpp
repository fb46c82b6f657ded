// Copies the files of images that a pipeline does not change, byte for byte. Encoding a JPEG again would only
// lose quality.
#pragma once

#include "pipeline/batch/report.hpp"
#include "pipeline/core/host_image.hpp"
#include "pipeline/core/image_writer.hpp"
#include "pipeline/graph/checked_graph.hpp"
#include "pipeline/graph/graph.hpp"

namespace sluice {

// Whether two images have the same format and the same samples, bit for bit. Padding does not count.
bool same_pixels(const ConstHostView& a, const ConstHostView& b);

// Whether an image of this format still has the colour profile of a file.
bool has_profile_of(const ImageFormat& format, const Metadata& file);

// Whether the options of a Sink only say where and how safely a file is written, or what is done to the image
// before (then its pixels tell), and not how it is encoded.
bool only_says_where(const CheckedNode& sink);

// Copies the input to its output, atomically. Returns false, and does nothing, if the input has another file
// format than `writer` would write, or is no longer the file that was read. REQUIRES: report.input_stamp is
// set, and all images of the file were read. Throws Error(input, output) if the output cannot be written, and
// FileExists as write_file() does.
bool copy_file(const FileReport& report, ImageWriter& writer, bool durable);

}  // namespace sluice
