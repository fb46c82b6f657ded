// A value for a parameter, from its declaration alone: type, range, unit, count, choices.
#pragma once

#include "pipeline/core/format.hpp"
#include "pipeline/core/value.hpp"
#include "tests/reference/random_image.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace sluice::property {

bool chance(reference::Random& random, double p);
// From 0 on, less than `count`.
std::size_t random_index(reference::Random& random, std::size_t count);
template <class T>
const T& pick(reference::Random& random, const std::vector<T>& list) {
    return list[random_index(random, list.size())];
}

double two_decimals(double v);
Pixel random_pixel(reference::Random& random);  // what pictures are made of more often
// A white that files of this type have, beside the usual one; 0 where there is none.
double random_white(reference::Random& random, Pixel pixel);

// Legal by the declaration, but not always beside other parameters. Where the declaration leaves a number
// open, it is one that an image of this format makes interesting: a code value of its, a white that files
// have, a part of its size. nullopt for what nobody can guess: texts and paths.
std::optional<Value> random_value(reference::Random& random, const ParamDecl& param,
                                  const ImageFormat& image);

// Another value of a parameter, of the same type: numbers, each of a list, go a part of the way to `other`;
// what is no number is `other`.
Value between(const Value& value, const Value& other, double part);

}  // namespace sluice::property
