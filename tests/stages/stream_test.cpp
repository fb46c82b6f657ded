// normalize smoothing=: each frame goes by those before it. What is kept, and when it is not, is
// run/kept_tables.hpp's.
#include "pipeline/device/inspect.hpp"
#include "tests/error_of.hpp"
#include "tests/reference/compare.hpp"
#include "tests/reference/normalize.hpp"
#include "tests/reference/standardize.hpp"
#include "tests/reference/statistics.hpp"
#include "tests/stages/support.hpp"

#include <array>
#include <cmath>
#include <deque>
#include <numeric>

using namespace sluice;
using namespace sluice::test;
using reference::Real;

namespace {

using Video = std::vector<HostImage>;
using TwoNumbers = std::array<Real, 2>;  // minimum and maximum, or mean and deviation

// A shot whose contrast trembles, then from frame `cut` on one that is brighter.
Video video(const ImageFormat& format, std::size_t frames, std::size_t cut) {
    Video images;
    for (std::size_t i = 0; i < frames; ++i) {
        const double t = static_cast<double>(i), white = format.white_value();
        const double low = i < cut ? 0.15 + 0.05 * std::sin(2 * t) : 0.6 + 0.02 * std::sin(t);
        const double high = i < cut ? 0.5 + 0.06 * std::cos(3 * t) : 0.9 + 0.03 * std::cos(t);
        images.push_back(
            reference::random_image(format, {.seed = i + 1,
                                             .range = std::array{std::round(low * white * 1000) / 1000,
                                                                 std::round(high * white * 1000) / 1000},
                                             .transparent = 0.2}));
    }
    for (HostImage& image : images) image.metadata = {};
    return images;
}

struct Played {
    HostImage image;
    Table table;
};

// All of a stream, `in_flight` frames at a time.
std::vector<Played> played(Session& session, const Video& frames, std::size_t in_flight = 1) {
    const std::string table = session.plan().observed.at(0).name;
    std::vector<Played> seen;
    std::deque<Frame> flying;
    const auto take = [&] {
        seen.push_back({flying.front().read(), flying.front().table(table)});
        flying.pop_front();
    };
    for (const HostImage& image : frames) {
        if (flying.size() == in_flight) take();
        flying.push_back(session.submit(image.view()));
    }
    while (!flying.empty()) take();
    return seen;
}

std::vector<Played> played(const std::string& chain, const std::string& table, const Video& frames,
                           PlanOptions options = {}, const Device& on = device()) {
    options.observe = {table};
    Session session(Plan(Graph::from_chain(chain), frames[0].format(), on, options));
    return played(session, frames);
}

bool same_samples(const HostImage& a, const HostImage& b) {
    return a.format() == b.format() && reference::compare(a.view(), b.view()).none();
}

// Slow and obvious: the mean of the frames since the stream began, then of the last ones by 1 / n.
class StreamOracle {
public:
    StreamOracle(std::string mode, double n, std::optional<double> cut)
        : mode_(std::move(mode)), n_(n), cut_(cut) {}

    void set_frames(double n) { n_ = n; }

    std::vector<TwoNumbers> next(const HostImage& image) {
        std::vector<TwoNumbers> found;
        for (const auto& group :
             reference::groups(image.format(), reference::Grouping::channel, AlphaRule::visible))
            found.push_back(measured(reference::sorted_values(image.view(), 0, group, {})));
        bool cuts = false;
        for (std::size_t i = 0; frames_ > 0 && cut_ && i < found.size(); ++i) {
            const TwoNumbers a = range(found[i]), b = range(mean_[i]);
            const Real moved = std::max(std::fabs(a[0] - b[0]), std::fabs(a[1] - b[1]));
            cuts = cuts || moved > *cut_ * std::max(a[1] - a[0], b[1] - b[0]);
        }
        if (cuts) ++this->cuts, frames_ = 0;
        if (frames_ == 0) mean_ = found;
        const Real count = std::min<Real>(++frames_, n_);
        for (std::size_t i = 0; i < found.size(); ++i)
            for (std::size_t k : {0, 1}) mean_[i][k] += (found[i][k] - mean_[i][k]) / count;
        return mean_;
    }

    int cuts = 0;

private:
    TwoNumbers measured(const std::vector<Real>& sorted) const {
        if (mode_ == "minmax") return {sorted.front(), sorted.back()};
        if (mode_ == "percentile")
            return {reference::low_percentile(sorted, 2), reference::high_percentile(sorted, 95)};
        const Real n = static_cast<Real>(sorted.size());
        const Real mean = std::accumulate(sorted.begin(), sorted.end(), Real{0}) / n;
        Real squares = 0;
        for (const Real v : sorted) squares += (v - mean) * (v - mean);
        return {mean, std::sqrt(squares / n)};
    }
    TwoNumbers range(const TwoNumbers& of) const {
        return mode_ == "standardize" ? TwoNumbers{of[0] - of[1], of[0] + of[1]} : of;
    }

