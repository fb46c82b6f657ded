// Two channels of an application's: data, unless it says that they are grey and alpha.
#include "pipeline/plan/plan.hpp"
#include "tests/error_of.hpp"
#include "tests/reference/compare.hpp"
#include "tests/sluice/devices.hpp"
#include "tests/temporary_folder.hpp"

#include <doctest/doctest.h>
#include <sluice/sluice.hpp>

#include <algorithm>

using namespace sluice;
using namespace sluice::test;

namespace {

// A flow field: its second channel is 0 where nothing moves down.
HostImage flow(Pixel pixel, bool grey_alpha = false) {
    ImageFormat format{64, 48, 2, pixel};
    format.grey_alpha = grey_alpha;
    HostImage image(format);
    for (std::size_t y = 0; y < 48; ++y)
        for (std::size_t x = 0; x < 64; ++x) {
            set_sample(image.view(), x, y, 0, static_cast<double>(20 + x));
            set_sample(image.view(), x, y, 1, static_cast<double>(y < 8 ? 0 : 2 * y));
        }
    return image;
}

struct Result {
    HostImage image;
    Table table;
};
Result run(const std::string& chain, const HostImage& image, const std::string& table,
           StorageChoice storage = StorageChoice::buffer, bool fuse = true) {
    Session session(Plan(Graph::from_chain(chain), image.format(), device(),
                         {.observe = {table}, .storage = storage, .fuse = fuse, .simplify = fuse}));
    Frame frame = session.submit(image.view());
    return {frame.read(), frame.table(table)};
}

std::string refusal(const std::string& chain, const ImageFormat& format) {
    return error_of([&] { Plan(Graph::from_chain(chain), format, device()); });
}

}  // namespace

TEST_CASE("each of two channels is normalized for itself, and none hides the other") {
    for (const Pixel pixel : {Pixel::u8, Pixel::u16, Pixel::i16, Pixel::f32, Pixel::f64})
        for (const StorageChoice storage : {StorageChoice::buffer, StorageChoice::image})
            for (const std::string mode :
                 {"mode=minmax", "mode=percentile low=0 high=100", "mode=percentile low=1 high=99"}) {
                CAPTURE(name(pixel));
                CAPTURE(mode);
                const HostImage image = flow(pixel);
                const std::string chain = "normalize alpha=visible out=0,200 " + mode;
                const Result result = run(chain, image, "normalize.range", storage);
                CHECK(result.image.format().channels == 2);
                CHECK_FALSE(result.image.format().has_alpha());
                CHECK(result.table.layout().channels == std::vector<std::string>{"R", "G"});
                if (mode != "mode=percentile low=1 high=99") {
                    CHECK(result.table.real("low", 0) == 20);
                    CHECK(result.table.real("high", 0) == 83);
                    CHECK(result.table.real("low", 1) == 0);
                    CHECK(result.table.real("high", 1) == 94);
                    for (const int c : {0, 1}) {
                        CHECK(sample(result.image.view(), 0, 0, c) == 0);
                        CHECK(sample(result.image.view(), 63, 47, c) == 200);
                    }
                }
                const HostImage plain = run(chain, image, "normalize.range", storage, false).image;
                CHECK(reference::compare(result.image.view(), plain.view()).none());
            }
}

TEST_CASE("two channels are counted together, by given numbers, through Points and tables of levels") {
    const HostImage image = flow(Pixel::u8);
    const Result joint = run("normalize group=joint", image, "normalize.range");
    CHECK(joint.table.layout().channels == std::vector<std::string>{"joint"});
    CHECK(joint.table.real("low", 0) == 0);
    CHECK(joint.table.real("high", 0) == 94);

    const Result given = run("normalize in=0,100,0,200 out=0,100", image, "normalize.range");
    CHECK(sample(given.image.view(), 5, 20, 0) == 25);
    CHECK(sample(given.image.view(), 5, 20, 1) == 20);
    const Result moved = run("convert pixel=f32 scale=none | normalize standardize mean=20,10 std=2,4", image,
                             "normalize.line");
    CHECK(sample(moved.image.view(), 5, 20, 0) == 2.5);
    CHECK(sample(moved.image.view(), 5, 20, 1) == 7.5);

    for (const std::string chain :
         {"gamma exponent=0.5 | normalize | gamma exponent=2", "invert | normalize standardize",
          "convert pixel=f32 space=linear | normalize group=luma"}) {
        CAPTURE(chain);
        const std::string table = "normalize.stats";
        const HostImage fused = run(chain, image, table).image;
        const HostImage plain = run(chain, image, table, StorageChoice::buffer, false).image;
        if (fused.format().pixel == Pixel::u8)
            CHECK(reference::compare(fused.view(), plain.view()).none());
        else
            CHECK(reference::compare(fused.view(), plain.view(), {0, 1e-4}).none());
    }
}

TEST_CASE("two channels that the application calls grey and alpha are these") {
    const HostImage image = flow(Pixel::u8, true);
    const Result result = run("normalize alpha=visible", image, "normalize.range");
    CHECK(result.table.layout().channels == std::vector<std::string>{"Y"});
    CHECK(result.image.format().has_alpha());
    for (std::size_t y = 0; y < 48; ++y)  // alpha is copied
        CHECK(sample(result.image.view(), 3, y, 1) == sample(image.view(), 3, y, 1));
    ImageFormat format{8, 8, 3};
    format.grey_alpha = true;
    CHECK(refusal("invert", format) == "input: grey_alpha is for two channels, not 3");
    CHECK(Plan(Graph::from_chain("convert channels=2"), ImageFormat{8, 8, 3}, device())
              .execution->images.back()
              .format.has_alpha());

    Session session(Plan(Graph::from_chain("invert"), image.format(), device()));
    CHECK(error_of([&] { session.submit(flow(Pixel::u8).view()); }) ==
          "input: got 64x48 u8 x2, but the plan needs 64x48 u8 x2 with alpha");
}

TEST_CASE("what two channels of data are not is refused") {
    const ImageFormat data{64, 48, 2, Pixel::u8};
    CHECK(refusal("convert channels=3", data).find("are no colours") != std::string::npos);
    for (const std::string mode : {"equalize", "clahe", "grayworld"})
        CHECK(refusal("normalize " + mode, data)
                  .find(mode + " takes grey or colours, not two channels of data") != std::string::npos);
    CHECK(refusal("save out.png", data).find("cannot hold two channels of data: save as .npy") !=
          std::string::npos);

    const TemporaryFolder folder;
    const std::string file = (folder / "flow.npy").string();
    Session session(Plan(Graph::from_chain("invert | save " + file), data, device()));
    CHECK(session.plan().images.back().format == data);
}
