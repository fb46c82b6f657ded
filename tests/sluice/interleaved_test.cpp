// Passes over samples of pixels (pipeline/plan/primitives/interleaved.hpp): what comes out, however large
// images are, whatever is beyond their edges, and however an application lays them.
#include "pipeline/device/queue.hpp"
#include "tests/all.hpp"
#include "tests/reference/compare.hpp"
#include "tests/reference/random_image.hpp"
#include "tests/sluice/laid_image.hpp"

#include <doctest/doctest.h>
#include <sluice/sluice.hpp>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <string>
#include <vector>

using namespace sluice;
using namespace sluice::test;

namespace {

HostImage picture(const ImageFormat& format) {
    const HostImage random = reference::random_image(format);
    HostImage image(format);
    std::copy_n(random.row(0), image.pitch() * format.rows(), image.row(0));
    return image;
}

HostImage result(const std::string& chain, const HostImage& image, const PlanOptions& options,
                 const std::string& strategy = "") {
    PlanOptions by = options;
    by.strategy = strategy;
    return Session(Plan(Graph::from_chain(chain), image.format(), Device::pick(), by))
        .submit(image.view())
        .read();
}

bool says(const std::string& chain, const ImageFormat& format, const std::string& strategy,
          const char* reason) {
    PlanOptions by;
    by.strategy = strategy;
    const Plan plan(Graph::from_chain(chain), format, Device::pick(), by);
    return plan.text().find(reason) != std::string::npos;
}
bool interleaves(const std::string& chain, const ImageFormat& format, const std::string& strategy) {
    return says(chain, format, strategy, "all channels are treated alike");
}
bool has_planes(const std::string& chain, const ImageFormat& format) {
    return says(chain, format, "", "channels become vectors of their own");
}

// The first value in which Tables differ: exactly, but for sums of floats, whose order is another one.
std::string differing(const Table& one, const Table& other) {
    const TableLayout& layout = one.layout();
    for (const Field& field : layout.fields)
        for (std::size_t row = 0; row < layout.rows; ++row)
            for (std::size_t channel = 0; channel < layout.channels.size(); ++channel)
                for (std::size_t i = 0; i < field.count; ++i) {
                    const double a = one.real(field.name, channel, row, i);
                    const double b = other.real(field.name, channel, row, i);
                    const bool sum = field.name == "sum" || field.name == "sum_sq";
                    if (a != b && !(sum && std::abs(a - b) <= 1e-12 * std::abs(b)))
                        return field.name + " of row " + std::to_string(row) + ", channel " +
                               layout.channels[channel] + ": " + std::to_string(a) + ", " + std::to_string(b);
                }
    return "";
}

const std::vector<ImageFormat> formats{
    {131, 41, 3, Pixel::u8}, {131, 41, 2, Pixel::u8}, {700, 33, 3, Pixel::u16},
    {85, 40, 3, Pixel::f32}, {1, 1, 3, Pixel::u8},    {2, 7, 3, Pixel::u8},
    {50, 9, 3, Pixel::f64},  {33, 20, 3, Pixel::f16}, {40, 30, 3, Pixel::i16}};

struct Case {
    const char *chain, *strategy;
};
const std::vector<Case> cases{{"gaussian sigma=1.2", "lines that are kept"},
                              {"resize scale=1.7 filter=cubic", "lines that are kept"},
                              {"box 1", "narrow sums that slide"},
                              {"box 7", "narrow sums that slide"},
                              {"dilate 2", "extremes that slide"},
                              {"erode 3 shape=ellipse", "runs of neighbours"},
                              {"median 1", "medians"},
                              {"median 2", "medians"},
                              {"median 4", "medians"},
                              {"unsharp 1 amount=0.8", ""},
                              {"invert | gaussian sigma=0.8 | add value=3", ""},
                              {"gamma 0.8", ""}};

}  // namespace

