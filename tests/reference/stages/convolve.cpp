#include "tests/reference/neighbours.hpp"
#include "tests/reference/params.hpp"
#include "tests/reference/stage.hpp"

#include <algorithm>
#include <cmath>
#include <sstream>
#include <utility>

namespace sluice::reference::stages {
namespace {

std::vector<Weight> weights_of(const std::string& kernel) {
    std::vector<std::vector<double>> rows;
    std::string text = kernel;
    for (char& c : text) c = c == '/' ? ';' : c;
    std::istringstream lines(text);
    for (std::string line; std::getline(lines, line, ';');) {
        for (char& c : line) c = c == ',' ? ' ' : c;
        std::istringstream numbers(line);
        rows.emplace_back();
        for (double v = 0; numbers >> v;) rows.back().push_back(v);
    }
    std::vector<Weight> weights;
    for (std::size_t y = 0; y < rows.size(); ++y)
        for (std::size_t x = 0; x < rows[y].size(); ++x) {
            const auto from_middle = [](std::size_t i, std::size_t size) {
                return static_cast<std::int64_t>(i) - static_cast<std::int64_t>(size / 2);
            };
            if (rows[y][x] != 0)
                weights.push_back(
                    {{from_middle(x, rows[y].size()), from_middle(y, rows.size())}, rows[y][x]});
        }
    return weights;
}

}  // namespace

StageReference convolve() {
    return {.image = [](const StageCall& call) -> StageResult {
        const Bounded& src = call.image();
        const ImageFormat& format = src.format();
        const std::vector<Weight> weights = weights_of(word_of(call.values, "kernel"));
        double sum = 0;
        for (const Weight& w : weights) sum += w.weight;
        const Real scale = call.real(number_of(call.values, "scale").value_or(sum));
        const Real offset = call.real(call.number("offset"));
        const Sums sums(src, weights, beside_of(call.values, format));
        const Real share = std::ldexp(Real{1}, real_of(format.pixel) == Pixel::f64 ? -52 : -23);
        return {of_ends(src, format, [&](const SamplePlace& p) {
            const Ends v = sums.at(p);
            if (scale == 1 && offset == 0) return v;
            Ends moved{v.expected / scale + offset, v.low / scale + offset, v.high / scale + offset};
            if (scale < 0) std::swap(moved.low, moved.high);
            if (!v.finite()) return moved;
            const Real size =
                std::max(std::fabs(v.low / scale), std::fabs(v.high / scale)) + std::fabs(offset);
            return Ends{moved.expected, moved.low - share * size, moved.high + share * size};
        })};
    }};
}

}  // namespace sluice::reference::stages
