// What is fuzzed: functions that take any bytes. Each returns, whatever they are; a fault is a crash, a
// finding of a sanitizer, an exception other than sluice::Error, or memory and time out of all proportion.
#pragma once

#include "pipeline/files/bytes.hpp"

#include <functional>
#include <string>
#include <vector>

namespace sluice::fuzz {

struct Target {
    std::string name;  // "png", "chain"
    std::function<void(Bytes)> run;
    std::vector<std::string>
        seeds;  // files and texts to begin with; a file is named from the root of the tree
};

// Each codec by its usual extension, then the texts.
const std::vector<Target>& targets();

// The bytes of each seed.
std::vector<std::string> seeds_of(const Target& target);

}  // namespace sluice::fuzz
