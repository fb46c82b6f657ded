// What is planned for GPUs alone gives the same on this device: windows in the program's text, pixels that
// are read as words, levels that each group computes for itself, sums and blocks that its items make
// together.
#include "tests/as_gpu.hpp"
#include "tests/reference/compare.hpp"
#include "tests/stages/support.hpp"

using namespace sluice;
using namespace sluice::test;

namespace {

void check_same(const std::string& chain, const ImageFormat& format, PlanOptions options = {},
                const Device& gpu = as_gpu(device()), const reference::Tolerance& tolerance = {}) {
    CAPTURE(chain);
    CAPTURE(format.text());
    const HostImage image = reference::random_image(format, {.nan = true, .inf = true, .transparent = 0.3});
    const HostImage other = reference::random_image(format, {.seed = 2});
    const ConstHostView view = other.view();
    const ConstHostView* mask = chain.find("id=mask") != std::string::npos ? &view : nullptr;
    options.work_group = 64;
    options.finish = FinishBy::last_group;
    const Result here = run(chain, image.view(), {}, mask),
                 there = run(chain, image.view(), options, mask, gpu);
    for (const auto& image_of : here.images) {
        const std::string& name = image_of.first;
        CAPTURE(name);
        const auto difference =
            reference::compare(there.images.at(name).view(), image_of.second.view(), tolerance);
        CHECK_MESSAGE(difference.none(), difference.text);
    }
}

}  // namespace

TEST_CASE("windows give the same as a GPU plans them") {
    const std::vector<std::string> chains{
        "dilate",
        "erode shape=ellipse radius=2 edge=wrap",
        "median edge=mirror",
        "sobel",
        "convolve 0,-1,0;-1,5,-1;0,-1,0 edge=constant color=0.4",
        "convolve 1,2,1;2,4,2;1,2,1 scale=0.0625 | invert",
        "maximum radius=6",  // too large for the text
        // In a pass over tiles of another Gather.
        "input; dilate id=a from=input; gaussian 2 id=b from=input; absdiff from=a,b | output",
    };
    const std::vector<ImageFormat> formats{
        {61, 37, 4, Pixel::u8}, {61, 37, 1, Pixel::u8}, {61, 37, 3, Pixel::u16}, {61, 37, 4, Pixel::f32}};
    for (std::size_t i = 0; i < chains.size(); ++i) {
        ImageFormat format = formats[i % formats.size()];
        check_same(chains[i], format);
        format.width = 64;  // whole units, whose pixels are read as such
        check_same(chains[i], format);
    }
    // Grey: units whose pieces come whole, with Points in front, and units that hang over the edge.
    const std::vector<ImageFormat> grey{
        {61, 37, 1, Pixel::u8}, {64, 37, 1, Pixel::u8}, {61, 37, 1, Pixel::u16}};
    std::size_t next = 0;
    for (const char* chain : {"median edge=wrap", "dilate edge=constant color=0.4",
                              "dither levels=4 | median", "invert | sobel direction=x edge=mirror",
                              "median 2", "dilate shape=ellipse radius=2 edge=constant color=0.4"}) {
        check_same(chain, {64, 37, 4, Pixel::u8});
        check_same(chain, {61, 37, 3, Pixel::u8});
        check_same(chain, {64, 37, 4, Pixel::u8}, {.limit_memory = 12000});
        check_same(chain, {64, 37, 1, Pixel::u16});
        check_same(chain, grey[next++ % grey.size()]);
    }
    check_same("invert | sobel edge=constant color=0.4", grey[1], {.limit_memory = 3000});
    // Sampled beside a Gather that has tiles.
    check_same(
        "input; warp 0.9,0.2,3,-0.2,0.9,5 id=a from=input; gaussian 1 id=b from=input; "
        "absdiff from=a,b | output",
        grey[0]);
    check_same("input; input id=mask; absdiff id=c from=input,mask; median from=c | output", grey[1]);
    check_same("median edge=mirror", {61, 37, 1, Pixel::f16});
    for (const char* chain : {"prewitt", "median edge=mirror", "dilate edge=constant color=0.4"}) {
        check_same(chain, {13, 7, 1, Pixel::f64});
        check_same(chain, {13, 7, 4, Pixel::i32});
    }
    for (const StorageChoice storage : {StorageChoice::image, StorageChoice::natural, StorageChoice::rows}) {
        check_same("median 2", {61, 37, 4, Pixel::u8}, {.storage = storage});
        check_same("sobel", {64, 37, 1, Pixel::u8}, {.storage = storage});
    }
    // Read from an image that is packed, made for an application in one that is not.
    const std::map<std::string, StorageChoice> handed{{"input", StorageChoice::image},
                                                      {"output", StorageChoice::rows}};
    check_same("sobel", {64, 37, 1, Pixel::u8}, {.storage_of = handed});
    check_same("sobel | gaussian 1", {61, 37, 4, Pixel::u8}, {.storage_of = handed});
    check_same("median 2 | normalize", {61, 37, 4, Pixel::u8});
    check_same("sobel | normalize", {61, 37, 1, Pixel::f32});
    ImageFormat layers{61, 17, 4, Pixel::u8};
    layers.layers = 3;
    check_same("dilate shape=ellipse radius=2", layers);
    // Beside a Gather that is no window.
    check_same("input; median id=a from=input; flip x id=b from=input; absdiff from=a,b | output",
               {301, 211, 4, Pixel::u8});
}

