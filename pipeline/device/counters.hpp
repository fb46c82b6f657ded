// Counters of transfers, kernel launches and waits.
#pragma once

#include "pipeline/core/api.hpp"

#include <cstddef>
#include <map>
#include <string>

namespace sluice {

struct SLUICE_API Counts {
    std::size_t uploads = 0, downloads = 0;              // of images
    std::size_t bytes_to_device = 0, bytes_to_host = 0;  // counted for unified memory, too
    std::size_t table_reads = 0;                         // of observed Tables
    std::size_t launches = 0;                            // of kernels
    std::size_t waits = 0;                               // of the host for the device
    std::size_t passes = 0;                              // launches that process pixels

    Counts& operator+=(const Counts& other);
    bool operator==(const Counts&) const = default;
};

struct SLUICE_API Counters {
    std::map<std::string, Counts> stages;  // by stage id
    std::size_t peak_device_bytes = 0;

    Counts total() const;
};

}  // namespace sluice
