#include "apps/bench/frames.hpp"

#include "apps/bench/camera_frames.hpp"
#include "apps/bench/limits/transfer_limit.hpp"
#include "apps/bench/options.hpp"
#include "apps/bench/pipeline.hpp"
#include "apps/bench/results.hpp"
#include "apps/json.hpp"
#include "apps/measure/noise.hpp"
#include "apps/measure/times.hpp"
#include "apps/terminal/bar.hpp"

#include "pipeline/core/device_name.hpp"
#include "pipeline/plan/plan.hpp"
#include "pipeline/sluice/sluice.hpp"

#include <algorithm>
#include <cstdio>
#include <cstring>
#include <deque>
#include <stdexcept>
#include <utility>
#include <variant>
#include <vector>

namespace sluice::apps {
namespace {

constexpr std::size_t deepest = 4;
constexpr std::size_t most_rounds = 3;

// How the application hands its pixels over.
enum class Hands { in_place, copies };

// What frames are made of, and where they lie on the device.
struct Streamed {
    ImageFormat format;
    StorageChoice storage;
};

struct FrameRate {
    std::size_t in_flight;
    Hands hands;
    double frames_per_second, rate;  // GB/s, one way
};

void copy(const ConstHostView& src, const HostView& dst) {
    for (std::size_t y = 0; y < src.format.rows(); ++y)
        std::memcpy(dst.row(y), src.row(y), src.format.host_bytes() / src.format.rows());
}

void expect_same(const ConstHostView& result, const HostImage& expected) {
    for (std::size_t y = 0; y < expected.format().rows(); ++y)
        if (std::memcmp(result.row(y), expected.row(y), expected.pitch()) != 0)
            throw Error(
                Error::Kind::device, "frames",
                "frames in flight give another image than one alone: not one of these numbers counts");
}

// A Session that is kept full.
class Stream {
public:
    Stream(const Plan& plan, std::size_t in_flight, Hands hands, const HostImage& image,
           const HostImage& expected)
        : session_(plan, {.frames_in_flight = in_flight}),
          in_flight_(in_flight),
          hands_(hands),
          image_(image),
          expected_(expected),
          result_(expected.format()) {
        std::vector<FrameInput> inputs;  // all of the memory gets an image
        for (std::size_t i = 0; i < in_flight; ++i) {
            inputs.push_back(session_.acquire());
            copy(image.view(), inputs.back().view());
        }
        for (FrameInput& input : inputs) flying_.push_back(session_.submit(std::move(input)));
        while (!flying_.empty()) finish(true);
    }

    double ms(std::size_t frames) {
        return time_of([&] {
            for (std::size_t i = 0; i < frames; ++i) {
                if (flying_.size() == in_flight_) finish(false);
                start();
            }
            while (!flying_.empty()) finish(flying_.size() == 1);
        });
    }

private:
    void start() {
        if (hands_ == Hands::copies) {
            flying_.push_back(session_.submit(image_.view()));
            return;
        }
        FrameInput input = session_.acquire();
        input.view();  // holds the image already
        flying_.push_back(session_.submit(std::move(input)));
    }

    void finish(bool check) {
        if (hands_ == Hands::copies) flying_.front().read(result_.view());
        const ConstHostView view = flying_.front().view();
        if (check) expect_same(view, expected_);
        flying_.pop_front();
    }

