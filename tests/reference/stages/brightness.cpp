// v * amount. Exact.
#include "tests/reference/sloped.hpp"

namespace sluice::reference::stages {

StageReference brightness() {
    return each_colour([](const StageCall& call) { return sloped(call, call.number("amount"), 0); });
}

}  // namespace sluice::reference::stages
