#include "tests/as_gpu.hpp"
#include "tests/error_of.hpp"
#include "tests/sluice/same.hpp"
#include "tests/stages/neighbours.hpp"

#include <array>
#include <string>
#include <vector>

using namespace sluice;
using namespace sluice::test;
using reference::Samples;

namespace {

// As a parameter: "3,4,5,6,7,8,9,10".
std::string boxes_text(const std::vector<double>& boxes) { return "boxes=" + text(Value(boxes)); }

// A mask with a blob in each of these boxes, and nothing in between.
using Blob = std::array<std::size_t, 4>;
HostImage mask_of(std::size_t width, std::size_t height, const std::vector<Blob>& blobs) {
    return reference::image_of({width, height, 1, Pixel::u8}, [&](std::size_t x, std::size_t y, int) {
        for (const auto& [left, top, across, down] : blobs)
            if (x >= left && x < left + across && y >= top && y < top + down) return 255.0;
        return 0.0;
    });
}

// Of one layer.
HostImage layer_of(const HostImage& image, std::size_t layer) {
    ImageFormat format = image.format();
    format.layers = 1;
    return reference::image_of(format, [&](std::size_t x, std::size_t y, int c) {
        return reference::value(image.view(), x, layer * format.height + y, c);
    });
}

}  // namespace

TEST_CASE("a box of the size of a crop is copied") {
    const HostImage image = grid(5, {1, 2, 3, 4, 5,   //
                                     6, 7, 8, 9, 10,  //
                                     11, 12, 13, 14, 15});
    for (const char* filter : {"nearest", "linear", "cubic"}) {
        const std::string chain = std::string("crops 2 filter=") + filter;
        CHECK(of(chain + " boxes=1,0,2,2", image) == Samples{2, 3, 7, 8});
        CHECK(of(chain + " most=2 boxes=3,1,2,2,0,1,2,2", image) == Samples{9, 10, 14, 15, 6, 7, 11, 12});
    }
}

TEST_CASE("a box is stretched to the size of a crop") {
    const HostImage image = reference::row_of(Pixel::u8, 1, {0, 40, 80, 120});
    CHECK(of("crops 4,1 boxes=1,0,2,1", image) == Samples{30, 50, 70, 90});
    CHECK(of("crops 4,1 boxes=1,0,2,1 filter=nearest", image) == Samples{40, 40, 80, 80});
    CHECK(of("crops 1,1 boxes=0,0,4,1", image) == Samples{60});
    CHECK(of("crops 2,1 boxes=0.5,0,2,1", image) == Samples{20, 60});
}

TEST_CASE("a box may be partly or wholly outside") {
    const HostImage image = reference::row_of(Pixel::u8, 1, {10, 20, 30});
    CHECK(of("crops 3,1 boxes=-2,0,3,1", image) == Samples{10, 10, 10});
    CHECK(of("crops 3,1 boxes=2,0,3,1 edge=constant color=7", image) == Samples{30, 7, 7});
    CHECK(of("crops 3,1 boxes=2,0,3,1 edge=wrap", image) == Samples{30, 10, 20});
    CHECK(of("crops 2,1 boxes=-1000000,5,2,1 edge=constant", image) == Samples{0, 0});
    CHECK(of("crops 2,1 boxes=1000000,-1000000,1000000,1000000", image) == Samples{30, 30});
}

TEST_CASE("a crop without a box is 0") {
    const HostImage image = reference::constant_image({4, 4, 4, Pixel::u8}, 9);
    for (const char* edge : {"clamp", "constant color=50"}) {
        const std::string chain = std::string("crops 1 most=3 boxes=0,0,1,1,1,1,0,2 edge=") + edge;
        CHECK(of(chain, image) == Samples{9, 9, 9, 9, 0, 0, 0, 0, 0, 0, 0, 0});
    }
}

TEST_CASE("crops equal the reference with every filter and edge, in strips of any height") {
    const std::string boxes = " boxes=3,4,11,7,-5.25,-3,20,20,30.5,20,17.3,9.7,0,0,41,27";
    for (const auto& [filter, edge, pixel, channels] :
         every_pair(std::vector<std::string>{"nearest", "linear", "cubic"},
                    std::vector<std::string>{"clamp", "mirror", "wrap", "constant color=200"},
                    std::vector<Pixel>{Pixel::u8, Pixel::u16, Pixel::f32}, std::vector<int>{1, 3, 4}))
        check_neighbours("crops 11,9 most=5 filter=" + filter + " edge=" + edge + boxes,
                         image({41, 27, channels, pixel}), {4, 1});
}