TEST_CASE("bilateral gives the same as a GPU plans it, but for powers of two") {
    const auto same = [](const char* chain, const ImageFormat& format) {
        check_same(chain, format, {}, as_gpu(device()),
                   {.steps = is_integer(format.pixel) ? 1.0 : 0.0,
                    .absolute = format.pixel == Pixel::f16 ? 1e-3 : 1e-5});
    };
    same("bilateral 2", {64, 37, 4, Pixel::u8});
    same("bilateral 2 edge=wrap", {61, 37, 4, Pixel::u8});
    same("bilateral 1 edge=constant color=0.4 sigma_color=0.3", {64, 37, 3, Pixel::u16});
    same("bilateral 1 edge=mirror", {64, 37, 1, Pixel::u8});
    same("invert | bilateral 1", {61, 37, 4, Pixel::f32});
    same("bilateral 6", {61, 37, 2, Pixel::f16});  // too large for the text
}

TEST_CASE("whole pixels, read as words, give the same as a GPU plans them") {
    const std::vector<std::string> chains{
        "dilate edge=constant color=127.5",
        "median edge=constant color=9",
        "median 2 edge=wrap",
        "pad left=3 top=2 right=1 bottom=4 edge=constant color=12.5",
        "flip both",
        "rotate 90",
        "crop x=5 y=3 width=40 height=30 | flip x",
        "input; flip x id=b from=input; blend from=input,b x=7 y=-3 opacity=0.7 | output",
        "input; rotate 270 id=b from=input; blend mode=multiply from=input,b x=7 y=-3 | output",
        "resize width=8 height=8",
        "input; flip y id=b from=input; blend tile=true from=input,b y=-200 | output",
    };
    const std::vector<ImageFormat> formats{
        {61, 37, 4, Pixel::u8}, {61, 37, 1, Pixel::u8}, {61, 37, 4, Pixel::u16}, {61, 37, 3, Pixel::i16}};
    for (std::size_t i = 0; i < chains.size(); ++i) {
        check_same(chains[i], formats[0]);
        check_same(chains[i], formats[1 + i % 3]);
    }
}

TEST_CASE("sums that slide, and blocks, give the same as the items of a group make them") {
    check_same("localnorm 20 edge=mirror", {301, 67, 4, Pixel::u8});
    check_same("box 9 edge=constant color=7", {301, 67, 1, Pixel::u8});
    check_same("box radius=140,3 edge=wrap", {301, 67, 4, Pixel::u16});
    check_same("guided 5", {301, 67, 3, Pixel::u8});
    check_same("threshold method=mean radius=30", {301, 67, 1, Pixel::u16});
    check_same("nlmeans patch=3 search=5", {131, 37, 4, Pixel::u8});
    check_same("nlmeans patch=5 search=7 edge=wrap", {131, 37, 1, Pixel::u8});
    check_same("nlmeans | normalize mode=percentile", {131, 37, 1, Pixel::f32});  // all in one pass
}

