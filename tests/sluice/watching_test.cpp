// What a Session says and tells while it works, and how it is stopped.
#include "io/read.hpp"
#include "io/write.hpp"
#include "pipeline/plan/plan.hpp"
#include "tests/reference/random_image.hpp"
#include "tests/sluice/devices.hpp"
#include "tests/temporary_folder.hpp"

#include <sluice/sluice.hpp>

#include <doctest/doctest.h>

#include <algorithm>
#include <cstring>
#include <memory>
#include <stop_token>
#include <string>
#include <utility>
#include <vector>

using namespace sluice;
using namespace sluice::test;

namespace {

using Severity = LogMessage::Severity;

// What was said, "severity where: text" each.
struct Said {
    Log log() {
        return [this](const LogMessage& message) {
            all.push_back(std::string(name(message.severity)) + " " + message.where + ": " + message.text);
        };
    }
    std::size_t count(const std::string& text) const {
        return static_cast<std::size_t>(std::count_if(all.begin(), all.end(), [&](const std::string& one) {
            return one.find(text) != std::string::npos;
        }));
    }
    std::vector<std::string> all;
};

const ImageFormat tall{40, 300, 1, Pixel::u8};

Plan in_strips(const std::string& chain) {
    const Plan plan(Graph::from_chain(chain), tall, device(), {.limit_memory = 8'000});
    REQUIRE(plan.strips() > 3);
    return plan;
}

struct Sink final : RowWriter {
    void write(const ConstHostView& rows) override { count += rows.format.height; }
    void finish() override { finished = true; }
    std::size_t count = 0;
    bool finished = false;
};

}  // namespace

TEST_CASE("a Session says what it builds, what stages say of an image, and what is copied, once") {
    for (const Device& device : devices()) {
        ImageFormat format{16, 16, 4, Pixel::u8};
        Said said;
        Session session(
            Plan(Graph::from_chain("normalize"), format, device, {.observe = {"normalize.stats"}}),
            {.log = said.log()});
        CHECK(said.count("detail session: runs on ") == 1);
        CHECK(said.count("its kernel was built in ") >= 1);
        CHECK(said.count("warning") == 0);
        // Nothing of it is opaque: no pixel is counted.
        const HostImage clear(format);
        for (int i = 0; i < 2; ++i) {
            Frame frame = session.submit(clear.view());
            const std::vector<std::string> warnings = frame.warnings();
            REQUIRE(warnings.size() == 1);
            CHECK(said.count("warning " + warnings[0]) == static_cast<std::size_t>(i) + 1);
        }
        CHECK(said.count("detail input: its pixels are copied by the host: it was not lent") == 1);
        const std::size_t before = said.all.size();
        CHECK(session.warm_up());  // its black images have nothing to do with the application
        CHECK(said.all.size() == before);
    }
}

TEST_CASE("a Session without a log, or with one, gives the same") {
    const HostImage image = reference::random_image({33, 17, 3, Pixel::u8});
    const Plan plan(Graph::from_chain("normalize"), image.format(), device());
    Said said;
    Session plain(plan), heard(plan, {.log = said.log()});
    const HostImage a = plain.submit(image.view()).read(), b = heard.submit(image.view()).read();
    CHECK(std::memcmp(a.row(0), b.row(0), a.format().host_bytes()) == 0);
}

TEST_CASE("kernels that are built at once, and strips, tell how far they are") {
    std::vector<std::pair<std::size_t, std::size_t>> told;
    Said said;
    Session session(in_strips("normalize"),
                    {.log = said.log(),
                     .progress = [&](std::size_t done, std::size_t all) { told.emplace_back(done, all); }});
    CHECK(said.count("note session: images are processed in ") == 1);
    REQUIRE(!told.empty());
    CHECK(told.front().first == 0);
    told.clear();
    const HostImage image = reference::random_image(tall);
    session.submit(image.view()).wait();
    // Two sweeps: one that measures, and one that stretches.
    const std::size_t all = 2 * session.plan().strips;
    REQUIRE(told.size() == all + 1);
    for (std::size_t i = 0; i <= all; ++i) CHECK(told[i] == std::pair{i, all});
    told.clear();
    CHECK(session.warm_up());  // strips of black images are no steps of it
    CHECK(told == std::vector<std::pair<std::size_t, std::size_t>>{{0, 1}, {1, 1}});
}

TEST_CASE("a frame in strips is stopped between two of them, and the Session goes on") {
    const HostImage image = reference::random_image(tall);
    const HostImage whole =
        Session(Plan(Graph::from_chain("normalize"), tall, device())).submit(image.view()).read();
    for (const std::size_t when : {std::size_t{0}, std::size_t{2}}) {
        CAPTURE(when);
        std::stop_source stop;
        Session session(in_strips("normalize"),
                        {.frames_in_flight = 1, .progress = [&](std::size_t done, std::size_t) {
                             if (done == when) stop.request_stop();
                         }});
        stop = std::stop_source();
        Sink rows;
        std::string said;
        try {
            session.submit({{"input", image.view()}}, {{"output", &rows}}, stop.get_token());
        } catch (const Stopped& stopped) {
            said = stopped.what();
        }
        CHECK(said.find("submit: was stopped after " + std::to_string(when) + " of ") == 0);
        CHECK_FALSE(rows.finished);
        CHECK(rows.count < tall.height);
        // The memory of the frame is free again.
        const HostImage again = session.submit(image.view()).read();
        CHECK(std::memcmp(again.row(0), whole.row(0), tall.host_bytes()) == 0);
    }
}

TEST_CASE("files that are stopped leave no result, nor a part of one") {
    const TemporaryFolder folder;
    const std::string input = (folder / "in.png").string();
    write(input, reference::random_image(tall).view());
    const std::string chain = "load " + input + " | normalize | save " + (folder / "out/result.png").string();
    std::filesystem::create_directories(folder / "out");
    const Plan plan(Graph::from_chain(chain), SourceFormats{}, device(),
                    {.limit_memory = 12'000, .by_rows = true});
    REQUIRE(plan.strips() > 3);
    for (const std::size_t when : {std::size_t{0}, plan.strips() + 2}) {
        CAPTURE(when);
        std::stop_source stop;
        Session session(
            plan,
            {.frames_in_flight = 1, .build_at_once = false, .progress = [&](std::size_t done, std::size_t) {
                 if (done == when) stop.request_stop();
             }});
        CHECK_THROWS_AS(run_files(session, stop.get_token()), Stopped);
        CHECK(folder.files("out").empty());
    }
    Session session(plan);
    std::stop_source early;
    early.request_stop();
    CHECK_THROWS_AS(run_files(session, early.get_token()), Stopped);
    CHECK(folder.files("out").empty());
    run_files(session);
    CHECK(folder.files("out") == std::vector<std::string>{"result.png"});
}

TEST_CASE("what progress throws ends the work and comes out of it") {
    bool throws = false;
    Session session(in_strips("normalize"),
                    {.frames_in_flight = 1, .progress = [&](std::size_t done, std::size_t) {
                         if (throws && done == 1) throw std::string("enough");
                     }});
    throws = true;
    const HostImage image = reference::random_image(tall);
    CHECK_THROWS_AS(session.submit(image.view()), std::string);
    throws = false;
    session.submit(image.view()).wait();
}
