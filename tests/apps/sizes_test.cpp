// `${load.width / 4}` in pipelines that run, are planned, and go over folders.
#include "tests/apps/program.hpp"

#include "io/read.hpp"

#include <doctest/doctest.h>

namespace {

std::string size_of(const std::string& file) {
    const sluice::ImageFormat format = sluice::read(file).format();
    return std::to_string(format.width) + "x" + std::to_string(format.height);
}

const std::string quarter = "sluice: 1\nstages:\n  - resize: {width: '${load.width / 4}'}\n";

}  // namespace

TEST_CASE("run and plan compute what depends on the size of the image") {
    const Scratch folder;
    const std::string file = folder.put("quarter.yaml", quarter);
    const std::string large = folder.put("large.png", ramp(83, 40, 3, 0, 200)),
                      small = folder.put("small.png", ramp(40, 20, 1, 0, 200));
    REQUIRE(sluice_program({"run", file, large, folder / "a.png"}).code == 0);
    CHECK(size_of(folder / "a.png") == "21x10");
    REQUIRE(sluice_program({"run", file, small, folder / "b.png"}).code == 0);
    CHECK(size_of(folder / "b.png") == "10x5");
    // As a chain, and by a change.
    REQUIRE(sluice_program({"run", "resize width='${load.width/10}'", small, folder / "c.png"}).code == 0);
    CHECK(size_of(folder / "c.png") == "4x2");
    REQUIRE(sluice_program({"run", file, small, folder / "d.png", "--set", "resize.width=${load.width * 2}"})
                .code == 0);
    CHECK(size_of(folder / "d.png") == "80x40");
    const Outcome planned = sluice_program({"plan", file, "--input", small});
    CHECK(planned.code == 0);
    CHECK(contains(planned.out, "output (10 x 5, grey, 8 bit)"));
}

TEST_CASE("where there is no image, the pipeline is checked, and a size that does not fit fails its image") {
    const Scratch folder;
    const std::string file = folder.put("quarter.yaml", quarter);
    CHECK(sluice_program({"plan", file, "--check"}, without_devices()).code == 0);
    const Outcome open = sluice_program({"plan", file});
    CHECK(open.code == 2);
    CHECK(contains(open.err, "give an example with --input"));
    const std::string wrong =
        folder.put("wrong.yaml", "sluice: 1\nstages:\n  - resize: {width: '${resize.width / 4}'}\n");
    const Outcome refused = sluice_program({"plan", wrong, "--check"});
    CHECK(refused.code == 2);
    CHECK(contains(refused.err, "wrong.yaml:3:14: resize.width: the size of 'resize' is not known"));
    const std::string dot = folder.put("dot.png", ramp(1, 1, 3, 9, 1));
    const Outcome none = sluice_program({"run", file, dot, folder / "a.png"});
    CHECK(none.code == 2);
    CHECK(contains(none.err, "quarter.yaml:3:14: resize.width: 0 is outside [1, "));
    CHECK(contains(none.err, "it is '${load.width / 4}', and load.width is 1"));
    CHECK_FALSE(std::filesystem::exists(folder / "a.png"));

    folder.put("in/a.png", ramp(8, 8, 3, 0, 200));
    const std::vector<std::string> series{"batch",        folder / "in", "-o",
                                          folder / "out", "--set",       "normalize.low=${load.width / 8}"};
    CHECK(contains(sluice_program(series).err, "normalizes with mode=percentile low=\"${load.width / 8}\""));
    std::vector<std::string> one = series;
    one.emplace_back("--dataset");
    const Outcome same = sluice_program(one);
    CHECK(same.code == 2);
    CHECK(contains(same.err,
                   "--dataset uses one value for all images, but normalize.low depends on the "
                   "size of each; give it a number"));
}

TEST_CASE("in a batch, each image has its own value, and one that does not fit fails alone") {
    const Scratch folder;
    const std::string file = folder.put("quarter.yaml", quarter);
    folder.put("in/a.png", ramp(80, 40, 3, 0, 200));
    folder.put("in/b.png", ramp(80, 20, 3, 0, 200));
    folder.put("in/c.png", ramp(40, 40, 3, 0, 200));
    folder.put("in/d.jpg", "no image");
    folder.put("in/e.png", ramp(1, 1, 3, 9, 1));
    folder.put("in/f.png", ramp(80, 40, 3, 50, 200));
    const auto run = [&] {
        return sluice_program({"batch", folder / "in", "-o", folder / "out", "--pipeline", file, "--resume",
                               "--manifest", folder / "m.jsonl"});
    };
    const Outcome outcome = run();
    CHECK(outcome.code == 1);
    CHECK(contains(outcome.err, "load.width is 1"));
    for (const auto& [name, size] : std::vector<std::pair<std::string, std::string>>{
             {"a.png", "20x10"}, {"b.png", "20x5"}, {"c.png", "10x10"}, {"f.png", "20x10"}})
        CHECK_MESSAGE(size_of(folder / ("out/" + name)) == size, name);
    CHECK_FALSE(std::filesystem::exists(folder / "out/e.png"));

    CHECK(contains(run().err, "4 skipped"));
    folder.put("quarter.yaml", "sluice: 1\nstages:\n  - resize: {width: '${load.width / 2}'}\n");
    CHECK_FALSE(contains(run().err, "4 skipped"));
    CHECK(size_of(folder / "out/a.png") == "40x20");
}
