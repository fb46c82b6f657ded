// A Reduce with tiles: a row of the Table for each of them.
#include "tests/error_of.hpp"
#include "tests/reference/compare.hpp"
#include "tests/reference/stage.hpp"
#include "tests/stages/check_table.hpp"
#include "tests/stages/support.hpp"

#include <optional>

using namespace sluice;
using namespace sluice::test;

namespace {

struct Cut {
    Grid grid;
    std::optional<Rect> region;
};

std::string arguments(const Cut& cut) {
    std::string text = " tiles=" + std::to_string(cut.grid.across) + "," + std::to_string(cut.grid.down);
    if (cut.region)
        text += " region=" + std::to_string(cut.region->x) + "," + std::to_string(cut.region->y) + "," +
                std::to_string(cut.region->width) + "," + std::to_string(cut.region->height);
    return text;
}

// Each row, with the borders of its tile worked out here.
template <class Check>
void for_each_tile(const Table& table, const ImageFormat& format, const Cut& cut, Check&& check) {
    const Rect area = cut.region.value_or(Rect{0, 0, format.width, format.height});
    const std::size_t nx = cut.grid.across, ny = cut.grid.down;
    REQUIRE(table.layout().rows == format.layers * nx * ny);
    for (std::size_t layer = 0; layer < format.layers; ++layer)
        for (std::size_t ty = 0; ty < ny; ++ty)
            for (std::size_t tx = 0; tx < nx; ++tx) {
                const std::size_t left = tx * area.width / nx, right = (tx + 1) * area.width / nx;
                const std::size_t top = ty * area.height / ny, bottom = (ty + 1) * area.height / ny;
                const Rect tile{area.x + left, area.y + top, right - left, bottom - top};
                const std::size_t row = layer * nx * ny + ty * nx + tx;
                CAPTURE(row);
                CHECK(table.layout().tiles->tile(row) == tile);
                check(row, layer, tile);
            }
}

void check_tiles(const HostImage& image, const Cut& cut, const PlanOptions& options,
                 const ConstHostView* mask = nullptr) {
    const std::string chain = std::string(mask ? "input id=mask; input | reduce from=input,mask" : "reduce") +
                              " alpha=report " + everything + arguments(cut);
    CAPTURE(chain);
    CAPTURE(image.format().text());
    const Table table = run(chain, image.view(), options, mask).tables.at("reduce");
    for_each_tile(table, image.format(), cut, [&](std::size_t row, std::size_t layer, const Rect& tile) {
        reference::StatisticsOptions expected{.counted = {.alpha = AlphaRule::report, .region = tile}};
        if (mask != nullptr) expected.counted.mask = *mask;
        expected.layer = layer;
        check_table(table, reference::statistics(image.view(), expected), image.format().pixel, row);
    });
}

// Tiles of several units, of parts of a unit, of one pixel in a row or column, one that is the region.
const std::vector<Cut> cuts{{{3, 2}, {}},
                            {{1, 1}, {}},
                            {{12, 3}, {}},
                            {{1, 31}, {}},
                            {{5, 4}, Rect{7, 3, 71, 50}},
                            {{1, 1}, Rect{100, 60, 1, 1}}};

}  // namespace

TEST_CASE("each tile has the row of a Reduce of it alone, whatever counts, on both storages") {
    const auto check_one = [](Pixel pixel, int channels, const Way& way) {
        CAPTURE(way.name);
        for (const Cut& cut : cuts)
            check_tiles(
                reference::random_image({101, 61, channels, pixel}, {.nan = true, .transparent = 0.3}), cut,
                way.options);
        // Several tiles of the traversal in one of the Table's.
        check_tiles(reference::random_image({4097, 33, channels, pixel}), {{2, 3}, {}}, way.options);
    };
    check_one(Pixel::u8, 4, way(StorageChoice::buffer));
    check_one(Pixel::i16, 1, way(StorageChoice::buffer));
    check_one(Pixel::i32, 1, as_on_gpus());
    check_one(Pixel::f32, 3, way(StorageChoice::buffer));
    check_one(Pixel::f32, 1, way(StorageChoice::image, 4, 64));
    check_one(Pixel::u16, 4, way(StorageChoice::natural));
}

TEST_CASE("layers have tiles each, folded by the last group too") {
    for (Way way : as_on_cpus_and_gpus()) {
        CAPTURE(way.name);
        way.options.finish = FinishBy::last_group;
        ImageFormat format{53, 19, 4, Pixel::u8};
        format.layers = 3;
        for (const Cut& cut : {Cut{{2, 2}, {}}, Cut{{3, 1}, Rect{11, 2, 40, 13}}})
            check_tiles(reference::random_image(format), cut, way.options);
    }
}

