// Counter-clockwise around the middle. With `expand` as large as Pillow's: from the floor of the least to the
// ceiling of the largest column and row of the turned corners, the image's own beginning at 0.
#include "tests/reference/params.hpp"
#include "tests/reference/sampled.hpp"
#include "tests/reference/stage.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace sluice::reference::stages {
namespace {

struct Turn {
    Real cosine = 1, sine = 0;
    bool quarters = true;

    explicit Turn(double degrees) {
        const Real quarter = std::fmod(degrees, 360.0) / 90.0L;
        quarters = quarter == std::floor(quarter);
        const int whole = (static_cast<int>(quarter) + 4) % 4;
        cosine = quarters ? (whole == 0) - (whole == 2) : std::cos(quarter * std::numbers::pi_v<Real> / 2);
        sine = quarters ? (whole == 1) - (whole == 3) : std::sin(quarter * std::numbers::pi_v<Real> / 2);
    }
};

ImageFormat expanded(const Turn& turn, ImageFormat format) {
    const Real w = static_cast<Real>(format.width) / 2, h = static_cast<Real>(format.height) / 2;
    Real right = 0, bottom = 0;  // of the corners, from the middle
    for (const int a : {-1, 1})
        for (const int b : {-1, 1}) {
            right = std::max(right, a * w * turn.cosine + b * h * turn.sine);
            bottom = std::max(bottom, -a * w * turn.sine + b * h * turn.cosine);
        }
    if (turn.quarters) {
        if (turn.sine != 0) std::swap(format.width, format.height);
        return format;
    }
    format.width = static_cast<std::size_t>(std::ceil(w + right) - std::floor(w - right));
    format.height = static_cast<std::size_t>(std::ceil(h + bottom) - std::floor(h - bottom));
    return format;
}

}  // namespace

StageReference rotate() {
    return {.image = [](const StageCall& call) -> StageResult {
        const Bounded& src = call.image();
        const ImageFormat& from = src.format();
        const Turn turn(call.number("degrees"));
        ImageFormat dst = from;
        if (truth_of(call.values, "expand")) dst = expanded(turn, from);
        const auto middle = [](std::size_t side) { return (static_cast<Real>(side) - 1) / 2; };
        Values values = call.values;
        values["edge"] = std::string("constant");
        const Real between = middle(dst.width) - middle(from.height);  // of a result on its side
        const bool moved = turn.quarters && (turn.sine == 0 || between == std::floor(between));
        if (moved) values["filter"] = std::string("nearest");
        return {sampled(src, dst, values, [&](std::size_t column, std::size_t row) -> Spot {
            const Real x = static_cast<Real>(column) - middle(dst.width);
            const Real y = static_cast<Real>(row % dst.height) - middle(dst.height);
            return {turn.cosine * x - turn.sine * y + middle(from.width),
                    turn.sine * x + turn.cosine * y + middle(from.height),
                    turn.quarters ? 0 : static_cast<Real>(dst.width + dst.height + 2) * 0x1p-40L};
        })};
    }};
}

}  // namespace sluice::reference::stages