TEST_CASE("neighbours weighed straight from memory give the same as from lines in local memory") {
    PlanOptions buffers{.storage = StorageChoice::buffer};
    buffers.strategy = "straight";
    const std::vector<ImageFormat> formats{{331, 211, 4, Pixel::u8},
                                           {331, 211, 1, Pixel::u16},
                                           {330, 212, 3, Pixel::f32},
                                           {324, 204, 1, Pixel::u8}};
    const std::vector<std::string> chains{"gaussian 1 truncate=3", "gaussian 2 alpha=straight",
                                          "sobel | gaussian 0.8 edge=wrap", "unsharp 1"};
    const Device gpu = as_gpu(device(), 16);
    for (std::size_t i = 0; i < chains.size(); ++i)
        for (const std::size_t k : {i, i + 1}) check_same(chains[i], formats[k % 4], buffers, gpu);
    check_same("resize width=331 height=211 filter=cubic", {993, 633, 1, Pixel::u8}, buffers, gpu);
    check_same("resize width=331 height=211 filter=cubic", {662, 422, 4, Pixel::u8}, buffers, gpu);
    check_same("resize width=331 height=211 filter=lanczos3 alpha=straight", {662, 422, 4, Pixel::u8},
               buffers, gpu);
    check_same("resize width=331 height=211 filter=lanczos3", {662, 422, 3, Pixel::f32}, buffers, gpu);
    // A result of units of which a piece of doubles is a part, and units that are wider than a tile.
    check_same("gaussian 1 truncate=1 | convert pixel=u8", {331, 211, 4, Pixel::f64}, buffers, gpu);
    check_same("gaussian 2", {61, 37, 4, Pixel::f64}, buffers, gpu);  // the sums of no pixel fit
    PlanOptions narrow = buffers;
    narrow.pixels_at_once = 1;
    check_same("gaussian 1 truncate=1 | convert pixel=u8", {331, 211, 1, Pixel::f32}, narrow,
               as_gpu(device(), 4));
    PlanOptions strips = buffers;
    strips.limit_memory = 250000;
    check_same("gaussian 1 truncate=2", formats[0], strips, gpu);
}

TEST_CASE("images that shrink by much give the same line by line, and then by few outputs") {
    PlanOptions buffers{.storage = StorageChoice::buffer};
    buffers.strategy = "along lines";
    const auto check = [](const std::string& chain, const ImageFormat& format, const PlanOptions& options,
                          bool walks = true, std::size_t most_items = 1024) {
        const Device gpu = as_gpu(device(), most_items);
        PlanOptions planned = options;
        planned.work_group = 64;
        const std::string plan = Plan(Graph::from_chain(chain), format, gpu, planned).text(true);
        CHECK_MESSAGE((plan.find("walk along lines") != std::string::npos) == walks, plan);
        check_same(chain, format, options, gpu);
    };
    const std::vector<ImageFormat> formats{{1301, 97, 4, Pixel::u8},  {1301, 97, 1, Pixel::u8},
                                           {997, 97, 3, Pixel::f32},  {1001, 131, 1, Pixel::u16},
                                           {777, 150, 1, Pixel::i32}, {777, 150, 2, Pixel::f16}};
    const std::vector<std::string> chains{"resize width=23 height=7 filter=lanczos3",
                                          "resize width=19 height=5", "resize width=19 height=5 filter=area",
                                          "resize width=1 height=3 filter=cubic alpha=straight"};
    for (std::size_t i = 0; i < formats.size(); ++i)
        check(chains[i % 4], formats[i], buffers, true, i % 2 == 0 ? 1024 : 8);  // several ranges, or one
    check("invert | resize width=40 height=3 filter=lanczos3 | normalize", formats[0], buffers);
    check("crop x=3 width=1111 height=50 | resize width=23 height=7", formats[0], buffers);
    check(chains[0], {1301, 97, 4, Pixel::u8}, {.storage = StorageChoice::image}, false);
    check(chains[0], {777, 97, 4, Pixel::f64}, buffers, false);  // more than 16 bytes
    ImageFormat layers = formats[1];
    layers.layers = 3;
    check(chains[1], layers, buffers);
    PlanOptions strips = buffers;
    strips.limit_memory = 600000;
    check(chains[0], formats[0], strips);
    PlanOptions one = buffers;
    one.pixels_at_once = 2;
    check(chains[0], formats[1], one, false);
}

