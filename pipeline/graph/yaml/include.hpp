// `include:` of pipeline files: files that are stages of others.
#pragma once

#include "pipeline/core/error.hpp"
#include "pipeline/graph/graph.hpp"

#include <cstddef>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace sluice {

// The files that are being read, each by the one before it.
class Including {
public:
    // `file` is the name of the first one, as messages show it.
    explicit Including(const std::string& file);

    // The path of `name` (find_file()). Nothing, and `fault` says why, if there is none, if it is being read
    // already, or if there are too many.
    std::optional<std::filesystem::path> find(const std::string& name, Wording& fault);

    // The file that find() returned is read from here on, until it ends.
    void begin(const std::filesystem::path& file);
    void end() { open_.pop_back(); }
    bool is_first() const { return open_.size() == 1; }
    const std::filesystem::path& file() const { return open_.back().shown; }

    // Those that nodes of any of the files bring along.
    std::vector<std::shared_ptr<const StageDef>> stages = {};

private:
    struct Open {
        std::filesystem::path shown, real;
    };
    std::vector<Open> open_;
    std::size_t count_ = 0;  // of all files that were begun
};

// A file as a stage: its nodes, the names of its inputs, and what its outputs are.
struct FileStage {
    std::vector<GraphNode> nodes = {};
    std::vector<std::string> inputs = {};  // none: one without a name, which the first node takes
    std::vector<std::pair<std::string, Reference>> outputs = {};  // none: one, of the last node
};

// A node of a list whose place a file takes.
struct IncludedFile {
    std::size_t node;
    FileStage file;
};

// The stage with the nodes of the files in the places of the nodes that include them. A node of a file is
// called as its file and itself: "sharpen.gaussian". `is_whole`: nothing includes the stage, so that its
// first node takes nothing.
FileStage with_included(FileStage stage, std::vector<IncludedFile> files, bool is_whole, Diagnostics& faults);

}  // namespace sluice
