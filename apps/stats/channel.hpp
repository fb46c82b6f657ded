// The statistics of one channel of one file or of a data set.
#pragma once

#include "apps/stats/distribution.hpp"
#include "pipeline/core/table.hpp"

#include <optional>
#include <string>

namespace sluice::apps {

struct ChannelStatistics {
    std::string name;  // "R", "joint"
    // One channel; the fields count, min, max, sum, sum_sq, nonzero, nan, inf. Integers have 128 bits, so
    // that pooling is exact (field type u128, used with a sign); reals are pairs of doubles.
    Table numbers;
    std::optional<Distribution> distribution;

    bool exact() const;  // of integers
};

// All numbers are 0.
ChannelStatistics empty_channel(const std::string& name, bool exact);

// From channel `c` of the Table of a `reduce`.
ChannelStatistics channel_of(const Table& table, std::size_t c);

// From counts of complete keys of integers.
ChannelStatistics channel_of_counts(const std::string& name, const Keys& keys,
                                    const std::vector<std::uint64_t>& counts);

// One integer field of `numbers`, or one of pairs.
void put(Table& numbers, const std::string& field, Int128 value);

// The numbers of integers as those of reals.
Table as_reals(const Table& numbers);

}  // namespace sluice::apps
