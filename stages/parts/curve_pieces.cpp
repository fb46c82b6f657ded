#include "pipeline/graph/stage_builder.hpp"

#include <cmath>
#include <cstddef>

namespace sluice::stages {
namespace {

struct CurvePieces {
    std::vector<double> points{0, 0, 1, 1};
    double white = 1;
    bool doubles = false;
};

using Numbers = std::vector<double>;

// At an end, by the two slopes next to it: three points, but never beyond what keeps the curve monotone.
double slope_at_end(double h0, double h1, double m0, double m1) {
    const double slope = ((2 * h0 + h1) * m0 - h0 * m1) / (h0 + h1);
    if (slope * m0 <= 0) return 0;
    return m0 * m1 <= 0 && std::fabs(slope) > 3 * std::fabs(m0) ? 3 * m0 : slope;
}

// Of widths h and mean slopes m between points: Fritsch and Carlson, with the harmonic means of scipy's
// PchipInterpolator.
Numbers slopes(const Numbers& h, const Numbers& m) {
    const std::size_t last = h.size();
    if (last == 1) return {m[0], m[0]};
    Numbers slopes{slope_at_end(h[0], h[1], m[0], m[1])};
    for (std::size_t k = 1; k < last; ++k) {
        const double before = 2 * h[k] + h[k - 1], behind = h[k] + 2 * h[k - 1];
        slopes.push_back(m[k - 1] * m[k] <= 0 ? 0 : (before + behind) / (before / m[k - 1] + behind / m[k]));
    }
    slopes.push_back(slope_at_end(h[last - 1], h[last - 2], m[last - 1], m[last - 2]));
    return slopes;
}

// Pixel values of the image.
void fill(const CurvePieces& p, Table& table) {
    Numbers x, y, h, m;
    for (std::size_t i = 0; i < p.points.size(); i += 2) {
        x.push_back(p.points[i] * p.white);
        y.push_back(p.points[i + 1] * p.white);
    }
    for (std::size_t k = 0; k + 1 < x.size(); ++k) {
        h.push_back(x[k + 1] - x[k]);
        m.push_back((y[k + 1] - y[k]) / h[k]);
    }
    const Numbers d = slopes(h, m);
    for (std::size_t k = 0; k < h.size(); ++k) {
        const double square = (3 * m[k] - 2 * d[k] - d[k + 1]) / h[k];
        const double cube = (d[k] + d[k + 1] - 2 * m[k]) / (h[k] * h[k]);
        const Numbers piece{x[k], y[k], d[k], square, cube};
        for (std::size_t i = 0; i < piece.size(); ++i) table.set("piece", 0, 0, 5 * k + i, piece[i]);
    }
}

}  // namespace

// A part of curves.
StageDef curve_pieces() {
    return table_stage<CurvePieces>("curve_pieces", "Computes cubic pieces of a curve through points.")
        .internal()
        .table_out("pieces", "Start and coefficients of each piece, from the constant coefficient on.",
                   {"piece"})
        .param("points", &CurvePieces::points, "x0, y0, x1, y1 ...; 1 is white.", count(4, 128))
        .param("white", &CurvePieces::white, "Pixel value of white.", at_least(0))
        .param("doubles", &CurvePieces::doubles, "Compute in double precision.")
        .layout([](const CurvePieces& p, const StageInputs&) {
            TableLayout layout;
            layout.channels = {"Y"};
            const FieldType real = p.doubles ? FieldType::f64 : FieldType::f32;
            layout.fields = {{"piece", real, true, 5 * (p.points.size() / 2 - 1)}};
            return layout;
        })
        .given([](const CurvePieces& p, const StageInputs&, Table& table) { fill(p, table); });
}

}  // namespace sluice::stages
