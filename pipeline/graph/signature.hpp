// What the functions of a .cl file take and give: read from the text itself, so that arguments can be
// bound by name and nothing is declared twice. Serves our own kernels and those of users.
#pragma once

#include "pipeline/core/error.hpp"

#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace sluice {

struct Argument {
    std::string type;  // "V", "float", "__global uint*"; const, restrict and volatile are left out
    std::string name;
};

// One function definition.
struct Signature {
    std::string file;  // "saturation.cl", as it stands in messages
    int line = 0;      // of its name
    std::string result;
    std::string name;
    std::vector<Argument> arguments;
    std::set<std::string> words;  // names in its body, and in those of functions of this file that it calls
    bool uses_macros = false;     // of this file: more words may hide in them

    const Argument* argument(const std::string& name) const;  // nullptr when there is none
};

// Every function that `text` defines, in the order of the text. Comments and preprocessor lines are
// skipped; of lines under #if, all branches count. Puts into `faults`, with file and line: a function,
// macro, type or global whose name does not start with the file's stem (macros in upper case may start
// with the stem in upper case), a name that OpenCL C already has, a name that is defined twice, a
// parameter without a name, brackets that do not match.
std::vector<Signature> parse_signatures(std::string_view text, const std::string& file, Diagnostics& faults);

// The types that an argument of a stage's function may have: V, VI, REAL, float, int, uint, TABLE, SRC
// and, of a Table function, "__global uint*" for its status flag and "__local ulong*" for scratch.
const std::vector<std::string>& stage_argument_types();
// For functions that a stage names; helpers that only other functions call may take anything.
void check_argument_types(const Signature& function, Diagnostics& faults);

// Whether OpenCL C 1.2 to 3.0 has a function, type or keyword of that name: defining it would change
// or break every other text in the same program.
bool is_opencl_name(std::string_view name);

}  // namespace sluice