TEST_CASE("crops equal the reference for every pixel type, in every way to run them") {
    std::size_t turn = 0;
    for (const Pixel pixel : all_pixels()) {
        const int channels = 1 + static_cast<int>(turn % 4);
        check_neighbours("gamma 1 | crops 5,4 most=3 boxes=1,2,7,5,3.5,0,12,9 | gamma 1",
                         image({19, 12, channels, pixel}, {.transparent = channels % 2 == 0 ? 0.3 : 0}), {2},
                         turn % 4 == 0 ? all_kernels() : std::vector<Way>());
        ++turn;
    }
}

TEST_CASE("each crop is a layer of what follows") {
    const Images all = image({41, 27, 3, Pixel::u8});
    check_neighbours("crops 9 most=3 boxes=1,2,7,5,20,10,12,9 | normalize minmax | gaussian 1", all, {2},
                     {way(StorageChoice::buffer, 0, 0, false), as_on_gpus()});
    const HostImage& src = all.at("input");
    const HostImage both =
        run("crops 9 most=2 boxes=1,2,7,5,20,10,12,9 | normalize minmax", src.view()).image;
    CHECK(same(layer_of(both, 0), run("crops 9 boxes=1,2,7,5 | normalize minmax", src.view()).image));
    CHECK(same(layer_of(both, 1), run("crops 9 boxes=20,10,12,9 | normalize minmax", src.view()).image));
}

TEST_CASE("boxes of a table give what a list of them gives") {
    const std::vector<Blob> blobs{{3, 2, 9, 5}, {20, 4, 1, 1}, {5, 12, 30, 11}, {37, 20, 4, 7}};
    const HostImage mask = mask_of(41, 27, blobs);
    const HostImage src = reference::random_image({41, 27, 3, Pixel::u16});
    const ConstHostView view = mask.view();
    for (const Device& on : {device(), as_gpu(device())})
        for (const std::size_t most : {std::size_t{1}, std::size_t{3}, std::size_t{6}}) {
            CAPTURE(most);
            std::vector<double> first;
            for (std::size_t i = 0; i < std::min(most, blobs.size()); ++i)
                first.insert(first.end(), blobs[i].begin(), blobs[i].end());
            const std::string crops = "crops 8,6 most=" + std::to_string(most) + " ";
            const Result found = run("input id=mask; label from=mask; input | " + crops +
                                         "from=input,label.blobs id=all; output from=all id=cut",
                                     src.view(), {}, &view, on);
            CHECK(same(found.images.at("cut"), run(crops + boxes_text(first), src.view()).image));
            const bool said = most < blobs.size();
            CHECK(found.warnings.size() == (said ? 1U : 0U));
            if (said)
                CHECK(found.warnings.front() ==
                      "all.listed: there are more boxes than crops; most= makes room for all");
        }
}

TEST_CASE("a list may have fewer rows than there are crops, and a table may be no list") {
    const HostImage mask = mask_of(20, 10, {{3, 2, 9, 5}, {15, 1, 2, 3}});
    const HostImage src = reference::random_image({20, 10, 1, Pixel::u8});
    const ConstHostView view = mask.view();
    const auto cropped = [&](const std::string& stage, const std::string& table) {
        return run("input id=mask; " + stage + " from=mask; input | crops 4 most=3 from=input," + table +
                       " id=all; output from=all id=cut",
                   src.view(), {}, &view);
    };
    const auto expected = [&](const std::string& boxes) {
        return run("crops 4 most=3 boxes=" + boxes, src.view()).image;
    };
    CHECK(same(cropped("label most=1", "label.blobs").images.at("cut"), expected("15,1,2,3")));
    const Result one = cropped("bounds", "bounds");
    CHECK(same(one.images.at("cut"), expected("3,1,14,6")));
    CHECK(one.warnings.empty());
}

