#include "tests/reference/stage.hpp"

#include <cmath>

namespace sluice::reference::stages {

StageReference own_cross() {
    return each_window([](const StageCall& call) -> OfWindow {
        const auto arm = static_cast<std::int64_t>(call.number("arm"));
        return [arm](const Neighbours& at) {
            Real most = at(0, 0);
            for (std::int64_t far = 1; far <= arm; ++far)
                for (const Real v : {at(-far, 0), at(far, 0), at(0, -far), at(0, far)})
                    most = std::fmax(most, v);
            return most;
        };
    });
}

}  // namespace sluice::reference::stages
