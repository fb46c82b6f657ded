// Images that an application has on the device, and what it may do wrong with handles.
#include "pipeline/device/inspect.hpp"
#include "pipeline/device/opencl.hpp"
#include "pipeline/device/queue.hpp"
#include "pipeline/graph/registry.hpp"
#include "pipeline/graph/stage_builder.hpp"
#include "tests/error_of.hpp"
#include "tests/reference/random_image.hpp"
#include "tests/skip.hpp"
#include "tests/sluice/devices.hpp"
#include "tests/sluice/same.hpp"

#include <doctest/doctest.h>
#include <sluice/sluice.hpp>

#include <algorithm>
#include <cstdint>
#include <memory>
#include <optional>
#include <utility>

using namespace sluice;
using namespace sluice::test;

namespace {

// The same as if it had memory of its own: pinned staging and three queues.
const Device& device_apart() {
    static const Device apart = [] {
        DeviceFacts facts = device().facts();
        facts.unified_memory = false;
        return with_facts(device(), facts);
    }();
    return apart;
}

const ImageFormat rgb{101, 37, 3, Pixel::u8};

Plan plan_of(const std::string& chain, const ImageFormat& format,
             StorageChoice storage = StorageChoice::buffer, const Device& on = device()) {
    return Plan(Graph::from_chain(chain), format, on, {.storage_of = {{"input", storage}}});
}

// The image as it lies on the device, colour behind colour as in `image`.
struct There {
    Session session;
    Frame frame;
};
There there(const HostImage& image, StorageChoice storage, const Device& on = device()) {
    Session session(plan_of("input | output", image.format(), storage, on), {.download = false});
    Frame frame = session.submit(image.view());
    return {session, frame};
}

// An image object of the application's with these bytes, or with none; its pixels are `format`.
DeviceImage image_object(const cl_image_format& texel, const ImageFormat& format, const void* bytes) {
    cl_image_desc size{};
    size.image_type = CL_MEM_OBJECT_IMAGE2D;
    size.image_width = format.width;
    size.image_height = format.rows();
    cl_int code = CL_SUCCESS;
    const cl_mem memory =
        clCreateImage(native(device()), CL_MEM_READ_WRITE | (bytes != nullptr ? CL_MEM_COPY_HOST_PTR : 0),
                      &texel, &size, const_cast<void*>(bytes), &code);
    REQUIRE(code == CL_SUCCESS);
    DeviceImage there{format, Storage::natural, 0, adopt_memory(device(), memory), {}};
    clReleaseMemObject(memory);
    return there;
}

// What is in it once the frame is done.
HostImage bytes_in(const DeviceImage& there, const Frame& frame) {
    HostImage image(there.format);
    Queue queue(device());
    queue.after(frame.image().ready, "test");
    queue.wait(queue.read(image.row(0), image.pitch(), there.memory, image.pitch(), image.pitch(),
                          there.format.rows(), "test"),
               "test");
    return image;
}

bool has_texel(const std::string& texel) {
    const std::vector<std::string>& all = device().facts().natural_texels;
    return std::find(all.begin(), all.end(), texel) != all.end();
}

// The same bytes, called by another order.
HostImage called(const HostImage& image, Order order) {
    ImageFormat format = image.format();
    format.order = order;
    HostImage other(format);
    std::copy_n(image.row(0), image.pitch() * format.rows(), other.row(0));
    return other;
}

const std::string chain = "convert channels=1 | normalize";

}  // namespace

