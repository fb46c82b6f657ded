// The statistics of one channel of one file or of a data set.
#pragma once

#include "apps/stats/distribution.hpp"
#include "pipeline/core/table.hpp"

#include <optional>
#include <string>
#include <vector>

namespace sluice::apps {

struct ChannelStatistics {
    std::string name;  // "R", "joint"
    // One channel; the fields count, min, max, sum, sum_sq, nonzero, nan, inf. Integers have 128 bits, so
    // that pooling is exact (field type u128, used with a sign); reals are pairs of doubles.
    Table numbers;
    std::optional<Distribution> distribution;

    bool exact() const;  // of integers
};

// From the Table that the device made, with a row for each layer: all layers count together.
std::vector<ChannelStatistics> channels_of(const Table& table);

// As if the values of both had been looked at together; exact for integers. An integer and a float channel
// give one of floats.
void pool(ChannelStatistics& into, const ChannelStatistics& other, const Wanted& wanted);

}  // namespace sluice::apps
