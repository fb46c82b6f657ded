#include "stages/shared/file_fields.hpp"
#include "stages/shared/letters/lettering.hpp"
#include "tests/error_of.hpp"
#include "tests/stages/neighbours.hpp"
#include "tests/temporary_folder.hpp"

#include <algorithm>

using namespace sluice;
using namespace sluice::test;
using stages::lettering;
using stages::Lettering;

namespace {

std::size_t covered(const Lettering& letters) {
    return static_cast<std::size_t>(
        std::count_if(letters.coverage.begin(), letters.coverage.end(), [](int v) { return v > 127; }));
}

std::string fault_of_text(const std::string& text, const std::string& font = "auto") {
    try {
        lettering(text, {font, 20});
    } catch (const Error& error) {
        return error.what();
    }
    return "";
}

bool mentions(const std::string& all, const std::string& part) { return all.find(part) != std::string::npos; }

}  // namespace

TEST_CASE("letters are as large as they are asked for, and grow with the size") {
    const Lettering small = lettering("H", {"auto", 20}), large = lettering("H", {"auto", 40});
    CHECK(small.width >= 10);
    CHECK(small.width <= 20);
    CHECK(small.height >= 20);
    CHECK(small.height <= 30);
    CHECK(large.width >= 2 * small.width - 1);
    CHECK(large.width <= 2 * small.width);
    const double growth = static_cast<double>(covered(large)) / static_cast<double>(covered(small));
    CHECK(growth > 3);
    CHECK(growth < 5);
}

TEST_CASE("an upright bar stands in the middle of its line, and is as dark in each row") {
    const Lettering bar = lettering("|", {"auto", 60});
    std::vector<std::size_t> columns;
    for (std::size_t y = bar.height / 2 - 10; y < bar.height / 2 + 10; ++y) {
        std::size_t sum = 0;
        for (std::size_t x = 0; x < bar.width; ++x) sum += bar.coverage[y * bar.width + x];
        columns.push_back(sum);
    }
    CHECK(columns.front() > 255);
    CHECK(std::all_of(columns.begin(), columns.end(), [&](std::size_t v) { return v == columns.front(); }));
}

TEST_CASE("lines stand below each other, and shorter ones where align= says") {
    const auto ink = [](const Lettering& all, std::size_t first, std::size_t end) {
        std::size_t left = all.width;
        for (std::size_t y = first; y < end; ++y)
            for (std::size_t x = 0; x < all.width; ++x)
                if (all.coverage[y * all.width + x] > 127) left = std::min(left, x);
        return left;
    };
    const Lettering one = lettering("MMMM", {"auto", 20});
    for (const std::string text : {"MMMM\nM", "MMMM\\nM"}) {
        const Lettering left = lettering(text, {"auto", 20});
        const Lettering right = lettering(text, {"auto", 20, stages::LineAlign::right});
        CHECK(left.width == one.width);
        CHECK(left.height >= 2 * one.height - 1);
        CHECK(ink(left, one.height, left.height) == ink(left, 0, one.height));
        CHECK(ink(right, one.height, right.height) > one.width / 2);
    }
    CHECK(lettering("M\nM", {"auto", 20, stages::LineAlign::left, 2}).height > one.height * 5 / 2);
    CHECK(lettering("", {"auto", 20}).coverage.empty());
}

TEST_CASE("characters that cannot be written are refused by name") {
    CHECK(fault_of_text("Grüße, Ελλάδα, Привет").empty());
    CHECK(mentions(fault_of_text("a\xf0\x9f\xa6\x80"), "(U+1F980); choose another font with font="));
    CHECK(mentions(fault_of_text("שלום"), "belongs to a script whose characters join"));
    CHECK(mentions(fault_of_text("a\x01"), "has a control character"));
    CHECK(mentions(fault_of_text(std::string(4000, 'M') + std::string(1000, '\n')), "text would cover "));
    CHECK(mentions(fault_of_text("a\xff"), "is not UTF-8 at byte 2"));
    CHECK(mentions(fault_of_text("a\xc3"), "is not UTF-8 at byte 2"));
    CHECK(mentions(fault_of_text("\xc0\x80"), "is not UTF-8 at byte 1"));
}

TEST_CASE("fonts that are not there, or damaged, are refused") {
    CHECK(mentions(fault_of_text("a", "no such font"), "finds no file of a font 'no such font'"));
    CHECK(mentions(fault_of_text("a", "/nowhere/font.ttf"), "cannot use the font /nowhere/font.ttf: "));
    const TemporaryFolder folder;
    const auto file = [&](const char* name, const std::string& bytes) {
        return folder.put(name, bytes).string();
    };
    CHECK(mentions(fault_of_text("a", file("empty.ttf", "")), "it is cut off"));
    CHECK(mentions(fault_of_text("a", file("text.ttf", std::string(200, 'x'))), "it is no font"));
    std::string bytes(12 + 16, '\0');
    bytes[1] = 1, bytes[5] = 1, bytes[20] = 127;
    CHECK(mentions(fault_of_text("a", file("cut.ttf", bytes)), "it is cut off"));
}

TEST_CASE("fields stand for the file that the image comes from") {
    const std::string path = "trips/2024/IMG_1.tar.gz";
    const auto filled = [&](const std::string& text) { return stages::FileFields(text, path).text; };
    CHECK(filled("{stem}|{name}|{ext}|{parent}") == "IMG_1.tar|IMG_1.tar.gz|gz|2024");
    CHECK(filled("{{stem}} }}") == "{stem} }");
    CHECK(filled(stages::without_fields("{a}")) == "{a}");
    CHECK(mentions(stages::FileFields("{stam}").fault, "there is no field {stam}"));
    CHECK(mentions(stages::FileFields("{stem").fault, "a brace has no counterpart"));
    CHECK(mentions(stages::FileFields("{stem}", "").fault, "needs an image that comes from a file"));
}

TEST_CASE("text lies where gravity, margin and offsets put it, in its colour") {
    const HostImage black = reference::constant_image({100, 60, 1, Pixel::u8}, 0);
    const auto ink = [&](const std::string& params) {
        const HostImage found = run("text M size=20 " + params, black.view()).image;
        struct {
            std::size_t left = 1000, top = 1000, right = 0, bottom = 0;
            int most = 0;
        } box;
        for (std::size_t y = 0; y < 60; ++y)
            for (std::size_t x = 0; x < 100; ++x) {
                const int v = found.as<std::uint8_t>(y)[x];
                box.most = std::max(box.most, v);
                if (v == 0) continue;
                box.left = std::min(box.left, x), box.right = std::max(box.right, x);
                box.top = std::min(box.top, y), box.bottom = std::max(box.bottom, y);
            }
        return box;
    };
    const auto corner = ink("gravity=northwest"), moved = ink("gravity=northwest x=5 y=7");
    CHECK(corner.left >= 8);
    CHECK(corner.right < 30);
    CHECK(corner.most == 255);
    CHECK(moved.left == corner.left + 5);
    CHECK(moved.top == corner.top + 7);
    CHECK(ink("").right <= 92);
    CHECK(ink("").left > 60);
    CHECK(ink("margin=0 gravity=east").right > ink("gravity=east").right);
    CHECK(ink("color=#808080").most == 128);
    CHECK(ink("color=#ffffff80").most == 128);
    CHECK(ink("color=100").most == 100);
}
