#include "apps/bench/camera_frames.hpp"

#include "apps/bench/host/opencv_normalize.hpp"
#include "apps/bench/options.hpp"
#include "apps/bench/results.hpp"
#include "apps/json.hpp"
#include "apps/measure/noise.hpp"
#include "apps/measure/times.hpp"

#include "pipeline/core/device_name.hpp"
#include "pipeline/sluice/sluice.hpp"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <deque>
#include <limits>
#include <list>
#include <memory>
#include <string>
#include <vector>

namespace sluice::apps {
namespace {

// All channels together, as cv::normalize does it.
constexpr const char* chain = "normalize group=joint";

// How frames are handed over.
struct HandedOver {
    const char* name;
    int lanes;  // samples of a pixel
    bool lent;
    std::size_t in_flight;
};
constexpr HandedOver ways[] = {{"bgr, copied", 3, false, 1},
                               {"bgr, lent", 3, true, 1},
                               {"bgr, lent", 3, true, 3},
                               {"bgrx, lent", 4, true, 1},
                               {"bgrx, lent", 4, true, 3}};

struct Fastest {
    double ms = std::numeric_limits<double>::infinity();         // of a frame
    double processor = std::numeric_limits<double>::infinity();  // the same of all threads together
};

void measure(Fastest& best, std::size_t frames, const std::function<void()>& work) {
    const std::clock_t start = std::clock();
    best.ms = std::min(best.ms, time_of(work) / static_cast<double>(frames));
    const double processor = static_cast<double>(std::clock() - start) * 1e3 / CLOCKS_PER_SEC;
    best.processor = std::min(best.processor, processor / static_cast<double>(frames));
}

// Pixels in memory of nobody's but their own, one behind the other.
class Pixels {
public:
    Pixels(const ImageFormat& format, int lanes)
        : samples_(format.pixels() * static_cast<std::size_t>(lanes)),
          view_{format, samples_.data(), format.width * static_cast<std::size_t>(lanes), lanes} {}
    const HostView& view() const { return view_; }
    void fill(const HostImage& noise) {
        const std::byte* from = noise.row(0);
        for (std::size_t i = 0; i < samples_.size(); ++i)
            samples_[i] = from[i % (noise.pitch() * noise.format().height)];
    }

private:
    std::vector<std::byte> samples_;
    HostView view_;
};

// A Session that is kept full, and OpenCV with the same pixels.
class CameraStream {
public:
    CameraStream(const HandedOver& hands, const ImageFormat& format, const HostImage& noise,
                 const Device& device)
        : hands_(hands),
          session_(Plan(Graph::from_chain(chain), format, device), {.frames_in_flight = hands.in_flight}),
          src_(format, hands.lanes) {
        src_.fill(noise);
        for (std::size_t i = 0; i < hands.in_flight; ++i) results_.emplace_back(format, hands.lanes);
        opencv_ = std::make_unique<OpencvNormalize>(src_.view());
        run(2 * hands.in_flight);
        opencv_->run();
        expect_close();
    }

    void measure(std::size_t frames) {
        apps::measure(ours, frames, [&] { run(frames); });
        apps::measure(theirs, frames, [&] {
            for (std::size_t i = 0; i < frames; ++i) opencv_->run();
        });
    }

    const HandedOver& hands() const { return hands_; }
    const std::vector<Transfer>& transfers() const { return transfers_; }
    Fastest ours, theirs;

private:
    void run(std::size_t frames) {
        std::deque<Frame> flying;
        const auto finish = [&] {
            flying.front().wait();
            transfers_ = flying.front().transfers();
            flying.pop_front();
        };
        for (std::size_t i = 0; i < frames; ++i) {
            if (flying.size() == hands_.in_flight) finish();
            const ConstHostView from = src_.view();
            const SubmittedImage given = hands_.lent ? SubmittedImage(LentView{from}) : SubmittedImage(from);
            flying.push_back(
                session_.submit({{"input", given}}, {{"output", results_[i % hands_.in_flight].view()}}));
        }
        while (!flying.empty()) finish();
    }

