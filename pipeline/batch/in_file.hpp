// What a file holds, however small its picture was read.
#pragma once

#include "pipeline/batch/report.hpp"
#include "pipeline/core/format.hpp"
#include "pipeline/graph/checked_graph.hpp"

#include <cstddef>
#include <string>

namespace sluice {

struct InFile {
    ImageFormat format;      // of the picture in the file, upright
    std::size_t shrink = 1;  // by how much its sides were read smaller
};

// `source`: the id of a Source of a probed graph; it gives an image of format `read`. Reads the header of its
// file once more where its author wrote how small it is to be read; a pipe gives that once, and then the
// format stays `read`. Throws what the probe throws. Any thread.
InFile in_file(const CheckedGraph& graph, const std::string& source, const ImageFormat& read);

// The same, into a report.
void tell_input(const CheckedGraph& graph, const std::string& source, const ImageFormat& read,
                FileReport& report);

}  // namespace sluice