TEST_CASE("colours that lie on the device as bgr are read as what they are") {
    const auto check_one = [](const ImageFormat& format, StorageChoice storage, const Device& on) {
        CAPTURE(name(storage == StorageChoice::buffer  ? Storage::buffer
                     : storage == StorageChoice::image ? Storage::image
                                                       : Storage::natural));
        CAPTURE(format.text());
        const HostImage image = reference::random_image(format);
        const There made = there(image, storage, on);
        const HostImage reversed = called(image, Order::bgr);
        ImageFormat planned_bgr = format;
        planned_bgr.order = Order::bgr;
        for (const ImageFormat& planned : {format, planned_bgr}) {
            Session session(plan_of(chain, planned, storage, on));
            DeviceImage given = made.frame.image();
            CHECK(given.format.order == Order::rgb);
            CHECK(same(session.submit(given).read(), session.submit(image.view()).read()));
            given.format.order = Order::bgr;
            const HostImage expected = session.submit(reversed.view()).read();
            for (int again = 0; again < 3; ++again) CHECK(same(session.submit(given).read(), expected));
            CHECK_FALSE(same(expected, session.submit(image.view()).read()));
        }
    };
    for (const StorageChoice storage :
         {StorageChoice::buffer, StorageChoice::image, StorageChoice::natural}) {
        for (const ImageFormat& format :
             {rgb, ImageFormat{33, 5, 4, Pixel::u16}, ImageFormat{7, 3, 3, Pixel::i8},
              ImageFormat{40, 9, 4, Pixel::f32}, ImageFormat{40, 9, 3, Pixel::f16},
              ImageFormat{17, 4, 3, Pixel::f64}})
            check_one(format, storage, device());
        check_one(rgb, storage, device_apart());
    }
}

TEST_CASE("a bgr image on the device that comes straight back is put in order too") {
    const HostImage image = reference::random_image(rgb);
    const There made = there(image, StorageChoice::buffer);
    DeviceImage given = made.frame.image();
    given.format.order = Order::bgr;
    Session session(plan_of("input | output", rgb));
    const HostImage back = session.submit(given).read();
    CHECK(same(back, called(image, Order::bgr)));
    CHECK(same(session.submit(image.view()).read(), image));
}

TEST_CASE("a result goes into an image of the application's, as it is called there") {
    const auto check_one = [](const ImageFormat& format, StorageChoice storage, const Device& on) {
        CAPTURE(format.text());
        const HostImage image = reference::random_image(format);
        const PlanOptions options{.storage_of = {{"input", storage}, {"output", storage}}};
        Session session(Plan(Graph::from_chain("invert"), format, on, options));
        const HostImage expected = session.submit(image.view()).read();
        for (const Order order : {Order::rgb, Order::bgr}) {
            CAPTURE(name(order));
            DeviceImage place = there(image, storage, on).frame.image();
            place.format.order = order;
            Frame frame = session.submit({{"input", image.view()}}, {{"output", place}});
            const DeviceImage result = frame.image();
            CHECK(result.format.order == order);
            // Read by another session, which takes it for what it is called.
            Session reader(plan_of("invert | invert", format, storage, on));
            CHECK(same(reader.submit(result).read(), expected));
            CHECK(frame.transfers().at(1).why ==
                  (order == Order::rgb ? "" : "its colours are in the order bgr"));
        }
    };
    for (const StorageChoice storage :
         {StorageChoice::buffer, StorageChoice::image, StorageChoice::natural}) {
        check_one(rgb, storage, device());
        check_one({33, 5, 4, Pixel::u16}, storage, device());
        check_one(rgb, storage, device_apart());
    }
}

TEST_CASE("image objects of the order BGRA, and of normalized numbers, are read and written to the bit") {
    if (!has_texel("RGBA/UNSIGNED_INT8"))
        return report_skip("the device has no image objects of RGBA/UNSIGNED_INT8");
    // Every code value, in each channel another one.
    HostImage image({64, 4, 4, Pixel::u8});
    for (std::size_t i = 0; i < 256 * 4; ++i)
        image.as<std::uint8_t>(0)[i] = static_cast<std::uint8_t>(i / 4 + 85 * (i % 4));
    Session session(
        Plan(Graph::from_chain("invert"), image.format(), device(),
             {.storage_of = {{"input", StorageChoice::natural}, {"output", StorageChoice::natural}}}));
    const HostImage expected = session.submit(image.view()).read();
    for (const cl_image_format format :
         {cl_image_format{CL_BGRA, CL_UNSIGNED_INT8}, {CL_BGRA, CL_UNORM_INT8}, {CL_RGBA, CL_UNORM_INT8}}) {
        CAPTURE(format.image_channel_order);
        CAPTURE(format.image_channel_data_type);
        const bool bgra = format.image_channel_order == CL_BGRA;
        HostImage bytes = image;  // as they lie in the image object
        const auto swap = [&](HostImage& of) {
            for (std::size_t i = 0; bgra && i < 256; ++i)
                std::swap(of.as<std::uint8_t>(0)[4 * i], of.as<std::uint8_t>(0)[4 * i + 2]);
        };
        swap(bytes);
        const DeviceImage place = image_object(format, image.format(), nullptr);
        Frame frame = session.submit({{"input", image_object(format, image.format(), bytes.row(0))}},
                                     {{"output", place}});
        HostImage result = bytes_in(place, frame);
        swap(result);
        CHECK(same(result, expected));
        const bool plain = format.image_channel_data_type == CL_UNSIGNED_INT8;
        for (const Transfer& transfer : frame.transfers())
            CHECK(transfer.why == (plain ? "" : "its texels are normalized numbers"));
    }
}