    std::string mode_;
    double n_;
    std::optional<double> cut_;
    std::vector<TwoNumbers> mean_;
    int frames_ = 0;
};

HostImage normalized_by(const std::string& mode, const HostImage& image, const std::vector<TwoNumbers>& by) {
    if (mode == "standardize") {
        reference::StandardizeOptions options;
        for (const TwoNumbers& group : by) {
            options.mean.push_back(static_cast<double>(group[0]));
            options.std.push_back(static_cast<double>(group[1]));
        }
        return reference::standardize(image.view(), options).image;
    }
    reference::NormalizeOptions options;
    for (const TwoNumbers& group : by)
        options.in_each.push_back({static_cast<double>(group[0]), static_cast<double>(group[1])});
    return reference::minmax(image.view(), options).image;
}

void check_played(const std::string& mode, const HostImage& image, const Played& seen,
                  const std::vector<TwoNumbers>& by) {
    const bool standardizes = mode == "standardize";
    for (std::size_t c = 0; c < by.size(); ++c)
        for (std::size_t k : {0, 1}) {
            const char* field = standardizes ? (k == 0 ? "mean" : "std") : (k == 0 ? "low" : "high");
            CAPTURE(field);
            CHECK(seen.table.real(field, c) ==
                  doctest::Approx(static_cast<double>(by[c][k])).epsilon(standardizes ? 1e-6 : 2e-7));
        }
    const HostImage expected = normalized_by(mode, image, by);
    const bool whole = is_integer(expected.format().pixel);
    const auto difference =
        reference::compare(seen.image.view(), expected.view(), {whole ? 1.0 : 4.0, whole ? 0 : 4e-6});
    CHECK_MESSAGE(difference.none(), difference.text);
}

struct VideoCase {
    std::string mode, parameters, table;
    ImageFormat format;
};
const std::vector<VideoCase>& video_cases() {
    static const std::vector<VideoCase> all{
        {"minmax", "", "normalize.range", {61, 33, 3, Pixel::u8}},
        {"percentile", " low=2 high=95", "normalize.range", {61, 33, 1, Pixel::u16}},
        {"standardize", "", "normalize.line", {61, 33, 4, Pixel::f32}},
    };
    return all;
}

std::string video_chain(const VideoCase& c, const std::string& more) {
    return "normalize " + c.mode + c.parameters + more;
}

Device on_its_own() {
    DeviceFacts facts = device().facts();
    facts.unified_memory = false;
    return with_facts(device(), facts);
}

}  // namespace

TEST_CASE("frames of a stream go by the mean of those before, which begins anew at a cut") {
    for (const VideoCase& c : video_cases()) {
        CAPTURE(c.mode);
        const Video images = video(c.format, 20, 12);
        for (const Device& on : {device(), on_its_own()}) {
            const Plan plan(Graph::from_chain(video_chain(c, " smoothing=5 cut=0.5")), c.format, on,
                            {.observe = {c.table}});
            for (const std::size_t in_flight : {1, 3}) {
                CAPTURE(in_flight);
                Session session(plan, {.frames_in_flight = in_flight});
                const std::vector<Played> seen = played(session, images, in_flight);
                StreamOracle oracle(c.mode, 5, 0.5);
                for (std::size_t i = 0; i < images.size(); ++i) {
                    CAPTURE(i);
                    check_played(c.mode, images[i], seen[i], oracle.next(images[i]));
                }
                CHECK(oracle.cuts == 1);
            }
        }
    }
}

TEST_CASE("a mean of many frames neither drifts nor sticks") {
    const ImageFormat format{16, 4, 1, Pixel::f32};
    Session session(Plan(Graph::from_chain("normalize smoothing=1000"), format, device(),
                         {.observe = {"normalize.range"}}));
    StreamOracle oracle("minmax", 1000, {});
    reference::Random random(7);
    for (int i = 0; i < 3000; ++i) {
        const double low = 10000 + random.uniform();
        const HostImage image = reference::image_of(
            format, [&](std::size_t x, std::size_t, int) { return low + static_cast<double>(x); });
        Frame frame = session.submit(image.view());
        const std::vector<TwoNumbers> by = oracle.next(image);
        if (i % 500 == 499)
            CHECK(std::fabs(frame.table("normalize.range").real("low") - static_cast<double>(by[0][0])) <
                  0.0015);  // a float there is within 0.0005
        frame.wait();
    }
}

