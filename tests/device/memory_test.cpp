#include "pipeline/device/memory.hpp"
#include "pipeline/core/device_name.hpp"
#include "pipeline/core/format.hpp"
#include "pipeline/device/inspect.hpp"
#include "pipeline/device/queue.hpp"
#include "tests/device/support.hpp"

#include <doctest/doctest.h>

using namespace sluice;
using namespace sluice::test;

TEST_CASE("memory knows its bytes, and what is held is given back") {
    const std::size_t before = held_bytes_of(device());
    {
        const Memory buffer = Memory::buffer(device(), 1000, "test");
        const Memory image = Memory::image(device(), 5, 7, "test");
        const Memory natural = Memory::natural(device(), {5, 7, 3, Pixel::u16}, "test");
        const Memory shared = Memory::shared(device(), 24, "test");
        const Memory same = buffer;
        CHECK(buffer.bytes() == 1000);
        CHECK(image.bytes() == 16 * 5 * 7);
        CHECK(natural.bytes() == 8 * 5 * 7);
        CHECK(shared.bytes() == 24);
        CHECK(held_bytes_of(device()) == before + 1000 + 16 * 5 * 7 + 8 * 5 * 7 + 24);
        CHECK(buffer.texel().empty());
        CHECK(image.texel() == "RGBA/UNSIGNED_INT32");
        CHECK(natural.texel() == "RGBA/UNSIGNED_INT16");
        CHECK(natural.texels() == 5);
        CHECK(natural.rows() == 7);
    }
    CHECK(held_bytes_of(device()) == before);
    CHECK_FALSE(Memory());
    CHECK(Memory().bytes() == 0);
}

TEST_CASE("memory without bytes can be made and takes empty transfers") {
    const Memory empty = Memory::buffer(device(), 0, "test");
    CHECK(empty);
    CHECK(empty.bytes() == 0);
    Queue queue(device());
    queue.wait(queue.write(empty, 0, nullptr, 0, 0, 1, "test"), "test");
    queue.wait(queue.fill_zero(empty, 0, "test"), "test");
    CHECK(contains(error_of([&] { queue.fill_zero(empty, 1, "test"); }), "do not fit a buffer of 0 bytes"));
}

TEST_CASE("an allocation that is too large is refused with its size and the limit") {
    const DeviceFacts& facts = device().facts();
    const std::size_t bytes = facts.max_allocation + 1;
    for (const auto make : {&Memory::buffer, &Memory::shared}) {
        const std::string text = error_of([&] { make(device(), bytes, "resize"); });
        CHECK(starts_with(text, "resize: a buffer of "));
        CHECK(contains(text, "(" + std::to_string(bytes) + " bytes) is more than the device (" +
                                 short_name(facts) + ") allows"));
        CHECK(contains(text, "(" + std::to_string(facts.max_allocation) + " bytes)"));
    }
}

TEST_CASE("what the driver refuses is told with the call and its error") {
    DeviceFacts facts = device().facts();
    facts.max_allocation = ~std::size_t{0};
    const Device boastful = with_facts(device(), facts);
    const std::string text = error_of([&] {
        const Memory memory = Memory::buffer(boastful, std::size_t{1} << 60, "resize");
        Queue queue(boastful);  // some drivers allocate only what is used
        queue.wait(queue.fill_zero(memory, memory.bytes(), "resize"), "resize");
    });
    CHECK(starts_with(text, "resize: clCreateBuffer of 1.0 EiB (1152921504606846976 bytes) failed: CL_") !=
          starts_with(text, "resize: clEnqueueFillBuffer failed: CL_"));
    CHECK(held_bytes_of(boastful) == 0);
}

TEST_CASE("an image object that is too large or empty is refused") {
    const DeviceFacts& facts = device().facts();
    REQUIRE(facts.images());
    const auto refusal = [&](std::size_t texels, std::size_t rows) {
        return error_of([&] { Memory::image(device(), texels, rows, "crop"); });
    };
    CHECK(contains(refusal(facts.max_image_width + 1, 1),
                   "x 1 texels is more than the device (" + short_name(facts) +
                       ") takes: " + std::to_string(facts.max_image_width)));
    CHECK(contains(refusal(1, facts.max_image_height + 1),
                   " texels is more than the device (" + short_name(facts) + ") takes: "));
    CHECK(refusal(0, 3) == "crop: an image object of 0 x 3 texels is empty");
    CHECK(refusal(3, 0) == "crop: an image object of 3 x 0 texels is empty");
}

TEST_CASE("a device without image objects refuses them") {
    DeviceFacts facts = device().facts();
    facts.max_image_width = facts.max_image_height = 0;
    const std::string text = error_of([&] { Memory::image(with_facts(device(), facts), 4, 4, "crop"); });
    CHECK(contains(text, "cannot be made: the device (" + short_name(facts) + ") has no image objects"));
}

TEST_CASE(
    "a natural image object that the device does not read and write is refused with those that it does") {
    DeviceFacts facts = device().facts();
    facts.natural_texels = {"RGBA/UNSIGNED_INT8", "RGBA/FLOAT"};
    const Device few = with_facts(device(), facts);
    CHECK(Memory::natural(few, {3, 2, 2, Pixel::f32}, "crop").bytes() == 16 * 3 * 2);
    CHECK(error_of([&] {
              Memory::natural(few, {3, 2, 1, Pixel::u8}, "crop");
          }) == "crop: an image object with a pixel of 3x2 u8 x1 in each texel cannot be made: the device (" +
                    short_name(facts) + ") reads and writes RGBA/UNSIGNED_INT8, RGBA/FLOAT");
    CHECK(contains(error_of([&] { Memory::natural(few, {3, 2, 1, Pixel::f64}, "crop"); }), "cannot be made"));
    CHECK(contains(error_of([&] {
                       Memory::natural(few, {facts.max_image_width + 1, 1, 4}, "crop");
                   }),
                   "x 1 texels is more than the device (" + short_name(facts) + ") takes: "));
}
