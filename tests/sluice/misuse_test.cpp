// What an application does wrong with a Plan, a Session or a process is said; nothing crashes, and nothing
// waits for ever.
#include "tests/error_of.hpp"
#include "tests/reference/random_image.hpp"
#include "tests/sluice/devices.hpp"
#include "tests/sluice/same.hpp"

#include <doctest/doctest.h>
#include <sluice/batch.hpp>
#include <sluice/sluice.hpp>

#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <memory>
#include <string>
#include <thread>

using namespace sluice;
using namespace sluice::test;

namespace {

const ImageFormat grey_frame{64, 48, 1, Pixel::u8};

Plan plan_of(const std::string& chain, const ImageFormat& format = grey_frame,
             const PlanOptions& options = {}) {
    return Plan(Graph::from_chain(chain), format, device(), options);
}

// Whether the text begins so.
bool begins(const std::string& text, const std::string& words) {
    CAPTURE(text);
    return text.rfind(words, 0) == 0;
}

}  // namespace

TEST_CASE("enumerators that there are not are refused where formats and options come in") {
    ImageFormat odd = grey_frame;
    odd.pixel = static_cast<Pixel>(77);
    CHECK(begins(error_of([&] { plan_of("invert", odd); }), "input: pixel is 77, not one of u8"));
    PlanOptions options;
    options.storage = static_cast<StorageChoice>(9);
    CHECK(begins(error_of([&] { plan_of("invert", grey_frame, options); }),
                 "plan: storage is 9, not one of auto"));
    options = {};
    options.storage_of["input"] = static_cast<StorageChoice>(9);
    CHECK(begins(error_of([&] { plan_of("invert", grey_frame, options); }), "plan: storage_of input is 9"));
    options = {};
    options.finish = static_cast<FinishBy>(9);
    CHECK(begins(error_of([&] { plan_of("invert", grey_frame, options); }), "plan: finish is 9"));
    options = {};
    options.pixels_at_once = 3;
    CHECK(begins(error_of([&] { plan_of("invert", grey_frame, options); }),
                 "plan: pixels_at_once must be 0, 1, 2 or 4"));

    Session session(plan_of("invert"));
    HostImage image(grey_frame);
    ConstHostView view = image.view();
    view.format = odd;
    CHECK(begins(error_of([&] { session.submit(view); }), "input: pixel is 77"));
    DeviceImage lying{grey_frame, static_cast<Storage>(9), 64, {}, {}};
    CHECK(begins(error_of([&] { session.submit(lying); }), "input: storage is 9"));
    Frame frame = session.submit(image.view());
    HostView place = image.view();
    place.format = odd;
    CHECK(begins(error_of([&] { frame.read(place); }), "frame: pixel is 77"));
    BatchOptions batch;
    batch.overwrite = static_cast<Overwrite>(9);
    CHECK(begins(error_of([&] { Batch(Graph::from_chain("invert"), {"nowhere"}, "nowhere", batch); }),
                 "batch: overwrite: '9' is not one of never"));
}

TEST_CASE("an image under a name that the graph has not is refused with the names that there are") {
    const Graph graph = Graph::from_chain("input id=photo ; input id=mark ; blend from=photo,mark");
    Session session(Plan(graph, SourceFormats{{"photo", grey_frame}, {"mark", grey_frame}}, device()));
    const HostImage image(grey_frame);
    CHECK(error_of([&] {
              session.submit({{"photo", image.view()}, {"mark", image.view()}, {"marc", image.view()}});
          }) ==
          "marc: an image is given for it, but this graph has no such source (did you mean 'mark'?); there "
          "are: photo, mark");
    CHECK(begins(error_of([&] {
                     session.submit(session.acquire(), {{"output", image.view()}});
                 }),
                 "output: an image is given for it"));
    CHECK(error_of([&] {
              Plan(graph, SourceFormats{{"photo", grey_frame}, {"mrak", grey_frame}}, device());
          }) ==
          "mrak: a format is given for it, but this graph has no such source (did you mean 'mark'?); there "
          "are: photo, mark");
    CHECK(same(session.submit({{"photo", image.view()}, {"mark", image.view()}}).read(), image));
}

TEST_CASE("a session that two threads use at once says so, and goes on afterwards") {
    const Plan plan = plan_of("gaussian 2 | invert");
    Session session(plan, {.frames_in_flight = 4});
    const HostImage image = reference::random_image(grey_frame);
    const HostImage expected = session.submit(image.view()).read();
    std::atomic<int> right = 0, refused = 0, other = 0;
    const auto work = [&] {
        for (int i = 0; i < 500; ++i) try {
                right += same(session.submit(image.view()).read(), expected) ? 1 : 0;
            } catch (const Error& error) {
                const bool said = error.kind() == Error::Kind::usage &&
                                  begins(error.what(), "session: is used by two threads at once");
                (said ? refused : other) += 1;
            }
    };
    std::thread beside(work);
    work();
    beside.join();
    CHECK(other == 0);
    CHECK(right > 0);
    CHECK(right + refused == 1000);
    std::thread([&] {
        CHECK(same(session.submit(image.view()).read(), expected));
    }).join();  // one after the other
}

TEST_CASE("a call of a session may be made where another one of the same thread tells its progress") {
    Session* told = nullptr;
    std::size_t calls = 0;
    SessionOptions options{.build_at_once = false};
    options.progress = [&](std::size_t, std::size_t) { calls += told->counters().total().launches + 1; };
    Session session(plan_of("invert"), options);
    told = &session;
    session.warm_up();
    CHECK(calls > 0);
}

// What the child says instead of hanging: its exit code is 0 where all was refused in these words.
TEST_CASE("a process that was forked from one with a session is told so, and ends") {
    const HostImage image = reference::random_image(grey_frame);
    Plan plan = plan_of("invert");
    auto session = std::make_unique<Session>(plan, SessionOptions{.frames_in_flight = 3});
    auto frame = std::make_unique<Frame>(session->submit(image.view()));
    session->submit(image.view()).wait();
    const pid_t child = fork();
    REQUIRE(child >= 0);
    if (child == 0) {
        alarm(20);  // ends it where it hangs
        const auto told = [](const auto& action) {
            try {
                action();
            } catch (const Error& error) {
                return std::string(error.what())
                           .rfind("process: was forked from a process that had used sluice", 0) == 0;
            }
            return false;
        };
        const bool all =
            told([&] { session->submit(image.view()); }) && told([&] { session->acquire(); }) &&
            told([&] { frame->wait(); }) && told([&] { Session another(plan); }) &&
            told([&] { Batch(Graph::from_chain("invert"), {"nowhere"}, "nowhere").run(device()); }) &&
            told([&] { Device::pick(); }) && told([&] { reopened(device()); });
        frame.reset();
        session.reset();
        _exit(all ? 0 : 1);
    }
    int status = 0;
    REQUIRE(waitpid(child, &status, 0) == child);
    CHECK(WIFEXITED(status));
    CHECK(WEXITSTATUS(status) == 0);
    frame->wait();  // the parent goes on
    CHECK(same(session->submit(image.view()).read(), frame->read()));
}