TEST_CASE("samples of pixels side by side give what pixels give") {
    if (!Device::pick().facts().cpu()) return;
    int interleaved = 0;
    for (std::size_t f = 0; f < formats.size(); ++f) {
        const ImageFormat& format = formats[f];
        const HostImage image = picture(format);
        // All of them of the first format, and some of each other one.
        const std::size_t every = f == 0 || takes_all() ? 1 : 4;
        for (std::size_t c = f % every; c < cases.size(); c += every) {
            const Case& of = cases[c];
            CAPTURE(format.text());
            CAPTURE(of.chain);
            CHECK(reference::compare(
                      result(of.chain, image, {}, of.strategy).view(),
                      result(of.chain, image, {.storage = StorageChoice::buffer}, of.strategy).view())
                      .none());
            interleaved += interleaves(of.chain, format, of.strategy) ? 1 : 0;
        }
    }
    CHECK(interleaved > 20);
}

TEST_CASE("what is beyond the edges is of the same channel") {
    if (!Device::pick().facts().cpu()) return;
    const ImageFormat format{37, 11, 3, Pixel::u8};
    const HostImage image = picture(format);
    for (const char* edge : {"clamp", "mirror", "wrap", "constant"})
        for (const std::string chain : {"gaussian sigma=6 edge=", "dilate 5 edge="}) {
            CAPTURE(chain);
            CAPTURE(edge);
            CHECK(reference::compare(result(chain + edge, image, {}).view(),
                                     result(chain + edge, image, {.storage = StorageChoice::buffer}).view())
                      .none());
        }
}

TEST_CASE("what is different from channel to channel sees pixels") {
    if (!Device::pick().facts().cpu()) return;
    const ImageFormat format{131, 41, 3, Pixel::u8};
    CHECK(interleaves("add value=20", format, ""));
    CHECK(!interleaves("add value=1,2,3", format, ""));
    CHECK(interleaves("gaussian sigma=1 | box 3", format, ""));
    CHECK(!interleaves("gaussian sigma=1 | grey", format, ""));
    CHECK(!interleaves("normalize", format, ""));
    ImageFormat other = format;
    other.channels = 4;
    CHECK(!interleaves("gaussian sigma=1", other, ""));
    other.channels = 1;
    CHECK(!interleaves("gaussian sigma=1", other, ""));
    const HostImage image = picture(format);
    CHECK(reference::compare(result("add value=1,2,3", image, {}).view(),
                             result("add value=1,2,3", image, {.storage = StorageChoice::buffer}).view())
              .none());
}

TEST_CASE("a vector of each channel gives what vectors of pixels give") {
    if (!Device::pick().facts().cpu()) return;
    int planes = 0;
    const std::vector<std::string> chains{"grey",
                                          "convert channels=1",
                                          "channels bgr",
                                          "matrix preset=sepia",
                                          "saturation 1.4",
                                          "convert to=hsv",
                                          "convert to=hsl | convert to=rgb",
                                          "convert to=ycbcr",
                                          "add value=1,2,3 | grey",
                                          "grey weights=lightness",
                                          "multiply value=0.5,1,2 | channels gbr | invert"};
    for (std::size_t f = 0; f < formats.size(); ++f) {
        const ImageFormat& format = formats[f];
        if (format.channels != 3) continue;
        const HostImage image = picture(format);
        const std::size_t every = f == 0 || takes_all() ? 1 : 10;
        for (std::size_t c = f % every; c < chains.size(); c += every) {
            const std::string& chain = chains[c];
            CAPTURE(format.text());
            CAPTURE(chain);
            const HostImage some = result(chain, image, {.pixels_at_once = 4});
            CHECK(reference::compare(result(chain, image, {}).view(), some.view()).none());
            CHECK(reference::compare(result(chain, image, {.storage = StorageChoice::buffer}).view(),
                                     some.view())
                      .none());
            planes += has_planes(chain, format) ? 1 : 0;
        }
    }
    const bool clang = Device::pick().facts().pocl();
    CHECK(planes >= (clang ? 7 : 0));
    CHECK(!has_planes("matrix preset=sepia", formats[0]));  // little to compute for three bytes
    CHECK(!has_planes("convert to=lab", formats[0]));       // powers
    CHECK(!has_planes("add value=20", formats[0]));         // over samples
}