TEST_CASE("pixels weighed as the bits that they are give the same") {
    const auto check = [](const std::string& chain, const ImageFormat& format, std::size_t most_items,
                          const PlanOptions& options = {.storage = StorageChoice::buffer}) {
        for (const bool bits : {false, true}) {
            CAPTURE(bits);
            const Device gpu = as_gpu(device(), most_items, bits);
            PlanOptions planned = options;
            planned.work_group = 64;
            const std::string plan = Plan(Graph::from_chain(chain), format, gpu, planned).text(true);
            const auto says = [&](const char* text) { return plan.find(text) != std::string::npos; };
            CHECK_MESSAGE((says("weighed as bits") || says("_BITS((int)")) == bits, plan);
            check_same(chain, format, options, gpu);
        }
    };
    const ImageFormat small{61, 37, 4, Pixel::u8}, deep{64, 37, 4, Pixel::u16};
    for (const char* chain :
         {"warp 0.9,0.2,3,-0.2,0.9,5 alpha=straight", "rotate 12.5 filter=cubic alpha=straight",
          "warp 0.9,0.2,3,-0.2,0.9,5,0.001,0,1 alpha=straight edge=mirror",
          "warp 0.9,0.2,3,-0.2,0.9,5 alpha=straight edge=constant color=1"}) {
        check(chain, small, 1024);
        check(chain, deep, 1024);
    }
    check("rotate 12.5", {61, 37, 1, Pixel::u8}, 1024);
    check("rotate 12.5 filter=cubic", {64, 37, 1, Pixel::u16}, 1024);
    const std::size_t in_tiles = 1024, straight = 16;
    const std::vector<ImageFormat> formats{
        {331, 211, 4, Pixel::u16}, {331, 211, 4, Pixel::u8}, {340, 211, 1, Pixel::u8}};
    std::size_t i = 0;
    for (const char* chain : {"gaussian 1 alpha=straight", "resize scale=0.5 filter=lanczos3 alpha=straight",
                              "gaussian 0.6 edge=wrap alpha=straight"}) {
        check(chain, formats[i++ % 3], in_tiles);
        check(chain, formats[i++ % 3], straight);
    }
    check("gaussian 2 alpha=straight", {331, 611, 4, Pixel::u8}, straight);  // 17 weights: higher tiles
    ImageFormat layers{331, 211, 3, Pixel::u8};
    layers.layers = 3;
    check("gaussian 1", layers, in_tiles);
    check("gaussian 1", layers, straight);
    check("gaussian 1", {331, 211, 3, Pixel::u8}, in_tiles, {.storage = StorageChoice::image});
    PlanOptions strips{.storage = StorageChoice::buffer};
    strips.limit_memory = 250000;
    check("gaussian 1", {331, 211, 3, Pixel::u8}, in_tiles, strips);
    check("gaussian 1", {331, 211, 3, Pixel::u8}, straight, strips);
    // No bits stand for what lies beyond these edges.
    check_same("warp 0.9,0.2,3,-0.2,0.9,5 filter=cubic edge=constant color=0.3 alpha=straight", small);
}

TEST_CASE("columns with weights of their own give the same straight from memory") {
    PlanOptions buffers{.storage = StorageChoice::buffer};
    buffers.strategy = "straight by columns";
    const Device gpu = as_gpu(device(), 8);
    const ImageFormat rgba{640, 480, 4, Pixel::u8};
    const auto check = [&](const std::string& chain, const ImageFormat& format) {
        CAPTURE(chain);
        PlanOptions options = buffers;
        options.work_group = 64;
        const Plan made(Graph::from_chain(chain), format, gpu, options);
        const std::string plan = made.text();
        CHECK((made.strips() > 1) == (buffers.limit_memory > 0));
        CHECK_MESSAGE(plan.find("straight by columns, ") != std::string::npos, plan);
        check_same(chain, format, buffers, gpu);
    };
    check("resize scale=0.37 filter=lanczos3 alpha=straight", rgba);
    check("resize scale=0.73", rgba);
    check("resize width=639 height=479 filter=cubic", rgba);
    check("resize width=641 height=700 filter=cubic", {640, 480, 3, Pixel::u16});
    check("resize scale=2 filter=cubic alpha=straight", {333, 240, 3, Pixel::u8});
    check("resize width=401 height=300 filter=area | invert", {640, 480, 1, Pixel::f32});
    check("invert | resize width=401 height=480", {640, 480, 4, Pixel::f32});
    check("resize scale=0.61 filter=linear", {640, 480, 4, Pixel::f16});
    check("resize scale=0.61 filter=linear", {640, 480, 1, Pixel::f64});
    check("resize scale=0.73", {640, 480, 1, Pixel::u8});
    check("resize scale=1.7 filter=cubic", {333, 240, 1, Pixel::u16});
    check("resize width=401 height=300 filter=linear", {640, 480, 1, Pixel::i8});
    ImageFormat layers{320, 240, 4, Pixel::u8};
    layers.layers = 3;
    check("resize scale=0.61", layers);
    check("resize scale=0.37 filter=nearest", rgba);  // lines that nobody weighs
    // In strips: rows that are open, and lines that are kept.
    buffers.limit_memory = 1000000;
    check("resize scale=0.37 filter=lanczos3", {640, 960, 4, Pixel::u8});
    check("resize scale=1.7 filter=cubic", {320, 480, 4, Pixel::u8});
}

