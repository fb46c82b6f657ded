// A table of colours at even distances, of which a place between takes the nearest, or its share of all that
// lie around it: two on a curve, eight in a cube, four of the tetrahedron that goes from black to white along
// the longest of the three distances first.
#include "io/cube.hpp"
#include "tests/reference/params.hpp"
#include "tests/reference/stage.hpp"

#include <algorithm>
#include <array>
#include <cmath>

namespace sluice::reference::stages {
namespace {

using Colour = std::array<Real, 3>;

struct Lut {
    Cube cube;
    std::string interpolation;
    std::array<Real, 3> scale{}, begin{};  // as a device has them
    std::function<Real(Real)> real;

    Real place(Real v, std::size_t c) const {
        const Real x = real(real(v * scale[c]) - begin[c]), last = static_cast<Real>(cube.size - 1);
        return x > 0 ? std::min(x, last) : 0;
    }
    Real at(std::array<std::size_t, 3> place, std::size_t c) const {
        const std::size_t n = cube.size;
        return static_cast<float>(
            cube.colours[cube.solid ? place[0] + n * (place[1] + n * place[2]) : place[c]][c]);
    }

    Colour look_up(const Colour& v) const {
        std::array<std::size_t, 3> before{};
        Colour rest{}, result{};
        for (std::size_t c = 0; c < 3; ++c) {
            const Real x = place(v[c], c);
            const bool nearest = interpolation == "nearest";
            before[c] = nearest ? static_cast<std::size_t>(std::nearbyint(x))
                                : std::min(static_cast<std::size_t>(x), cube.size - 2);
            rest[c] = nearest ? 0 : x - static_cast<Real>(before[c]);
        }
        for (std::size_t c = 0; c < 3; ++c) result[c] = std::isnan(v[c]) ? v[c] : between(before, rest, c);
        return result;
    }

    Real between(const std::array<std::size_t, 3>& before, const Colour& rest, std::size_t c) const {
        if (interpolation == "nearest") return at(before, c);
        const auto along = [&](std::array<bool, 3> step) {
            std::array<std::size_t, 3> place = before;
            for (std::size_t i = 0; i < 3; ++i) place[i] += step[i] ? 1 : 0;
            return at(place, c);
        };
        if (!cube.solid) return (1 - rest[c]) * at(before, c) + rest[c] * along({true, true, true});
        if (interpolation == "linear") {
            Real sum = 0;
            for (const bool r : {false, true})
                for (const bool g : {false, true})
                    for (const bool b : {false, true})
                        sum += (r ? rest[0] : 1 - rest[0]) * (g ? rest[1] : 1 - rest[1]) *
                               (b ? rest[2] : 1 - rest[2]) * along({r, g, b});
            return sum;
        }
        std::array<std::size_t, 3> order{0, 1, 2};
        std::stable_sort(order.begin(), order.end(), [&](auto a, auto b) { return rest[a] > rest[b]; });
        std::array<bool, 3> step{};
        Real sum = (1 - rest[order[0]]) * along(step);
        for (std::size_t i = 0; i < 3; ++i) {
            step[order[i]] = true;
            sum += (rest[order[i]] - (i < 2 ? rest[order[i + 1]] : 0)) * along(step);
        }
        return sum;
    }
};

Lut table_of(const StageCall& call) {
    Lut table;
    const std::string file = word_of(call.values, "file");
    if (file != "none") table.cube = read_cubes(file).at(0);  // files with a shaper have tests of their own
    const auto values = numbers_of(call.values, "values").value_or(std::vector<double>());
    for (const double v : values) table.cube.colours.push_back({v, v, v});
    if (file == "none") table.cube.size = values.size();
    table.interpolation = word_of(call.values, "interpolation");
    const Real white = call.image().format().white_value(), steps = static_cast<Real>(table.cube.size - 1);
    for (std::size_t c = 0; c < 3; ++c) {
        const Real each = steps / (static_cast<Real>(table.cube.high[c]) - table.cube.low[c]);
        table.scale[c] = call.real(each / white);
        table.begin[c] = call.real(each * table.cube.low[c]);
    }
    table.real = [&call](Real v) { return call.real(v); };
    return table;
}

}  // namespace

StageReference lut() {
    return {.image = [](const StageCall& call) -> StageResult {
        const Lut table = table_of(call);
        const ImageFormat& format = call.image().format();
        const Real white = format.white_value();
        const auto of_pixel = [&](const std::vector<Lanes>& pixels) {
            const Lanes& v = pixels[0];
            const auto n = static_cast<std::size_t>(format.colors());
            const Colour found = table.look_up({v[0], v[std::min<std::size_t>(1, n - 1)], v[n - 1]});
            Lanes result;
            for (std::size_t c = 0; c < n; ++c) result.push_back(found[c < 2 ? c : 2] * white);
            return result;
        };
        Real most = 0;  // of a sum of as many terms of a device
        for (const auto& colour : table.cube.colours)
            for (const double v : colour) most = std::max(most, static_cast<Real>(std::fabs(v)));
        const bool doubles = real_of(format.pixel) == Pixel::f64;
        const Real off =
            table.interpolation == "nearest" ? 0 : most * white * std::ldexp(Real{16}, doubles ? -52 : -23);
        return {
            of_pixels({&call.image()}, format, of_pixel, {.absolute = off, .between = Between::anything})};
    }};
}

}  // namespace sluice::reference::stages
