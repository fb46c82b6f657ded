// What `sluice stats --json` says of a picture, held against the reference.
#pragma once

#include "pipeline/core/host_image.hpp"
#include "tests/reference/statistics.hpp"

#include <nlohmann/json.hpp>

#include <string>
#include <vector>

// What the entries are checked for: --group, --percentiles, --histogram and --alpha.
struct Asked {
    std::string group = "channel";
    std::vector<double> percentiles = {};
    std::size_t bins = 0;
    bool hidden = false;  // --alpha exclude: colours under alpha 0 count too

    std::vector<std::string> words() const;  // of the command line, with --json -
};

// Integers have to be equal. Sum, mean and variance of floats may be off by 1e-6 of their value.
void check_entries(const nlohmann::json& entries, const sluice::HostImage& image, const Asked& asked = {});