TEST_CASE("small weighed images give the same: what Oclgrind looks at") {
    const Device gpu = as_gpu(device(), 8);
    const auto check = [&](const char* chain, const ImageFormat& format, const char* strategy) {
        PlanOptions buffers{.storage = StorageChoice::buffer};
        buffers.strategy = strategy;
        const std::string plan = Plan(Graph::from_chain(chain), format, gpu, buffers).text();
        CHECK_MESSAGE(plan.find(std::string(strategy) + ", ") != std::string::npos, plan);
        check_same(chain, format, buffers, gpu);
    };
    check("resize width=150 height=310 filter=cubic", {140, 300, 4, Pixel::u8}, "straight by columns");
    check("resize scale=0.75 alpha=straight", {160, 120, 4, Pixel::u8}, "straight by columns");
    check("gaussian 1 alpha=straight", {70, 60, 4, Pixel::u8}, "straight");
    check("resize width=6", {200, 40, 1, Pixel::u8}, "along lines");
}

TEST_CASE("Tables give the same as the last group computes them") {
    for (const int channels : {1, 2, 3, 4})
        check_same("convert pixel=i16 scale=none warn=true", {83, 61, channels, Pixel::f32});
    check_same("normalize mode=percentile", {83, 61, 2, Pixel::f32});
}

TEST_CASE("weighed neighbours give the same as the items of a group weigh them together") {
    check_same("gaussian 2", {301, 67, 4, Pixel::u8});
    check_same("gaussian 2.5 edge=mirror alpha=straight", {301, 67, 4, Pixel::u16});
    check_same("resize scale=0.5 filter=lanczos3 alpha=straight", {601, 131, 3, Pixel::u8});
    check_same("gaussian 2,1 | normalize", {301, 67, 4, Pixel::f16});
    // Rows that share no line: of some, of three, of more than tiles have; with lines between them.
    for (const char* chain : {"resize scale=0.5 filter=area", "resize scale=0.25 filter=area alpha=straight",
                              "resize width=43 height=22 filter=area", "resize width=8 height=4 filter=area",
                              "resize scale=0.25 filter=linear antialias=no"})
        for (const Pixel pixel : {Pixel::u8, Pixel::f32}) {
            check_same(chain, {128, 64, 4, pixel});
            check_same(chain, {129, 66, 1, pixel});
            check_same(chain, {128, 64, 4, pixel}, {.limit_memory = 36000});
        }
    check_same("dither levels=3 | thumbnail 30", {131, 67, 4, Pixel::u8});  // in front, and by its place
}

TEST_CASE("levels give the same as groups of a GPU compute them") {
    for (const int channels : {1, 4}) {
        check_same("posterize 4", {83, 61, channels, Pixel::u8});
        check_same("gamma 0.8 | curves 0,0;0.25,0.15;0.75,0.85;1,1", {83, 61, channels, Pixel::u8});
        check_same("normalize", {83, 61, channels, Pixel::i8});
    }
    PlanOptions in_strips;  // evaluated once more where a Gather reads
    in_strips.limit_memory = 200000;
    check_same("input | temperature 4000 | output id=a; erode 4,56 from=temperature | output id=b",
               {61, 600, 3, Pixel::u8}, in_strips);
    ImageFormat layers{83, 61, 4, Pixel::u8};
    layers.layers = 3;
    check_same("normalize | invert", layers);
}

TEST_CASE("natural image objects give the same as a GPU reads them, pixels of a unit apart") {
    PlanOptions plain, natural;
    plain.observe = natural.observe = {"reduce"};
    natural.storage = StorageChoice::natural;
    natural.work_group = 64;
    const std::vector<ImageFormat> formats{{270, 37, 1, Pixel::u8},  {270, 37, 4, Pixel::u8},
                                           {270, 37, 4, Pixel::i8},  {270, 37, 4, Pixel::u16},
                                           {270, 37, 1, Pixel::i32}, {270, 37, 4, Pixel::f32}};
    for (std::size_t i = 0; i < formats.size(); ++i) {
        CAPTURE(formats[i].text());
        if (!has_natural(formats[i])) continue;
        const HostImage image = reference::random_image(formats[i], {.nan = true, .inf = true});
        const std::string chain = std::string("reduce alpha=include quantities=min,max,sum") +
                                  (i % 2 == 0 ? ",min_at region=7,3,201,30" : ",max_at");
        CAPTURE(chain);
        const Table here = run(chain, image.view(), plain).tables.at("reduce"),
                    apart = run(chain, image.view(), natural, nullptr, as_gpu(device())).tables.at("reduce");
        for (const Field& field : here.layout().fields)
            for (std::size_t c = 0; c < here.layout().channels.size(); ++c)
                CHECK_MESSAGE(apart.real(field.name, c) == doctest::Approx(here.real(field.name, c)),
                              field.name, " of channel ", c);
    }
}
