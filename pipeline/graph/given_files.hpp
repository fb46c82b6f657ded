// Files for the ends of a pipeline, as whoever runs it names them: "photo.jpg out.png", "left=a.png out.png".
#pragma once

#include "pipeline/core/api.hpp"
#include "pipeline/graph/graph.hpp"
#include "pipeline/graph/registry.hpp"

#include <string>
#include <vector>

namespace sluice {

struct NamedFile {
    std::string node;  // the id of a Source or Sink; "" = the next one that has no path
    std::string path;
};

// From words: "NAME=PATH", or a path. A '/' before the first '=' makes a path of it: "./a=b.png".
SLUICE_API std::vector<NamedFile> given_files(const std::vector<std::string>& words);

// The graph with the ends that these files need: as wrapped() does, a `load` in front of a graph that has no
// Source, and a `save` behind one that has no Sink, if a file is left for it. If the first stage takes a list
// of images, it gets a `load` for each file but those of Sinks. No files: the graph as it is.
SLUICE_API Graph with_ends(Graph graph, const std::vector<NamedFile>& files, const Registry& registry);

// Sets the paths of Sources and Sinks that have none. Files without a node go to the Sources first, then to
// the Sinks, each in the order of the graph. Throws Error(usage) for too many files, for too few, for a node
// that does not exist, and for a node that has a path. No files: nothing is done.
SLUICE_API void fill_paths(Graph& graph, const std::vector<NamedFile>& files, const Registry& registry);

}  // namespace sluice