TEST_CASE("Reduces of a vector of each channel find what those of pixels find") {
    if (!Device::pick().facts().cpu()) return;
    const std::string all = "count,min,max,sum,sum_sq,nonzero,nan,inf,min_at,max_at,histogram";
    const std::vector<std::string> chains{
        "saturation 1.4 | reduce id=s quantities=" + all, "reduce id=s group=luma quantities=" + all,
        "saturation 0.5 | reduce id=s group=joint tiles=3,2 quantities=" + all,
        "convert to=hsv | reduce id=s region=2,1,17,5 quantities=" + all,
        "invert id=i | threshold 0.4 id=m; reduce from=i,m id=s quantities=" + all};
    int planes = 0;
    for (std::size_t f = 0; f < formats.size(); ++f) {
        const ImageFormat& format = formats[f];
        if (format.channels != 3 || format.width < 20 || format.pixel == Pixel::i16) continue;
        const HostImage image = picture(format);
        for (std::size_t c = 0; c < chains.size(); ++c) {
            if (!takes_all() && f > 0 && c != f % chains.size()) continue;
            CAPTURE(format.text());
            CAPTURE(chains[c]);
            const auto found = [&](const PlanOptions& options) {
                PlanOptions observed = options;
                observed.observe = {"s"};
                const Plan plan(Graph::from_chain(chains[c]), format, Device::pick(), observed);
                planes += plan.text().find("a vector for each channel") != std::string::npos ? 1 : 0;
                return Session(plan).submit(image.view()).table("s");
            };
            const Table some = found({.pixels_at_once = 4});
            CHECK(differing(found({}), some) == "");
            if (c == 0) CHECK(differing(found({.storage = StorageChoice::buffer}), some) == "");
        }
    }
    CHECK(planes >= (Device::pick().facts().pocl() ? 6 : 0));
}

TEST_CASE("pixels of fewer channels become vectors of three") {
    if (!Device::pick().facts().cpu()) return;
    const std::vector<std::string> chains{"demosaic",
                                          "yuv yuyv pixel=f32 | invert",
                                          "demosaic method=mhc pattern=gbrg",
                                          "yuv uyvy filter=linear",
                                          "demosaic | convert to=hsv",
                                          "yuv yuyv"};
    const std::vector<ImageFormat> formats{
        {130, 9, 1, Pixel::u8}, {48, 5, 1, Pixel::u16}, {18, 7, 1, Pixel::f32}, {2, 2, 1, Pixel::u8}};
    for (std::size_t c = 0; c < chains.size(); ++c)
        for (std::size_t f = 0; f < formats.size(); ++f) {
            if (!takes_all() && f != c % formats.size()) continue;
            ImageFormat format = formats[f];
            if (chains[c].starts_with("yuv")) format.channels = 2;
            CAPTURE(format.text());
            CAPTURE(chains[c]);
            const HostImage image = picture(format);
            CHECK(reference::compare(result(chains[c], image, {}).view(),
                                     result(chains[c], image, {.storage = StorageChoice::buffer}).view())
                      .none());
            CHECK(has_planes(chains[c], format) == Device::pick().facts().pocl());
        }
    CHECK(!has_planes("yuv yuyv pixel=f32 | gamma 0.8", {130, 9, 2, Pixel::u8}));  // powers
}

