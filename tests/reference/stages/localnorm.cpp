#include "tests/reference/near.hpp"
#include "tests/reference/params.hpp"
#include "tests/reference/stage.hpp"

namespace sluice::reference::stages {

StageReference localnorm() {
    return {.image = [](const StageCall& call) -> StageResult {
        const Bounded& src = call.image();
        const Nearly n(real_of(src.format().pixel) == Pixel::f64);
        const auto radius = static_cast<std::int64_t>(call.number("radius"));
        const std::string edge = word_of(call.values, "edge");
        const Near strength{call.real(call.number("strength")), 0}, white{src.format().white_value(), 0};
        return {of_planes(src, [&](std::size_t layer, int channel) {
            const NearPlane values = centred(n, src, layer, channel);
            const NearPlane mean = boxed(n, values, radius, edge);
            const NearPlane square =
                boxed(n, values.each([&](const Near& v) { return n.times(v, v); }), radius, edge);
            return values.each(
                [&](const Near& v, const Near& m, const Near& s) {
                    Near variance = n.minus(s, n.times(m, m));
                    variance.v = std::max(variance.v, Real{0});
                    const Near deviation =
                        n.root(n.add(variance, n.rounded(1e-6L * white.v * white.v, 0, 4)));
                    const Near apart = n.over(n.minus(v, m), deviation);
                    return n.add(n.times(n.times(strength, white), apart), {white.v / 2, 0});
                },
                mean, square);
        })};
    }};
}

}  // namespace sluice::reference::stages
