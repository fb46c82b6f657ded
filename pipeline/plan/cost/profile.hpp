// What a device takes for what kernels do, so that plans can be compared by time.
#pragma once

#include "pipeline/plan/primitives/work.hpp"

#include <span>

namespace sluice {

// Nanoseconds, with all of the device at work.
struct Profile {
    double launch = 0;          // of a pass
    double compile = 0;         // of its kernel, which is kept
    double items = 1;           // work-items of a compute unit that keep it busy
    double byte = 0;            // of an image, read or written
    double near_byte = 0;       // of one that was read before, from the nearest cache
    double operation = 0;       // of one lane, as all that follow: an addition, a comparison, a rounding
    double product = 0;         // with a weight, added to a sum, with all that is around it
    double division = 0;        // or a root
    double lookup = 0;          // in a table of levels
    double words = 1;           // the share of that where words are looked up as they lie in memory
    double planes = 1;          // the share of all these where vectors are channels
    double transcendental = 0;  // a power, a logarithm
    double numbers = 0;         // what a number takes longer in a window than a pixel as it lies in memory
    // Of the pixels beside one that a window reads, how many are read for it alone: neighbours have the
    // others in common. The same of columns and of lines that are weighed for an output.
    double window = 1, columns = 0, lines = 0;
    // Places of a window from which on each pixel is read once, to find extremes, or the median.
    double extremes = 1e9, medians = 1e9;

    double time(const Work& work) const {
        return work.operations * operation + work.divisions * division + work.lookups * lookup +
               work.transcendentals * transcendental;
    }
    bool operator==(const Profile&) const = default;
};

// A number of a Profile, by the name that it has in files.
struct ProfileNumber {
    enum class Of {
        frame,   // the same however many compute units there are
        units,   // as much shorter as there are more compute units
        kernels  // no time: how kernels share what they read
    };

    const char* name;
    double Profile::*number;
    Of of;
    const char* what;  // for people
};
std::span<const ProfileNumber> profile_numbers();  // all of them

}  // namespace sluice
