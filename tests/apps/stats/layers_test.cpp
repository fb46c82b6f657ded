// Files of several layers: stats, data sets and --stats-from count all of them, the manifest tells each.
#include "tests/apps/program.hpp"
#include "tests/apps/stats/entries.hpp"

#include "io/read.hpp"
#include "tests/reference/samples.hpp"

#include <doctest/doctest.h>

#include <cstring>
#include <string>
#include <vector>

using namespace sluice;
using nlohmann::json;

namespace {

// The lower layers are brighter, and hold other percentiles.
HostImage layered(Pixel pixel, int channels) {
    ImageFormat format{7, 5, channels, pixel};
    format.layers = 3;
    HostImage image(format);
    const double step = format.white_value() / 255;
    for (std::size_t y = 0; y < format.rows(); ++y)
        for (std::size_t x = 0; x < format.width; ++x)
            for (int c = 0; c < channels; ++c)
                set_sample(image.view(), x, y, c,
                           step * static_cast<double>(50 * (y / 5) + (7 * y + 3 * x) % 40 +
                                                      static_cast<std::size_t>(5 * c)));
    return image;
}

// The same pixels as an image of one layer.
HostImage tall(const HostImage& image) {
    ImageFormat format = image.format();
    format.height = format.rows();
    format.layers = 1;
    HostImage result(format);
    for (std::size_t y = 0; y < format.height; ++y)
        std::memcpy(result.row(y), image.row(y), format.host_bytes() / format.rows());
    return result;
}

json stats(const std::vector<std::string>& files, const Asked& asked, bool dataset = false) {
    std::vector<std::string> words = {"stats"};
    words.insert(words.end(), files.begin(), files.end());
    if (dataset) words.emplace_back("--dataset");
    const std::vector<std::string> more = asked.words();
    words.insert(words.end(), more.begin(), more.end());
    const Outcome outcome = sluice_program(words);
    REQUIRE_MESSAGE(outcome.code == 0, outcome.err);
    return outcome.json();
}

}  // namespace

TEST_CASE("stats of a file count all of its layers, in every number") {
    const Scratch folder;
    for (const Pixel pixel : {Pixel::u8, Pixel::u16, Pixel::f32})
        for (const int channels : {3, 4})
            for (const std::string group : {"channel", "joint", "luma"}) {
                CAPTURE(name(pixel));
                CAPTURE(channels);
                CAPTURE(group);
                const HostImage image = layered(pixel, channels);
                const Asked asked{group, {1, 50, 99}, 8};
                const json file = stats({folder.put("a.npy", image)}, asked).at("files")[0];
                CHECK(file.at("layers") == 3);
                CHECK(file.at("height") == 5);
                check_entries(file.at("statistics"), tall(image), asked);
            }
}

TEST_CASE("a data set of files with layers is that of all their layers") {
    const Scratch folder;
    const HostImage image = layered(Pixel::u16, 3);
    const Asked asked{"channel", {1, 99}, 8};
    const json layers = stats({folder.put("a.npy", image), folder.put("b.npy", image)}, asked, true);
    const json flat =
        stats({folder.put("c.npy", tall(image)), folder.put("d.npy", tall(image))}, asked, true);
    CHECK(layers.at("dataset") == flat.at("dataset"));
}

TEST_CASE("what all layers hold is what --stats-from normalizes them by") {
    const Scratch folder;
    const HostImage image = layered(Pixel::u8, 3);
    const std::string file = folder.put("in/a.npy", image), json = folder / "s.json";
    REQUIRE(sluice_program({"stats", file, "--group", "joint", "--dataset", "--json", json}).code == 0);
    const Outcome outcome =
        sluice_program({"batch", folder / "in", "-o", folder / "out", "--stats-from", json});
    REQUIRE_MESSAGE(outcome.code == 0, outcome.err);
    const HostImage result = read(folder / "out/a.npy");
    const reference::Samples from = reference::samples_of(image.view()),
                             to = reference::samples_of(result.view());
    const auto [least, most] = std::minmax_element(from.begin(), from.end());
    for (std::size_t i = 0; i < from.size(); ++i)
        CHECK(to[i] == std::nearbyint((from[i] - *least) * 255 / (*most - *least)));
}

TEST_CASE("the manifest tells the numbers of each layer") {
    const Scratch folder;
    const HostImage image = layered(Pixel::u8, 3);
    folder.put("in/a.npy", image);
    REQUIRE(sluice_program({"batch", folder / "in", "-o", folder / "out", "--normalize", "minmax",
                            "--manifest", folder / "m.jsonl", "--report", folder / "r.html"})
                .code == 0);
    const json line = json_lines(bytes_of(folder / "m.jsonl")).at(0);
    CHECK(line.at("sizes").at("layers") == 3);
    const json& range = line.at("numbers").at("normalize.range");
    REQUIRE(range.size() == 9);
    for (std::size_t i = 0; i < 9; ++i) {
        CHECK(range[i].at("layer") == i / 3);
        double least = 255;
        for (std::size_t at = 0; at < 35; ++at)
            least =
                std::min(least, sample(image.view(), at % 7, 5 * (i / 3) + at / 7, static_cast<int>(i % 3)));
        CHECK(range[i].at("low") == least);
    }
    const std::string page = bytes_of(folder / "r.html");
    for (const std::string part :
         {"<div>layer 1 of 3</div>", "<div>layer 3 of 3</div>", "there are numbers for each layer"})
        CHECK_MESSAGE(contains(page, part), part);
}
