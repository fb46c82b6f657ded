// Threads that do with sessions and frames whatever the headers allow, in random order: each result is right,
// or an error, and work that another thread stops has none. `./dev test tsan` and `asan` look for what a
// wrong order would do.
#include "pipeline/graph/registry.hpp"
#include "pipeline/graph/stage_builder.hpp"
#include "pipeline/plan/plan.hpp"
#include "tests/all.hpp"
#include "tests/reference/random_image.hpp"
#include "tests/sluice/devices.hpp"

#include <doctest/doctest.h>
#include <sluice/sluice.hpp>

#include <algorithm>
#include <array>
#include <atomic>
#include <chrono>
#include <cstring>
#include <mutex>
#include <optional>
#include <stop_token>
#include <thread>
#include <vector>

using namespace sluice;

namespace {

const ImageFormat tiny{19, 5, 1, Pixel::u8};
constexpr std::array<double, 3> thresholds{0.2, 0.5, 0.8};
constexpr std::size_t pictures = 4, threads = 8;

// What goes in, and what comes out with each threshold.
struct KnownResults {
    std::vector<HostImage> images;
    std::vector<std::array<HostImage, thresholds.size()>> results;

    explicit KnownResults(const Plan& plan) {
        Session session(plan);
        for (std::size_t i = 0; i < pictures; ++i) {
            images.push_back(reference::random_image(tiny, {.seed = i + 1}));
            auto& of = results.emplace_back();
            for (std::size_t t = 0; t < thresholds.size(); ++t) {
                session.set("threshold.value", thresholds[t]);
                of[t] = session.submit(images[i].view()).read();
            }
        }
    }
};

bool same_bytes(const HostImage& a, const HostImage& b) {
    return std::memcmp(a.row(0), b.row(0), tiny.host_bytes()) == 0;
}

struct Flying {
    Frame frame;
    std::size_t picture, threshold;
};

// What each thread can be stopped by, by all others.
class Stops {
public:
    std::stop_token renewed(std::size_t thread) {
        const std::lock_guard lock(mutex_);
        sources_.at(thread) = std::stop_source();
        return sources_.at(thread).get_token();
    }
    void stop(std::size_t thread) {
        const std::lock_guard lock(mutex_);
        sources_.at(thread).request_stop();
    }

private:
    std::mutex mutex_;
    std::array<std::stop_source, threads> sources_;
};

struct Shared {
    const Plan& plan;
    const KnownResults& known;
    DropOldest<Flying> handed_over{4};  // from one thread to another
    Stops stops = {};
    std::atomic<std::size_t> read{0}, wrong{0}, said{0}, steps{0}, stopped{0};
};

// One thread's sessions and frames.
class Operations {
public:
    Operations(Shared& shared, std::size_t thread) : shared_(shared), thread_(thread), random_(thread + 1) {
        open();
    }

    void run(int count) {
        for (int i = 0; i < count; ++i) one();
        while (!frames_.empty()) let_go();
    }

private:
    std::size_t any(std::size_t count) { return static_cast<std::size_t>(random_.bits() % count); }

    void open() {
        session_.emplace(shared_.plan, SessionOptions{.frames_in_flight = 1 + any(3),
                                                      .profile = any(2) == 0,
                                                      .build_at_once = any(2) == 0,
                                                      .log = [this](const LogMessage&) { ++shared_.said; },
                                                      .progress =
                                                          [this](std::size_t done, std::size_t all) {
                                                              CHECK(done <= all);
                                                              ++shared_.steps;
                                                          }});
        threshold_ = 1;  // the plan's
    }

    void one() {
        switch (any(13)) {
            case 0: return set();
            case 1:
            case 2:
            case 3: return submit();
            case 4: return write();
            case 5: return read();
            case 6: return let_go();
            case 7: return hand_over();
            case 8: return take_over();
            case 9: return move();
            case 10:
                if (any(4) == 0) open();  // frames of the one before are on their way
                return;
            case 11: return warm_up();
            case 12: return shared_.stops.stop(any(threads));
        }
    }

    void set() {
        threshold_ = any(thresholds.size());
        session_->set("threshold.value", thresholds[threshold_]);
    }

    void submit() {
        const std::size_t picture = any(pictures);
        const ConstHostView image = shared_.known.images[picture].view();
        try {
            std::optional<Frame> frame = session_->try_submit(image);
            // Another thread may have let one go meanwhile.
            if (!frame) frame = session_->submit(image, shared_.stops.renewed(thread_));
            frames_.push_back({std::move(*frame), picture, threshold_});
        } catch (const Stopped&) {
            ++shared_.stopped;
        } catch (const Error& error) {
            CHECK(error.kind() == Error::Kind::usage);  // all frames are held
        }
    }

