// Sizes that follow from pixels, as users of commands meet them.
#include "tests/apps/program.hpp"

#include "io/read.hpp"

#include <doctest/doctest.h>

#include <filesystem>
#include <string>

using sluice::HostImage;
using sluice::ImageFormat;

namespace {

// A dark rectangle on white paper.
HostImage page(std::size_t width, std::size_t height, std::size_t x, std::size_t y, std::size_t across,
               std::size_t down) {
    HostImage image(ImageFormat{width, height, 3, sluice::Pixel::u8});
    for (std::size_t row = 0; row < height; ++row)
        for (std::size_t column = 0; column < width; ++column)
            for (int c = 0; c < 3; ++c) {
                const bool inside = column >= x && column < x + across && row >= y && row < y + down;
                sluice::set_sample(image.view(), column, row, c, inside ? 40 : 250);
            }
    return image;
}

std::string size_of(const std::string& path) {
    const ImageFormat format = sluice::read(path).format();
    return std::to_string(format.width) + " x " + std::to_string(format.height);
}

}  // namespace

TEST_CASE("run trims a page, by itself and by rows") {
    const Scratch folder;
    const std::string input = folder.put("a.png", page(400, 300, 30, 40, 200, 111));
    const Outcome outcome = sluice_program({"run", "load " + input + " | trim | save " + (folder / "b.png")});
    CAPTURE(outcome.err);
    REQUIRE(outcome.code == 0);
    CHECK(outcome.out.empty());
    CHECK(contains(outcome.err, "saved " + (folder / "b.png") + ": PNG, 200x111 u8 x3"));
    CHECK(size_of(folder / "b.png") == "200 x 111");
    // The commands put load and save there.
    REQUIRE(sluice_program({"run", "trim margin=9 | trim 0.9 | invert", input, folder / "c.png"}).code == 0);
    CHECK(size_of(folder / "c.png") == "218 x 129");
}

TEST_CASE("run says so where all is background") {
    const Scratch folder;
    const std::string input = folder.put("a.png", page(40, 30, 0, 0, 0, 0));
    const Outcome outcome = sluice_program({"run", "load " + input + " | trim | save " + (folder / "b.png")});
    CHECK(outcome.code == 0);
    CHECK(contains(outcome.err, "warning: trim: all of the image is background; it stays as it is"));
    CHECK(size_of(folder / "b.png") == "40 x 30");
}

TEST_CASE("run prints what bounds finds") {
    const Scratch folder;
    const std::string input = folder.put("a.png", page(40, 30, 3, 4, 20, 11));
    const nlohmann::json json = sluice_program({"run", "load " + input + " | bounds"}).json();
    const nlohmann::json& box = json.at("tables").at("bounds").at("rows")[0].at("channels")[0];
    CHECK(box.at("x") == 3);
    CHECK(box.at("y") == 4);
    CHECK(box.at("width") == 20);
    CHECK(box.at("height") == 11);
}

TEST_CASE("plan says that a size follows from pixels") {
    const Scratch folder;
    const std::string input = folder.put("a.png", page(40, 30, 3, 4, 20, 11));
    const std::string chain = "load " + input + " | trim | invert | save " + (folder / "b.png");
    const Outcome brief = sluice_program({"plan", chain});
    CAPTURE(brief.out);
    CHECK(brief.code == 0);
    CHECK(
        brief.out.starts_with("first, for each image: the size of trim, which follows from its pixels\n"
                              "stages: load (40 x 30, RGB, 8 bit), trim\n"
                              "passes over the pixels: 2 (measure for trim"));
    CHECK(contains(brief.out,
                   "\n\nthen: a plan for the size that was found; here for the largest that there may be\n"
                   "stages: load (40 x 30, RGB, 8 bit), trim, invert, save (40 x 30, RGB, 8 bit)\n"
                   "passes over the pixels: 1 (trim, invert)"));
    const nlohmann::json json = sluice_program({"plan", chain, "--json"}).json();
    CHECK(json.at("sluice") == 1);
    CHECK(json.at("first").at(0).at("measures") == nlohmann::json{"trim"});
    CHECK(json.at("first").at(0).at("plan").at("passes") == 2);
    CHECK(json.at("passes") == 1);
    CHECK(sluice_program({"plan", chain, "--dot"}).out.starts_with("digraph"));
    CHECK(contains(sluice_program({"plan", chain, "-v"}).out, "\nthen: "));
    CHECK(contains(sluice_program({"plan", chain, "--steps"}).out, "\nthen: "));
    CHECK_FALSE(std::filesystem::exists(folder / "b.png"));
    const Outcome twice = sluice_program({"plan", "load " + input + " | trim id=a | trim id=b | save c.png"});
    CHECK(contains(twice.out, "the size of a, which"));
    CHECK(contains(twice.out, "\nnext, for each image: the size of b, which"));
}

TEST_CASE("trim in a file that another pipeline includes") {
    const Scratch folder;
    const std::string input = folder.put("a.png", page(40, 30, 3, 4, 20, 11));
    folder.put(
        "cut.yaml",
        "sluice: 1\nvars:\n  by: {default: 0.04, range: [0, 1]}\nstages:\n  - trim: {tolerance: '${by}'}\n");
    const std::string pipeline =
        folder.put("p.yaml", "sluice: 1\nstages:\n  - include: {file: cut.yaml, by: 0.1}\n  - invert\n");
    const Outcome outcome = sluice_program({"run", pipeline, input, folder / "b.png"});
    CAPTURE(outcome.err);
    CHECK(outcome.code == 0);
    CHECK(size_of(folder / "b.png") == "20 x 11");
}

TEST_CASE("a video has one size, and trim is refused") {
    const Scratch folder;
    std::string video = "YUV4MPEG2 W4 H2 F25:1 C444\n";
    for (int i = 0; i < 2; ++i) video += "FRAME\n" + std::string(24, '\x80');
    const std::string input = folder.put("a.y4m", video);
    const Outcome refused = sluice_program({"run", "load " + input + " | trim | save " + (folder / "b.y4m")});
    CAPTURE(refused.err);
    CHECK(refused.code == 2);
    CHECK(contains(refused.err, "trim: the size of its result follows from the pixels"));
    CHECK_FALSE(std::filesystem::exists(folder / "b.y4m"));
    CHECK(sluice_program({"run", "load " + input + " frames=1 | trim | save " + (folder / "b.png")}).code ==
          0);
}

TEST_CASE("batch writes boxes into its manifest") {
    const Scratch folder;
    folder.put("in/a.png", page(40, 30, 3, 4, 20, 11));
    folder.put("in/b.png", page(40, 30, 5, 6, 10, 12));
    const Outcome outcome = sluice_program({"batch", folder / "in", "-o", folder / "out", "--pipeline",
                                            "trim", "--manifest", folder / "m.jsonl"});
    CAPTURE(outcome.err);
    CHECK(outcome.code == 0);
    CHECK(size_of(folder / "out/b.png") == "10 x 12");
    for (const nlohmann::json& line : json_lines(bytes_of(folder / "m.jsonl")))
        CHECK(line.at("numbers").at("trim")[0].at("width") == (contains(line.at("path"), "a.png") ? 20 : 10));
}
