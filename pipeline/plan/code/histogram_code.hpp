// OpenCL C of the histogram of a Reduce: where lanes are counted one by one, and what adds the copies up.
#pragma once

#include "pipeline/plan/code/reduce_code.hpp"

#include <string>

namespace sluice {

// Functions of histogram.clh: <name>_bins_take(copy, v, counted, prefix). `by_last_group`: that group of a
// row adds the copies up, with bins_finish(), which wants the accessors <name>_table. Else kernels/bins.cl
// does.
void bins_declarations(KernelSource& source, const ReduceCode& code, bool by_last_group);
std::string bins_before(const ReduceCode& code);  // of the loops: which copy
// Of the loops too: the prefixes of the digit, of each channel, from the Table with these accessors.
std::string bins_prefixes(const ReduceCode& code, const std::string& table, std::size_t rows);
std::string bins_after(const ReduceCode& code);

std::string bins_finish(const ReduceCode& code, const std::string& table);

}  // namespace sluice
