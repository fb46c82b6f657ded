#include "tests/reference/near.hpp"
#include "tests/reference/params.hpp"
#include "tests/reference/stage.hpp"

namespace sluice::reference::stages {

StageReference guided() {
    return {.image = [](const StageCall& call) -> StageResult {
        const Bounded& src = call.image();
        const Bounded& guide = call.if_connected(1) != nullptr ? *call.if_connected(1) : src;
        const auto is_double = [](const Bounded& image) {
            return real_of(image.format().pixel) == Pixel::f64;
        };
        const Nearly n(is_double(src) && is_double(guide));
        const auto radius = static_cast<std::int64_t>(call.number("radius"));
        const std::string edge = word_of(call.values, "edge");
        const Real white = guide.format().white_value();
        const Near epsilon = n.rounded(call.number("epsilon") * white * white, 0, 4);
        const auto box = [&](const NearPlane& plane) { return boxed(n, plane, radius, edge); };
        const auto product = [&](const Near& a, const Near& b) { return n.times(a, b); };
        return {of_planes(src, [&](std::size_t layer, int channel) {
            const NearPlane p = centred(n, src, layer, channel);
            const NearPlane g = centred(n, guide, layer, guide.format().colors() == 1 ? 0 : channel);
            const NearPlane mean = box(p), guide_mean = box(g);
            const NearPlane variance = box(g.each(product, g))
                                           .each(
                                               [&](const Near& squares, const Near& m) {
                                                   Near v = n.minus(squares, n.times(m, m));
                                                   v.v = std::max(v.v, Real{0});
                                                   return n.add(v, epsilon);
                                               },
                                               guide_mean);
            const NearPlane together = box(p.each(product, g))
                                           .each([&](const Near& v, const Near& m,
                                                     const Near& k) { return n.minus(v, n.times(m, k)); },
                                                 mean, guide_mean);
            const NearPlane slope =
                together.each([&](const Near& a, const Near& b) { return n.over(a, b); }, variance);
            const NearPlane base = mean.each(
                [&](const Near& m, const Near& a, const Near& k) { return n.minus(m, n.times(a, k)); }, slope,
                guide_mean);
            return g.each(
                [&](const Near& v, const Near& a, const Near& b) {
                    return n.add(n.add(n.times(a, v), b), middle_of(src.format()));
                },
                box(slope), box(base));
        })};
    }};
}

}  // namespace sluice::reference::stages
