// OpenCL C of the histogram of a Reduce: where lanes are counted one by one, and what adds the copies up.
#pragma once

#include "pipeline/plan/code/reduce_code.hpp"

#include <string>

namespace sluice {

// <name>_bins_take(copy, v, counted[, prefix]).
std::string bins_declarations(const ReduceCode& code);
std::string bins_before(const ReduceCode& code);  // of the loops: which copy
// Of the loops too: the prefixes of the digit, of each channel, from the Table with these accessors.
std::string bins_prefixes(const ReduceCode& code, const std::string& table, std::size_t rows);
std::string bins_after(const ReduceCode& code);

// From the copies to the Table, by the last group of a row: <name>_bins_sum and _bins_put, which wants the
// accessors <name>_table, and what calls them for each bin. Else kernels/bins.cl does.
std::string bins_finish(const ReduceCode& code);
std::string bins_finish_in_pass(const ReduceCode& code, const std::string& table);

}  // namespace sluice