TEST_CASE("a list of boxes changes between frames") {
    const HostImage src = reference::random_image({41, 27, 3, Pixel::u8});
    const auto planned = [&](const std::string& boxes) {
        return run("brightness 1.5 | crops 8 most=3 " + boxes, src.view()).image;
    };
    for (const Device& on : {device(), as_gpu(device())}) {
        Session session(
            Plan(Graph::from_chain("brightness 1.2 | crops 8 most=3 boxes=1,2,3,4"), src.format(), on),
            {.frames_in_flight = 2});
        auto boxes = session.param<std::vector<double>>("crops.boxes");
        CHECK(boxes.plain());
        session.set("brightness.amount", 1.5);
        CHECK(same(session.submit(src.view()).read(), planned("boxes=1,2,3,4")));
        boxes = {5, 6, 20, 10.5, -3, 2, 4, 4};
        Frame first = session.submit(src.view());
        boxes = {30, 1, 2, 8};
        CHECK(same(session.submit(src.view()).read(), planned("boxes=30,1,2,8")));
        CHECK(same(first.read(), planned("boxes=5,6,20,10.5,-3,2,4,4")));
        boxes.set({});
        CHECK(same(session.submit(src.view()).read(), planned("boxes=0,0,0,0")));
        session.set("crops.boxes", "9,8,7,6");
        CHECK(same(session.submit(src.view()).read(), planned("boxes=9,8,7,6")));
        session.set("brightness.amount", 1.0);  // makes another plan
        session.set({{"crops.boxes", std::vector<double>{1, 1, 9, 9}}, {"brightness.amount", 1.5}});
        CHECK(same(session.submit(src.view()).read(), planned("boxes=1,1,9,9")));
        boxes = {2, 2, 9, 9};
        CHECK(same(session.submit(src.view()).read(), planned("boxes=2,2,9,9")));
    }
}

TEST_CASE("a list of boxes that is refused changes nothing") {
    const HostImage src = reference::random_image({41, 27, 1, Pixel::u8});
    Session session(Plan(Graph::from_chain("crops 8 most=2 boxes=1,2,3,4"), src.format(), device()));
    auto boxes = session.param<std::vector<double>>("crops.boxes");
    const auto refused = [&](const std::vector<double>& list) { return error_of([&] { boxes = list; }); };
    CHECK(refused({1, 2, 3}) ==
          "crops.boxes: boxes has 3 numbers, but each box has four: x, y, width, height");
    CHECK(refused({1, 2, 3, 4, 5, 6, -7, 8}) ==
          "crops.boxes: box 2 has a negative width or height; x and y are its upper left corner");
    CHECK(refused({1, 2, 3, 4, 1, 2, 3, 4, 1, 2, 3, 4}) ==
          "crops.boxes: boxes has 3 boxes, but there are 2 crops; most=3 makes room");
    CHECK(refused({1, 2, 3, 1048577}) == "crops.boxes: 1048577 is outside [-1048576, 1048576]");
    CHECK(refused({1, 2, 3, std::numeric_limits<double>::quiet_NaN()}).find("is not a number") !=
          std::string::npos);
    CHECK(error_of([&] { session.set("crops.boxes", "none"); }).find("needs boxes: ") != std::string::npos);
    CHECK(same(session.submit(src.view()).read(), run("crops 8 most=2 boxes=1,2,3,4", src.view()).image));
}

TEST_CASE("crops say what is wrong") {
    const auto error = [](const std::string& chain, ImageFormat format = {5, 5, 3, Pixel::u8}) {
        return error_of([&] { run(chain, HostImage(format).view()); });
    };
    CHECK(error("crops 8").find("needs boxes: boxes=X,Y,WIDTH,HEIGHT, or a table") != std::string::npos);
    CHECK(error("crops 8 boxes=1,2,3").find("each box has four") != std::string::npos);
    CHECK(error("crops 8 boxes=1,2,3,4,5,6,7,8").find("most=2 makes room") != std::string::npos);
    CHECK(
        error("input; bounds from=input; crops 8 boxes=1,2,3,4 from=input,bounds").find("has boxes twice") !=
        std::string::npos);
    ImageFormat layers{5, 5, 3, Pixel::u8};
    layers.layers = 2;
    CHECK(error("crops 8 boxes=1,2,3,4", layers).find("its image must have one layer") != std::string::npos);
    CHECK(error("crops 8 boxes=1,2,3,4 color=red").find("edge") != std::string::npos);
}
