// The images that the editor has decoded.
#pragma once

#include "pipeline/batch/file_stamp.hpp"
#include "pipeline/core/host_image.hpp"
#include "pipeline/graph/checked_graph.hpp"

#include <cstddef>
#include <list>
#include <memory>
#include <string>
#include <vector>

namespace sluice::apps {

// Keeps the latest few. Use it from one thread at a time.
class Images {
public:
    struct Image {
        std::string key;  // of the file, how it is read, and its stamp: equal keys have equal pixels
        HostImage pixels;
        std::vector<std::string> warnings;
    };

    // The image of a Source, whose path is set. It is decoded again if the file has changed. Throws
    // Error(input, path).
    std::shared_ptr<const Image> of(const CheckedNode& source);

private:
    static constexpr std::size_t room = 8;
    std::list<std::shared_ptr<const Image>> kept_;  // the newest first
};

}  // namespace sluice::apps
