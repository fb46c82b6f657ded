// What a Session promises: one image up, one down, no table read back, one wait.
#include "pipeline/device/inspect.hpp"
#include "pipeline/device/opencl.hpp"
#include "pipeline/device/queue.hpp"
#include "pipeline/graph/registry.hpp"
#include "pipeline/graph/stage_builder.hpp"
#include "pipeline/plan/plan.hpp"
#include "tests/error_of.hpp"
#include "tests/reference/compare.hpp"
#include "tests/reference/normalize.hpp"
#include "tests/reference/random_image.hpp"
#include "tests/reference/stage.hpp"
#include "tests/sluice/devices.hpp"
#include "tests/sluice/same.hpp"

#include <doctest/doctest.h>
#include <sluice/sluice.hpp>

using namespace sluice;
using namespace sluice::test;

namespace {

const ImageFormat rgb{101, 37, 3, Pixel::u8};

Plan plan_of(const std::string& chain, const ImageFormat& format = rgb, const PlanOptions& options = {}) {
    return Plan(Graph::from_chain(chain), format, device(), options);
}

cl_mem image_object(cl_channel_order order, cl_channel_type type, std::size_t width, std::size_t height) {
    const cl_image_format format{order, type};
    cl_image_desc desc{};
    desc.image_type = CL_MEM_OBJECT_IMAGE2D;
    desc.image_width = width;
    desc.image_height = height;
    cl_int code = CL_SUCCESS;
    const cl_mem image = clCreateImage(native(device()), CL_MEM_READ_WRITE, &format, &desc, nullptr, &code);
    REQUIRE(code == CL_SUCCESS);
    return image;
}

// Pixels of 8 bit as they lie in such an image object.
std::vector<std::uint8_t> four_lanes(const HostImage& image) {
    const ImageFormat& format = image.format();
    std::vector<std::uint8_t> lanes(4 * format.pixels());
    for (std::size_t y = 0; y < format.height; ++y)
        for (std::size_t x = 0; x < format.width; ++x)
            for (int c = 0; c < format.channels; ++c)
                lanes[4 * (y * format.width + x) + static_cast<std::size_t>(c)] =
                    static_cast<std::uint8_t>(sample(image.view(), x, y, c));
    return lanes;
}

HostImage stretched(const HostImage& image) { return reference::minmax(image.view()).image; }

}  // namespace

TEST_CASE("normalize moves one image up and one down, reads no table and waits once") {
    for (const StorageChoice storage : {StorageChoice::buffer, StorageChoice::image}) {
        PlanOptions options;
        options.storage = storage;
        const Plan plan = plan_of("convert channels=4 | normalize | convert channels=3", rgb, options);
        Session session(plan);
        const HostImage image = reference::random_image(rgb, {.range = {{30, 90}}});
        const HostImage result = session.submit(image.view()).read();
        CHECK(same(result, stretched(image)));
        const Counts counts = session.counters().total();
        CHECK(counts.uploads == 1);
        CHECK(counts.downloads == 1);
        CHECK(counts.bytes_to_device == rgb.host_bytes());
        CHECK(counts.bytes_to_host == rgb.host_bytes());
        CHECK(counts.table_reads == 0);
        CHECK(counts.waits == 1);
        CHECK(session.counters().peak_device_bytes == plan.execution->peak_bytes);
    }
}

TEST_CASE("a result that stays on the device is the input of another session") {
    struct Chains {
        const char *first, *both;
    };
    for (const StorageChoice storage : {StorageChoice::buffer, StorageChoice::image})
        for (const Chains& chains :
             {Chains{"input | output", "normalize"}, {"invert", "invert | normalize"}}) {
            const PlanOptions options{.storage = storage};
            Session first(plan_of(chains.first, rgb, options), {.frames_in_flight = 1, .download = false});
            Session both(plan_of(chains.both, rgb, options));
            for (const std::uint64_t seed : {1, 2, 3}) {  // each in the memory of the one before
                const HostImage image = reference::random_image(rgb, {.seed = seed, .range = {{30, 90}}});
                const Frame frame = first.submit(image.view());
                Session second(plan_of("normalize", rgb, options));
                CHECK(same(second.submit(frame.image()).read(), both.submit(image.view()).read()));
            }
        }
}

