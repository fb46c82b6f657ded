#include "stages/shared/filter.hpp"
#include "stages/shared/resampling.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace sluice::stages {
namespace {

struct Resample {
    std::size_t width = 1, height = 1;
    Resampling filter = Resampling::automatic;
    bool antialias = true;
    double left = 0, top = 0, box_width = 1, box_height = 1;
    bool draft = false;
    Pixel pixel = Pixel::u8;
};

// Weighs a distance in pixels; nothing beyond `support`.
struct FilterShape {
    double support;
    double (*weight)(double);
};

double sinc(double x) {
    if (x == 0) return 1;
    const double angle = x * std::numbers::pi;
    return std::sin(angle) / angle;
}

double box(double x) { return x > -0.5 && x <= 0.5 ? 1 : 0; }
double triangle(double x) { return std::max(0.0, 1 - std::abs(x)); }
double cubic(double x) {  // Keys, a = -0.5
    constexpr double a = -0.5;
    const double d = std::abs(x);
    if (d < 1) return ((a + 2) * d - (a + 3)) * d * d + 1;
    return d < 2 ? (((d - 5) * d + 8) * d - 4) * a : 0;
}
double lanczos3(double x) { return x >= -3 && x < 3 ? sinc(x) * sinc(x / 3) : 0; }

FilterShape shape_of(Resampling filter) {
    switch (filter) {
        case Resampling::cubic: return {2, cubic};
        case Resampling::lanczos3: return {3, lanczos3};
        case Resampling::box: return {0.5, box};
        default: return {1, triangle};
    }
}

// An axis: outputs of a part of the source that begins at `from` and has `size` of its `all` pixels.
struct Axis {
    std::size_t outputs;
    std::int64_t all;
    double from, size;

    double scale() const { return size / static_cast<double>(outputs); }
    // The middle of output i: where that is a whole number, exactly.
    double middle(double i) const { return from + (2 * i + 1) * size / static_cast<double>(2 * outputs); }
};

// Weights of one output, for source pixels from `first` on.
struct Row {
    std::int64_t first;
    std::vector<double> weights;
};

// Centre-aligned, clipped to the image, and divided by their sum, as Pillow does.
Row filtered_row(const Axis& axis, std::size_t i, const FilterShape& shape, double widened) {
    const double center = axis.from + (static_cast<double>(i) + 0.5) * axis.scale();
    const double support = shape.support * widened;
    const auto clipped = [&](double at) {
        return std::clamp<std::int64_t>(static_cast<std::int64_t>(at + 0.5), 0, axis.all);
    };
    Row row{clipped(center - support), {}};
    const std::int64_t end = clipped(center + support);
    double sum = 0;
    for (std::int64_t x = row.first; x < end; ++x) {
        row.weights.push_back(shape.weight((static_cast<double>(x) - center + 0.5) * (1 / widened)));
        sum += row.weights.back();
    }
    for (double& weight : row.weights) weight = sum != 0 ? weight / sum : weight;
    return row;
}

// What is less of a pixel than this is there by rounding alone: sides have fewer than 2^21 pixels.
constexpr double nothing = 1e-7;

// Each source pixel by how much of it the output covers, counted in parts of a pixel, one for each output:
// whole numbers where the part of the source is whole pixels.
Row area_row(const Axis& axis, std::size_t i) {
    const auto parts = static_cast<double>(axis.outputs), n = static_cast<double>(i);
    const double begin = axis.from * parts + n * axis.size, end = axis.from * parts + (n + 1) * axis.size;
    const auto clipped = [&](double at) {
        return std::clamp<std::int64_t>(static_cast<std::int64_t>(at), 0, axis.all);
    };
    const std::int64_t last = std::max<std::int64_t>(clipped(std::ceil(end / parts - nothing)), 1);
    Row row{std::min(clipped(std::floor(begin / parts + nothing)), last - 1), {}};
    double sum = 0;
    for (std::int64_t x = row.first; x < last; ++x) {
        const auto at = static_cast<double>(x);
        row.weights.push_back(std::min((at + 1) * parts, end) - std::max(at * parts, begin));
        sum += row.weights.back();
    }
    for (double& weight : row.weights) weight /= sum;
    return row;
}

Row nearest_row(const Axis& axis, std::size_t i) {
    const double at = std::floor(axis.middle(static_cast<double>(i)) + nothing);
    return {std::clamp<std::int64_t>(static_cast<std::int64_t>(at), 0, axis.all - 1), {1}};
}

// As many weights for each, those that are missing 0.
Taps taps(const Axis& axis, Resampling filter, bool antialias) {
    if (filter == Resampling::automatic) filter = axis.scale() > 1 ? Resampling::lanczos3 : Resampling::cubic;
    const FilterShape shape = shape_of(filter);
    const double widened = antialias ? std::max(axis.scale(), 1.0) : 1;
    std::vector<Row> rows;
    Taps taps;
    for (std::size_t i = 0; i < axis.outputs; ++i) {
        rows.push_back(filter == Resampling::nearest ? nearest_row(axis, i)
                       : filter == Resampling::area  ? area_row(axis, i)
                                                     : filtered_row(axis, i, shape, widened));
        taps.count = std::max(taps.count, rows.back().weights.size());
    }
    for (Row& row : rows) {
        row.weights.resize(taps.count);
        taps.first.push_back(static_cast<std::int32_t>(row.first));
        taps.weights.insert(taps.weights.end(), row.weights.begin(), row.weights.end());
    }
    return taps;
}

}  // namespace

