// Each channel of the result is a sum over R G B A and white. Numbers that are not given are those of a
// matrix that changes nothing.
#include "tests/reference/params.hpp"
#include "tests/reference/stage.hpp"

#include <algorithm>
#include <cmath>

namespace sluice::reference::stages {
namespace {

using Rows = std::array<std::array<Real, 5>, 4>;

Rows rows_of(const Values& params) {
    std::vector<double> given = numbers_of(params, "values").value();
    const std::string preset = word_of(params, "preset");
    if (preset == "sepia") given = {0.393, 0.769, 0.189, 0.349, 0.686, 0.168, 0.272, 0.534, 0.131};
    if (preset == "grayscale")
        given = {0.2126, 0.7152, 0.0722, 0.2126, 0.7152, 0.0722, 0.2126, 0.7152, 0.0722};
    if (preset == "luminancetoalpha") {
        given.assign(20, 0);
        given[15] = 0.2126, given[16] = 0.7152, given[17] = 0.0722;
    }
    Rows rows{};
    for (std::size_t i = 0; i < 4; ++i) rows[i][i] = 1;
    const std::size_t columns = given.size() == 9 ? 3 : given.size() == 12 ? 4 : 5;
    for (std::size_t i = 0; i < given.size(); ++i) {
        const std::size_t column = i % columns;
        rows[i / columns][columns == 4 && column == 3 ? 4 : column] = given[i];
    }
    return rows;
}

bool takes_alpha(const Rows& rows) {
    return rows[0][3] != 0 || rows[1][3] != 0 || rows[2][3] != 0 ||
           rows[3] != std::array<Real, 5>{0, 0, 0, 1, 0};
}

}  // namespace

StageReference matrix() {
    return {.image = [](const StageCall& call) -> StageResult {
        Rows rows = rows_of(call.values);
        const bool alpha = takes_alpha(rows);
        const bool four = alpha || call.image().format().has_alpha();
        const Bounded src =
            expected_within("convert", {{"channels", std::int64_t{four ? 4 : 3}}}, call.image());
        Real most = 1;
        for (auto& row : rows) {
            Real sum = 0;
            for (Real& v : row) {
                sum += std::fabs(v);
                v = call.real(v * (&v == &row[4] ? src.format().white_value() : 1));
            }
            most = std::max(most, sum);
        }
        const OfPixel function = [&](const std::vector<Lanes>& pixels) {
            Lanes lanes(alpha ? 4 : 3);
            for (std::size_t row = 0; row < lanes.size(); ++row) {
                lanes[row] = rows[row][4];
                for (std::size_t c = alpha ? 4 : 3; c-- > 0;) lanes[row] += rows[row][c] * pixels[0][c];
            }
            return lanes;
        };
        const Real white = src.format().white_value();
        const Real epsilon = std::ldexp(Real{1}, real_of(src.format().pixel) == Pixel::f64 ? -52 : -23);
        return {of_pixels({&src}, src.format(), function,
                          {4 * most, 4 * most * white * epsilon, Between::corners})};
    }};
}

}  // namespace sluice::reference::stages