TEST_CASE("a session gives the same where host and device share no memory") {
    DeviceFacts facts = device().facts();
    facts.unified_memory = false;
    const Device discrete = with_facts(device(), facts);
    for (const StorageChoice storage : {StorageChoice::buffer, StorageChoice::image}) {
        PlanOptions options;
        options.storage = storage;
        Session session(Plan(Graph::from_chain("normalize"), rgb, discrete, options));
        for (const std::uint64_t seed : {1, 2, 3}) {
            const HostImage image = reference::random_image(rgb, {.seed = seed, .range = {{30, 90}}});
            CHECK(same(session.submit(image.view()).read(), stretched(image)));
        }
        CHECK(session.counters().total().waits == 3);
    }
}

TEST_CASE("a warning is that of the stage which counted nothing") {
    const HostImage image = reference::random_image(rgb);
    for (const std::string& id : {std::string("first"), std::string("second")}) {
        const auto region = [&](const std::string& stage) { return stage == id ? " region=3,3,0,5" : ""; };
        Session session(plan_of("normalize id=first" + std::string(region("first")) +
                                " | normalize id=second" + region("second")));
        CHECK(session.submit(image.view()).warnings() ==
              std::vector<std::string>{id + ".range: no pixel was counted; the image stays as it is"});
    }
}

TEST_CASE("frames in flight do not disturb each other") {
    Session session(plan_of("normalize"), {.frames_in_flight = 3});
    std::vector<HostImage> images;
    std::vector<Frame> frames;
    for (const std::uint64_t seed : {1, 2, 3}) {
        images.push_back(
            reference::random_image(rgb, {.seed = seed, .range = {{10.0 * static_cast<double>(seed), 90}}}));
        frames.push_back(session.submit(images.back().view()));
    }
    CHECK_THROWS_WITH_AS(
        session.submit(images[0].view()),
        "session: 3 frames are held, which is the limit (frames_in_flight); destroy one first", Error);
    for (const std::size_t i : {2U, 0U, 1U}) CHECK(same(frames[i].read(), stretched(images[i])));
    frames.clear();
    CHECK(same(session.submit(images[0].view()).read(), stretched(images[0])));
}

TEST_CASE("observed tables come down with the image in the same wait") {
    PlanOptions options;
    options.observe = {"normalize.stats", "normalize.stats"};  // once is enough
    Session session(plan_of("normalize", rgb, options));
    const HostImage image = reference::random_image(rgb, {.range = {{30, 90}}});
    Frame frame = session.submit(image.view());
    CHECK(frame.table("normalize.stats").real("min", 0) == 30);
    CHECK(frame.table("normalize.stats").real("max", 2) == 90);
    CHECK(same(frame.read(), stretched(image)));
    CHECK(session.counters().total().waits == 1);
    CHECK(session.counters().total().table_reads == 1);
    CHECK_THROWS_WITH_AS(frame.table("stats"),
                         "frame: table stats is not observed; the observed tables are: normalize.stats",
                         Error);
    options.observe = {"normalise.stats"};
    CHECK_THROWS_WITH_AS(plan_of("normalize", rgb, options),
                         "observe: there is no table normalise.stats (did you mean normalize.stats?)", Error);
}

TEST_CASE("live parameters change from frame to frame, structural ones do not") {
    Session session(plan_of("gamma exponent=2"));
    const HostImage image = reference::random_image(rgb);
    const auto within_one = [&](double exponent) {
        return reference::compare(session.submit(image.view()).read().view(),
                                  reference::expected("gamma", {{"exponent", exponent}}, image.view()).view(),
                                  {1, 0})
            .none();
    };
    CHECK(within_one(2));
    session.set("gamma.exponent", 0.5);
    CHECK(within_one(0.5));
    CHECK_THROWS_AS(session.set("gamma.exponent", 1000.0), Error);
    CHECK_THROWS_AS(session.set("gamma.strength", 1.0), Error);
    CHECK_THROWS_AS(session.set("gama.exponent", 1.0), Error);
    CHECK(within_one(0.5));
}

TEST_CASE("a live parameter is not set beside a choice that it is not for") {
    struct Tone {
        std::string curve = "none";
        double exponent = 1;
    };
    Registry registry = builtin_stages();
    registry.add(point<Tone>("tone", "Raises every channel to a power, or does not.")
                     .param("curve", &Tone::curve, "Whether.", choices{"none", "power"})
                     .param("exponent", &Tone::exponent, "Which.", live, only_for("curve", {"power"}))
                     .function("gamma"));
    const auto fault = [&](const std::string& chain) {
        Session session(Plan(Graph::from_chain(chain), rgb, device(), {}, registry));
        return error_of([&] { session.set("tone.exponent", 2.0); });
    };
    CHECK(fault("tone power").empty());
    CHECK(fault("tone") == "tone.exponent: curve none has no such option; it belongs to power");
}

