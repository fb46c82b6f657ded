#include "pipeline/device/counters.hpp"

namespace sluice {

Counts& Counts::operator+=(const Counts& other) {
    uploads += other.uploads;
    downloads += other.downloads;
    bytes_to_device += other.bytes_to_device;
    bytes_to_host += other.bytes_to_host;
    table_reads += other.table_reads;
    launches += other.launches;
    waits += other.waits;
    passes += other.passes;
    return *this;
}

Counts Counters::total() const {
    Counts sum;
    for (const auto& [stage, counts] : stages) sum += counts;
    return sum;
}

}  // namespace sluice
