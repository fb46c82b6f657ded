// The files that a pipeline reads and writes, compared before anything is done.
#pragma once

#include "pipeline/core/error.hpp"
#include "pipeline/core/overwrite.hpp"
#include "pipeline/graph/stage.hpp"

#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace sluice {

// A node of a graph or of a plan; what is pointed to must outlive it.
struct FileNode {
    const std::string* id;
    const StageDef* stage;
    const Values* values;
    const Place* place;
};
template <class Nodes>
std::vector<FileNode> file_nodes(const Nodes& nodes) {
    std::vector<FileNode> result;
    for (const auto& node : nodes) result.push_back({&node.id, node.stage, &node.values, &node.place});
    return result;
}

// Every file that the pipeline reads: the images that it loads, and what other stages name.
std::vector<std::filesystem::path> files_read(const std::vector<FileNode>& nodes);

// The file that a Sink writes; "-" is stdout; "" for one that writes none, or does not know it yet.
std::string output_of(const FileNode& node);

// What the parameter `overwrite` of a Sink says; nothing for one that has none.
std::optional<Overwrite> overwrite_of(const FileNode& sink);

// Refuses what the names tell, whatever is in the files: two nodes that read stdin or write one file,
// Error(usage) with the place of the second; an output that is a file which the pipeline reads, Error(usage,
// path).
void refuse_files(const std::vector<FileNode>& nodes);

// Results that are not to be written, by the id of their Sink, and why: "exists", "is up to date". What goes
// by is `overwrite` of the Sink; one without it replaces what is there. Throws as refuse_files(), and
// FileExists(path) for an output that exists and is not to be replaced.
std::map<std::string, std::string> results_to_keep(const std::vector<FileNode>& nodes);

// What a Sink is told, so that it does not replace what came into the place of its file since.
Values placed_values(const FileNode& sink, const std::vector<FileNode>& nodes);

}  // namespace sluice
