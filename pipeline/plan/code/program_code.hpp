// The program in the making: its texts, its arguments, its numbers, and what it is shaped like.
#pragma once

#include "pipeline/plan/code/kernel_source.hpp"
#include "pipeline/plan/code/local_numbers.hpp"
#include "pipeline/plan/schedule/assembly.hpp"

#include <set>
#include <string>

namespace sluice {

struct ProgramCode {
    const Assembly& assembly;
    PassView view;
    const PassShape& shape;
    KernelSource& source;
    KernelParameters& parameters;
    LocalNumbers& numbers;
    std::set<std::size_t> makes = {};    // Tables that it writes; those that it reads are const
    std::set<std::size_t> in_text = {};  // Tables that are constants of it

    // Makes the Table of a node an argument of the kernel; returns its name, which is the prefix of its
    // accessors too.
    std::string table(std::size_t node);
    // The same of the one that the frame before made.
    std::string previous_table(std::size_t node);
    // Whether the host knows what the Table of a node holds, and that are so many numbers at most.
    bool fits_text(std::size_t node, std::size_t most) const;
    // Makes such a Table a constant of the program; returns its name.
    std::string table_in_text(std::size_t node);
};

}  // namespace sluice