TEST_CASE("image objects of normalized numbers are read and written where they are, if that is planned") {
    struct Kind {
        cl_image_format normalized, plain;
        std::string texel;
        Pixel pixel;
        int channels;
    };
    const Kind kinds[] = {
        {{CL_RGBA, CL_UNORM_INT8}, {CL_RGBA, CL_UNSIGNED_INT8}, "RGBA/UNORM_INT8", Pixel::u8, 4},
        {{CL_RGBA, CL_UNORM_INT16}, {CL_RGBA, CL_UNSIGNED_INT16}, "RGBA/UNORM_INT16", Pixel::u16, 4},
        {{CL_R, CL_UNORM_INT8}, {CL_R, CL_UNSIGNED_INT8}, "R/UNORM_INT8", Pixel::u8, 1},
        {{CL_R, CL_UNORM_INT16}, {CL_R, CL_UNSIGNED_INT16}, "R/UNORM_INT16", Pixel::u16, 1}};
    std::size_t tried = 0;
    for (const Kind& kind : kinds) {
        if (!has_texel(kind.texel)) continue;
        ++tried;
        CAPTURE(kind.texel);
        // Every code value, in each channel another one.
        HostImage image({256, 256, kind.channels, kind.pixel});
        for (std::size_t y = 0; y < 256; ++y)
            for (std::size_t x = 0; x < 256; ++x)
                for (int c = 0; c < kind.channels; ++c)
                    set_sample(image.view(), x, y, c,
                               kind.pixel == Pixel::u8
                                   ? static_cast<double>((x + 85u * c) % 256)
                                   : static_cast<double>((256 * y + x + 9999u * c) % 65536));
        const auto plan = [&](StorageChoice storage) {
            return Plan(Graph::from_chain("invert"), image.format(), device(),
                        {.storage_of = {{"input", storage}, {"output", storage}}});
        };
        Session plain(plan(StorageChoice::natural)), normalized(plan(StorageChoice::normalized));
        const HostImage expected = plain.submit(image.view()).read();
        CHECK(same(normalized.submit(image.view()).read(), expected));  // through an image object of ours
        for (const bool of_plan : {true, false}) {
            CAPTURE(of_plan);
            const cl_image_format& texel = of_plan ? kind.normalized : kind.plain;
            const DeviceImage place = image_object(texel, image.format(), nullptr);
            const std::size_t before = normalized.counters().total().launches;
            Frame frame = normalized.submit({{"input", image_object(texel, image.format(), image.row(0))}},
                                            {{"output", place}});
            CHECK(same(bytes_in(place, frame), expected));
            CHECK(normalized.counters().total().launches - before == (of_plan ? 1 : 3));
            for (const Transfer& transfer : frame.transfers()) {
                CHECK((transfer.way == Transfer::Way::in_place) == of_plan);
                CHECK(transfer.why == (of_plan ? "" : "its texels are integers"));
            }
        }
    }
    if (tried == 0) report_skip("the device has no image objects of normalized numbers");
}

