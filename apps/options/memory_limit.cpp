#include "apps/options/memory_limit.hpp"

#include "apps/options/declared.hpp"
#include "pipeline/core/text.hpp"
#include "pipeline/run/process_memory.hpp"

#ifdef __GLIBC__
#include <malloc.h>
#endif

namespace sluice::apps {
namespace {

Wording limit_option(std::size_t limit) { return Remedy{"limit_memory", static_cast<std::int64_t>(limit)}; }

void give_memory_back() {
#ifdef __GLIBC__
    // main.cpp keeps what was used once. Here memory of pictures has to go with them.
    mallopt(M_MMAP_THRESHOLD, 128 << 10);
    mallopt(M_TRIM_THRESHOLD, 1 << 20);
#endif
}

}  // namespace

MemoryLimit memory_limit(const Caller& caller, std::size_t limit, std::size_t devices) {
    if (limit == 0) return memory_limit_of_process(0, devices);
    give_memory_back();
    try {
        const MemoryLimit left = memory_limit_of_process(limit, devices);
        caller.messages.detail("memory for images: " + byte_count(left.pictures));
        return left;
    } catch (const Error& error) {
        throw wrong_arguments(caller, limit_option(limit) + ": " + error.message());
    }
}

MemoryLimit memory_limit(const Arguments& arguments, std::size_t devices) {
    return memory_limit(arguments, given_options(arguments).limit_memory, devices);
}

void tell_peak_memory(const Caller& caller, std::size_t limit) {
    if (limit == 0) return;
    const std::size_t peak = peak_memory_of_process();
    const std::string text = "peak memory: " + byte_count(peak);
    if (peak > limit)
        caller.messages.warning(text + ", more than " + limit_option(limit).in(caller.spelling) +
                                ": please report it");
    else
        caller.messages.detail(text);
}

void tell_peak_memory(const Arguments& arguments) {
    tell_peak_memory(arguments, given_options(arguments).limit_memory);
}

}  // namespace sluice::apps
