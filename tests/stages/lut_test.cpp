#include "tests/stages/all_at_once.hpp"
#include "tests/temporary_folder.hpp"

#include "io/cube.hpp"

#include <fstream>
#include <limits>

using namespace sluice;
using namespace sluice::test;

namespace {

// Two colours a side: red and green change places, blue is turned around; and where all are white, black.
const std::string swapped =
    "TITLE \"x y\"\n# red first\nLUT_3D_SIZE 2\r\nDOMAIN_MIN 0 0 0\nDOMAIN_MAX 1 1 1\n\n"
    "0 0 1\n0 1 1\n1 0 1\n1 1 1\n0 0 0\n0 1 0\n1 0 0\n0 0 0\n";

std::string written(const TemporaryFolder& folder, const std::string& text) {
    const std::string path = (folder / "look.cube").string();
    std::ofstream(path) << text;
    return path;
}

}  // namespace

TEST_CASE("a curve is looked up between its values, and its ends beyond") {
    const HostImage src = row_of(Pixel::u8, 3, {0, 51, 255, 102, 204, 153});
    check_each(images(src), {
                                {"lut values=0,1", {0, 51, 255, 102, 204, 153}},
                                {"lut values=1,0", {255, 204, 0, 153, 51, 102}},
                                {"lut values=0,0,1", {0, 0, 255, 0, 153, 51}},
                                {"lut values=0,0.2,1 interpolation=nearest", {0, 0, 255, 51, 255, 51}},
                            });
    const double nan = std::numeric_limits<double>::quiet_NaN(),
                 inf = std::numeric_limits<double>::infinity();
    const HostImage floats = row_of(Pixel::f32, 1, {-1, 0.5, 7, -inf, inf, nan});
    const Samples real = samples_of(run("lut values=0.25,0.75", floats.view()).image.view());
    CHECK(Samples(real.begin(), real.begin() + 5) == Samples{0.25, 0.5, 0.75, 0.25, 0.75});
    CHECK(std::isnan(real[5]));
}

TEST_CASE("a cube is looked up by tetrahedra, by all of its corners, or by the nearest") {
    const TemporaryFolder folder;
    const std::string file = written(folder, swapped);
    const HostImage src = row_of(Pixel::u8, 4, {255, 0, 0, 9, 0, 51, 102, 8, 204, 204, 204, 7});
    check_each(images(src),
               {{"lut " + file, {0, 255, 255, 9, 51, 0, 153, 8, 0, 0, 51, 7}},
                // 0.8 of each: (1, 1, 1), which is black, counts 0.512
                {"lut " + file + " interpolation=linear", {0, 255, 255, 9, 51, 0, 153, 8, 73, 73, 51, 7}},
                {"lut " + file + " interpolation=nearest", {0, 255, 255, 9, 0, 0, 255, 8, 0, 0, 0, 7}}});
}

TEST_CASE("a file has a domain, and curves of its own for each channel") {
    const TemporaryFolder folder;
    const std::string file =
        written(folder, "LUT_1D_SIZE 2\nDOMAIN_MIN -1 0 0\nDOMAIN_MAX 1 2 1\n0 0 1\n1 1 0\n");
    check_each(images(row_of(Pixel::f32, 3, {0, 1, 0.25})), {{"lut " + file, {0.5, 0.5, 0.75}}});
}

TEST_CASE("keywords may be small, and a byte order mark may stand before them") {
    const TemporaryFolder folder;
    std::string small = swapped;
    for (char& c : small) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    for (const std::string& text : {small, "\xEF\xBB\xBF" + swapped})
        check_each(images(row_of(Pixel::u8, 3, {255, 0, 0})),
                   {{"lut " + written(folder, text), {0, 255, 255}}});
}

