// The stages that touch files, by their declarations: what a run calls.
#include "io/write.hpp"
#include "pipeline/graph/registry.hpp"
#include "pipeline/sluice/stages_table.hpp"
#include "tests/grey_alpha.hpp"
#include "tests/temporary_folder.hpp"

#include <doctest/doctest.h>

#include <filesystem>

using namespace sluice;
namespace fs = std::filesystem;

namespace {

const Registry& stages() {
    static const Registry registry(stage_table());
    return registry;
}

// Every parameter with its default, those given instead.
Values values_of(const StageDef& stage, Values given) {
    for (const ParamDecl& decl : stage.params)
        if (!decl.required) given.try_emplace(decl.name, decl.standard);
    return given;
}

HostImage image_of(std::size_t width, std::size_t height, int channels, Pixel pixel) {
    HostImage image(grey_alpha({width, height, channels, pixel}));
    for (std::size_t y = 0; y < height; ++y)
        for (std::size_t x = 0; x < width; ++x)
            for (int c = 0; c < channels; ++c)
                set_sample(image.view(), x, y, c,
                           static_cast<double>((31 * x + 7 * y + 50 * static_cast<unsigned>(c)) % 256));
    return image;
}

ImageFormat wants(const Values& values, const ImageFormat& image) {
    const StageDef& save = *stages().find("save");
    return save.as<SinkDef>()->wants(values_of(save, values), image);
}

}  // namespace

TEST_CASE("what save writes load reads, with the format that it probed") {
    const TemporaryFolder folder;
    const StageDef &load = *stages().find("load"), &save = *stages().find("save");
    const HostImage image = image_of(9, 5, 4, Pixel::u16);
    const Values path{{"path", (folder / "a.png").string()}};
    save.as<SinkDef>()->open(values_of(save, path), image.format())->write(image.view(), {}, {});
    const auto file = load.as<SourceDef>()->open(values_of(load, path));
    CHECK(file->header().format == image.format());
    const HostImage read = file->read({}, {});
    CHECK(read.format() == image.format());
    CHECK(sample(read.view(), 8, 4, 2) == sample(image.view(), 8, 4, 2));
}

TEST_CASE("depth says how many bits are saved, and what has none of them or no white is refused") {
    const ImageFormat deep{9, 5, 3, Pixel::u16}, bytes{9, 5, 3};
    const auto at = [&](const char* path, std::int64_t depth, const ImageFormat& image) {
        return wants({{"path", std::string(path)}, {"depth", depth}}, image);
    };
    CHECK(at("a.png", 8, deep) == bytes);
    CHECK(at("a.png", 16, bytes) == deep);
    CHECK(at("a.tif", 8, {9, 5, 3, Pixel::f32}).pixel == Pixel::u8);
    ImageFormat light{9, 5, 3, Pixel::f32};
    light.space = Space::linear;
    CHECK(at("a.tif", 8, light) == bytes);
    CHECK_THROWS_WITH_AS(at("a.jpg", 16, bytes),
                         "depth 16 is not possible: JPEG has no integers of 16 bits; leave it out", Error);
    CHECK_THROWS_AS(at("a.pfm", 8, deep), Error);
    CHECK_THROWS_AS(at("a.png", 8, {9, 5, 1, Pixel::i16}), Error);
    const StageDef& save = *stages().find("save");
    CHECK(save.check(values_of(save, {{"path", std::string("a.png")}, {"depth", std::int64_t{12}}})) ==
          "depth 12 is not possible; it is 8 or 16");
}

TEST_CASE("load refuses by the header what has more pixels than max_pixels") {
    const TemporaryFolder folder;
    const StageDef& load = *stages().find("load");
    write((folder / "a.png").string(), image_of(9, 5, 1, Pixel::u8).view());
    const auto probed = [&](std::int64_t most) {
        return load.as<SourceDef>()
            ->open(values_of(load, {{"path", (folder / "a.png").string()}, {"max_pixels", most}}))
            ->header()
            .format;
    };
    CHECK(probed(45).width == 9);
    CHECK_THROWS_AS(probed(44), Error);
}

TEST_CASE("load is strict about data that ends early, and lenient when told so") {
    const TemporaryFolder folder;
    const StageDef& load = *stages().find("load");
    write((folder / "a.png").string(), image_of(90, 50, 3, Pixel::u8).view());
    fs::resize_file(folder / "a.png", fs::file_size(folder / "a.png") * 2 / 3);
    Values values = values_of(load, {{"path", (folder / "a.png").string()}});
    CHECK_THROWS_AS(load.as<SourceDef>()->open(values)->read({}, {}), Error);
    values["lenient"] = true;
    std::vector<std::string> warnings;
    const HostImage image = load.as<SourceDef>()->open(values)->read(
        {}, [&](const std::string& text) { warnings.push_back(text); });
    CHECK(image.format().width == 90);
    CHECK(warnings.size() == 1);
}

