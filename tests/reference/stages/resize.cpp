// An image of another size. linear, cubic, lanczos3 and box weigh as Pillow's resize does, area as OpenCV's
// INTER_AREA, nearest takes the pixel at floor((x + 0.5) * scale).
#include "tests/reference/moved.hpp"
#include "tests/reference/params.hpp"
#include "tests/reference/stage.hpp"
#include "tests/reference/stages/convert.hpp"
#include "tests/reference/weighed.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace sluice::reference::stages {
namespace {

using Integer = std::int64_t;

Integer floor_of(Integer numerator, Integer denominator) {
    return (numerator - ((numerator % denominator) + denominator) % denominator) / denominator;
}

// Half up, one at least.
Integer rounded_side(Integer numerator, Integer denominator) {
    return std::max<Integer>(1, floor_of(2 * numerator + denominator, 2 * denominator));
}

struct Pixels {
    Integer width = 0, height = 0;
};

// The part of a side that is shown, from its middle: size = numerator / denominator pixels of `all`.
struct Part {
    Integer all = 0, numerator = 0, denominator = 1;

    double size() const { return static_cast<double>(numerator) / static_cast<double>(denominator); }
    double from() const { return (static_cast<double>(all) - size()) / 2; }
};

struct Job {
    bool stays = false;
    Pixels to, canvas;
    Part columns, rows;
};

Pixels asked(const Values& values, const Pixels& src) {
    const auto width = number_of(values, "width"), height = number_of(values, "height");
    if (const auto scale = number_of(values, "scale")) {
        const auto side = [&](Integer n) {
            return std::max<Integer>(1,
                                     static_cast<Integer>(std::floor(static_cast<double>(n) * *scale + 0.5)));
        };
        return {side(src.width), side(src.height)};
    }
    const auto w = static_cast<Integer>(width.value_or(0)), h = static_cast<Integer>(height.value_or(0));
    if (!height) return {w, rounded_side(src.height * w, src.width)};
    if (!width) return {rounded_side(src.width * h, src.height), h};
    return {w, h};
}

Job job(const Values& values, const Pixels& src) {
    Job job;
    job.canvas = asked(values, src);
    const auto [w, h] = job.canvas;
    const std::string fit = word_of(values, "fit"), when = word_of(values, "when");
    const Integer across = w * src.height, down = h * src.width;  // how much it grows in x and y, times both
    job.to = job.canvas;
    job.columns = {src.width, src.width};
    job.rows = {src.height, src.height};
    const bool inside = fit == "inside" || fit == "pad";
    if (inside || fit == "outside") {
        if ((across < down) == inside)  // so wide as that, and as high as follows
            job.to.height = rounded_side(src.height * w, src.width);
        if ((across > down) == inside) job.to.width = rounded_side(src.width * h, src.height);
        if (across == down) job.to = job.canvas;
        if (inside) job.to = {std::min(job.to.width, w), std::min(job.to.height, h)};
    } else if (fit == "cover") {
        if (across > down) job.rows = {src.height, h * src.width, w};
        if (down > across) job.columns = {src.width, w * src.height, h};
    }
    // Wider or higher than the part that it shows.
    const Integer wider = job.to.width * job.columns.denominator - job.columns.numerator;
    const Integer higher = job.to.height * job.rows.denominator - job.rows.numerator;
    const bool whole = job.columns.size() == static_cast<double>(src.width) &&
                       job.rows.size() == static_cast<double>(src.height);
    job.stays = (wider == 0 && higher == 0 && whole) || (when == "shrink" && (wider > 0 || higher > 0)) ||
                (when == "enlarge" && (wider < 0 || higher < 0));
    return job;
}

// --- weights, in double as Pillow computes them: where a window ends is part of the definition -----------

double sinc(double x) {
    if (x == 0) return 1;
    return std::sin(x * std::numbers::pi) / (x * std::numbers::pi);
}

double support_of(const std::string& filter) {
    return filter == "lanczos3" ? 3 : filter == "cubic" ? 2 : filter == "box" ? 0.5 : 1;
}

double weight(const std::string& filter, double x) {
    if (filter == "box") return x > -0.5 && x <= 0.5 ? 1 : 0;
    if (filter == "lanczos3") return -3 <= x && x < 3 ? sinc(x) * sinc(x / 3) : 0;
    x = std::fabs(x);
    if (filter == "linear") return x < 1 ? 1 - x : 0;
    if (x < 1) return 1.5 * x * x * x - 2.5 * x * x + 1;
    return x < 2 ? -0.5 * x * x * x + 2.5 * x * x - 4 * x + 2 : 0;
}

Window divided_by_sum(Window window) {
    double sum = 0;
    for (const double w : window.weights) sum += w;
    if (sum != 0)
        for (double& w : window.weights) w /= sum;
    return window;
}

Window filtered(const std::string& filter, bool antialias, const Part& part, Integer outputs, Integer i) {
    const double scale = part.size() / static_cast<double>(outputs);
    const double widened = antialias ? std::max(scale, 1.0) : 1;
    const double center = part.from() + (static_cast<double>(i) + 0.5) * scale;
    const double support = support_of(filter) * widened;
    Window window{std::max<Integer>(0, static_cast<Integer>(center - support + 0.5))};
    const Integer end = std::min(part.all, static_cast<Integer>(center + support + 0.5));
    for (Integer x = window.first; x < end; ++x)
        window.weights.push_back(weight(filter, (static_cast<double>(x) - center + 0.5) * (1 / widened)));
    return divided_by_sum(window);
}

// Where output i + half / 2 begins, as a fraction: exactly.
struct Fraction {
    Integer numerator, denominator;
};
Fraction place(const Part& part, Integer outputs, Integer i, Integer half) {
    // (all - n / d) / 2 + (i + half / 2) * n / d / outputs
    return {(part.all * part.denominator - part.numerator) * outputs + (2 * i + half) * part.numerator,
            2 * part.denominator * outputs};
}

Window nearest(const Part& part, Integer outputs, Integer i) {
    const auto [numerator, denominator] = place(part, outputs, i, 1);
    return {std::clamp<Integer>(floor_of(numerator, denominator), 0, part.all - 1), {1}};
}

Window covered(const Part& part, Integer outputs, Integer i) {
    const auto [begin, denominator] = place(part, outputs, i, 0);
    const Integer end = place(part, outputs, i + 1, 0).numerator;
    Window window{floor_of(begin, denominator)};
    for (Integer x = window.first; x * denominator < end; ++x)
        window.weights.push_back(static_cast<double>(
            static_cast<Real>(std::min((x + 1) * denominator, end) - std::max(x * denominator, begin)) /
            static_cast<Real>(end - begin)));
    return window;
}

Axis axis(const Values& values, const Part& part, Integer outputs) {
    std::string filter = word_of(values, "filter");
    if (filter == "auto") filter = part.size() > static_cast<double>(outputs) ? "lanczos3" : "cubic";
    Axis axis;
    for (Integer i = 0; i < outputs; ++i)
        axis.push_back(filter == "nearest" ? nearest(part, outputs, i)
                       : filter == "area"
                           ? covered(part, outputs, i)
                           : filtered(filter, truth_of(values, "antialias"), part, outputs, i));
    return axis;
}

// --- the whole -------------------------------------------------------------------------------------------

Bounded resampled(const Values& values, const Bounded& src, const Job& job) {
    ImageFormat dst = src.format();
    dst.width = static_cast<std::size_t>(job.to.width);
    dst.height = static_cast<std::size_t>(job.to.height);
    const bool by_alpha = word_of(values, "alpha") == "weigh" && word_of(values, "filter") != "nearest";
    return weighed(src, dst, axis(values, job.columns, job.to.width), axis(values, job.rows, job.to.height),
                   nothing_beside(dst), by_alpha);
}

Bounded in_light(const Values& values, const Bounded& src, const Job& job) {
    ImageFormat linear = src.format();
    linear.pixel = real_of(linear.pixel);
    linear.space = Space::linear;
    if (linear.pixel != src.format().pixel)
        linear.white = is_signed_integer(src.format().pixel) ? src.format().white_value() : 0;
    Bounded light = resampled(values, bounded_convert(src, linear), job);
    ImageFormat dst = src.format();
    dst.width = light.format().width;
    dst.height = light.format().height;
    return bounded_convert(light, dst);
}

// In the middle of nothing.
Bounded padded(const Bounded& src, const Pixels& canvas) {
    const Integer left = (canvas.width - static_cast<Integer>(src.format().width)) / 2;
    const Integer top = (canvas.height - static_cast<Integer>(src.format().height)) / 2;
    return moved(
        src, static_cast<std::size_t>(canvas.width), static_cast<std::size_t>(canvas.height),
        [&](Integer x, Integer y) -> Place {
            return {x - left, y - top};
        },
        nothing_beside(src.format()));
}

}  // namespace

StageReference resize() {
    return {.image = [](const StageCall& call) -> StageResult {
        const Bounded& src = call.image();
        const ImageFormat& format = src.format();
        const Pixels size{static_cast<Integer>(format.width), static_cast<Integer>(format.height)};
        const Job work = job(call.values, size);
        const bool light = word_of(call.values, "space") == "linear" && format.space == Space::encoded &&
                           word_of(call.values, "filter") != "nearest";
        Bounded dst = work.stays ? src
                      : light    ? in_light(call.values, src, work)
                                 : resampled(call.values, src, work);
        const ImageFormat& now = dst.format();
        const Integer w = static_cast<Integer>(now.width), h = static_cast<Integer>(now.height);
        const Pixels& canvas = work.canvas;
        if (word_of(call.values, "fit") != "pad" || w > canvas.width || h > canvas.height) return {dst};
        return {padded(dst, canvas)};
    }};
}

}  // namespace sluice::reference::stages
