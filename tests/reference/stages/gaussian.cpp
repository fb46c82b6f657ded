#include "tests/reference/stages/gaussian.hpp"

#include "tests/reference/params.hpp"
#include "tests/reference/stage.hpp"

namespace sluice::reference::stages {

StageReference gaussian() {
    return {.image = [](const StageCall& call) -> StageResult {
        const Bounded& src = call.image();
        const ImageFormat& format = src.format();
        const std::vector<double> sigma = numbers_of(call.values, "sigma").value();
        const double truncate = call.number("truncate");
        return {weighed(src, format, gaussian_axis(format.width, sigma.front(), truncate),
                        gaussian_axis(format.height, sigma.back(), truncate), beside_of(call.values, format),
                        word_of(call.values, "alpha") == "weigh")};
    }};
}

}  // namespace sluice::reference::stages
