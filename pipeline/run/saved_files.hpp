// Compares the files that a pipeline reads and writes, before anything is done.
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

// A node of a graph or of a plan. Refers to it, so the graph or plan must outlive it.
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

// All files that the pipeline reads: images, and files of other stages.
std::vector<std::filesystem::path> files_read(const std::vector<FileNode>& nodes);

// The file that a Sink writes; "-" is stdout, "" is none or not known yet.
std::string output_of(const FileNode& node);

// The parameter `overwrite` of a Sink; nothing if it has none.
std::optional<Overwrite> overwrite_of(const FileNode& sink);

// Rejects file names, whatever the files contain. Throws Error(usage) with the place of the second node if
// two nodes read stdin or write the same file. Throws Error(usage, path) if an output is a file that the
// pipeline reads.
void refuse_files(const std::vector<FileNode>& nodes);

// The results that need not be written, by the id of their Sink, and why: "exists", "is up to date". Depends
// on `overwrite` of the Sink; a Sink without it replaces files. Throws as refuse_files() does, and
// FileExists(path) if an output exists and must not be replaced.
std::map<std::string, std::string> results_to_keep(const std::vector<FileNode>& nodes);

// The values for a Sink, so that it does not replace a file that has appeared since.
Values placed_values(const FileNode& sink, const std::vector<FileNode>& nodes);

}  // namespace sluice
