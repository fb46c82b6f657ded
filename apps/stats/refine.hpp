// Counts further digits of keys, of values that begin like percentiles (DigitSearch).
#pragma once

#include "apps/stats/by_format.hpp"
#include "apps/stats/digit_search.hpp"
#include "apps/stats/grouping.hpp"

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace sluice::apps {

// Belongs to one thread.
class Refiner {
public:
    // `wanted`: by the name of the channel. `digit`: its number; the one that all values are counted by is 0.
    Refiner(Device device, StorageChoice storage, Grouping grouping, std::map<std::string, Prefixes> wanted,
            std::size_t digit);

    // Throws Error(device).
    void add(const ConstHostView& image);
    // 65536 for each prefix.
    const std::vector<std::uint64_t>& counts(const std::string& channel) const { return counts_.at(channel); }

private:
    Measurement graph(const ImageFormat& format) const;

    Grouping grouping_;
    std::map<std::string, Prefixes> wanted_;
    std::size_t digit_, rounds_ = 0;  // `rounds`: how often a pixel is looked at
    std::map<std::string, std::vector<std::uint64_t>> counts_;
    ByFormat images_;
};

}  // namespace sluice::apps
