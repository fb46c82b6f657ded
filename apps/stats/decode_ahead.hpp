// Decodes files on threads of its own, a few ahead of the one that is wanted.
#pragma once

#include "apps/stats/distribution.hpp"
#include "io/read.hpp"
#include "pipeline/core/host_image.hpp"

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
    DecodeAhead(std::vector<std::string> paths, ReadOptions reading, Grouping grouping, Wanted wanted);

    // In the order of the paths; nothing after the last one. Waits until the file is decoded.
    std::optional<Decoded> next();

private:
    void start_more();

    std::vector<std::string> paths_;
    ReadOptions reading_;
    Grouping grouping_;
    Wanted wanted_;
    std::size_t started_ = 0;
    std::deque<std::future<Decoded>> ahead_;
};

}  // namespace sluice::apps
