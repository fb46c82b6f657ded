// OpenCL C of the histogram of a Reduce: where lanes are counted one by one, and what adds the copies up.
#pragma once

#include "pipeline/plan/code/reduce_code.hpp"

#include <string>
#include <vector>

namespace sluice {

// Where the counts of a pass are kept until it ends. All copies are zero before a pass and after its finish.
enum class BinsIn {
    own_copy,  // a copy in global memory for each group, which is one item: nothing is shared
    local,     // local memory of a group, atomically; then added to the row's copy
    global     // the row's copy, atomically: too many bins for local memory
};
BinsIn place_bins(const ReduceCode& code, const PassShape& shape);
// Gives bins room in half of a group's local memory, to one Reduce of a pass after the other.
void share_local_memory(std::vector<ReduceCode>& codes, const DeviceFacts& device);
std::size_t bins_bytes(const ReduceCode& code);  // of one copy, all channels

// <name>_bins_take(copy, v, counted[, prefix]), and the kernel <name>_bins_finish, which wants the accessors
// <name>_table.
std::string bins_declarations(const ReduceCode& code, BinsIn where);
std::string bins_before(const ReduceCode& code, BinsIn where);  // of the loops: which copy
// Of the loops too: the prefixes of the digit, of each channel, from the Table with these accessors.
std::string bins_prefixes(const ReduceCode& code, const std::string& table, std::size_t rows);
std::string bins_after(const ReduceCode& code, BinsIn where);

}  // namespace sluice
