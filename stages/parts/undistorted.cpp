#include "stages/shared/sampled.hpp"

#include <array>

namespace sluice::stages {
namespace {

struct Undistorted {
    double fx = 1, fy = 1, cx = 0, cy = 0;
    std::vector<double> k{0, 0, 0, 0, 0, 0, 0, 0};  // k1 k2 p1 p2 k3 k4 k5 k6
    Sampling filter = Sampling::linear;
    EdgeRule edge = EdgeRule::clamp;
    std::vector<double> color{0, 0, 0, 0};
    Pixel pixel = Pixel::u8;
};

// All numbers from low to high.
struct Range {
    double low = 0, high = 0;

    double most() const { return std::max(std::abs(low), std::abs(high)); }
};
Range operator+(const Range& a, const Range& b) { return {a.low + b.low, a.high + b.high}; }
Range operator*(const Range& a, const Range& b) {
    const auto [low, high] = std::minmax({a.low * b.low, a.low * b.high, a.high * b.low, a.high * b.high});
    return {low, high};
}
Range operator*(double a, const Range& b) { return Range{a, a} * b; }
Range squared(const Range& a) {
    const double most = a.most() * a.most();
    if (a.low <= 0 && a.high >= 0) return {0, most};
    return {std::min(a.low * a.low, a.high * a.high), most};
}

// r2 (a + b r2 + c r2^2)
Range series(const Range& r2, double a, double b, double c) {
    return ((c * r2 + Range{b, b}) * r2 + Range{a, a}) * r2;
}

// How far places in columns and rows lie from the pixels of a part; nullopt where there is no telling.
struct Shift {
    Range columns, rows;
};
std::optional<Shift> shift(const Undistorted& p, const Area& of) {
    const auto direction = [](const Interval& i, double f, double c) {
        return Range{(static_cast<double>(i.first) - c) / f, (static_cast<double>(i.end - 1) - c) / f};
    };
    const Range x = direction(of.columns, p.fx, p.cx), y = direction(of.rows, p.fy, p.cy);
    const Range r2 = squared(x) + squared(y), xy = 2 * (x * y);
    const Range above = series(r2, p.k[0], p.k[1], p.k[4]), below = series(r2, p.k[5], p.k[6], p.k[7]);
    const Range whole = below + Range{1, 1};
    if (!(whole.low > 0x1p-10)) return std::nullopt;
    const Range radial = (above + -1.0 * below) * Range{1 / whole.high, 1 / whole.low};
    // A device computes in floats: it is off by some of the last digits of the largest number on its way.
    const auto size = [&](double k, double l, double m) {
        return series(Range{0, r2.high}, std::abs(k), std::abs(l), std::abs(m)).high;
    };
    const double largest = (size(p.k[0], p.k[1], p.k[4]) + size(p.k[5], p.k[6], p.k[7])) *
                               (1 + whole.most()) / (whole.low * whole.low) +
                           8 * (std::abs(p.k[2]) + std::abs(p.k[3])) * (1 + r2.high);
    const auto along = [&](const Range& a, double f, double p_xy, double p_aa) {
        const double off_by = 0x1p-8 + 0x1p-16 * std::abs(f) * (1 + a.most()) * largest;
        return f * (a * radial + p_xy * xy + p_aa * (r2 + 2 * squared(a))) + Range{-off_by, off_by};
    };
    return Shift{along(x, p.fx, p.k[2], p.k[3]), along(y, p.fy, p.k[3], p.k[2])};
}

// Piece by piece, since a range of squares says little of a wide part.
Area footprint(const Undistorted& p, const StageInputs& inputs, const Area& part) {
    constexpr std::int64_t pieces = 16;
    const auto width = static_cast<std::int64_t>(inputs.image().width);
    const auto height = static_cast<std::int64_t>(inputs.image().height);
    const auto read = [&](const Interval& i, const Range& by) {
        return sampled(static_cast<double>(i.first) + by.low, static_cast<double>(i.end - 1) + by.high, 0,
                       p.filter);
    };
    std::optional<Area> all;
    const std::int64_t columns = part.columns.end - part.columns.first;
    for (std::int64_t i = 0; i < pieces; ++i) {
        const Area piece{
            {part.columns.first + columns * i / pieces, part.columns.first + columns * (i + 1) / pieces},
            part.rows};
        if (piece.columns.first == piece.columns.end) continue;
        const auto by = shift(p, piece);
        if (!by) return {{0, width}, {0, height}};
        const Area own{read(piece.columns, by->columns), read(piece.rows, by->rows)};
        const auto both = [](const Interval& a, const Interval& b) -> Interval {
            return {std::min(a.first, b.first), std::max(a.end, b.end)};
        };
        all = all ? Area{both(all->columns, own.columns), both(all->rows, own.rows)} : own;
    }
    return all.value_or(Area{});
}

}  // namespace

// A part of undistort.
StageDef undistorted() {
    return gather<Undistorted>("undistorted", "Corrects the distortion of a lens.")
        .internal()
        .param("fx", &Undistorted::fx, "Horizontal focal length.", unit("px"))
        .param("fy", &Undistorted::fy, "Vertical focal length.", unit("px"))
        .param("cx", &Undistorted::cx, "Column of the optical centre.", unit("px"))
        .param("cy", &Undistorted::cy, "Row of the optical centre.", unit("px"))
        .param("k", &Undistorted::k, "k1 k2 p1 p2 k3 k4 k5 k6.", count(8, 8))
        .param("filter", &Undistorted::filter, "Interpolation method.")
        .param("edge", &Undistorted::edge, "Pixels outside the image.")
        .param("color", &Undistorted::color, "constant: the pixel value of each lane that is there.",
               count(4, 4))
        .param("pixel", &Undistorted::pixel, "The pixel type of the result.")
        .infer(
            [](const Undistorted& p, const StageInputs& inputs) { return in_pixel(inputs.image(), p.pixel); })
        .border([](const Undistorted& p) { return border(p.edge, p.color); })
        .sampling(&Undistorted::filter)
        .footprint(footprint)
        .constants([](const Undistorted& p, const StageInputs&) -> std::vector<Constant> {
            return {{"of_fx", 1 / p.fx}, {"of_fy", 1 / p.fy}, {"k1", p.k[0]}, {"k2", p.k[1]}, {"p1", p.k[2]},
                    {"p2", p.k[3]},      {"k3", p.k[4]},      {"k4", p.k[5]}, {"k5", p.k[6]}, {"k6", p.k[7]}};
        })
        .function("undistorted");
}

}  // namespace sluice::stages
