// Time spans on the host and on the device, for profiling.
#pragma once

#include "pipeline/core/api.hpp"
#include "pipeline/device/clock.hpp"

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace sluice {

// A piece of work and its time. Two spans of one track never overlap, but one may contain the other.
struct Span {
    enum class Where { host, device };

    std::string name;  // "normalize.stretch", "pack input", "wait"
    Where where = Where::device;
    std::string track;                 // a thread of the host ("session") or a queue of the device ("passes")
    std::uint64_t start = 0, end = 0;  // as host_time(), in nanoseconds
    std::size_t frame = 0;             // number of the frame in its Session, from 1; 0 = none
    std::size_t bytes = 0;             // transferred, or planned to be read and written in device memory

    double ms() const { return static_cast<double>(end - start) / 1e6; }
};

// A JSON object for Chrome's about:tracing and ui.perfetto.dev. The host is one process, and the device
// another one with the name `device`. Tracks appear as threads. Times are in microseconds since the first
// span.
SLUICE_API std::string trace_json(const std::vector<Span>& spans, const std::string& device = "device");

}  // namespace sluice