// A part of resize.
StageDef resample() {
    return gather<Resample>("resample", "Resizes a part of an image.")
        .internal()
        .param("width", &Resample::width, "Size of the result.", at_least(1), unit("px"))
        .param("height", &Resample::height, "Size of the result.", at_least(1), unit("px"))
        .param("filter", &Resample::filter, "Interpolation method.")
        .param("antialias", &Resample::antialias, "Widen the filter if the image shrinks.")
        .param("left", &Resample::left, "Start of the part.", unit("px"))
        .param("top", &Resample::top, "Start of the part.", unit("px"))
        .param("box_width", &Resample::box_width, "Size of the part.", unit("px"))
        .param("box_height", &Resample::box_height, "Size of the part.", unit("px"))
        .param("draft", &Resample::draft, "The image may be read at twice the size of the result.")
        .param("pixel", &Resample::pixel, "The pixel type of the result.")
        .infer([](const Resample& p, const StageInputs& inputs) {
            ImageFormat dst = in_pixel(inputs.image(), p.pixel);
            dst.width = p.width;
            dst.height = p.height;
            return dst;
        })
        .of_smaller([](const Resample& p, const Shrunk& image) -> std::optional<Values> {
            if (!p.draft || !p.antialias || p.filter == Resampling::nearest) return std::nullopt;
            const auto n = static_cast<double>(image.by);
            const auto has_twice = [n](double from, std::size_t to) {  // a side that follows was rounded
                return from / n >= 2 * (static_cast<double>(to) - 0.5);
            };
            if (!has_twice(p.box_width, p.width) || !has_twice(p.box_height, p.height)) return std::nullopt;
            return Values{{"left", (p.left + static_cast<double>(image.left)) / n},
                          {"top", (p.top + static_cast<double>(image.top)) / n},
                          {"box_width", p.box_width / n},
                          {"box_height", p.box_height / n}};
        })
        .separable([](const Resample& p, const StageInputs& inputs) {
            const ImageFormat& src = inputs.image();
            const auto all = [](std::size_t size) { return static_cast<std::int64_t>(size); };
            return Separable{taps({p.width, all(src.width), p.left, p.box_width}, p.filter, p.antialias),
                             taps({p.height, all(src.height), p.top, p.box_height}, p.filter, p.antialias)};
        });
}

}  // namespace sluice::stages