    void warm_up() {
        try {
            if (!session_->warm_up(shared_.stops.renewed(thread_))) ++shared_.stopped;
        } catch (const Error& error) {
            CHECK(error.kind() == Error::Kind::usage);
        }
    }

    void write() {
        const std::size_t picture = any(pictures);
        try {
            FrameInput input = session_->acquire();
            const HostView there = input.view();
            const HostImage& image = shared_.known.images[picture];
            for (std::size_t y = 0; y < tiny.height; ++y) std::memcpy(there.row(y), image.row(y), tiny.width);
            if (any(4) == 0) return;  // let go before it is submitted
            frames_.push_back({session_->submit(std::move(input)), picture, threshold_});
        } catch (const Error& error) {
            CHECK(error.kind() == Error::Kind::usage);  // all frames are held
        }
    }

    void look_at(Flying& flying) {
        if (any(2) == 0) flying.frame.wait_for(std::chrono::microseconds(any(200)));
        if (any(2) == 0) flying.frame.done();
        const HostImage image = flying.frame.read();
        ++shared_.read;
        if (!same_bytes(image, shared_.known.results[flying.picture][flying.threshold])) ++shared_.wrong;
    }

    void read() {
        if (!frames_.empty()) look_at(frames_[any(frames_.size())]);
    }
    void let_go() {
        if (!frames_.empty())
            frames_.erase(frames_.begin() + static_cast<std::ptrdiff_t>(any(frames_.size())));
    }
    void hand_over() {
        if (frames_.empty()) return;
        shared_.handed_over.put(std::move(frames_.back()));
        frames_.pop_back();
    }
    void take_over() {
        if (std::optional<Flying> flying = shared_.handed_over.try_take()) look_at(*flying);
    }

    void move() {
        Session other = std::move(*session_);
        CHECK_THROWS_AS(session_->try_submit(shared_.known.images[0].view()), Error);
        *session_ = std::move(other);
        if (frames_.empty()) return;
        Frame frame = std::move(frames_.front().frame);
        CHECK_THROWS_AS(frames_.front().frame.wait(), Error);
        frames_.front().frame = std::move(frame);
    }

    Shared& shared_;
    std::size_t thread_;
    reference::Random random_;
    std::optional<Session> session_;
    std::size_t threshold_ = 1;
    std::vector<Flying> frames_;
};

// Gives the image as it is.
StageDef unchanged() {
    return host_stage<>("unchanged", "Changes nothing.")
        .compute([](const NoParams&, const std::vector<ConstHostView>& images, const HostView& dst) {
            for (std::size_t y = 0; y < tiny.height; ++y)
                std::memcpy(dst.row(y), images[0].row(y), tiny.width);
        });
}

void let_threads_play(const Plan& plan) {
    const int operations = test::takes_all() ? 1000 : 100;
    const KnownResults known(plan);
    Shared shared{plan, known};
    std::vector<std::thread> players;
    for (std::size_t thread = 0; thread < threads; ++thread)
        players.emplace_back([&, thread] { Operations(shared, thread).run(operations); });
    for (std::thread& player : players) player.join();
    CHECK(shared.wrong.load() == 0);
    CHECK(shared.read.load() > static_cast<std::size_t>(operations) / 5);
    CHECK(shared.said.load() > 0);
    CHECK(shared.steps.load() > 0);
}

}  // namespace

TEST_CASE("8 threads do what they like with sessions, and every frame that is read is right") {
    for (const Device& device : test::devices())
        let_threads_play(Plan(Graph::from_chain("threshold 0.5 | normalize"), tiny, device));
}

TEST_CASE("8 threads do so with a host function") {
    Registry stages = builtin_stages();
    stages.add(unchanged());
    for (const Device& device : test::devices())
        let_threads_play(
            Plan(Graph::from_chain("threshold 0.5 | unchanged | normalize"), tiny, device, {}, stages));
}

TEST_CASE("8 threads do so where frames go through in strips, and can be stopped between them") {
    const Graph graph = Graph::from_chain("threshold 0.5 | normalize");
    for (const Device& device : test::devices()) {
        const std::size_t whole = Plan(graph, tiny, device).execution->peak_bytes;
        const Plan plan(graph, tiny, device, {.limit_memory = whole - 64});
        REQUIRE(plan.strips() > 1);
        let_threads_play(plan);
    }
}