    // A time of something that is wrong does not count. OpenCV rounds its scale first.
    void expect_close() const {
        const ConstHostView expected = opencv_->result();
        for (const Pixels& result : results_)
            for (std::size_t y = 0; y < expected.format.height; ++y)
                for (std::size_t x = 0; x < expected.format.width; ++x)
                    for (int c = 0; c < 3; ++c)
                        if (std::abs(sample(result.view(), x, y, c) - sample(expected, x, y, c)) > 1)
                            throw Error(Error::Kind::device, "frames",
                                        "OpenCV gives another image: not one of these numbers counts");
    }

    HandedOver hands_;
    Session session_;
    Pixels src_;
    std::deque<Pixels> results_;
    std::unique_ptr<OpencvNormalize> opencv_;
    std::vector<Transfer> transfers_;
};

std::string line(const CameraStream& stream) {
    char text[160];
    std::snprintf(text, sizeof text, "%-13s %9zu %10.3f %12.3f %14.3f %12.3f %8.2f  %s, %s\n",
                  stream.hands().name, stream.hands().in_flight, stream.ours.ms, stream.ours.processor,
                  stream.theirs.ms, stream.theirs.processor, stream.theirs.ms / stream.ours.ms,
                  std::string(name(stream.transfers().at(0).way)).c_str(),
                  std::string(name(stream.transfers().at(1).way)).c_str());
    return text;
}

Json json_of(const CameraStream& stream) {
    return {{"pixels", stream.hands().name},
            {"in_flight", stream.hands().in_flight},
            {"ms", stream.ours.ms},
            {"processor_ms", stream.ours.processor},
            {"opencv_ms", stream.theirs.ms},
            {"opencv_processor_ms", stream.theirs.processor},
            {"times_opencv", stream.theirs.ms / stream.ours.ms},
            {"source", name(stream.transfers().at(0).way)},
            {"result", name(stream.transfers().at(1).way)}};
}

}  // namespace

int bench_camera_frames(const Arguments& arguments) {
    if (!OpencvNormalize::there())
        throw wrong_arguments(arguments, "--compare: this program was built without OpenCV");
    const ImageSize size =
        one_size_option(arguments, "1920x1080", "frames are of one size, and have one layer");
    const std::size_t frames = whole_number(arguments, "frames", 1, 1000000);
    const std::size_t runs = whole_number(arguments, "runs", 1, 10000);
    const Device device = pick_device(arguments);
    ImageFormat format{size.width, size.height, 3, Pixel::u8};
    format.order = Order::bgr;
    const HostImage image = noise(format);
    std::list<CameraStream> streams;
    for (const HandedOver& hands : ways) streams.emplace_back(hands, format, image, device);
    for (std::size_t run = 0; run < runs; ++run)  // by turns
        for (CameraStream& stream : streams) stream.measure(frames);
    if (!arguments.has("json")) {
        print(std::string(chain) + ", " + format.text() + ", " + std::to_string(frames) +
              " frames, best of " + std::to_string(runs) + "\n" + short_name(device.facts()) +
              "; cv::normalize may use " + std::to_string(OpencvNormalize::threads()) +
              " threads, and has as many samples of a pixel\npixels        in flight         ms  processor ms"
              "   cv::normalize processor ms    times  source, result\n");
        for (const CameraStream& stream : streams) print(line(stream));
    }
    Json all = Json::array();
    for (const CameraStream& stream : streams) all.push_back(json_of(stream));
    write_results(arguments, "camera frames", device,
                  {{"width", format.width},
                   {"height", format.height},
                   {"frames", frames},
                   {"opencv_threads", OpencvNormalize::threads()},
                   {"results", std::move(all)}});
    return Exit::all_done;
}

}  // namespace sluice::apps
