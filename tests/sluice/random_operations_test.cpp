// Threads that do with sessions and frames whatever the headers allow, in random order: each result is right,
// or an error. `./dev test tsan` and `asan` look for what a wrong order would do.
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
#include <optional>
#include <thread>
#include <vector>

using namespace sluice;

namespace {

const ImageFormat tiny{19, 5, 1, Pixel::u8};
constexpr std::array<double, 3> thresholds{0.2, 0.5, 0.8};
constexpr std::size_t pictures = 4;

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

struct Shared {
    const Plan& plan;
    const KnownResults& known;
    DropOldest<Flying> handed_over{4};  // from one thread to another
    std::atomic<std::size_t> read{0}, wrong{0};
};

// One thread's sessions and frames.
class Operations {
public:
    Operations(Shared& shared, std::uint64_t seed) : shared_(shared), random_(seed) { open(); }

    void run(int count) {
        for (int i = 0; i < count; ++i) one();
        while (!frames_.empty()) let_go();
    }

private:
    std::size_t any(std::size_t count) { return static_cast<std::size_t>(random_.bits() % count); }

    void open() {
        session_.emplace(shared_.plan, SessionOptions{.frames_in_flight = 1 + any(3),
                                                      .profile = any(2) == 0,
                                                      .build_at_once = any(2) == 0});
        threshold_ = 1;  // the plan's
    }

    void one() {
        switch (any(11)) {
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
            if (!frame) frame = session_->submit(image);  // another thread may have let one go meanwhile
            frames_.push_back({std::move(*frame), picture, threshold_});
        } catch (const Error& error) {
            CHECK(error.kind() == Error::Kind::usage);  // all frames are held
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
    reference::Random random_;
    std::optional<Session> session_;
    std::size_t threshold_ = 1;
    std::vector<Flying> frames_;
};

}  // namespace

TEST_CASE("8 threads do what they like with sessions, and every frame that is read is right") {
    const int operations = test::takes_all() ? 1000 : 100;
    for (const Device& device : test::devices()) {
        const Plan plan(Graph::from_chain("threshold 0.5 | normalize"), tiny, device);
        const KnownResults known(plan);
        Shared shared{plan, known};
        std::vector<std::thread> threads;
        for (std::uint64_t thread = 1; thread <= 8; ++thread)
            threads.emplace_back([&, thread] { Operations(shared, thread).run(operations); });
        for (std::thread& thread : threads) thread.join();
        CHECK(shared.wrong.load() == 0);
        CHECK(shared.read.load() > static_cast<std::size_t>(operations) / 5);
    }
}
