// The order of colours is of red, green and blue: what is no longer these has the order of its model.
#include "tests/error_of.hpp"
#include "tests/reference/random_image.hpp"
#include "tests/reference/samples.hpp"
#include "tests/sluice/devices.hpp"

#include <doctest/doctest.h>
#include <sluice/sluice.hpp>

#include <string>
#include <utility>

using namespace sluice;
using namespace sluice::test;

namespace {

ImageFormat format_of(int channels, Order order, Pixel pixel = Pixel::u8) {
    return {.width = 37, .height = 11, .channels = channels, .pixel = pixel, .order = order};
}

// The same image with its colours the other way round in memory.
HostImage reversed(const HostImage& image) {
    ImageFormat format = image.format();
    format.order = format.order == Order::rgb ? Order::bgr : Order::rgb;
    HostImage other(format);
    for (std::size_t y = 0; y < format.height; ++y)
        for (std::size_t x = 0; x < format.width; ++x)
            for (int c = 0; c < format.channels; ++c)
                set_sample(other.view(), x, y, c < 3 ? 2 - c : c, sample(image.view(), x, y, c));
    return other;
}

struct Result {
    HostImage image, placed;  // what read() makes, and in a place that says bgr
    ImageFormat format;
};

Result result_of(const std::string& chain, const HostImage& image, const PlanOptions& options, bool lent) {
    Session session(Plan(Graph::from_chain(chain), image.format(), device(), options));
    const auto submitted = [&]() -> SubmittedImage {
        return lent ? SubmittedImage(LentView{image.view()}) : SubmittedImage(image.view());
    };
    ImageFormat place = session.result_format();
    place.model = Model::rgb;
    place.order = Order::bgr;
    HostImage placed(place);
    session.submit({{"input", submitted()}}, {{"output", placed.view()}}).wait();
    return {session.submit(submitted()).read(), std::move(placed), session.result_format()};
}

}  // namespace

TEST_CASE("a bgr image that becomes another model has the channels in the order of the model") {
    for (const Model model : {Model::lab, Model::hsv, Model::hsl, Model::xyz, Model::ycbcr})
        for (const int channels : {3, 4})
            for (const Pixel pixel : {Pixel::u8, Pixel::f32}) {
                const std::string chain = "convert to=" + std::string(name(model));
                const HostImage rgb = reference::random_image(format_of(channels, Order::rgb, pixel)),
                                bgr = reversed(rgb);
                const PlanOptions any;
                const Result expected = result_of(chain, rgb, any, false);
                for (const StorageChoice storage :
                     {StorageChoice::buffer, StorageChoice::image, StorageChoice::rows})
                    for (const bool lent : {false, true}) {
                        CAPTURE(chain);
                        CAPTURE(name(storage));
                        const Result result = result_of(chain, bgr, {.storage = storage}, lent);
                        CHECK(result.format.order == Order::rgb);
                        CHECK(result.image.format() == expected.image.format());
                        CHECK(reference::samples_of(result.image.view()) ==
                              reference::samples_of(expected.image.view()));
                        ConstHostView placed = result.placed.view();
                        placed.format.order = Order::rgb;  // the samples as they lie
                        CHECK(reference::samples_of(placed) == reference::samples_of(expected.image.view()));
                    }
            }
}

TEST_CASE("what becomes red, green and blue again is rgb, and an image that stays so keeps its order") {
    const HostImage rgb = reference::random_image(format_of(3, Order::rgb)), bgr = reversed(rgb);
    const auto check = [&](const std::string& chain, Order order) {
        CAPTURE(chain);
        const Result expected = result_of(chain, rgb, {}, false), result = result_of(chain, bgr, {}, false);
        CHECK(result.format.order == order);
        const HostImage turned = order == Order::bgr ? reversed(result.image) : result.image;
        CHECK(reference::samples_of(turned.view()) == reference::samples_of(expected.image.view()));
    };
    for (const char* model : {"lab", "hsv", "hsl", "xyz", "ycbcr"})
        check("convert to=" + std::string(model) + " | convert to=rgb pixel=u8", Order::rgb);
    check("convert to=lab | channels extract=b", Order::rgb);
    check("convert to=lab | channels bgr", Order::rgb);
    for (const char* chain :
         {"invert", "convert pixel=f32 space=linear", "normalize", "channels bgr", "saturation 1.2"})
        check(chain, Order::bgr);
    // Of one channel nothing can be reversed.
    for (const char* chain :
         {"grey", "channels extract=r", "channels extract=b", "convert to=ycbcr | channels extract=r"}) {
        CAPTURE(chain);
        CHECK(reference::samples_of(result_of(chain, bgr, {}, false).image.view()) ==
              reference::samples_of(result_of(chain, rgb, {}, false).image.view()));
    }
}

TEST_CASE("what is measured of another model has its channels in its order") {
    const HostImage rgb = reference::random_image(format_of(3, Order::rgb)), bgr = reversed(rgb);
    const auto stats = [](const HostImage& image) {
        Session session(Plan(Graph::from_chain("convert to=lab | normalize mode=minmax group=channel"),
                             image.format(), device(), {.observe = {"normalize.stats"}}));
        Frame frame = session.submit(image.view());
        std::string text;
        for (std::size_t c = 0; c < 3; ++c)
            text += std::to_string(frame.table("normalize.stats").real("min", c)) + " ";
        return text;
    };
    CHECK(stats(bgr) == stats(rgb));
}

TEST_CASE("an image of another model that says bgr is refused") {
    ImageFormat lab = format_of(3, Order::bgr, Pixel::f32);
    lab.model = Model::lab;
    const std::string words =
        "input: order=bgr is only for red, green and blue; the channels of lab keep their own order";
    CHECK(error_of([&] { Plan(Graph::from_chain("invert"), lab, device()); }).find(words) == 0);
    ImageFormat right = lab;
    right.order = Order::rgb;
    Session session(Plan(Graph::from_chain("convert to=rgb"), right, device()));
    HostImage image(right);
    ConstHostView view = image.view();
    view.format.order = Order::bgr;
    CHECK(error_of([&] { session.submit(view); }).find(words) == 0);
    CHECK(error_of([&] { session.warm_up(); }).empty());
}
