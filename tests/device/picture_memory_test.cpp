#include "pipeline/device/picture_memory.hpp"
#include "tests/device/support.hpp"

#include <doctest/doctest.h>

#include <cstring>
#include <set>

using namespace sluice;
using namespace sluice::test;

namespace {

constexpr std::size_t page = 4096, picture = 100 * page;

}  // namespace

TEST_CASE("memory of pictures is kept for the next ones of about their size") {
    PictureMemory memory(device());
    void* const first = memory.allocate(picture, page);
    void* const second = memory.allocate(picture, page);
    std::memset(first, 1, picture);
    std::memset(second, 2, picture);
    CHECK(memory.kept() == 0);
    memory.deallocate(first, picture, page);
    memory.deallocate(second, picture, page);
    CHECK(memory.kept() >= 2 * picture);
    CHECK(memory.kept() < 2 * picture * 5 / 4);
    void* const third = memory.allocate(picture - page, page);
    void* const fourth = memory.allocate(picture, page);
    CHECK(std::set{third, fourth} == std::set{first, second});
    CHECK(memory.kept() == 0);
    memory.deallocate(third, picture - page, page);
    memory.deallocate(fourth, picture, page);
}

TEST_CASE("no more memory of pictures is kept than was in use at once, and the largest") {
    PictureMemory memory(device());
    void* const small = memory.allocate(picture, page);
    memory.deallocate(small, picture, page);
    void* const large = memory.allocate(4 * picture, page);
    memory.deallocate(large, 4 * picture, page);
    const std::size_t kept = memory.kept();
    CHECK(kept >= 4 * picture);
    CHECK(kept < 5 * picture);
    CHECK(memory.allocate(4 * picture, page) == large);
    memory.deallocate(large, 4 * picture, page);
}

TEST_CASE("memory of pictures is given back where none is to be kept, or the device is gone") {
    PictureMemory none(device(), 0);
    none.deallocate(none.allocate(picture, page), picture, page);
    CHECK(none.kept() == 0);

    PictureMemory memory(device());
    void* const before = memory.allocate(picture, page);
    memory.leave_device();
    void* const after = memory.allocate(picture, page);
    CHECK(after != before);
    memory.deallocate(after, picture, page);
    memory.deallocate(before, picture, page);  // which the device may still work on
    CHECK(memory.kept() == 0);
}

TEST_CASE("memory of pictures is as aligned as is asked for") {
    PictureMemory memory(device());
    for (const std::size_t alignment : {std::size_t{8}, page, 16 * page}) {
        void* const got = memory.allocate(picture, alignment);
        CHECK(reinterpret_cast<std::uintptr_t>(got) % alignment == 0);
        memory.deallocate(got, picture, alignment);
    }
}
