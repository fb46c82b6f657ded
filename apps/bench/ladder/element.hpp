// What the ladders reduce: types of elements, and what is asked of them.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

namespace sluice::apps {

enum class Element { u8, i8, u16, i16, i32, u32, f32, f64 };

struct ElementType {
    const char* name;              // OpenCL's
    std::size_t bytes;             // of one
    const char *lowest, *highest;  // as OpenCL C writes them
};
const ElementType& type_of(Element element);

enum class Operation { minmax, sum, count };
const char* name(Operation operation);  // "minMax", "sum", "countNonZero"

// Minimum and maximum, or the sum or count and 0. Sums of integers wrap around as their type does.
using Answer = std::array<double, 2>;

// Calls work(T{}) with the C++ type of an element.
template <class Work>
decltype(auto) with_type(Element element, Work&& work) {
    switch (element) {
        case Element::u8: return work(std::uint8_t{});
        case Element::i8: return work(std::int8_t{});
        case Element::u16: return work(std::uint16_t{});
        case Element::i16: return work(std::int16_t{});
        case Element::i32: return work(std::int32_t{});
        case Element::u32: return work(std::uint32_t{});
        case Element::f32: return work(float{});
        case Element::f64: break;
    }
    return work(double{});
}

}  // namespace sluice::apps
