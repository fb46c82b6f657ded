// Tables of numbers that are given with a plan.
#pragma once

#include "pipeline/plan/memory.hpp"

#include <cstddef>
#include <cstring>
#include <string>
#include <utility>
#include <vector>

namespace sluice {

// Adds one of these numbers, each as a `Number`; its index among the tables of the plan.
template <class Number, class Of>
std::size_t add_given(std::vector<PlannedTable>& tables, std::string name, const std::vector<Of>& numbers) {
    const std::vector<Number> as_they_lie(numbers.begin(), numbers.end());
    PlannedTable table{std::move(name), {}};
    table.given.resize(as_they_lie.size() * sizeof(Number));
    std::memcpy(table.given.data(), as_they_lie.data(), table.given.size());
    table.bytes = table.given.size();
    tables.push_back(std::move(table));
    return tables.size() - 1;
}

}  // namespace sluice
