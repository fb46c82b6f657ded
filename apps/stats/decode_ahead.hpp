// Decodes files on threads of its own, a few ahead of the one that is wanted.
#pragma once

#include "apps/stats/distribution.hpp"
#include "io/read.hpp"
#include "pipeline/core/host_image.hpp"
#include "pipeline/run/host_memory.hpp"

#include <deque>
#include <future>
#include <optional>
#include <string>
#include <vector>

namespace sluice::apps {

struct Decoded {
    std::string path;
    std::optional<HostImage> image;
    std::string error;  // why there is no image, without the path
    std::vector<std::string> warnings;
    std::vector<Distribution> distributions;  // one for each group, where any were wanted
};

// Which values are counted together, and which are counted at all.
struct Grouping {
    std::string group = "channel";  // or joint, luma
    bool hidden = false;            // colours of pixels whose alpha is 0 too
};
// The same groups in the same order as those that Measurer finds.
std::vector<GroupChannels> groups_of(const ImageFormat& format, const Grouping& grouping);

// Belongs to one thread.
class DecodeAhead {
public:
    // With a limit, no more files are decoded at once than have room; one that has none by itself is an
    // error.
    DecodeAhead(std::vector<std::string> paths, ReadOptions reading, Grouping grouping, Wanted wanted,
                MemoryLimit limit = {});

    // In the order of the paths; nothing after the last one. Waits until the file is decoded.
    std::optional<Decoded> next();

private:
    struct Ahead {
        std::future<Decoded> file;
        std::size_t bytes;  // of memory that it takes
    };
    void start_more();
    std::size_t need(const std::string& path) const;  // throws Error

    std::vector<std::string> paths_;
    ReadOptions reading_;
    Grouping grouping_;
    Wanted wanted_;
    std::size_t started_ = 0;
    MemoryLimit limit_;
    std::deque<Ahead> ahead_;
    std::size_t held_ = 0;  // bytes: of those ahead, and of the one that was given last
    std::size_t given_ = 0;
};

}  // namespace sluice::apps
