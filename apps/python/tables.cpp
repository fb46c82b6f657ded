#include "apps/python/tables.hpp"

#include <nanobind/ndarray.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <array>
#include <cstring>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace nb = nanobind;

namespace sluice::python {
namespace {

using Shape = std::array<std::size_t, 3>;  // rows, channels, elements

Shape shape_of(const Table& table, const Field& field) {
    return {table.rows(), field.per_channel ? table.layout().channels.size() : 1, field.count};
}

template <class Visit>
void each_value(const Shape& shape, const Visit& visit) {
    for (std::size_t row = 0; row < shape[0]; ++row)
        for (std::size_t channel = 0; channel < shape[1]; ++channel)
            for (std::size_t i = 0; i < shape[2]; ++i) visit(channel, row, i);
}

template <class T>
nb::object array_of(std::vector<T> numbers, const Shape& shape) {
    auto values = std::make_unique<std::vector<T>>(std::move(numbers));
    T* data = values->data();
    const nb::capsule owner(values.get(), [](void* p) noexcept { delete static_cast<std::vector<T>*>(p); });
    values.release();
    return nb::cast(nb::ndarray<nb::numpy, T>(data, shape.size(), shape.data(), owner));
}

// As they lie in the table: row by row, then by channel, then by element.
template <class T>
nb::object stored(const Table& table, const Field& field, const Shape& shape) {
    std::vector<T> values(shape[0] * shape[1] * shape[2]);
    if (!values.empty())
        std::memcpy(values.data(), table.data() + table.layout().offset(field), values.size() * sizeof(T));
    return array_of(std::move(values), shape);
}

nb::object doubles(const Table& table, const Field& field, const Shape& shape) {
    std::vector<double> values;
    values.reserve(shape[0] * shape[1] * shape[2]);
    each_value(shape, [&](auto... at) { values.push_back(table.real(field.name, at...)); });
    return array_of(std::move(values), shape);
}

// NumPy has no integers of 128 bits.
nb::object long_integers(const Table& table, const Field& field, const Shape& shape) {
    nb::list values;
    const nb::object integer = nb::module_::import_("builtins").attr("int");
    each_value(shape, [&](auto... at) { values.append(integer(decimal(table.integer(field.name, at...)))); });
    const nb::module_ numpy = nb::module_::import_("numpy");
    return numpy.attr("array")(values, nb::arg("dtype") = "object")
        .attr("reshape")(shape[0], shape[1], shape[2]);
}

nb::object column(const Table& table, const Field& field) {
    const Shape shape = shape_of(table, field);
    switch (field.type) {
        case FieldType::u32: return stored<std::uint32_t>(table, field, shape);
        case FieldType::u64: return stored<std::uint64_t>(table, field, shape);
        case FieldType::i64: return stored<std::int64_t>(table, field, shape);
        case FieldType::f32: return stored<float>(table, field, shape);
        case FieldType::f64:
            if (!table.layout().pairs) return stored<double>(table, field, shape);
            return doubles(table, field, shape);
        case FieldType::f64x2: return doubles(table, field, shape);
        case FieldType::u128: break;
    }
    return long_integers(table, field, shape);
}

}  // namespace

nb::dict columns_of(const Table& table) {
    nb::dict columns;
    if (table.layout().list)
        columns["found"] = nb::cast(table.found());
    else
        columns["channel"] = nb::cast(table.layout().channels);
    for (const Field& field : table.layout().fields) {
        const nb::object values = column(table, field);
        columns[field.name.c_str()] =
            field.count == 1 ? values.attr("reshape")(values.attr("shape")[0], values.attr("shape")[1])
                             : values;
    }
    return columns;
}

}  // namespace sluice::python