TEST_CASE("live parameters that do not go together are refused by the frame that would take them") {
    struct Curve {
        double exponent = 1, most = 2;
    };
    Registry registry = builtin_stages();
    registry.add(point<Curve>("curbed", "Raises every channel to a power that is not too large.")
                     .param("exponent", &Curve::exponent, "Which.", live)
                     .param("most", &Curve::most, "The largest.", live)
                     .check([](const Curve& p) {
                         return p.exponent > p.most ? "exponent: must not be above most" : "";
                     })
                     .function("gamma"));
    Session session(Plan(Graph::from_chain("curbed"), rgb, device(), {}, registry));
    const HostImage image = reference::random_image(rgb);
    session.set("curbed.exponent", 3.0);  // the other one comes next
    session.set("curbed.most", 4.0);
    const HostImage result = session.submit(image.view()).read();
    CHECK(same(result, Session(plan_of("gamma exponent=3")).submit(image.view()).read()));
    session.set("curbed.exponent", 5.0);
    for (int again = 0; again < 2; ++again)
        CHECK(error_of([&] { session.submit(image.view()); }) == "curbed: exponent: must not be above most");
    session.set("curbed.exponent", 3.0);
    CHECK(same(session.submit(image.view()).read(), result));
}

TEST_CASE("wrong uses of a Session are errors, and it goes on") {
    Session session(plan_of("normalize"));
    const HostImage image = reference::random_image(rgb);
    ConstHostView view = image.view();
    view.pitch = 100;
    CHECK(error_of([&] { session.submit(view); }).find("pitch of 100 bytes is less than its rows of 303") !=
          std::string::npos);
    view.data = nullptr;
    CHECK(error_of([&] { session.submit(view); }).find("null pointer") != std::string::npos);
    CHECK(error_of([&] { session.set("normalize.mode", 1.0); }).find("equalize") != std::string::npos);
    CHECK(error_of([&] {
              session.set("normalize.mode", "equalize");
          }).find("normalize.mode: cannot be changed while running, and this needs ") == 0);

    Frame frame = session.submit(image.view());
    HostImage small(rgb);
    CHECK(error_of([&] { frame.read(HostView{rgb, small.row(0), 100}); }).find("pitch") != std::string::npos);
    CHECK(error_of([&] {
              frame.read(HostView{rgb, nullptr, 303});
          }).find("null pointer") != std::string::npos);
    const Frame moved = std::move(frame);
    CHECK(error_of([&] { frame.wait(); }).find("moved from") != std::string::npos);
    CHECK(error_of([&] { frame.read(); }).find("moved from") != std::string::npos);
}

TEST_CASE("channels may lie as BGR on either side") {
    ImageFormat bgr = rgb;
    bgr.order = Order::bgr;
    const HostImage image = reference::random_image(rgb, {.range = {{30, 90}}});
    HostImage swapped(bgr);
    for (std::size_t y = 0; y < rgb.height; ++y)
        for (std::size_t x = 0; x < rgb.width; ++x)
            for (int c = 0; c < 3; ++c)
                set_sample(swapped.view(), x, y, 2 - c, sample(image.view(), x, y, c));
    Session session(plan_of("normalize group=joint"));
    HostImage result(bgr);
    session.submit(swapped.view()).read(result.view());
    CHECK(same(result, session.submit(image.view()).read()));
}

TEST_CASE("a session refuses images that it was not planned for") {
    Session session(plan_of("normalize"));
    const HostImage grey(ImageFormat{101, 37, 1, Pixel::u8});
    CHECK_THROWS_WITH_AS(session.submit(grey.view()),
                         "input: got 101x37 u8 x1, but the plan needs 101x37 u8 x3", Error);
    CHECK_THROWS_WITH_AS(session.submit(std::map<std::string, SubmittedImage>{}),
                         "input: its image is missing", Error);
    const HostImage image(rgb);
    Frame frame = session.submit(image.view());
    HostImage other(ImageFormat{101, 37, 4, Pixel::u8});
    CHECK_THROWS_AS(frame.read(other.view()), Error);
    CHECK_THROWS_AS(frame.read("outptu"), Error);
}

