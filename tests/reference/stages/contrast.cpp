// (v - white / 2) * amount + white / 2. Exact but for what the constant of the line is rounded to.
#include "tests/reference/sloped.hpp"

namespace sluice::reference::stages {

StageReference contrast() {
    return each_colour([](const StageCall& call) {
        const double amount = call.number("amount"), half = call.image().format().white_value() / 2;
        return sloped(call, amount, half * (1 - amount));
    });
}

}  // namespace sluice::reference::stages