// So many rows are more than the caches hold; those of 9,001 pixels do not begin at whole vectors.
TEST_CASE("results that are written past the caches are whole") {
    const Device device = Device::pick();
    if (!device.facts().cpu()) return;
    const std::size_t rows = 30 * std::max<std::size_t>(1, device.facts().compute_units);
    for (const std::size_t width : {9000, 9001})
        for (const int channels : {1, 3, 4}) {
            const ImageFormat format{width, channels == 1 ? 3 * rows : rows, channels, Pixel::f32};
            const HostImage image = picture(format);
            for (const std::string chain : {"add value=0.25", "saturation 0.5"}) {
                if (channels == 1 && chain == "saturation 0.5") continue;
                CAPTURE(format.text());
                CAPTURE(chain);
                const HostImage some = result(chain, image, {.storage = StorageChoice::buffer});
                CHECK(reference::compare(result(chain, image, {}).view(), some.view()).none());
                // What another pass reads goes through the caches.
                CHECK(reference::compare(result(chain + " | box 1", image, {.fuse = false}).view(),
                                         result("box 1", some, {}).view())
                          .none());
            }
        }
}

TEST_CASE("samples that an application lays otherwise are brought into order") {
    const Device device = Device::pick();
    if (!device.facts().cpu()) return;
    for (const ImageFormat& format : {ImageFormat{53, 5, 3, Pixel::u8}, ImageFormat{21, 9, 2, Pixel::u16}}) {
        const HostImage image = picture(format);
        const HostImage expected = result("gaussian sigma=1", image, {.storage = StorageChoice::buffer});
        Session session(Plan(Graph::from_chain("gaussian sigma=1"), format, device));
        Queue queue(device);
        for (const Laying& laying : layings) {
            if (!can_lie(format, laying)) continue;
            CAPTURE(format.text());
            CAPTURE(name(laying.order));
            CAPTURE(laying.lanes);
            const bool as_planned = laying.order == Order::rgb && laying.lanes == 0;
            LaidImage src(image, laying), dst(format, laying);
            Frame lent = session.submit({{"input", LentView{src.view()}}}, {{"output", dst.view()}});
            lent.wait();
            CHECK(reference::compare(dst.view(), expected.view()).none());
            CHECK(dst.guarded());
            CHECK(lent.transfers().at(0).way ==
                  (as_planned ? Transfer::Way::in_place : Transfer::Way::copied));
            CHECK(lent.transfers().at(1).way ==
                  (as_planned ? Transfer::Way::in_place : Transfer::Way::copied));
            CHECK(reference::compare(session.submit(src.view()).read().view(), expected.view()).none());

            LaidImage made(format, laying);
            const auto upload = [&](LaidImage& laid) {
                const std::size_t size = laid.memory().size();
                DeviceImage there{laid.view().format,
                                  Storage::rows,
                                  laid.view().pitch,
                                  Memory::buffer(device, size, "test"),
                                  {},
                                  laid.offset(),
                                  laid.view().lanes};
                there.ready = queue.write(there.memory, size, laid.memory().data(), size, size, 1, "test");
                queue.flush();
                return there;
            };
            const DeviceImage from = upload(src), to = upload(made);
            Frame frame = session.submit({{"input", from}}, {{"output", to}});
            const DeviceImage there = frame.image();
            CHECK(there.format.order == laying.order);
            queue.after(there.ready, "test");
            const std::size_t size = made.memory().size();
            queue.wait(queue.read(made.memory().data(), size, there.memory, size, size, 1, "test"), "test");
            CHECK(reference::compare(made.view(), expected.view()).none());
            CHECK(made.guarded());
            CHECK(frame.transfers().at(0).way ==
                  (as_planned ? Transfer::Way::in_place : Transfer::Way::transferred));
        }
    }
}

TEST_CASE("strips go over samples too") {
    if (!Device::pick().facts().cpu()) return;
    const ImageFormat format{190, 400, 3, Pixel::u8};
    const HostImage image = picture(format);
    PlanOptions few;
    few.limit_memory = 400000;
    const Plan plan(Graph::from_chain("gaussian sigma=2 | dilate 3"), format, Device::pick(), few);
    Session session(plan);
    CHECK(reference::compare(
              session.submit(image.view()).read().view(),
              result("gaussian sigma=2 | dilate 3", image, {.storage = StorageChoice::buffer}).view())
              .none());
}
