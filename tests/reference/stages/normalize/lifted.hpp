// normalize with stretch=asinh or log: between both ends of the line values go along a curve from 0 to 1.
#pragma once

#include "tests/reference/stages/normalize/bounds.hpp"

#include <optional>
#include <string>

namespace sluice::reference {

struct Lift {
    std::string stretch;             // asinh or log
    std::optional<double> strength;  // without it 10 and 1000
};

// As normalize without it but for groups that are not constant and count something; `call` has no space and
// no luma.
NormalizedBounds bounded_lift(const Bounded& src, const Bounded* mask, const NormalizeCall& call,
                              const Lift& lift);

}  // namespace sluice::reference
