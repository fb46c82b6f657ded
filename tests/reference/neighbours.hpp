// Images whose pixels follow from those around them.
#pragma once

#include "tests/reference/moved.hpp"
#include "tests/reference/pixels.hpp"

#include <cmath>
#include <cstdint>
#include <functional>
#include <limits>
#include <string>
#include <vector>

namespace sluice::reference {

// A pixel beside another one.
struct Neighbour {
    std::int64_t dx = 0, dy = 0;
};
using Neighbourhood = std::vector<Neighbour>;
Neighbourhood rectangle(std::int64_t across, std::int64_t down);

// Each colour from those of its neighbours, by a function that never falls where one of them rises; it may
// change the list that it is given. Alpha stays.
using OfNeighbours = std::function<Real(std::vector<Real>&)>;
Bounded of_neighbours(const Bounded& src, const Neighbourhood& neighbours, const Beside& outside,
                      const OfNeighbours& function);

// A number with the least and the greatest that a device may have in its place.
struct Ends {
    Real expected, low, high;

    bool certain() const { return low == high || (std::isnan(low) && std::isnan(high)); }
    bool known() const { return !(low < high && std::isinf(high - low)); }  // at either end
    bool finite() const { return known() && std::isfinite(expected) && std::isfinite(high - low); }
};
inline constexpr Ends unknown{0, -std::numeric_limits<Real>::infinity(),
                              std::numeric_limits<Real>::infinity()};
Ends ends_of(const Bounded& image, const SamplePlace& p);

// An image of colours that are given, rounded to its pixel type; alpha is that of `src`.
Bounded of_ends(const Bounded& src, const ImageFormat& dst,
                const std::function<Ends(const SamplePlace&)>& ends);

struct Weight {
    Neighbour at;
    double weight;
};

// Sums of weighed neighbours. A device adds up one after the other, in float, or in double where the image is
// f64 or i32.
class Sums {
public:
    Sums(const Bounded& src, std::vector<Weight> weights, Beside outside);
    Ends at(const SamplePlace& p) const;

private:
    const Bounded& src_;
    std::vector<Weight> weights_;
    Beside outside_;
};

// The colours of an image less those of another of its format; alpha is that of the first.
Bounded difference(const Bounded& a, const Bounded& b);

}  // namespace sluice::reference
