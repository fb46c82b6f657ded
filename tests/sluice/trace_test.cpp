// What a Session tells of the time that it took, and how that becomes a trace.
#include "pipeline/device/clock.hpp"
#include "pipeline/device/inspect.hpp"
#include "pipeline/device/queue.hpp"
#include "tests/reference/random_image.hpp"

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>
#include <sluice/sluice.hpp>

#include <algorithm>
#include <map>

using namespace sluice;
using nlohmann::json;

namespace {

const ImageFormat rgba{101, 37, 4, Pixel::u8};

std::vector<Span> spans_of_two_frames(const Device& device) {
    Session session(Plan(Graph::from_chain("normalize"), rgba, device),
                    {.frames_in_flight = 2, .profile = true});
    const HostImage image = reference::random_image(rgba, {.range = {{30, 90}}});
    const std::uint64_t start = host_time();
    Frame first = session.submit(image.view()), second = session.submit(image.view());
    session.record("both", start);
    second.read();
    first.read();
    std::vector<Span> spans = session.take_spans();
    CHECK(session.take_spans().empty());
    return spans;
}

const Span& find(const std::vector<Span>& spans, std::string_view name, std::size_t frame) {
    const auto at = std::find_if(spans.begin(), spans.end(),
                                 [&](const Span& span) {  // a launch may compute the Tables behind it too
                                     return span.name.starts_with(name) && span.frame == frame;
                                 });
    REQUIRE(at != spans.end());
    return *at;
}

}  // namespace

TEST_CASE("the spans of a frame follow each other, the device's on the clock of the host's") {
    const std::uint64_t before = host_time();
    const std::vector<Span> spans = spans_of_two_frames(Device::pick());
    const std::uint64_t after = host_time();
    for (const std::size_t frame : {1U, 2U}) {
        const Span& pack = find(spans, "pack input", frame);
        const Span& submit = find(spans, "submit", frame);
        const Span& reduce = find(spans, "normalize.stats", frame);
        const Span& stretch = find(spans, "normalize.stretch", frame);
        const Span& wait = find(spans, "wait", frame);
        const Span& unpack = find(spans, "unpack output", frame);
        CHECK(submit.start <= pack.start);
        CHECK(pack.end <= submit.end);
        CHECK(reduce.end <= stretch.start);
        CHECK(submit.end <= wait.start);
        CHECK(wait.end <= unpack.start);
        CHECK(pack.bytes == rgba.host_bytes());
        CHECK(stretch.where == Span::Where::device);
        CHECK(wait.where == Span::Where::host);
        // Between two clocks there is an error; it is far below this.
        const std::uint64_t slack = 1'000'000;
        CHECK(reduce.start + slack >= pack.end);
        CHECK(stretch.end <= wait.end + slack);
    }
    CHECK(find(spans, "both", 0).start <= find(spans, "submit", 1).start);
    CHECK(find(spans, "both", 0).end >= find(spans, "submit", 2).end);
    for (const Span& span : spans) {
        CHECK(span.start <= span.end);
        if (span.where != Span::Where::host) continue;
        CHECK(span.start >= before);
        CHECK(span.end <= after);
    }
}

TEST_CASE("a queue runs one command after the other; memory of the device's own has three of them") {
    const Device there = Device::pick();
    for (const bool unified : {there.facts().unified_memory, false}) {
        DeviceFacts facts = there.facts();
        facts.unified_memory = unified;
        std::map<std::string, std::vector<Span>> tracks;
        for (const Span& span : spans_of_two_frames(with_facts(there, facts)))
            if (span.where == Span::Where::device) tracks[span.track].push_back(span);
        CHECK(tracks.size() == (unified ? 1 : 3));
        for (auto& [track, spans] : tracks) {
            CHECK((track == "queue") == unified);
            std::sort(spans.begin(), spans.end(),
                      [](const Span& a, const Span& b) { return a.start < b.start; });
            for (std::size_t i = 1; i < spans.size(); ++i) CHECK(spans[i].start >= spans[i - 1].end);
        }
    }
}

TEST_CASE("a session without profile tells nothing") {
    Session session(Plan(Graph::from_chain("normalize"), rgba, Device::pick()));
    session.submit(HostImage(rgba).view()).wait();
    session.record("both", host_time());
    CHECK(session.take_spans().empty());
}

TEST_CASE("the clocks of host and device are told apart") {
    const Device device = Device::pick();
    const std::int64_t ahead = device_clock_ahead(device);
    Queue queue(device, true);
    const Memory memory = Memory::buffer(device, 16, "test");
    const auto before = static_cast<std::int64_t>(host_time());
    const Event event = queue.fill_zero(memory, 16, "test");
    queue.wait(event, "test");
    const auto after = static_cast<std::int64_t>(host_time());
    if (event.start() == 0) return;  // a driver that tells no times
    const std::int64_t slack = 5'000'000;
    CHECK(static_cast<std::int64_t>(event.start()) - ahead >= before - slack);
    CHECK(static_cast<std::int64_t>(event.end()) - ahead <= after + slack);
}

TEST_CASE("a trace has processes, threads by name, and spans from 0 on in their order") {
    using Where = Span::Where;
    const std::vector<Span> spans = {{"wait", Where::host, "session", 9000, 9500, 1, 0},
                                     {"pass", Where::device, "passes", 7000, 8000, 1, 5000},
                                     {"pack", Where::host, "session", 5000, 6000, 1, 20},
                                     {"submit", Where::host, "session", 5000, 8500, 1, 0},
                                     {"\xff", Where::device, "up", 6000, 6000, 0, 7}};
    const json trace = json::parse(trace_json(spans, "a device"));
    std::map<int, std::string> processes, threads;
    std::vector<json> timed;
    for (const json& event : trace.at("traceEvents")) {
        if (event.at("ph") == "X") {
            timed.push_back(event);
            continue;
        }
        CHECK(event.at("ph") == "M");
        const std::string name = event.at("args").at("name");
        if (event.at("name") == "process_name") processes[event.at("pid")] = name;
        if (event.at("name") == "thread_name") threads[event.at("tid")] = name;
    }
    CHECK(processes == std::map<int, std::string>{{1, "host"}, {2, "a device"}});
    REQUIRE(timed.size() == 5);
    const char* names[] = {"submit", "pack", "\xEF\xBF\xBD", "pass", "wait"};
    const char* tracks[] = {"session", "session", "up", "passes", "session"};
    const double starts[] = {0, 0, 1, 2, 4}, durations[] = {3.5, 1, 0, 1, 0.5};
    for (std::size_t i = 0; i < 5; ++i) {
        CHECK(timed[i].at("name") == names[i]);
        CHECK(threads.at(timed[i].at("tid")) == tracks[i]);
        CHECK(timed[i].at("ts") == starts[i]);
        CHECK(timed[i].at("dur") == durations[i]);
        CHECK(timed[i].at("pid") == (i == 2 || i == 3 ? 2 : 1));
    }
    CHECK(timed[3].at("args") == json{{"frame", 1}, {"bytes", 5000}, {"GB/s", 5.0}});
    CHECK(timed[2].at("args") == json{{"bytes", 7}});
    CHECK(json::parse(trace_json({})).at("traceEvents").empty());
}