TEST_CASE("an application's own natural image object is normalized into another one") {
    const HostImage image = reference::random_image(rgb, {.range = {{30, 90}}});
    const cl_mem own = image_object(CL_RGBA, CL_UNSIGNED_INT8, rgb.width, rgb.height);
    DeviceImage there{rgb, Storage::natural, 0, adopt_memory(device(), own), {}};
    const std::size_t row = 4 * rgb.width;
    const std::vector<std::uint8_t> pixels = four_lanes(image);
    Queue queue(device());
    there.ready = queue.write(there.memory, 0, pixels.data(), row, row, rgb.height, "test");

    const PlanOptions options{
        .storage_of = {{"input", StorageChoice::natural}, {"output", StorageChoice::natural}}};
    Session session(plan_of("normalize", rgb, options), {.download = false});
    const Frame frame = session.submit(there);
    const DeviceImage result = frame.image();
    CHECK(result.storage == Storage::natural);
    CHECK(result.pitch == 0);
    CHECK(session.counters().total().uploads == 0);
    std::vector<std::uint8_t> back(pixels.size());
    queue.after(result.ready, "test");
    queue.wait(queue.read(back.data(), row, result.memory, 0, row, rgb.height, "test"), "test");
    const std::vector<std::uint8_t> expected = four_lanes(stretched(image));
    std::size_t wrong = 0;  // the fourth lane of three channels is nobody's
    for (std::size_t i = 0; i < back.size(); ++i) wrong += i % 4 < 3 && back[i] != expected[i] ? 1 : 0;
    CHECK(wrong == 0);
    clReleaseMemObject(own);
}

TEST_CASE("only the source is a natural image object, and the result comes to the host") {
    const PlanOptions options{.storage_of = {{"input", StorageChoice::natural}}};
    Session session(plan_of("normalize", rgb, options));
    const HostImage image = reference::random_image(rgb, {.range = {{30, 90}}});
    CHECK(same(session.submit(image.view()).read(), stretched(image)));  // from the host too

    Session made(plan_of("input | output", rgb, {.storage = StorageChoice::natural}), {.download = false});
    const Frame frame = made.submit(image.view());
    CHECK(same(session.submit(frame.image()).read(), stretched(image)));
}

TEST_CASE("memory that is not what was planned is refused before a kernel reads it") {
    const auto refusal = [](const PlanOptions& options, const Memory& memory) {
        Session session(plan_of("normalize", rgb, options));
        const PlannedImage& planned = session.plan().images.at(0);
        return error_of([&] {
            session.submit(DeviceImage{rgb, planned.storage, planned.pitch, memory, {}});
        });
    };
    const PlanOptions natural{.storage_of = {{"input", StorageChoice::natural}}};
    const std::string planned = ", but the plan needs an image object of 101 x 37 RGBA/UNSIGNED_INT8";
    CHECK(refusal(natural, Memory()) == "input: its memory is empty");
    CHECK(refusal(natural, Memory::natural(device(), {101, 36, 3}, "test")) ==
          "input: its memory is an image object of 101 x 36 RGBA/UNSIGNED_INT8" + planned);
    CHECK(refusal(natural, Memory::natural(device(), {101, 37, 3, Pixel::i8}, "test")) ==
          "input: its memory is an image object of 101 x 37 RGBA/SIGNED_INT8" + planned);
    CHECK(refusal(natural, Memory::buffer(device(), 101 * 37 * 4, "test")) ==
          "input: its memory is a buffer" + planned);
    const PlanOptions packed{.storage_of = {{"input", StorageChoice::image}}};
    CHECK(refusal(packed, Memory::natural(device(), rgb, "test")) ==
          "input: its memory is an image object of 101 x 37 RGBA/UNSIGNED_INT8, but the plan needs an image "
          "object of "
          "28 x 37 RGBA/UNSIGNED_INT32");
    const PlanOptions buffer{.storage_of = {{"input", StorageChoice::buffer}}};
    CHECK(refusal(buffer, Memory::natural(device(), rgb, "test")) ==
          "input: its memory is an image object, but the plan needs a buffer");
    CHECK(refusal(buffer, Memory::buffer(device(), 100, "test")) ==
          "input: its buffer of 100 bytes is less than the 16576 of its rows");

    Session session(plan_of("normalize", rgb, natural));
    const Memory right = Memory::natural(device(), rgb, "test");
    CHECK(error_of([&] {
              session.submit(DeviceImage{rgb, Storage::image, 448, right, {}});
          }) == "input: got image with a pitch of 448 bytes, but the plan needs natural");
}

TEST_CASE("one source may have several sinks") {
    Session session(plan_of("input | normalize | output id=bright; invert from=input | output id=dark"));
    const HostImage image = reference::random_image(rgb, {.range = {{30, 90}}});
    Frame frame = session.submit(image.view());
    CHECK(same(frame.read("bright"), stretched(image)));
    CHECK(same(frame.read("dark"), reference::expected("invert", {}, image.view())));
    CHECK(session.counters().total().uploads == 1);
    CHECK(session.counters().total().downloads == 2);
    CHECK(session.counters().total().waits == 1);
}
