// Opens the files of a graph: the only step that touches them.
#pragma once

#include "pipeline/core/image_file.hpp"
#include "pipeline/plan/rewrite/walk.hpp"

#include <list>
#include <map>
#include <mutex>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace sluice {

// Whether they are the same and have the same profiles, which == of formats ignores.
bool same_with_profiles(const SourceFormats& a, const SourceFormats& b);

// How small files were read that are like the ones to be opened: of the same formats, with the same choice,
// by a graph of the same variant. A folder asks once for each kind of file. Any thread.
class SourceChoices {
public:
    struct Like {
        std::size_t variant = 0;  // CheckedGraph::variant
        SourceFormats formats;
        std::map<std::string, std::vector<Shrunk>> smaller;

        bool operator==(const Like& other) const;
    };
    using Chosen = std::map<std::string, Shrunk>;  // of Sources that are read smaller

    std::optional<Chosen> find(const Like& like) const;
    void add(Like like, Chosen chosen);

private:
    mutable std::mutex mutex_;
    std::list<std::pair<Like, Chosen>> known_;  // the newest first
};

struct Opened {
    SourceFormats formats;  // of all Sources
    ImageFiles files;       // of those that read some; whoever reads the pixels takes them from here
};

// Asks every Source for its format. Those that open no file ("input") must be in `given`. One that has a
// choice (ImageHeader::smaller) is read as small as every Gather behind it takes it (GatherDef::of_smaller),
// and `graph` is told so. Results keep their formats. Values that depend on sizes of images are computed, for
// whole images (bind_sizes()). Throws Error(input) or Error(usage).
// `choices`: not null if files like these may have been opened by the same pipeline.
Opened open_sources(CheckedGraph& graph, SourceFormats given = {}, SourceChoices* choices = nullptr);

}  // namespace sluice