    Session session_;
    std::size_t in_flight_;
    Hands hands_;
    const HostImage &image_, &expected_;
    HostImage result_;
    std::deque<Frame> flying_;
};

const PlannedImage& uploaded(const ExecutionPlan& plan) {
    for (const PlannedStep& step : plan.steps)
        if (const auto* up = std::get_if<Upload>(&step)) return plan.images[up->image];
    throw std::logic_error("a pipeline without an image");
}

// RGBA as the device likes it, and three samples of a pixel as cameras have them.
std::vector<Streamed> streamed(const Arguments& arguments, const Device& device, const ImageSize& size) {
    const ImageFormat rgba{size.width, size.height, 4, Pixel::u8};
    ImageFormat bgr{size.width, size.height, 3, Pixel::u8};
    bgr.order = Order::bgr;
    std::vector<Streamed> all;
    for (const StorageChoice storage : storages_option(arguments, device)) all.push_back({rgba, storage});
    if (storage_choice(arguments) == StorageChoice::automatic) all.push_back({bgr, StorageChoice::rows});
    return all;
}

const char* text_of(Hands hands) { return hands == Hands::in_place ? "in place" : "copied"; }

// "bgr, rows": how pixels lie on the device.
std::string place_text(const PlannedImage& image) {
    const bool bgr = image.format.order == Order::bgr;
    return std::string(bgr ? "bgr" : "rgba") + ", " + std::string(name(image.storage));
}

std::string line(const FrameRate& m, const PlannedImage& image, const TransferRates& limits) {
    char text[120];
    std::snprintf(text, sizeof text, "%-16s %-9s %9zu %10.1f %9.2f %7.1f %%\n", place_text(image).c_str(),
                  text_of(m.hands), m.in_flight, m.frames_per_second, m.rate,
                  100 * m.rate / limits.one_way());
    return text;
}

std::string text_of(const TransferRates& limits, const PlannedImage& image) {
    char text[160];
    std::snprintf(text, sizeof text, "%-16s limits, GB/s: up %.2f, down %.2f; both at once %.2f each\n",
                  place_text(image).c_str(), limits.up, limits.down, limits.both);
    return text;
}

}  // namespace

int bench_frames(const Arguments& arguments) {
    if (arguments.has("plot")) throw wrong_arguments(arguments, "--plot is not for --frames");
    if (arguments.has("compare")) return bench_camera_frames(arguments);
    const ImageSize size =
        one_size_option(arguments, "1920x1080", "frames are of one size, and have one layer");
    const std::size_t frames = whole_number(arguments, "frames", 1, 1000000);
    const std::size_t rounds = std::min(most_rounds, whole_number(arguments, "runs", 1, 10000));
    const bool text = !arguments.has("json");
    const Device device = pick_device(arguments);
    const std::vector<Streamed> kinds = streamed(arguments, device, size);
    if (text)
        print(std::to_string(frames) + " frames of " + size.text() + ", 8 bits, best of " +
              std::to_string(rounds) + "\n" + short_name(device.facts()) +
              "\nin place: the application has its pixels in the frames' own memory; copied: submit() and "
              "read()\n"
              "copy on its thread. GB/s: one way, while as many go the other way; share: of the slower way "
              "alone\n");
    Json all = Json::array();
    Bar bar(arguments.messages);
    bar.update([&](Position& at) {
        at.total = std::size(bench_chains) * kinds.size() * 2 * deepest;
        at.rates = false;
    });
    for (const BenchChain& chain : bench_chains) {
        if (text) print("\n" + std::string(chain.text) + "\n");
        for (const auto& [format, storage] : kinds) {
            const HostImage image = noise(format);
            const Plan plan(Graph::from_chain(chain.text), format, device, {.storage = storage});
            const PlannedImage& input = uploaded(*plan.execution);
            const TransferRates limits = transfer_rates(input, device, frames);
            Session once(plan, {.frames_in_flight = 1});
            HostImage expected(format);
            once.submit(image.view()).read(expected.view());
            if (text)
                print(text_of(limits, input) +
                      "storage          pixels    in flight   frames/s      GB/s     share\n");
            for (const Hands hands : {Hands::in_place, Hands::copies})
                for (std::size_t in_flight = 1; in_flight <= deepest; ++in_flight) {
                    bar.next(std::to_string(in_flight) + " in flight " + text_of(hands));
                    Stream stream(plan, in_flight, hands, image, expected);
                    double ms = stream.ms(frames);
                    for (std::size_t round = 1; round < rounds; ++round) ms = std::min(ms, stream.ms(frames));
                    const double per_second = static_cast<double>(frames) / ms * 1e3;
                    const FrameRate m{in_flight, hands, per_second,
                                      per_second * static_cast<double>(format.host_bytes()) / 1e9};
                    if (text) print(line(m, input, limits));
                    all.push_back({{"pipeline", chain.text},
                                   {"image", format.text()},
                                   {"storage", name(input.storage)},
                                   {"pixels", text_of(m.hands)},
                                   {"in_flight", m.in_flight},
                                   {"frames_per_second", m.frames_per_second},
                                   {"gb_per_second", m.rate},
                                   {"up_limit", limits.up},
                                   {"down_limit", limits.down},
                                   {"both_limit", limits.both},
                                   {"share_of_limit", m.rate / limits.one_way()}});
                }
        }
    }
    write_results(
        arguments, "frames", device,
        {{"width", size.width}, {"height", size.height}, {"frames", frames}, {"results", std::move(all)}});
    return Exit::all_done;
}

}  // namespace sluice::apps
