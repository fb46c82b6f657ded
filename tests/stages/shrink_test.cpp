// Pictures that are read smaller: what load gives, and which Gathers ask for it.
#include "io/read.hpp"
#include "io/write.hpp"
#include "pipeline/plan/rewrite/open_sources.hpp"
#include "tests/io/exif/oriented.hpp"
#include "tests/stages/neighbours.hpp"
#include "tests/temporary_folder.hpp"

#include <algorithm>
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
    // The waves of this size, as a camera stores them that is held so.
    Picture(const Size& size, int orientation) : path_((folder_ / "a.jpg").string()) {
        const HostImage stored = oriented::as_stored(waves(size.width, size.height), orientation);
        folder_.put("a.jpg",
                    oriented::with_exif(encode("jpg", stored.view()), oriented::exif(orientation, false)));
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

struct Difference {
    double mean = 0, most = 0;
};

Difference difference(const HostImage& a, const HostImage& b) {
    REQUIRE(a.format() == b.format());
    Difference result;
    reference::for_each_sample(a.format(), [&](const reference::SamplePlace& p) {
        const double here = std::fabs(reference::at(a, p) - reference::at(b, p));
        result.mean += here / static_cast<double>(a.format().pixels()) / a.format().channels;
        result.most = std::max(result.most, here);
    });
    return result;
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
    CHECK(open_image(picture.path())->header().smaller == std::vector<Shrunk>{{8}, {4}, {2}});
}

TEST_CASE("what cannot be read smaller is refused, with what can") {
    const Picture png(40, 30, "png");
    CHECK(refused(png, 4) ==
          "it is PNG, which cannot be read smaller than it is; JPEG can; leave shrink=4 out, or say "
          "shrink=auto");
    CHECK(open_image(png.path())->header().smaller.empty());
    CHECK(refused(Picture(40, 30), 3) == "a JPEG can be read smaller by 2, 4 or 8, not by 3");
}

TEST_CASE("a picture is read as small as all ask for that take it, to twice their size or more") {
    const Picture picture(400, 300);
    CHECK(picture.read("thumbnail 100") == "200x150 u8 x3");
    CHECK(picture.read("thumbnail 50") == "100x75 u8 x3");
    CHECK(picture.read("thumbnail 51") == "200x150 u8 x3");
    CHECK(picture.read("thumbnail 10") == "50x38 u8 x3");
    CHECK(picture.read("thumbnail 101") == "400x300 u8 x3");
    CHECK(picture.read("invert | thumbnail 50 | gaussian") == "100x75 u8 x3");
    CHECK(picture.read("resize width=50 draft=true alpha=straight") == "100x75 u8 x3");
    CHECK(picture.read("resize scale=0.25 draft=true") == "200x150 u8 x3");
    CHECK(picture.read("thumbnail 20; thumbnail from=in size=100") == "200x150 u8 x3");
    CHECK(picture.read("thumbnail 50", "shrink=never") == "400x300 u8 x3");
    CHECK(picture.read("thumbnail 50", "shrink=2") == "200x150 u8 x3");
    for (const std::string chain :
         {"resize width=50", "resize width=50 filter=nearest draft=true",
          "resize width=50 antialias=false draft=true", "resize width=50 space=linear draft=true",
          "gaussian | thumbnail 50", "normalize | thumbnail 50", "thumbnail 50; output from=in",
          "crop 200 | thumbnail 50"})
        CHECK(picture.read(chain) == "400x300 u8 x3");
    CHECK(Picture(403, 299).read("thumbnail 50") == "101x75 u8 x3");  // its sides are rounded up
    CHECK(Picture(400, 300, "png").read("thumbnail 50") == "400x300 u8 x3");
}

TEST_CASE("a thumbnail has the size that it has of the whole picture, and nearly its pixels") {
    for (const Size& size : std::vector<Size>{{400, 300}, {406, 298}, {301, 401}, {336, 72}, {1024, 8}}) {
        CAPTURE(size.width);
        const Picture picture(size.width, size.height);
        for (const std::string side : {"20", "33", "64"}) {
            CAPTURE(side);
            const HostImage whole = picture.result("thumbnail " + side, "shrink=never");
            CHECK(difference(picture.result("thumbnail " + side), whole).mean < 1.5);
        }
    }
}

// A picture that is stretched by a pixel differs by 6 and more at its edges.
TEST_CASE("sides that no shrinking divides keep their places, however the camera was held") {
    const Size size{397, 291};
    HostImage whole;
    for (int orientation = 1; orientation <= 8; ++orientation) {
        CAPTURE(orientation);
        const Picture picture(size, orientation);
        if (orientation == 1) whole = picture.result("resize width=47 draft=true", "shrink=never");
        CHECK(picture.read("resize width=47 draft=true") == "100x73 u8 x3");
        const Difference found = difference(picture.result("resize width=47 draft=true"), whole);
        CHECK(found.mean < 0.7);
        CHECK(found.most < 4);
    }
    for (const std::string chain :
         {"resize width=40 height=40 fit=cover draft=true", "resize scale=0.1 filter=area draft=true",
          "resize width=60 height=30 filter=lanczos3 draft=true"}) {
        CAPTURE(chain);
        const Picture picture(size, 3);
        CHECK(picture.read(chain) != "397x291 u8 x3");
        CHECK(difference(picture.result(chain), picture.result(chain, "shrink=never")).most < 4);
    }
}

TEST_CASE("a picture whose size is no more what its header said is refused") {
    const Picture picture(400, 300);
    const Registry& stages = builtin_stages();
    Diagnostics faults;
    CheckedGraph graph =
        check(Graph::from_chain(picture.load() + " | thumbnail 50"), stages, faults, {.open_ends = true});
    REQUIRE(faults.ok());
    SourceFormats formats = open_sources(graph).formats;
    REQUIRE(graph.nodes[0].smaller == ReadSmaller{{400, 300, 3}, {4}});
    CHECK(walk(graph, stages, formats, {}).nodes[0].format->width == 100);
    formats.at("load").width = 50;
    CHECK_THROWS_WITH_AS(
        walk(graph, stages, formats, {}),
        "load: its file has changed: it would have been read as 100x75 u8 x3, and is 50x75 u8 x3 now", Error);
}
