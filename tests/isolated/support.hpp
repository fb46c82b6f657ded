// Workers of tests, and what is read by them.
#pragma once

#include "pipeline/isolated/isolated_stages.hpp"

#include <doctest/doctest.h>

#include <string>
#include <vector>

namespace support {

inline std::vector<std::string> real_worker() { return {SLUICE_TEST_WORKER}; }
inline std::vector<std::string> fake_worker() { return {SLUICE_TEST_WORKER, "fake"}; }

inline const sluice::SourceDef& load_of(const sluice::Registry& stages) {
    return *stages.find("load")->as<sluice::SourceDef>();
}

// What reading said: the picture, its warnings, its error; all that a caller sees.
struct Read {
    sluice::HostImage image;
    std::vector<std::string> warnings;
    std::string error;
};

inline Read read(const sluice::SourceDef& load, const sluice::Values& values, sluice::Layout layout) {
    Read result;
    try {
        result.image = load.open(values)->read(
            {layout}, [&](const std::string& text) { result.warnings.push_back(text); });
    } catch (const sluice::Error& error) {
        result.error = error.what();
    }
    return result;
}

}  // namespace support
