#include "pipeline/run/process_memory.hpp"

#include "pipeline/core/error.hpp"
#include "pipeline/core/text.hpp"
#include "pipeline/run/machine_memory.hpp"

#include <algorithm>
#include <fstream>
#include <string>

#include <sys/resource.h>
#include <unistd.h>

namespace sluice {
namespace {

constexpr std::size_t mebibyte = std::size_t{1} << 20;

// What the process takes later, whatever the pictures: the compiler of an OpenCL driver runs in it.
constexpr std::size_t reserve = 256 * mebibyte;
constexpr std::size_t reserve_of_another = 64 * mebibyte;  // device: its compiler may run at the same time
constexpr std::size_t least_for_pictures = 32 * mebibyte;

// Resident memory of the process now.
std::size_t resident_memory() {
    std::ifstream file("/proc/self/statm");
    std::size_t all = 0, resident = 0;
    if (file >> all >> resident) return resident * static_cast<std::size_t>(::sysconf(_SC_PAGESIZE));
    return peak_memory_of_process();
}

std::size_t beside_pictures(std::size_t devices) {
    return resident_memory() + reserve + (devices - 1) * reserve_of_another;
}

// Three quarters of what there is. What else runs on the machine has the rest, and what the allocator keeps.
MemoryLimit limit_by_default(std::size_t devices) {
    const std::size_t limit = machine_memory() / 4 * 3;
    if (limit == 0) return {};
    const std::size_t beside = beside_pictures(devices);
    const std::size_t pictures = std::max(limit, beside + least_for_pictures) - beside;
    return {.pictures = pictures, .beside = beside, .by_default = true};
}

}  // namespace

std::size_t peak_memory_of_process() {
    rusage usage{};
    return ::getrusage(RUSAGE_SELF, &usage) == 0 ? static_cast<std::size_t>(usage.ru_maxrss) * 1024 : 0;
}

MemoryLimit memory_limit_of_process(std::size_t limit, std::size_t devices) {
    if (limit == 0) return limit_by_default(devices);
    const std::size_t beside = beside_pictures(devices);
    const std::size_t least = (beside + least_for_pictures) / mebibyte + 1;
    if (limit < least * mebibyte)
        throw Error(Error::Kind::usage, "limit_memory",
                    "the program and its OpenCL driver take up to " + byte_count(beside) +
                        " without any image; the limit must be at least " + std::to_string(least) + "M");
    return {.pictures = limit - beside, .beside = beside, .device = limit};
}

}  // namespace sluice
