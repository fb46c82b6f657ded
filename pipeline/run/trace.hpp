// What took how long, on the host and on the queues of the device.
#pragma once

#include "pipeline/core/api.hpp"
#include "pipeline/device/clock.hpp"

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace sluice {

// Something that took time. Spans of one track do not overlap, except that one may lie within another.
struct Span {
    enum class Where { host, device };

    std::string name;  // "normalize.stretch", "pack input", "wait"
    Where where = Where::device;
    std::string track;                 // a thread of the host ("session") or a queue of the device ("passes")
    std::uint64_t start = 0, end = 0;  // nanoseconds of the host's steady clock: host_time()
    std::size_t frame = 0;             // the Session's, counted from 1; 0: none
    std::size_t bytes = 0;             // of device memory read and written, as planned; of a transfer

    double ms() const { return static_cast<double>(end - start) / 1e6; }
};

// One JSON object in the format of Chrome's about:tracing and ui.perfetto.dev: a process for the host and
// one, named `device`, for the device; their tracks are threads; microseconds from the first span on.
SLUICE_API std::string trace_json(const std::vector<Span>& spans, const std::string& device = "device");

}  // namespace sluice
