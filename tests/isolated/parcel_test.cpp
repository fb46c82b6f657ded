// What comes out of a parcel is what went in, and of a damaged one nothing that harms.
#include "pipeline/isolated/parcel.hpp"

#include <doctest/doctest.h>

#include <cstdint>
#include <limits>
#include <memory>
#include <random>
#include <string>
#include <vector>

namespace {

using sluice::isolated::Packing;
using sluice::isolated::Unpacking;

sluice::Metadata all_metadata() {
    sluice::Metadata metadata;
    metadata.icc = {1, 2, 3};
    metadata.icc_space = sluice::Space::linear;
    metadata.exif = {4};
    metadata.xmp = {5, 6};
    metadata.iptc = {8};
    metadata.texts = {{"Title", "Dusk"}, {"Comment", ""}};
    metadata.geo = {9, 10};
    metadata.moved = true;
    metadata.resolution = {300, 299.5, sluice::Resolution::Unit::inch};
    metadata.png_color = {7};
    metadata.altered = true;
    return metadata;
}

sluice::ImageFormat some_format() {
    sluice::ImageFormat format{640, 480, 2, sluice::Pixel::u16, sluice::Space::linear};
    format.white = 1023;
    format.layers = 3;
    format.grey_alpha = true;
    format.meant = sluice::ValueRange{-std::numeric_limits<double>::infinity(), 2};
    format.profile = std::make_shared<const sluice::ColourProfile>(
        sluice::ColourProfile{{1, 2, 3}, sluice::Space::linear});
    return format;
}

const sluice::Values all_values = {{"flag", true},
                                   {"integer", std::int64_t{-7}},
                                   {"number", 0.25},
                                   {"text", std::string("a\0b", 3)},
                                   {"numbers", std::vector<double>{1, -2}},
                                   {"texts", std::vector<std::string>{"", "x"}}};

sluice::Wording some_wording() {
    using sluice::Remedy;
    return "exists; " + Remedy{"overwrite", "skip"} + " or " + Remedy{"load.max_seconds", 0.5} + ", " +
           Remedy{"limit_memory", std::int64_t{1} << 40} + ", " + Remedy{"dataset", true, "stats"} + " or " +
           Remedy{"format"};
}

Packing parcel() {
    Packing packing;
    packing.add(all_values).add(some_format()).add(all_metadata());
    packing.add(sluice::ReadMemory{1, 2, true}).add(sluice::RowMemory{"why", 3}).add(some_wording());
    return packing;
}

struct Contents {
    explicit Contents(sluice::Bytes bytes) : words(bytes) {
        values = words.values();
        format = words.format();
        metadata = words.metadata();
        memory = words.read_memory();
        rows = words.row_memory();
        wording = words.wording();
        words.end();
    }
    Unpacking words;
    sluice::Values values;
    sluice::ImageFormat format;
    sluice::Metadata metadata;
    sluice::ReadMemory memory;
    sluice::RowMemory rows;
    sluice::Wording wording;
};

}  // namespace

TEST_CASE("all that goes into a parcel comes out") {
    const Packing packed = parcel();
    const Contents found(packed.bytes());
    CHECK(found.values == all_values);
    CHECK(found.format == some_format());
    CHECK(found.format.meant == some_format().meant);
    REQUIRE(found.format.profile != nullptr);
    CHECK(*found.format.profile == *some_format().profile);
    const sluice::Metadata want = all_metadata();
    CHECK(found.metadata.icc == want.icc);
    CHECK(found.metadata.icc_space == want.icc_space);
    CHECK(found.metadata.exif == want.exif);
    CHECK(found.metadata.xmp == want.xmp);
    CHECK(found.metadata.iptc == want.iptc);
    CHECK(found.metadata.texts == want.texts);
    CHECK(found.metadata.geo == want.geo);
    CHECK(found.metadata.moved);
    CHECK(found.metadata.resolution == want.resolution);
    CHECK(found.metadata.png_color == want.png_color);
    CHECK(found.metadata.altered);
    CHECK(found.memory.image == 1);
    CHECK(found.memory.beside == 2);
    CHECK(found.memory.placed);
    CHECK(found.rows.refusal == "why");
    CHECK(found.rows.bytes == 3);
    CHECK(found.wording == some_wording().text());
    CHECK(found.wording.remedies() == some_wording().remedies());
}

TEST_CASE("facts of a file come out of a parcel, or are refused") {
    sluice::ImageFacts facts;
    facts.format = "PNG";
    facts.bytes = 1234;
    facts.image = some_format();
    facts.bits = 12;
    facts.orientation = 6;
    facts.pages = 7;
    facts.metadata = all_metadata();
    Packing packed;
    packed.add(facts);
    Unpacking words(packed.bytes());
    const sluice::ImageFacts found = words.facts();
    words.end();
    CHECK(found.format == "PNG");
    CHECK(found.bytes == 1234);
    CHECK(found.image == some_format());
    CHECK(found.bits == 12);
    CHECK(found.orientation == 6);
    CHECK(found.pages == 7);
    CHECK(found.metadata.texts == all_metadata().texts);
    const std::vector<std::uint8_t> whole(packed.bytes().begin(), packed.bytes().end());
    for (std::size_t size = 0; size < whole.size(); ++size)
        CHECK_THROWS_AS(Unpacking(sluice::Bytes(whole).first(size)).facts(), sluice::Error);
}

TEST_CASE("a Remedy whose name no option has is refused: front ends make more of it than of a text") {
    for (const char* name : {"over write", "a\n", "--x", "OVERWRITE"}) {
        Packing packing;
        packing.add("exists; " + sluice::Remedy{name});
        CHECK_THROWS_AS(Unpacking(packing.bytes()).wording(), sluice::Error);
    }
}

TEST_CASE("a parcel that is cut off or changed anywhere is an error or another parcel, and nothing else") {
    const Packing packed = parcel();
    const std::vector<std::uint8_t> whole(packed.bytes().begin(), packed.bytes().end());
    for (std::size_t size = 0; size < whole.size(); ++size)
        CHECK_THROWS_AS(Contents(sluice::Bytes(whole).first(size)), sluice::Error);
    std::mt19937 random(1);
    std::size_t refused = 0;
    for (int i = 0; i < 5000; ++i) {
        std::vector<std::uint8_t> changed = whole;
        changed[random() % changed.size()] = static_cast<std::uint8_t>(random() % 4 == 0 ? 0xFF : random());
        try {
            const Contents found{sluice::Bytes(changed)};
            CHECK(found.format.pixels() > 0);
            CHECK(found.format.channels <= 4);
        } catch (const sluice::Error&) {
            ++refused;
        }
    }
    CHECK(refused > 1000);
}
