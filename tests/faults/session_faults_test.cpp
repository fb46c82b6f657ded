// What an application that embeds the library meets when a call fails.
#include "pipeline/device/inspect.hpp"
#include "pipeline/graph/registry.hpp"
#include "pipeline/graph/stage_builder.hpp"
#include "tests/faults/plan_faults.hpp"
#include "tests/skip.hpp"

#include <doctest/doctest.h>
#include <sluice/sluice.hpp>

#include <algorithm>
#include <optional>
#include <vector>

using namespace sluice;

namespace {

const ImageFormat format{40, 24, 1, Pixel::u8};

HostImage picture() {
    HostImage image(format);
    for (std::size_t i = 0; i < format.pixels(); ++i)
        image.as<std::uint8_t>(0)[i] = static_cast<std::uint8_t>(i % 200);
    return image;
}

bool inverted(const HostImage& dst) {
    const HostImage src = picture();
    for (std::size_t i = 0; i < format.pixels(); ++i)
        if (dst.as<std::uint8_t>(0)[i] != 255 - src.as<std::uint8_t>(0)[i]) return false;
    return true;
}

Plan plan_for(const Device& device) { return Plan(Graph::from_chain("invert"), format, device); }

// The same behind a host function, which gives its image as it is.
Plan plan_by_host(const Device& device) {
    Registry stages = builtin_stages();
    stages.add(
        host_stage<>("unchanged", "Changes nothing.")
            .compute([](const NoParams&, const std::vector<ConstHostView>& images, const HostView& dst) {
                for (std::size_t y = 0; y < format.height; ++y)
                    std::copy_n(images[0].row(y), format.width, dst.row(y));
            }));
    return Plan(Graph::from_chain("unchanged | invert"), format, device, {}, stages);
}

Device with_memory_of_its_own(const Device& device) {
    DeviceFacts facts = device.facts();
    facts.unified_memory = false;
    return with_facts(device, facts);
}

// Two frames in flight. Returns how many came out right; all others must have thrown a DeviceError.
int frames(Session& session) {
    const HostImage src = picture();
    int good = 0;
    std::optional<Frame> first, second;
    for (std::optional<Frame>* frame : {&first, &second}) {
        try {
            frame->emplace(session.submit(src.view()));
        } catch (const DeviceError& error) {
            CHECK(error.kind() == Error::Kind::device);
        }
    }
    for (std::optional<Frame>* frame : {&first, &second}) {
        if (!*frame) continue;
        try {
            const HostImage dst = (*frame)->read();
            CHECK(inverted(dst));
            ++good;
        } catch (const DeviceError& error) {
            CHECK(error.kind() == Error::Kind::device);
            CHECK_THROWS_AS((*frame)->wait(), DeviceError);  // it does not forget
        }
    }
    return good;
}

}  // namespace

TEST_CASE(
    "a Session survives each of its calls failing once: frames are right or throw, the next ones are right") {
    if (!has_layer()) return report_skip("the OpenCL loader knows no layers");
    const Device picked = Device::pick();
    for (const auto& make : {plan_for, plan_by_host})
        for (const Device& device : {picked, with_memory_of_its_own(picked)}) {
            Session session(make(device), {.frames_in_flight = 2});
            REQUIRE(frames(session) == 2);
            unsigned long calls = 0;
            {
                const WithFaults none({});
                REQUIRE(frames(session) == 2);
                calls = none.calls();
            }
            for (const Faults::Mode mode : {Faults::once, Faults::command})
                for (unsigned long call = 1; call <= calls; ++call) {
                    const Faults faults{mode, call, call % 2 == 0 ? -5 : -36, 0, ""};
                    INFO(text_of(faults));
                    {
                        const WithFaults layer(faults);
                        frames(session);
                    }
                    CHECK(frames(session) == 2);
                }
        }
}

TEST_CASE("a frame of a stream that failed does not count: done once more, it is what it would have been") {
    if (!has_layer()) return report_skip("the OpenCL loader knows no layers");
    const HostImage first = picture();
    HostImage second(format);
    for (std::size_t i = 0; i < format.pixels(); ++i)
        second.as<std::uint8_t>(0)[i] = static_cast<std::uint8_t>(40 + i % 90);
    const auto same = [](const HostImage& a, const HostImage& b) {
        return std::equal(a.row(0), a.row(0) + format.host_bytes(), b.row(0));
    };
    const Device picked = Device::pick();
    for (const Device& device : {picked, with_memory_of_its_own(picked)}) {
        const Plan plan(Graph::from_chain("normalize smoothing=3"), format, device);
        Session session(plan, {.frames_in_flight = 1});
        const auto read = [&](const HostImage& image) { return session.submit(image.view()).read(); };
        const HostImage alone = read(second);
        session.reset();
        read(first);
        const HostImage wanted = read(second);
        REQUIRE_FALSE(same(alone, wanted));
        unsigned long calls = 0;
        {
            const WithFaults none({});
            read(second);
            calls = none.calls();
        }
        int failed = 0;
        for (const Faults::Mode mode : {Faults::once, Faults::command})
            for (unsigned long call = 1; call <= calls; ++call) {
                const Faults faults{mode, call, -5, 0, ""};
                INFO(text_of(faults));
                session.reset();
                read(first);
                HostImage found;
                try {
                    const WithFaults layer(faults);
                    found = read(second);
                } catch (const DeviceError&) {
                    ++failed;
                    found = read(second);
                }
                CHECK(same(found, wanted));
            }
        CHECK(failed > 5);
    }
}

TEST_CASE("a Session on a device that is lost can be destroyed, and the device opened anew") {
    if (!has_layer()) return report_skip("the OpenCL loader knows no layers");
    const Device device = Device::pick();
    for (const unsigned long call : {1, 5, 12, 20}) {
        CAPTURE(call);
        {
            std::optional<Session> session(plan_for(device));
            const WithFaults layer({Faults::from, call, -36, 0, ""});
            frames(*session);
            CHECK_FALSE(answers(device));
            CHECK_THROWS_AS(reopened(device), DeviceError);
            session.reset();
        }
        const Device again = reopened(device);
        CHECK(answers(again));
        Session session(plan_for(again), {.frames_in_flight = 2});
        CHECK(frames(session) == 2);
    }
}

TEST_CASE("making a Session fails at each call, and leaves nothing behind") {
    if (!has_layer()) return report_skip("the OpenCL loader knows no layers");
    const Device device = Device::pick();
    const Plan plan = plan_for(device);
    unsigned long calls = 0;
    {
        const WithFaults none({});
        const Session session(plan);
        calls = none.calls();
    }
    const std::size_t held = held_bytes_of(device);
    for (unsigned long call = 1; call <= calls; ++call) {
        const Faults faults{Faults::once, call, -6, 0, ""};
        INFO(text_of(faults));
        try {
            const WithFaults layer(faults);
            const Session session(plan);
        } catch (const DeviceError& error) {
            CHECK(error.out_of_memory());
        }
        CHECK(held_bytes_of(device) == held);
    }
}