TEST_CASE("fused or not, in strips, on a CPU or as on a GPU, a stream is the same to the bit") {
    for (const VideoCase& c : video_cases()) {
        CAPTURE(c.mode);
        const std::string chain = video_chain(c, " smoothing=3 cut=0.5 | invert");
        const Video images = video(c.format, 5, 4);
        const std::vector<Played> first = played(chain, c.table, images);
        const auto check = [&](const std::string& name, const PlanOptions& options, const Device& on) {
            CAPTURE(name);
            const std::vector<Played> other = played(chain, c.table, images, options, on);
            for (std::size_t i = 0; i < images.size(); ++i) {
                CAPTURE(i);
                CHECK(same_samples(other[i].image, first[i].image));
                for (const Field& field : first[i].table.layout().fields)
                    CHECK(other[i].table.real(field.name) == first[i].table.real(field.name));
            }
        };
        check("not fused", way(StorageChoice::buffer, 0, 0, false).options, device());
        check("images", way(StorageChoice::image).options, device());
        DeviceFacts gpu = device().facts();
        gpu.type = DeviceFacts::Type::gpu;
        PlanOptions groups;
        groups.work_group = 64;
        check("as a GPU", groups, with_facts(device(), gpu));
        if (c.mode == "standardize") continue;  // sums of floats depend on the groups
        PlanOptions strips;
        while (Plan(Graph::from_chain(chain), c.format, device(), strips).execution->strips < 3)
            strips.limit_memory =
                Plan(Graph::from_chain(chain), c.format, device(), strips).execution->peak_bytes - 1;
        check("in strips", strips, device());
    }
}

TEST_CASE("the first frame goes by its own numbers, also after reset()") {
    for (const VideoCase& c : video_cases()) {
        CAPTURE(c.mode);
        const Video images = video(c.format, 4, 4);
        Session session(Plan(Graph::from_chain(video_chain(c, " smoothing=4")), c.format, device(),
                             {.observe = {c.table}}));
        const std::vector<Played> before = played(session, images);
        check_played(c.mode, images[0], before[0], StreamOracle(c.mode, 4, {}).next(images[0]));
        session.reset();
        const std::vector<Played> after = played(session, images);
        for (std::size_t i = 0; i < images.size(); ++i) CHECK(same_samples(before[i].image, after[i].image));
        session.warm_up();  // leaves the stream as it is
        const std::vector<Played> last = played(session, {images[1]});
        StreamOracle oracle(c.mode, 4, {});
        for (const HostImage& image : images) oracle.next(image);
        check_played(c.mode, images[1], last[0], oracle.next(images[1]));
    }
}

TEST_CASE("a live smoothing holds from the next frame on") {
    const VideoCase& c = video_cases()[0];
    const Video images = video(c.format, 6, 6);
    Session session(
        Plan(Graph::from_chain(video_chain(c, " smoothing=8")), c.format, device(), {.observe = {c.table}}));
    StreamOracle oracle(c.mode, 8, {});
    for (std::size_t i = 0; i < images.size(); ++i) {
        if (i == 3) session.set("normalize.smoothing", 1.5), oracle.set_frames(1.5);
        check_played(c.mode, images[i], played(session, {images[i]})[0], oracle.next(images[i]));
    }
    CHECK(error_of([&] { session.set("normalize.smoothing", 1); }).find("does not change to or from 1") !=
          std::string::npos);
    session.set("normalize.cut", 0.0);  // whatever moves begins anew
    check_played(c.mode, images[0], played(session, {images[0]})[0],
                 StreamOracle(c.mode, 8, {}).next(images[0]));
}

TEST_CASE("a frame that fails does not count, nor what went on from it") {
    const ImageFormat format{20, 20, 1, Pixel::u8};
    const auto flat = [&](double low, double high) {
        return reference::random_image(format, {.range = std::array{low, high}});
    };
    const HostImage a = flat(50, 100), bad = flat(0, 255), b = flat(60, 120), last = flat(40, 110);
    const Video with_bad{a, bad, b}, without{a, last};
    const auto wanted = [&](const Video& images) {
        return std::move(played("normalize smoothing=4", "normalize.range", images).back().image);
    };
    const Plan plan(
        Graph::from_chain("input | reduce id=r | assert max below=200; normalize from=input smoothing=4"),
        format, device());
    for (const bool waits_in_order : {true, false}) {
        Session session(plan, {.frames_in_flight = 3});
        std::vector<Frame> frames;
        for (const HostImage& image : with_bad) frames.push_back(session.submit(image.view()));
        if (!waits_in_order) frames[2].wait();
        frames[0].wait();
        CHECK_THROWS_AS(frames[1].wait(), Error);
        CHECK(same_samples(frames[2].read(), wanted(with_bad)));  // it was on its way
        frames.clear();
        CHECK(same_samples(session.submit(last.view()).read(), wanted(without)));
    }
    Session session(plan, {.frames_in_flight = 1});
    session.submit(a.view()).wait();
    for (int again = 0; again < 3; ++again) CHECK_THROWS_AS(session.submit(bad.view()).wait(), Error);
    CHECK(same_samples(session.submit(last.view()).read(), wanted(without)));
}

