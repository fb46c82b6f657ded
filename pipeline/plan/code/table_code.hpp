// OpenCL C that computes Tables: calls of their functions, or chains of Points that are evaluated for each
// level. A kernel of its own and the last group of a pass share it, so that both compute the same.
#pragma once

#include "pipeline/plan/code/program_code.hpp"

#include <cstddef>
#include <string>
#include <vector>

namespace sluice {

// Work-items that compute a row and channel of a Table together.
std::size_t table_items(const Primitive& table, const DeviceFacts& device);

// The call that computes one row and channel, for each of its work-items: `row`, `channel`, `item` and
// `items` are variables where it stands, and `scratch` where there are several items. Its function and
// arguments go into the program. REQUIRES: the program makes this Table.
std::string table_call(ProgramCode& program, std::size_t table);

// The chain of a Table of levels, evaluated for PIXELS of them, from `level` on, in row `layer`.
struct LevelsCode {
    std::string before;      // statements, good for all levels
    std::string statements;  // those of a level
    std::string value;       // what they make of it: the name of a V
};
LevelsCode levels_code(ProgramCode& program, std::size_t table);

// The same as statements that write to the Table.
// REQUIRES: the program makes this Table, and its V has as many lanes as the Table channels.
std::string levels_statements(ProgramCode& program, std::size_t table);

// Statements by which a group of GROUP items computes Tables of one row, `row`, each behind those that it is
// made from; `before`: declarations of the kernel that they want.
std::string tables_by_group(ProgramCode& program, const std::vector<std::size_t>& tables,
                            std::string& before);

}  // namespace sluice
