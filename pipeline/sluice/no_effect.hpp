// Options of file formats that none of the files has.
#pragma once

#include "pipeline/core/wording.hpp"
#include "pipeline/run/saved_files.hpp"

#include <functional>
#include <string_view>
#include <vector>

namespace sluice {

// Calls take(path) with the path of each file that a node reads or writes.
using PathsOfNode =
    std::function<void(const FileNode& node, const std::function<void(std::string_view path)>& take)>;

// What there is to warn of: "load.layout has no effect: it is for NPY files, and 'a.jpg' is JPEG". An option
// counts for all nodes of a stage together, as one command for files of several formats gives it to all of
// them. A file whose name says no format may be of any.
std::vector<Wording> options_without_effect(const std::vector<FileNode>& nodes, const PathsOfNode& paths_of);

}  // namespace sluice
