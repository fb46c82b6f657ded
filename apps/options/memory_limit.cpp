#include "apps/options/memory_limit.hpp"

#include "apps/options/declared.hpp"
#include "pipeline/core/text.hpp"
#include "pipeline/run/process_memory.hpp"

#ifdef __GLIBC__
#include <malloc.h>
#endif

namespace sluice::apps {

MemoryLimit memory_limit(const Arguments& arguments, std::size_t devices) {
    if (!arguments.has("limit-memory")) return memory_limit_of_process(0, devices);
    const std::size_t limit = given_options(arguments).limit_memory;
#ifdef __GLIBC__
    // main.cpp keeps what was used once. Here memory of pictures has to go with them.
    mallopt(M_MMAP_THRESHOLD, 128 << 10);
    mallopt(M_TRIM_THRESHOLD, 1 << 20);
#endif
    try {
        const MemoryLimit left = memory_limit_of_process(limit, devices);
        arguments.messages.detail("memory for images: " + byte_count(left.pictures));
        return left;
    } catch (const Error& error) {
        throw wrong_arguments(arguments,
                              "--limit-memory " + arguments.text("limit-memory") + ": " + error.message());
    }
}

void tell_peak_memory(const Arguments& arguments) {
    if (!arguments.has("limit-memory")) return;
    const std::size_t peak = peak_memory_of_process();
    const std::string text = "peak memory: " + byte_count(peak);
    if (peak > given_options(arguments).limit_memory)
        arguments.messages.warning(text + ", more than --limit-memory " + arguments.text("limit-memory") +
                                   ": please report it");
    else
        arguments.messages.detail(text);
}

}  // namespace sluice::apps