TEST_CASE("a place for a result is refused where the image has another, or none") {
    const HostImage image = reference::random_image(rgb);
    const DeviceImage place = there(image, StorageChoice::buffer).frame.image();
    const auto refusal = [&](const std::string& text, PlanOptions options) {
        options.storage = StorageChoice::buffer;
        Session session(Plan(Graph::from_chain(text), rgb, device(), options));
        return error_of([&] { session.submit({{"input", image.view()}}, {{"output", place}}); });
    };
    CHECK(refusal("input | output", {}).find("cannot be in another place") != std::string::npos);
    CHECK(
        refusal("input | invert | output; output id=b from=invert", {}).find("cannot be in another place") !=
        std::string::npos);
    CHECK(refusal("invert", {.limit_memory = 20000}).find("the destination must be in host memory") !=
          std::string::npos);
    CHECK(refusal("convert pixel=u16", {}) == "output: the result is 101x37 u16 x3, not 101x37 u8 x3");
}

TEST_CASE("a session may go while its frames are on their way, with memory that they were lent") {
    const HostImage image = reference::random_image(rgb);
    const HostImage expected =
        Session(Plan(Graph::from_chain("normalize"), rgb, device())).submit(image.view()).read();
    HostImage first(rgb), second(rgb);
    std::optional<Session> session(Plan(Graph::from_chain("normalize"), rgb, device()));
    std::optional<Frame> held =
        session->submit({{"input", LentView{image.view()}}}, {{"output", first.view()}});
    session->submit({{"input", LentView{image.view()}}}, {{"output", second.view()}});  // nobody holds it
    session.reset();
    held->wait();
    CHECK(same(first, expected));
    CHECK(same(second, expected));
}

TEST_CASE("an image of another context is refused") {
    const HostImage image = reference::random_image(rgb);
    const Device other = reopened(device());
    Session elsewhere(
        Plan(Graph::from_chain("input | output"), rgb, other, {.storage = StorageChoice::buffer}),
        {.download = false});
    const Frame made = elsewhere.submit(image.view());
    Session session(plan_of("invert", rgb));
    CHECK_THROWS_WITH_AS(
        session.submit(made.image()),
        "input: its memory belongs to another context than the session; make both with the same Device",
        Error);
    const There here = there(image, StorageChoice::buffer);
    DeviceImage mixed = here.frame.image();
    mixed.ready = made.image().ready;
    CHECK_THROWS_WITH_AS(session.submit(mixed),
                         "input: its event `ready` belongs to another context than the session", Error);
    CHECK_NOTHROW(session.submit(here.frame.image()).read());
}

