// Decodes files on threads of its own, a few ahead of the one that is wanted.
#pragma once

#include "pipeline/core/image_file.hpp"
#include "pipeline/core/image_memory.hpp"
#include "pipeline/core/wording.hpp"
#include "pipeline/graph/registry.hpp"
#include "pipeline/run/host_memory.hpp"

#include <deque>
#include <future>
#include <memory>
#include <memory_resource>
#include <optional>
#include <string>
#include <vector>

namespace sluice::apps {

struct Decoded {
    std::string path;
    std::optional<HostImage> image;
    Wording error;  // why there is no image, without the path
    std::vector<Wording> warnings;
};

// Files in memory at once: enough to keep decoders busy, few enough for large pictures.
std::size_t files_ahead();

// Belongs to one thread.
class DecodeAhead {
public:
    // Files are read by the `load` of `stages`, with the parameters `reading` beside the path. With a limit,
    // no more are decoded at once than have room; one that has none by itself is an error. `stages`, and the
    // memory that images are decoded into, must outlive this.
    DecodeAhead(std::vector<std::string> paths, const Registry& stages, Values reading,
                MemoryLimit limit = {}, std::pmr::memory_resource* memory = image_memory());

    // In the order of the paths; nothing after the last one. Waits until the file is decoded.
    std::optional<Decoded> next();

private:
    struct Ahead {
        std::future<Decoded> file;
        std::size_t bytes;  // of memory that it takes
    };
    void start_more();
    std::size_t need(ImageFile& file, const std::string& path) const;  // throws Error

    std::vector<std::string> paths_;
    const SourceDef& load_;
    Values reading_;
    std::size_t started_ = 0;
    std::unique_ptr<ImageFile> next_;  // waits until there is room
    MemoryLimit limit_;
    std::pmr::memory_resource* memory_;
    std::deque<Ahead> ahead_;
    std::size_t held_ = 0;  // bytes: of those ahead, and of the one that was given last
    std::size_t given_ = 0;
};

}  // namespace sluice::apps
