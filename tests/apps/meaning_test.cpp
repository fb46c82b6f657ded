// What numbers of files mean on their way from one file to another.
#include "tests/apps/program.hpp"

#include "io/read.hpp"
#include "io/save_format.hpp"
#include "io/write.hpp"
#include "stages/shared/meaning.hpp"

#include <doctest/doctest.h>

#include <string>
#include <vector>

using namespace sluice;

namespace {

// 0, 1/4, 1/2, 3/4 and 1, in a file of that name.
std::string quarters(const Scratch& folder, const std::string& name, Pixel pixel = Pixel::f32) {
    HostImage image(ImageFormat{5, 1, 1, pixel, Space::data});
    for (std::size_t x = 0; x < 5; ++x) set_sample(image.view(), x, 0, 0, 0.25 * static_cast<double>(x));
    write(folder / name, image.view());
    return folder / name;
}

std::vector<int> bytes_in(const std::string& path) {
    const HostImage image = read(path);
    std::vector<int> found;
    for (std::size_t x = 0; x < image.format().width; ++x)
        found.push_back(static_cast<int>(sample(image.view(), x, 0, 0)));
    return found;
}

const std::vector<int> as_numbers{0, 64, 128, 191, 255}, as_light{0, 137, 188, 224, 255};

std::vector<std::string> written(std::vector<std::string> names) {
    std::erase_if(names, [](const std::string& name) { return !can_write(name); });
    return names;
}

}  // namespace

TEST_CASE(
    "floats that are numbers become the same integers in every format; light is encoded, and said to be") {
    const Scratch folder;
    for (const std::string& from : written({"tif", "npy", "pfm"})) {
        const std::string source = quarters(folder, "a." + from);
        for (const std::string& to : written({"png", "tif", "pgm", "bmp", "npy"})) {
            const std::string result = folder / (from + "." + to);
            CAPTURE(result);
            const auto run = [&](const std::string& load) {
                const Outcome outcome =
                    sluice_program({"run", "load " + source + load + " | convert u8 | save " + result +
                                               " overwrite=always"});
                REQUIRE(outcome.code == 0);
                return outcome.err;
            };
            CHECK_FALSE(contains(run(""), "encoded"));
            CHECK(bytes_in(result) == as_numbers);
            CHECK_FALSE(contains(run(" space=encoded"), "encoded"));
            CHECK(bytes_in(result) == as_numbers);
            const std::string said = run(" space=linear");
            CHECK(bytes_in(result) == (to == "npy" ? as_numbers : as_light));
            CHECK(contains(said, to == "npy" ? "linear light, and not sRGB encoded, is lost"
                                             : "u8 x1, sRGB-encoded from linear light, "));
        }
        const std::string direct = folder / "direct.jpg";
        const Outcome outcome =
            sluice_program({"run", "load " + source + " | save " + direct + " overwrite=always"});
        CHECK(contains(outcome.err, ", rounded from f32, "));
    }
}

TEST_CASE("run says where light is decoded, and what white is scaled from") {
    const Scratch folder;
    const std::string input = folder.put("a.png", ramp(8, 6, 3, 20, 100));
    for (const std::string to : {"hdr", "pfm"})
        CHECK(contains(sluice_program({"run", "load " + input + " | save " + folder / ("b." + to)}).err,
                       "f32 x3 linear, decoded to linear light, "));
    const std::string ten = folder.put("a.pgm", std::string("P5 2 1 1023\n\2\0\3\xff", 16));
    CHECK(contains(sluice_program({"run", "load " + ten + " | save " + folder / "c.png"}).err,
                   "u16 x1, scaled from white 1023, "));
    const Outcome npy = sluice_program({"run", "load " + ten + " | save " + folder / "c.npy"});
    CHECK(contains(npy.err, "its white of 1023 is lost"));
    // What the warning says brings it back.
    CHECK(sluice_program({"run", "load " + folder / "c.npy" + " | convert white=1023 scale=none | save " +
                                     folder / "d.pgm"})
              .code == 0);
    CHECK(read(folder / "d.pgm").format().white_value() == 1023);
    CHECK(bytes_in(folder / "d.pgm") == std::vector<int>{512, 1023});
}

TEST_CASE("batch converts as run does, and the manifest says what it did") {
    const Scratch folder;
    quarters(folder, "a.npy");
    for (const bool linear : {false, true}) {
        std::vector<std::string> words{"batch",
                                       folder / "a.npy",
                                       "-o",
                                       folder / "out",
                                       "--format",
                                       "png",
                                       "--pipeline",
                                       "convert u8",
                                       "-v",
                                       "--overwrite",
                                       "always",
                                       "--manifest",
                                       folder / (linear ? "linear" : "data")};
        if (linear) words.insert(words.end(), {"--space", "linear"});
        const Outcome outcome = sluice_program(words);
        REQUIRE(outcome.code == 0);
        CHECK(bytes_in(folder / "out/a.png") == (linear ? as_light : as_numbers));
        const nlohmann::json line = json_lines(bytes_of(words.at(12))).front();
        CHECK(line.contains("converted") == linear);
        CHECK(contains(outcome.err, "sRGB-encoded from linear light") == linear);
    }
}

TEST_CASE("an NPY whose axes could be several things is refused by every command, until a layout says") {
    const Scratch folder;
    ImageFormat grey{5, 48, 1, Pixel::u8};
    grey.layers = 64;
    const std::string head = "{'descr': '|u1', 'fortran_order': False, 'shape': (64, 48, 5), }\n";
    const std::string path =
        folder.put("a.npy", std::string("\x93NUMPY\x01\0", 8) + static_cast<char>(head.size()) +
                                std::string(1, '\0') + head + std::string(64 * 48 * 5, 'x'));
    const std::string words = "`load layout=nhw` (64 layers of 5x48 pixels), or --layout nhw";
    const std::vector<std::vector<std::string>> commands{
        {"run", "load " + path + " | save " + folder / "b.npy"},
        {"plan", "load " + path + " | save " + folder / "b.npy"},
        {"stats", path},
        {"stats", path, "--isolate"},
        {"batch", path, "-o", folder / "out", "--pipeline", "invert"},
        {"batch", path, "-o", folder / "isolated", "--pipeline", "invert", "--isolate"}};
    for (std::vector<std::string> command : commands) {
        CAPTURE(command.front());
        const Outcome refused = sluice_program(command);
        CHECK(refused.code != 0);
        CHECK(contains(refused.out + refused.err, words));
        command.insert(command.end(), {"--layout", "nhw"});
        CHECK(sluice_program(command).code == 0);
    }
    // What sluice wrote reads back unaided.
    CHECK(read(folder / "b.npy").format() == grey);
    CHECK(read(folder / "out/a.npy").format() == grey);
    CHECK(sluice_program({"run", "load " + path + " layout=nhw | save " + folder / "c.npy"}).code == 0);
}

TEST_CASE("help of load, save and convert have the same sentences about light") {
    const auto one_line = [](std::string text) {
        for (char& c : text)
            if (c == '\n') c = ' ';
        return text;
    };
    const std::string rule = stages::meaning_doc;
    for (const std::string stage : {"load", "save", "convert"}) {
        std::string help = one_line(sluice_program({"stages", stage}).out);
        for (std::size_t at = 0; (at = help.find("  ", at)) != help.npos;) help.erase(at, 1);
        CHECK(contains(help, rule));
    }
}
