// Pictures that a pipeline leaves as they are: their files are copied, byte for byte. A JPEG that is encoded
// again would lose for nothing.
#pragma once

#include "pipeline/batch/report.hpp"
#include "pipeline/core/host_image.hpp"
#include "pipeline/core/image_writer.hpp"
#include "pipeline/graph/checked_graph.hpp"
#include "pipeline/graph/graph.hpp"

namespace sluice {

// Whether two images have one format and the same samples, bit for bit. What pads pixels and rows does not
// count.
bool same_pixels(const ConstHostView& a, const ConstHostView& b);

// Whether an image of this format has the colour profile of a file, and not another one by now.
bool has_profile_of(const ImageFormat& format, const Metadata& file);

// Whether the options of a Sink say nothing about how the picture is encoded: only where, and how safely.
bool only_says_where(const CheckedNode& sink);

// Copies the input of a file to its output, which appears by a rename. False, and nothing was done: the
// content of the input is of another format than `writer` would write, or it is no longer the file that was
// read. REQUIRES: report.input_stamp, and of a file with several pictures none was left out. Throws
// Error(input, output) when it cannot be written, and FileExists as write_file does.
bool copy_file(const FileReport& report, ImageWriter& writer, bool durable);

}  // namespace sluice
