#include "tests/reference/gain.hpp"
#include "tests/reference/params.hpp"

namespace sluice::reference::stages {

StageReference whitebalance() {
    return gained(
        [](const StageCall& call) -> Gains {
            if (call.image().format().colors() == 1) return {1, 1, 1};
            const std::vector<double> grey = numbers_of(call.values, "grey").value();
            const double mean = (grey[0] + grey[1] + grey[2]) / 3;
            return {mean / grey[0], mean / grey[1], mean / grey[2]};
        },
        false);
}

}  // namespace sluice::reference::stages
