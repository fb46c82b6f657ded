// The weights of each colour, by the colour that the pixel itself has and where the others of that colour
// are.
#include "tests/reference/neighbours.hpp"
#include "tests/reference/params.hpp"
#include "tests/reference/stage.hpp"

#include <cmath>

namespace sluice::reference::stages {
namespace {

using Weighed = std::vector<Weight>;

Weighed all_at(std::initializer_list<Neighbour> places, double weight) {
    Weighed list;
    for (const Neighbour& place : places) list.push_back({place, weight});
    return list;
}
Weighed both(Weighed a, const Weighed& b) {
    a.insert(a.end(), b.begin(), b.end());
    return a;
}

// Where pixels of a colour are beside one that lacks it.
enum class Found { here, sides, corners, row, column };

Weighed bilinear(Found found) {
    switch (found) {
        case Found::here: return all_at({{0, 0}}, 1);
        case Found::sides: return all_at({{-1, 0}, {1, 0}, {0, -1}, {0, 1}}, 0.25);
        case Found::corners: return all_at({{-1, -1}, {1, -1}, {-1, 1}, {1, 1}}, 0.25);
        case Found::row: return all_at({{-1, 0}, {1, 0}}, 0.5);
        case Found::column: break;
    }
    return all_at({{0, -1}, {0, 1}}, 0.5);
}

Weighed mhc(Found found) {
    const auto corners = [](double weight) {
        return all_at({{-1, -1}, {1, -1}, {-1, 1}, {1, 1}}, weight / 8);
    };
    const auto row = [](std::int64_t far, double weight) {
        return all_at({{-far, 0}, {far, 0}}, weight / 8);
    };
    const auto column = [](std::int64_t far, double weight) {
        return all_at({{0, -far}, {0, far}}, weight / 8);
    };
    const auto own = [](double weight) { return all_at({{0, 0}}, weight / 8); };
    switch (found) {
        case Found::here: return own(8);
        case Found::sides:
            return both(both(own(4), both(row(1, 2), column(1, 2))), both(row(2, -1), column(2, -1)));
        case Found::corners: return both(both(own(6), corners(2)), both(row(2, -1.5), column(2, -1.5)));
        case Found::row:
            return both(both(own(5), corners(-1)), both(both(row(1, 4), row(2, -1)), column(2, 0.5)));
        case Found::column: break;
    }
    return both(both(own(5), corners(-1)), both(both(column(1, 4), column(2, -1)), row(2, 0.5)));
}

// Of the colour `wanted` at a pixel of the pattern's four letters.
Found found_at(const std::string& pattern, std::size_t x, std::size_t y, char wanted) {
    const auto at = [&](std::size_t column, std::size_t row) { return pattern[row % 2 * 2 + column % 2]; };
    if (at(x, y) == wanted) return Found::here;
    if (wanted == 'g') return Found::sides;
    if (at(x + 1, y) == wanted) return Found::row;
    return at(x, y + 1) == wanted ? Found::column : Found::corners;
}

}  // namespace

StageReference demosaic() {
    return {.image = [](const StageCall& call) -> StageResult {
        const Bounded& src = call.image();
        ImageFormat dst = src.format();
        dst.channels = 3;
        if (const auto bits = number_of(call.values, "bits")) dst.white = std::exp2(*bits) - 1;
        const std::string pattern = word_of(call.values, "pattern");
        const bool far = word_of(call.values, "method") == "mhc";
        const Beside mirrored{"mirror", {0}};
        std::vector<Sums> sums;  // of each place
        for (const Found found : {Found::here, Found::sides, Found::corners, Found::row, Found::column})
            sums.emplace_back(src, far ? mhc(found) : bilinear(found), mirrored);
        return {of_ends(src, dst, [&](const SamplePlace& p) {
            const Found found =
                found_at(pattern, p.x, p.row % dst.height, "rgb"[static_cast<std::size_t>(p.channel)]);
            if (found == Found::here) return ends_of(src, {p.x, p.row, 0});
            return sums[static_cast<std::size_t>(found)].at({p.x, p.row, 0});
        })};
    }};
}

}  // namespace sluice::reference::stages
