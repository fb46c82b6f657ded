// Pictures that are read smaller: what load gives, and which Gathers ask for it.
#include "io/read.hpp"
#include "io/write.hpp"
#include "pipeline/plan/rewrite/probe.hpp"
#include "tests/stages/neighbours.hpp"
#include "tests/temporary_folder.hpp"

#include <cmath>

using namespace sluice;
using namespace sluice::test;

namespace {

// Waves that are long enough for an eighth of the pixels.
HostImage waves(std::size_t width, std::size_t height) {
    return reference::image_of({width, height, 3}, [](std::size_t x, std::size_t y, int c) {
        const double at = static_cast<double>(x) / 30 + static_cast<double>(y) / 50 + c;
        return std::round(127 + 100 * std::sin(at));
    });
}

class Picture {
public:
    explicit Picture(std::size_t width, std::size_t height, const std::string& extension = "jpg")
        : path_((folder_ / ("a." + extension)).string()) {
        write(path_, waves(width, height).view());
    }
    std::string load(const std::string& params = "") const { return "load " + path_ + " " + params; }

    // The size at which `chain` has it read, behind `load`.
    std::string read(const std::string& chain, const std::string& params = "") const {
        const Plan plan = planned(load(params) + " id=in | " + chain);
        for (const Primitive& node : plan.execution->graph.nodes)
            if (node.is(Kind::source)) return node.format->text();
        return "";
    }
    // The result.
    HostImage result(const std::string& chain, const std::string& params = "") const {
        const std::string to = (folder_ / "result.png").string();
        Session session(planned(load(params) + " | " + chain + " | save overwrite=always " + to));
        run_files(session);
        return sluice::read(to);
    }
    std::string path() const { return path_; }

private:
    static Plan planned(const std::string& chain) {
        return Plan(Graph::from_chain(chain), SourceFormats{}, device());
    }

    TemporaryFolder folder_;
    std::string path_;
};

// What is said of the file.
std::string refused(const Picture& picture, int by) {
    try {
        read(picture.path(), {.shrink = by});
    } catch (const Error& error) {
        CHECK(error.where() == picture.path());
        return error.message();
    }
    return "";
}

double mean_difference(const HostImage& a, const HostImage& b) {
    REQUIRE(a.format() == b.format());
    double sum = 0;
    reference::for_each_sample(a.format(), [&](const reference::SamplePlace& p) {
        sum += std::fabs(reference::at(a, p) - reference::at(b, p));
    });
    return sum / static_cast<double>(a.format().pixels()) / a.format().channels;
}

}  // namespace

TEST_CASE("a JPEG is read a half, a quarter, an eighth as large, its sides rounded up") {
    const Picture picture(403, 298);
    for (const std::size_t by : {1, 2, 4, 8}) {
        CAPTURE(by);
        const HostImage image = read(picture.path(), {.shrink = static_cast<int>(by)});
        REQUIRE(image.format() == ImageFormat{(403 + by - 1) / by, (298 + by - 1) / by, 3});
        CHECK(image.metadata.altered == (by > 1));
        CHECK(probe(picture.path(), {.shrink = static_cast<int>(by)}) == image.format());
        // A pixel is where the middle of those that it stands for was.
        const HostImage whole = waves(403, 298);
        const double middle = (static_cast<double>(by) - 1) / 2;
        for (std::size_t y = 2; y + 2 < image.format().height; y += 3)
            for (std::size_t x = 2; x + 2 < image.format().width; x += 3) {
                const double at =
                    (static_cast<double>(x * by) + middle) / 30 + (static_cast<double>(y * by) + middle) / 50;
                CHECK(std::fabs(sample(image.view(), x, y, 0) - (127 + 100 * std::sin(at))) < 8);
            }
    }
    CHECK(shrinks(picture.path()) == std::vector<int>{2, 4, 8});
}

TEST_CASE("what cannot be read smaller is refused, with what can") {
    const Picture png(40, 30, "png");
    CHECK(refused(png, 4) ==
          "it is PNG, which cannot be read smaller than it is; JPEG can: leave shrink=4 out, or say "
          "shrink=auto");
    CHECK(shrinks(png.path()).empty());
    CHECK(refused(Picture(40, 30), 3) == "a JPEG can be read smaller by 2, 4 or 8, not by 3");
}

TEST_CASE("a picture is read as small as all ask for that take it, to twice their size or more") {
    const Picture picture(400, 300);
    CHECK(picture.read("thumbnail 100") == "200x150 u8 x3");
    CHECK(picture.read("thumbnail 50") == "100x75 u8 x3");
    CHECK(picture.read("thumbnail 51") == "200x150 u8 x3");
    CHECK(picture.read("thumbnail 10") == "100x75 u8 x3");
    CHECK(picture.read("thumbnail 101") == "400x300 u8 x3");
    CHECK(picture.read("invert | thumbnail 50 | gaussian") == "100x75 u8 x3");
    CHECK(picture.read("resize width=50 draft=true alpha=straight") == "100x75 u8 x3");
    CHECK(picture.read("resize scale=0.25 draft=true") == "400x300 u8 x3");  // half would be another result
    CHECK(picture.read("thumbnail 20; thumbnail from=in size=100") == "200x150 u8 x3");
    CHECK(picture.read("thumbnail 50", "shrink=never") == "400x300 u8 x3");
    CHECK(picture.read("thumbnail 50", "shrink=2") == "200x150 u8 x3");
    for (const std::string chain :
         {"resize width=50", "resize width=50 filter=nearest draft=true",
          "resize width=50 antialias=false draft=true", "resize width=50 space=linear draft=true",
          "gaussian | thumbnail 50", "normalize | thumbnail 50", "thumbnail 50; output from=in",
          "crop 200 | thumbnail 50"})
        CHECK(picture.read(chain) == "400x300 u8 x3");
    CHECK(Picture(403, 300).read("thumbnail 50") == "403x300 u8 x3");  // its sides would be rounded
    CHECK(Picture(400, 300, "png").read("thumbnail 50") == "400x300 u8 x3");
}

TEST_CASE("a thumbnail has the size that it has of the whole picture, and nearly its pixels") {
    for (const Size& size : std::vector<Size>{{400, 300}, {406, 298}, {301, 401}, {336, 72}, {1024, 8}}) {
        CAPTURE(size.width);
        const Picture picture(size.width, size.height);
        for (const std::string side : {"20", "33", "64"}) {
            CAPTURE(side);
            const HostImage whole = picture.result("thumbnail " + side, "shrink=never");
            CHECK(mean_difference(picture.result("thumbnail " + side), whole) < 1.5);
        }
    }
}