TEST_CASE("a mask counts in tiles, and numbers that are computed are counted") {
    const HostImage image = reference::random_image({101, 61, 3, Pixel::u8});
    const HostImage mask = reference::random_mask(101, 61, 0.3);
    const ConstHostView view = mask.view();
    for (const Cut& cut : {Cut{{4, 3}, {}}, Cut{{30, 2}, Rect{9, 5, 60, 41}}})
        check_tiles(image, cut, way(StorageChoice::buffer).options, &view);

    const HostImage inverted = reference::expected("invert", {}, image.view());
    const Cut cut{{7, 2}, {}};
    const Table table =
        run("invert | reduce " + everything + arguments(cut), image.view()).tables.at("reduce");
    for_each_tile(table, image.format(), cut, [&](std::size_t row, std::size_t, const Rect& tile) {
        check_table(table, reference::statistics(inverted.view(), {.counted = {.region = tile}}), Pixel::u8,
                    row);
    });
}

TEST_CASE("histograms and places are those of tiles, places counted in the whole image") {
    const HostImage image = reference::random_image({93, 41, 1, Pixel::u8});
    const Cut cut{{3, 4}, Rect{5, 1, 80, 40}};
    for (const Way& way : as_on_cpus_and_gpus()) {
        CAPTURE(way.name);
        const Table table =
            run("reduce quantities=histogram,min_at" + arguments(cut), image.view(), way.options)
                .tables.at("reduce");
        for_each_tile(table, image.format(), cut, [&](std::size_t row, std::size_t, const Rect& tile) {
            const auto expected =
                reference::statistics(image.view(), {.counted = {.region = tile}, .bins = 256}).front();
            std::size_t different = 0, first = 0;
            for (std::size_t bin = 0; bin < 256; ++bin)
                different +=
                    table.integer("histogram", 0, row, bin) != static_cast<Int128>(expected.histogram[bin]);
            CHECK(different == 0);
            bool found = false;
            for (std::size_t y = tile.y; y < tile.y + tile.height; ++y)
                for (std::size_t x = tile.x; x < tile.x + tile.width; ++x)
                    if (!found && sample(image.view(), x, y, 0) == static_cast<double>(expected.min))
                        first = y * 93 + x, found = true;
            CHECK(table.integer("min_at", 0, row) == static_cast<Int128>(first));
        });
    }
}

TEST_CASE("tiles are counted over strips, whose borders are not theirs") {
    const HostImage image = reference::random_image({101, 133, 3, Pixel::u8});
    PlanOptions options = way(StorageChoice::buffer).options;
    options.limit_memory = 60000;
    const Cut cut{{2, 3}, Rect{3, 10, 90, 101}};
    CHECK(Plan(Graph::from_chain("reduce " + everything + arguments(cut)), image.format(), device(), options)
              .execution->in_strips());
    check_tiles(image, cut, options);
}

TEST_CASE("a Reduce with tiles has a pass of its own, beside one without and an image that is stored") {
    const HostImage image = reference::random_image({101, 61, 1, Pixel::u8});
    const std::string chain =
        "input; reduce id=whole from=input quantities=sum; reduce id=four from=input quantities=sum "
        "tiles=2,2; "
        "reduce id=too from=input quantities=max tiles=2,2; invert from=input | output";
    CHECK(Plan(Graph::from_chain(chain), image.format(), device()).execution->passes() == 2);
    const Result result = run(chain, image.view());
    Int128 sum = 0;
    for (std::size_t row = 0; row < 4; ++row) sum += result.tables.at("four").integer("sum", 0, row);
    CHECK(sum == result.tables.at("whole").integer("sum"));
    CHECK(result.tables.at("too").layout().rows == 4);
    CHECK(reference::compare(result.image.view(), reference::expected("invert", {}, image.view()).view())
              .none());
}

TEST_CASE("tiles without pixels are refused, and so is a Point that would look their rows up") {
    const ImageFormat format{64, 48, 1, Pixel::u8};
    const auto fault = [&](const std::string& chain) {
        return error_of([&] { Plan(Graph::from_chain(chain), format, device()); });
    };
    CHECK(
        fault("reduce tiles=65,1").find("each needs at least one pixel, but there are 64 x 48 for 65 x 1") !=
        std::string::npos);
    CHECK(fault("reduce tiles=4,4 region=1,1,8,3").find("there are 8 x 3 for 4 x 4") != std::string::npos);
    CHECK(fault("reduce tiles=0,1").find("tiles") != std::string::npos);
    CHECK(fault("reduce tiles=1.5,1").find("tiles") != std::string::npos);
    const std::string stretched = "input; reduce id=r quantities=min,max from=input tiles=";
    const std::string rest = "; stretch_range from=r | stretch from=input,stretch_range | output";
    CHECK(fault(stretched + "2,1" + rest)
              .find("looks up one row for each layer, but stretch_range has 2 x 1 tiles of each") !=
          std::string::npos);
    CHECK(fault(stretched + "1,1" + rest).empty());
}