TEST_CASE("a handle that was moved from says so and crashes nothing") {
    const HostImage image = reference::random_image(rgb);
    const auto is_usage = [](const auto& action) {
        try {
            action();
        } catch (const Error& error) {
            CHECK(std::string(error.what()).find("moved from") != std::string::npos);
            return error.kind() == Error::Kind::usage;
        }
        return false;
    };
    Device own = device();
    Plan plan(Graph::from_chain("gamma"), rgb, own);
    Session session(plan);
    Frame frame = session.submit(image.view());
    FrameInput input = session.acquire();
    DeviceImage lent = frame.image();

    const FrameInput taken_input = std::move(input);
    CHECK(is_usage([&] { session.submit(std::move(input)); }));
    CHECK_THROWS_AS(input.view(), Error);
    const DeviceImage taken_image = std::move(lent);
    CHECK_THROWS_AS(session.submit(lent), Error);
    CHECK(is_usage([&] { (void)lent.memory.impl(); }));
    const Frame taken_frame = std::move(frame);
    CHECK(is_usage([&] { frame.wait(); }));
    CHECK(is_usage([&] { frame.table("x"); }));
    CHECK(is_usage([&] { frame.warnings(); }));
    CHECK(is_usage([&] { frame.image(); }));

    Session taken = std::move(session);
    CHECK(is_usage([&] { session.submit(image.view()); }));
    CHECK(is_usage([&] { session.submit(std::map<std::string, SubmittedImage>{}); }));
    CHECK(is_usage([&] { session.acquire(); }));
    CHECK(is_usage([&] { session.set("gamma.exponent", 2.0); }));
    CHECK(is_usage([&] { session.plan(); }));
    CHECK(is_usage([&] { session.device(); }));
    CHECK(is_usage([&] { session.counters(); }));
    CHECK(is_usage([&] { session.queues(); }));
    CHECK(is_usage([&] { session.take_spans(); }));
    CHECK(is_usage([&] { session.record("x", 0); }));
    CHECK(is_usage([&] { run_files(session); }));

    const Plan taken_plan = std::move(plan);
    CHECK(is_usage([&] { plan.summary(); }));
    CHECK(is_usage([&] { plan.text(); }));
    CHECK(is_usage([&] { plan.json(); }));
    CHECK(is_usage([&] { plan.dot(); }));
    CHECK(is_usage([&] { Session again(plan); }));

    const Device taken_device = std::move(own);
    CHECK(is_usage([&] { own.facts(); }));
    CHECK(is_usage([&] { Plan again(Graph::from_chain("gamma"), rgb, own); }));
    CHECK(is_usage([&] { reopened(own); }));
    CHECK(is_usage([&] { Queue queue(own); }));
    CHECK(is_usage([&] { Memory::buffer(own, 64, "x"); }));
    Queue queue(taken_device);
    const Queue taken_queue = std::move(queue);
    CHECK(is_usage([&] { queue.flush(); }));

    HostImage pixels = image;
    const HostImage taken_pixels = std::move(pixels);
    CHECK_THROWS_AS(taken.submit(pixels.view()), Error);
    Registry registry = builtin_stages();
    const Registry taken_registry = std::move(registry);
    CHECK(registry.find("gamma") == nullptr);
    CHECK_THROWS_AS(Plan(Graph::from_chain("gamma"), rgb, device(), {}, registry), Error);
    Graph graph = Graph::from_chain("gamma");
    const Graph taken_graph = std::move(graph);
    CHECK_THROWS_AS(Plan(graph, rgb, device()), Error);
}

TEST_CASE("a plan and a session keep the stages of a registry that is gone") {
    struct Exponent {
        double exponent = 1;
    };
    auto mark = std::make_shared<int>(0);
    const std::weak_ptr<int> alive = mark;
    std::optional<Plan> plan;
    {
        Registry registry = builtin_stages();
        registry.add(point<Exponent>("bend", "Bends values.")
                         .param("exponent", &Exponent::exponent, "How much.", range(0, 9), live)
                         .function([mark](const Exponent&, const StageInputs&) {
                             return KernelFunction{"gamma", "gamma"};
                         }));
        mark.reset();
        plan.emplace(Graph::from_chain("bend exponent=2"), rgb, device(), PlanOptions{}, registry);
    }
    CHECK_FALSE(alive.expired());
    const HostImage image = reference::random_image(rgb);
    std::optional<Session> session(*plan);
    plan.reset();
    CHECK_FALSE(alive.expired());
    const auto expected = [&](const std::string& gamma) {
        return Session(plan_of(gamma, rgb)).submit(image.view()).read();
    };
    CHECK(same(session->submit(image.view()).read(), expected("gamma exponent=2")));
    session->set("bend.exponent", 3.0);
    CHECK(same(session->submit(image.view()).read(), expected("gamma exponent=3")));
    session.reset();
    CHECK(alive.expired());
}

TEST_CASE("a session goes on after what it refused, with all of its frames") {
    const HostImage image = reference::random_image(rgb);
    HostImage wrong(ImageFormat{101, 36, 3});
    Session session(plan_of("invert", rgb), {.frames_in_flight = 1});
    for (int again = 0; again < 3; ++again) {
        CHECK_THROWS_AS(session.submit(wrong.view()), Error);
        CHECK_THROWS_AS(session.submit({{"input", image.view()}}, {{"output", wrong.view()}}), Error);
        CHECK_THROWS_AS(session.submit(session.acquire()), Error);  // nothing was written into it
        CHECK_THROWS_AS(session.set("invert.exponent", 1.0), Error);
    }
    CHECK(same(session.submit(image.view()).read(),
               Session(plan_of("invert", rgb)).submit(image.view()).read()));
    CHECK(error_of([] { Session(plan_of("invert", rgb), {.frames_in_flight = 0}); }) ==
          "session: frames_in_flight must be at least 1");
}
