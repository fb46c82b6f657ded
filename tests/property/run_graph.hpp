// Runs a random graph on the device in several ways and compares what comes out: with each other byte by
// byte, and with the reference.
#pragma once

#include "tests/property/graph_case.hpp"
#include "tests/property/variants.hpp"

#include <sluice/sluice.hpp>

#include <cstddef>
#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <vector>

namespace sluice::property {

struct Tally {  // over all graphs
    std::size_t graphs = 0, stages = 0, images = 0;
    std::size_t exact = 0;      // images that had to equal the reference
    std::size_t narrow = 0;     // of the others, those with a bound of at most 1 LSB of 8 bits everywhere
    std::size_t unbounded = 0;  // those where anything was right somewhere
    std::size_t in_strips = 0;
    std::size_t gathers = 0, sizes = 0;              // graphs with a Gather; with sinks of several sizes
    std::map<std::string, std::size_t> with_stages;  // graphs with each stage
    std::vector<std::uint64_t> too_low;              // seeds of graphs whose images have less than three rows
    std::set<std::size_t> programs;                  // hashes of kernel texts

    std::string text() const;
};

// "" or what is wrong, in one line. An exception of the library is wrong too.
std::string fault_of(const GraphCase& graph, const std::vector<Variant>& variants, const Device& device,
                     Tally* tally = nullptr);

}  // namespace sluice::property
