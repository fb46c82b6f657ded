// What the functions of a .cl file take and give: read from the text itself, so that arguments can be
// bound by name and nothing is declared twice. Serves our own kernels and those of users.
#pragma once

#include "pipeline/core/error.hpp"

#include <memory>
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
    std::set<std::string> words;  // names in its body
    std::set<std::string> calls;  // those of them with '(' behind: functions, macros, keywords, types
    std::size_t operations = 0;   // operators, and names with '(' behind, in its body
    bool takes_parts = false;     // members, elements, addresses: parts of a value that no name tells
    std::shared_ptr<const std::string> text = {};  // of its file, where a stage brings it along

    const Argument* argument(const std::string& name) const;  // nullptr when there is none
};

// What a text defines, and the texts that it includes.
struct Definitions {
    std::vector<Signature> functions;   // in the order of the text
    std::set<std::string> others;       // macros, types and globals: more may hide behind these names
    std::vector<std::string> includes;  // "kernels/luma.clh"; "" for one that is not in quotes
};

// Comments and preprocessor lines are skipped; of lines under #if, all branches count. Puts into `faults`,
// with file and line: a function, macro, type or global whose name does not start with the file's stem
// (macros in upper case may start with the stem in upper case), a name that OpenCL C already has, a name that
// is defined twice, a parameter without a name, brackets that do not match.
Definitions parse_definitions(std::string_view text, const std::string& file, Diagnostics& faults);
// The functions alone.
std::vector<Signature> parse_signatures(std::string_view text, const std::string& file, Diagnostics& faults);

// The types that an argument of a stage's function may have: V, VI, REAL, float, int, uint, TABLE, SRC, LIST;
// of a Table function, "__global uint*" for its status flag and "__local ulong*" for scratch; of a sequence's
// function, PICTURE.
const std::vector<std::string>& stage_argument_types();
// For functions that a stage names; helpers that only other functions call may take anything.
void check_argument_types(const Signature& function, Diagnostics& faults);

// Whether OpenCL C 1.2 to 3.0 has a function, type or keyword of that name: defining it would change
// or break every other text in the same program.
bool is_opencl_name(std::string_view name);
// Whether it is one of a number, a vector of numbers, or nothing: "float4", "bool", "void", "size_t".
bool is_opencl_type(std::string_view name);
// Whether it is a function each lane of whose result depends on the same lane of its arguments alone: fma,
// clamp, convert_float4, but not dot, any, shuffle, get_global_id.
bool is_lanewise_opencl_function(std::string_view name);

}  // namespace sluice
