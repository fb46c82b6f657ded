#include "tests/reference/params.hpp"
#include "tests/reference/stage.hpp"
#include "tests/reference/stages/gaussian.hpp"

namespace sluice::reference::stages {

StageReference box() {
    return {.image = [](const StageCall& call) -> StageResult {
        const Bounded& src = call.image();
        const ImageFormat& format = src.format();
        const std::vector<double> radius = numbers_of(call.values, "radius").value();
        const auto axis = [](std::size_t size, double of) {
            return even_axis(size,
                             std::vector<double>(static_cast<std::size_t>(2 * of + 1), 1 / (2 * of + 1)));
        };
        return {weighed(src, format, axis(format.width, radius.front()), axis(format.height, radius.back()),
                        beside_of(call.values, format), word_of(call.values, "alpha") == "weigh")};
    }};
}

}  // namespace sluice::reference::stages
