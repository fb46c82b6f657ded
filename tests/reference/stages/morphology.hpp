// The least and the greatest of neighbourhoods, and what is made of them: definitions of OpenCV. NaN counts
// only where there is nothing else.
#pragma once

#include "tests/reference/neighbours.hpp"
#include "tests/reference/params.hpp"
#include "tests/reference/stage.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace sluice::reference {

class Morphing {
public:
    explicit Morphing(const StageCall& call)
        : src_(call.image()), outside_(beside_of(call.values, src_.format())) {
        for (double& v : outside_.color) v = stored(v, src_.format().pixel);
        const std::vector<double> radius = numbers_of(call.values, "radius").value();
        const auto across = static_cast<std::int64_t>(radius.front());
        const auto down = static_cast<std::int64_t>(radius.back());
        const std::string shape = word_of(call.values, "shape"), mask = word_of(call.values, "mask");
        if (!mask.empty() && mask != "none")
            steps_ = {of_mask(mask)};
        else if (shape == "cross" || shape == "ellipse")
            steps_ = {of_shape(shape == "cross", across, down)};
        else  // the least of a rectangle is the least of its columns' least
            steps_ = {rectangle(across, 0), rectangle(0, down)};
    }

    const Bounded& image() const { return src_; }
    Bounded eroded(const Bounded& image) const { return extreme(image, -1); }
    Bounded dilated(const Bounded& image) const { return extreme(image, 1); }

private:
    Bounded extreme(Bounded image, Real sign) const {
        for (const Neighbourhood& step : steps_)
            image = of_neighbours(image, step, outside_, [sign](std::vector<Real>& values) {
                Real most = std::numeric_limits<Real>::quiet_NaN();
                for (const Real v : values) most = std::fmax(most, sign * v);
                return sign * most;
            });
        return image;
    }

    static Neighbourhood of_shape(bool cross, std::int64_t across, std::int64_t down) {
        Neighbourhood all;
        for (const auto& [dx, dy] : rectangle(across, down)) {
            const Real y = down > 0 ? static_cast<Real>(dy) / static_cast<Real>(down) : 1;
            const Real half = std::nearbyint(static_cast<Real>(across) * std::sqrt(1 - y * y));
            if (cross ? dx == 0 || dy == 0 : static_cast<Real>(std::abs(dx)) <= half) all.push_back({dx, dy});
        }
        return all;
    }

    static Neighbourhood of_mask(const std::string& mask) {
        std::vector<std::string> rows(1);
        for (const char c : mask) {
            if (c == ';' || c == '/') rows.emplace_back();
            if (c == '0' || c == '1') rows.back() += c;
        }
        Neighbourhood all;
        for (std::size_t y = 0; y < rows.size(); ++y)
            for (std::size_t x = 0; x < rows[y].size(); ++x)
                if (rows[y][x] == '1')
                    all.push_back(
                        {static_cast<std::int64_t>(x) - static_cast<std::int64_t>(rows[y].size() / 2),
                         static_cast<std::int64_t>(y) - static_cast<std::int64_t>(rows.size() / 2)});
        return all;
    }

    const Bounded& src_;
    Beside outside_;
    std::vector<Neighbourhood> steps_;
};

using Morphed = Bounded (*)(const Morphing& m);
inline StageReference morphology(Morphed morphed) {
    return {.image = [morphed](const StageCall& call) -> StageResult { return {morphed(Morphing(call))}; }};
}

}  // namespace sluice::reference
