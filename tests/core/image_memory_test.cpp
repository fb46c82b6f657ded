#include "pipeline/core/image_memory.hpp"

#include <doctest/doctest.h>

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>

using namespace sluice;

namespace {

constexpr std::size_t large_page = std::size_t{2} << 20;

// Flags of the mapping that has this address, as /proc/self/smaps lists them.
std::string mapping_flags(const void* address) {
    std::ifstream maps("/proc/self/smaps");
    bool inside = false;
    for (std::string line; std::getline(maps, line);) {
        std::uintptr_t first = 0, end = 0;
        char dash = 0;
        std::istringstream words(line);
        if (words >> std::hex >> first >> dash >> end && dash == '-')
            inside = first <= reinterpret_cast<std::uintptr_t>(address) &&
                     reinterpret_cast<std::uintptr_t>(address) < end;
        if (inside && line.rfind("VmFlags:", 0) == 0) return line;
    }
    return "";
}

}  // namespace

TEST_CASE("large blocks of images begin at large pages, and the system knows") {
    const std::size_t bytes = 2 * large_page + 4096;
    void* const memory = image_memory()->allocate(bytes, 4096);
    CHECK(reinterpret_cast<std::uintptr_t>(memory) % large_page == 0);
    static_cast<std::byte*>(memory)[bytes - 1] = std::byte{1};
    const std::string flags = mapping_flags(memory);
    if (std::filesystem::exists("/sys/kernel/mm/transparent_hugepage/enabled") && !flags.empty())
        CHECK(flags.find(" hg") != std::string::npos);
    image_memory()->deallocate(memory, bytes, 4096);
}

TEST_CASE("small blocks of images are as aligned as asked for") {
    for (const std::size_t bytes : {std::size_t{1}, std::size_t{5000}, large_page - 1}) {
        void* const memory = image_memory()->allocate(bytes, 4096);
        CHECK(reinterpret_cast<std::uintptr_t>(memory) % 4096 == 0);
        static_cast<std::byte*>(memory)[bytes - 1] = std::byte{1};
        image_memory()->deallocate(memory, bytes, 4096);
    }
}
