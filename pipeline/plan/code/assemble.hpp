// The kernels of a plan: a program for a pass, one for what finishes its Reduces, where the last group of the
// pass does not, one for a Table stage or a table of levels.
#pragma once

#include "pipeline/plan/schedule/assembly.hpp"

#include <cstddef>
#include <vector>

namespace sluice {

// Fills the steps of the plan, which has all else.
void assemble(Assembly& assembly);

// `step`: of the assembly.
std::vector<Launch> assemble_pass(const Assembly& assembly, std::size_t step);  // and what finishes it
std::vector<Launch> assemble_finishes(const Assembly& assembly, std::size_t step);
Launch assemble_table(const Assembly& assembly, std::size_t node);
std::vector<Launch> assemble_sequence(const Assembly& assembly, std::size_t node);
Launch assemble_levels(const Assembly& assembly, std::size_t node);  // a Table with a chain of Points

}  // namespace sluice
