#include "apps/options/memory_limit.hpp"

#include "apps/options/machine_memory.hpp"
#include "apps/options/memory_size.hpp"
#include "pipeline/core/text.hpp"

#include <algorithm>
#include <climits>
#include <fstream>

#include <sys/resource.h>
#include <unistd.h>
#ifdef __GLIBC__
#include <malloc.h>
#endif

namespace sluice::apps {
namespace {

constexpr std::size_t mebibyte = std::size_t{1} << 20;

// What the process takes later, whatever the pictures: the compiler of an OpenCL driver runs in it.
constexpr std::size_t reserve = 256 * mebibyte;
constexpr std::size_t reserve_of_another = 64 * mebibyte;  // device: its compiler may run at the same time
constexpr std::size_t least_for_pictures = 32 * mebibyte;

std::size_t peak_memory() {
    rusage usage{};
    return ::getrusage(RUSAGE_SELF, &usage) == 0 ? static_cast<std::size_t>(usage.ru_maxrss) * 1024 : 0;
}

// Resident memory of the process now.
std::size_t resident_memory() {
    std::ifstream file("/proc/self/statm");
    std::size_t all = 0, resident = 0;
    if (file >> all >> resident) return resident * static_cast<std::size_t>(::sysconf(_SC_PAGESIZE));
    return peak_memory();
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

MemoryLimit memory_limit(const Arguments& arguments, std::size_t devices) {
    if (!arguments.has("limit-memory")) return limit_by_default(devices);
    const std::size_t limit = memory_size("limit-memory", arguments);
#ifdef __GLIBC__
    // main.cpp keeps what was used once. Here memory of pictures has to go with them.
    mallopt(M_MMAP_THRESHOLD, 128 << 10);
    mallopt(M_TRIM_THRESHOLD, 1 << 20);
#endif
    const std::size_t beside = beside_pictures(devices);
    const std::size_t least = (beside + least_for_pictures) / mebibyte + 1;
    if (limit < least * mebibyte)
        throw wrong_arguments(arguments, "--limit-memory " + arguments.text("limit-memory") +
                                             ": the program and its OpenCL driver take up to " +
                                             byte_count(beside) +
                                             " without any picture; the least that makes sense is " +
                                             std::to_string(least) + "M");
    arguments.messages.detail("memory for pictures: " + byte_count(limit - beside));
    return {.pictures = limit - beside, .beside = beside, .device = limit};
}

void tell_peak_memory(const Arguments& arguments) {
    if (!arguments.has("limit-memory")) return;
    const std::size_t peak = peak_memory();
    const std::string text = "memory at its peak: " + byte_count(peak);
    if (peak > memory_size("limit-memory", arguments))
        arguments.messages.warning(text + ", more than --limit-memory " + arguments.text("limit-memory") +
                                   ": please report it");
    else
        arguments.messages.detail(text);
}

}  // namespace sluice::apps
