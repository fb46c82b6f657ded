// How much a function does, from its text.
#pragma once

namespace sluice {

// Of one lane, about: divisions, look-ups and powers count once for each function that has them, and
// operations of a function with a loop as some rounds of it.
struct Work {
    double operations = 0, divisions = 0, lookups = 0, transcendentals = 0;
};

}  // namespace sluice