TEST_CASE("save asks for the format that its file can hold") {
    const ImageFormat deep{4, 3, 3, Pixel::u16}, real{4, 3, 3, Pixel::f32};
    CHECK(wants({{"path", std::string("a.png")}}, deep) == deep);
    CHECK(wants({{"path", std::string("a.png")}}, real).pixel == Pixel::u16);
    CHECK(wants({{"path", std::string("a.pfm")}}, real).pixel == Pixel::f32);
    CHECK(wants({{"path", std::string("-")}}, real).pixel == Pixel::u16);  // stdout gets a PNG
    CHECK(wants({{"path", std::string("-")}, {"format", std::string("pfm")}}, real).pixel == Pixel::f32);
    CHECK(wants({{"path", std::string("a.jpg")}}, deep).pixel == Pixel::u8);
    CHECK_THROWS_AS(wants({{"path", std::string("a.jpg")}}, {4, 3, 3, Pixel::i16}), Error);
    CHECK_THROWS_AS(wants({{"path", std::string("a.xyz")}}, deep), Error);
    CHECK_THROWS_AS(wants({{"path", std::string("a")}}, deep), Error);
}

TEST_CASE("save takes the image as it is as long as nobody has said where it goes") {
    const ImageFormat real{4, 3, 3, Pixel::f32};
    CHECK(wants({}, real) == real);
    CHECK(wants({{"format", std::string("png")}}, real).pixel == Pixel::u16);
}

TEST_CASE("save hands its parameters on: a lower quality makes a smaller JPEG, no compression a larger PNG") {
    const TemporaryFolder folder;
    const StageDef& save = *stages().find("save");
    const HostImage image = image_of(200, 100, 3, Pixel::u8);
    const auto size = [&](const std::string& name, Values given) {
        given["path"] = (folder / name).string();
        save.as<SinkDef>()->open(values_of(save, given), image.format())->write(image.view(), {}, {});
        return fs::file_size(folder / name);
    };
    CHECK(size("low.jpg", {{"quality", std::int64_t{20}}}) <
          size("high.jpg", {{"quality", std::int64_t{95}}}));
    CHECK(size("none.png", {{"compression", std::int64_t{0}}}) >
          size("small.png", {{"compression", std::int64_t{9}}}));
}

TEST_CASE("what load and save need of memory is told before a pixel is read, by the format that is meant") {
    const TemporaryFolder folder;
    const StageDef &load = *stages().find("load"), &save = *stages().find("save");
    const HostImage image = image_of(64, 32, 3, Pixel::u8);
    const auto writer = [&](const Values& values) {
        return save.as<SinkDef>()->open(values_of(save, values), image.format());
    };
    const Values path{{"path", (folder / "a.jpg").string()}};
    writer(path)->write(image.view(), {}, {});
    const ReadMemory memory = load.as<SourceDef>()->open(values_of(load, path))->memory();
    CHECK(memory.image == placed_bytes(image.format()));
    CHECK(memory.beside >= fs::file_size(folder / "a.jpg"));
    CHECK(memory.placed);
    // PNG has 10 MiB for its compressor.
    const Values as_png{{"path", (folder / "a.jpg").string()}, {"format", std::string("png")}};
    CHECK(writer(path)->memory() < std::size_t{1} << 20);
    CHECK(writer(as_png)->memory() > std::size_t{10} << 20);
}

TEST_CASE("save knows a file of the format that it would write by its content, not by its name") {
    const StageDef& save = *stages().find("save");
    const std::vector<std::uint8_t> png = encode("png", image_of(4, 4, 3, Pixel::u8).view());
    const auto writes_png_as = [&](const Values& values) {
        return save.as<SinkDef>()->open(values_of(save, values), {4, 4, 3})->writes_such(png);
    };
    CHECK(writes_png_as({{"path", std::string("a.png")}}));
    CHECK(writes_png_as({{"path", std::string("a.PNG")}}));
    CHECK(writes_png_as({{"path", std::string("a.jpg")}, {"format", std::string("png")}}));
    CHECK_FALSE(writes_png_as({{"path", std::string("a.jpg")}}));
    CHECK_FALSE(writes_png_as({{"path", std::string("a.png")}, {"format", std::string("tif")}}));
}