TEST_CASE("a shaper comes before its cube, and nothing is rounded between") {
    const TemporaryFolder folder;
    // The shaper takes 0..4 to 0, 0.001, ..., which 8 bit would round to 0; the cube takes that to 0..1
    // again.
    const std::string file =
        written(folder,
                "LUT_1D_SIZE 2\nLUT_1D_INPUT_RANGE 0 1\nLUT_3D_SIZE 2\nLUT_3D_INPUT_RANGE 0 0.001\n"
                "0 0 0\n0.001 0.001 0.001\n"
                "0 0 0\n1 0 0\n0 1 0\n1 1 0\n0 0 1\n1 0 1\n0 1 1\n1 1 1\n");
    check_each(images(row_of(Pixel::u8, 3, {1, 77, 255})), {{"lut " + file, {1, 77, 255}}});
    check_each(images(row_of(Pixel::i16, 3, {0, 16384, 32767})), {{"lut " + file, {0, 16384, 32767}}});
    check_each(images(row_of(Pixel::u16, 4, {0, 16384, 65535, 9})), {{"lut " + file, {0, 16384, 65535, 9}}});
}

TEST_CASE("a file of video range is given such values, and what it gives is taken for such") {
    const TemporaryFolder folder;
    const auto curve = [&](const std::string& keyword) {
        return "lut " + written(folder, keyword + "\nLUT_1D_SIZE 2\n0 0 0\n1 1 1\n");
    };
    const HostImage src = row_of(Pixel::u16, 1, {0, 65535});
    // Of 1023: black is 64, white 940.
    check_each(images(src), {{curve("LUT_IN_VIDEO_RANGE"), {4100, 60218}}});
    check_each(images(row_of(Pixel::u16, 1, {4100, 60218})), {{curve("LUT_OUT_VIDEO_RANGE"), {0, 65535}}});
    check_each(images(src), {{curve("LUT_IN_VIDEO_RANGE\nLUT_OUT_VIDEO_RANGE"), {0, 65535}}});
}

TEST_CASE("a file that is wrong is refused with its line, before anything runs") {
    const auto fault = [](const std::string& text) -> std::string {
        try {
            parse_cubes(text);
        } catch (const Error& error) {
            CHECK(error.kind() == Error::Kind::input);
            return error.what();
        }
        return "";
    };
    CHECK(fault("LUT_1D_SIZE 2\n0 0 0\n1 nan 1\n").find("line 3: 'nan' is neither a finite number") !=
          std::string::npos);
    CHECK(fault("LUT_1D_SIZE 2\n0 0 0\n1 1\n").find("line 3: a colour has three numbers") !=
          std::string::npos);
    CHECK(fault("LUT_1D_SIZE 1\n").find("line 1: LUT_1D_SIZE is an integer from 2") != std::string::npos);
    CHECK(fault("LUT_3D_SIZE 2\n0 0 0\n").find("ends after 1 colours, and its size wants 8") !=
          std::string::npos);
    CHECK(fault("LUT_3D_SIZE 2\nLUT_3D_SIZE 4\n").find("line 2: it has a second LUT_3D_SIZE") !=
          std::string::npos);
    CHECK(fault("LUT_1D_SIZE 2\n0 0 0\nLUT_3D_SIZE 2\n").find("line 3: LUT_3D_SIZE comes after colours") !=
          std::string::npos);
    CHECK(
        fault("LUT_1D_SIZE 3\nLUT_3D_SIZE 2\n0 0 0\n").find("ends after 1 colours, and its size wants 11") !=
        std::string::npos);
    CHECK(fault("LUT_IN_VIDEO_RANGE yes\n").find("has no value") != std::string::npos);
    CHECK(fault("0 0 0\n").find("line 1: a colour comes before") != std::string::npos);
    CHECK(fault("").find("it is not a .cube file") != std::string::npos);
    CHECK(fault("LUT_1D_SIZE 2\nDOMAIN_MIN 1 1 1\n0 0 0\n1 1 1\n").find("DOMAIN_MIN is not below") !=
          std::string::npos);
    const TemporaryFolder folder;
    const std::string file = written(folder, swapped);
    const auto refused = [](const std::string& chain, const ImageFormat& src) {
        return test::refused(chain, {{"input", src}});
    };
    CHECK(refused("lut " + file, {4, 4, 1, Pixel::u8}).find("convert channels=3 before") !=
          std::string::npos);
    CHECK(refused("lut /none/such.cube", {4, 4, 3, Pixel::u8}).find("such.cube") != std::string::npos);
    CHECK(refused("lut", {4, 4, 3, Pixel::u8}).find("file=") != std::string::npos);
}