TEST_CASE("frames end in any order") {
    const VideoCase& c = video_cases()[0];
    const Video images = video(c.format, 12, 12);
    const std::string chain = video_chain(c, " smoothing=4");
    const std::vector<Played> wanted = played(chain, c.table, images);
    for (const Device& on : {device(), on_its_own()}) {
        Session session(Plan(Graph::from_chain(chain), c.format, on, {.observe = {c.table}}),
                        {.frames_in_flight = 2});
        std::optional<Frame> held = session.submit(images[0].view());
        for (std::size_t i = 1; i < images.size(); ++i) {
            std::optional<Frame> frame = session.submit(images[i].view());
            if (i % 3 == 0) std::swap(frame, held);  // the older one goes
            const Table& table = (i % 3 == 0 ? held : frame)->table(c.table);
            CHECK(table.real("low", 1) == wanted[i].table.real("low", 1));
        }
        CHECK(same_samples(held->read(), wanted[9].image));
    }
}

TEST_CASE("a frame of which nothing is counted goes by those before, or stays as it is") {
    const ImageFormat format{20, 20, 1, Pixel::u8};
    const HostImage all = reference::constant_image(format, 255), none = reference::constant_image(format, 0);
    const HostImage first = reference::random_image(format, {.range = std::array{50.0, 100.0}});
    const HostImage dark = reference::random_image(format, {.range = std::array{10.0, 80.0}});
    for (const char* mode : {"minmax", "percentile low=0.5", "standardize"}) {
        CAPTURE(mode);
        const bool standardizes = std::string(mode) == "standardize";
        const std::string table = standardizes ? "n.line" : "n.range", field = standardizes ? "mean" : "high";
        const SourceFormats formats{{"input", format}, {"mask", format}};
        Session session(Plan(Graph::from_chain("input; input id=mask; normalize id=n from=input,mask "
                                               "smoothing=8 mode=" +
                                               std::string(mode)),
                             formats, device(), {.observe = {table}}));
        const auto next = [&](const HostImage& image, const HostImage& mask) {
            Frame frame = session.submit({{"input", image.view()}, {"mask", mask.view()}});
            frame.wait();
            return std::pair(frame.table(table).real(field), frame.warnings().size());
        };
        const auto [nothing, warned] = next(dark, none);
        CHECK(std::isnan(nothing));
        CHECK(warned == 1);
        const double one = next(first, all).first;
        CHECK(next(dark, none) == std::pair(one, std::size_t{0}));
        const double two = next(dark, all).first;
        CHECK(two < one);
        session.reset();
        CHECK(next(dark, all).first == doctest::Approx(2 * two - one));
    }
}

TEST_CASE("what is kept is seen by who observes it, and said by the plan") {
    const VideoCase& c = video_cases()[0];
    const Video images = video(c.format, 3, 3);
    const Plan plan(Graph::from_chain(video_chain(c, " smoothing=2")), c.format, device(),
                    {.observe = {"normalize.smoothed", "normalize.range"}});
    CHECK(plan.execution->keeps() == "normalize.smoothed");
    CHECK(plan.text().find("frames of R G B, kept from frame to frame") != std::string::npos);
    Session session(plan);
    for (std::size_t i = 0; i < images.size(); ++i) {
        Frame frame = session.submit(images[i].view());
        const Table& kept = frame.table("normalize.smoothed");
        CHECK(kept.integer("frames", 2) == static_cast<Int128>(i + 1));
        CHECK(kept.real("min", 1) == frame.table("normalize.range").real("low", 1));
    }
}

TEST_CASE("what does not go together with smoothing is refused") {
    const ImageFormat format{8, 8, 3, Pixel::u8};
    const auto refused = [&](const std::string& parameters) {
        return error_of([&] { Plan(Graph::from_chain("normalize " + parameters), format, device()); });
    };
    CHECK(refused("equalize smoothing=2").find("mode equalize has no such option") != std::string::npos);
    CHECK(refused("grayworld smoothing=2").find("mode grayworld has no such option") != std::string::npos);
    CHECK(refused("in=0,9 smoothing=2").find("smoothing: nothing is measured") != std::string::npos);
    CHECK(refused("standardize mean=1 std=2 smoothing=2").find("nothing is measured") != std::string::npos);
    CHECK(refused("cut=0.5").find("cut: needs a smoothing above 1") != std::string::npos);
    CHECK(refused("smoothing=0.5").find("smoothing") != std::string::npos);
    CHECK(refused("standardize mean=1 smoothing=2").empty());
}
