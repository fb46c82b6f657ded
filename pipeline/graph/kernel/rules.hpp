// What the text of a kernel of one's own may say. It reads images by AT, TEXEL and SAMPLE and Tables by their
// fields, and has arrays of its own; nothing else in it can reach memory.
#pragma once

#include "pipeline/core/error.hpp"

#include <set>
#include <string>

namespace sluice {

// The text, with each index of an array kept inside of the array; lines keep their numbers. Faults: pointers,
// addresses, casts to pointers, quotes, asm, includes, qualifiers of memory, calls of functions that the text
// does not define and that are none of OpenCL's for numbers or of sluice's for stages. `fields`: what may be
// called beside them, as "stats_min".
std::string checked_kernel_text(const std::string& text, const std::string& file,
                                const std::set<std::string>& fields, Diagnostics& faults);

// Whether it names a type in such a text: "V", "float4".
bool is_kernel_type(const std::string& word);

}  // namespace sluice
