// The OpenCL C function behind a Point or a Table stage: found in its .cl file, with its signature.
#pragma once

#include "pipeline/graph/opencl/signature.hpp"
#include "pipeline/plan/primitives/primitives.hpp"
#include "pipeline/plan/primitives/work.hpp"

#include <memory>
#include <string>

namespace sluice {

// Throws Error(usage), located in the .cl file, when the file or the function is missing, its signature is
// not one that can be bound, or the file has a fault (definitions.hpp). `id`: of the stage that wants it, for
// messages; `own`: the text that it brings along.
Signature kernel_function(const KernelFunction& function, const std::string& id,
                          const std::shared_ptr<const std::string>& own = nullptr);
Signature stage_function(const Primitives& graph, const Primitive& node);
// Whether it takes the place of its pixels (X, Y).
bool takes_place(const Signature& function);
// Whether the function of a Table stage, which may be one of several, takes an argument of that name. False
// where it has none: the Table is given, or one of levels.
bool table_takes(const Primitives& graph, const Primitive& node, const std::string& argument);

// The most expensive that a function does. Divisions: and roots. Transcendental functions cost much more than
// reading a table.
enum class Cost { plain, divisions, transcendental };

// What the text of a Point's function tells, together with the functions that it calls: those of its file, of
// the files that this includes, and of those that these include.
struct FunctionNature {
    // Each lane of the result depends on the same lane of the image, and not on where the pixel is. False
    // where the text does not show it: a file is missing, a call is unknown, a macro or a global may hide
    // something.
    bool lanewise = false;
    bool by_channel = false;  // lanes of different channels may take different numbers
    Cost cost = Cost::plain;
    bool loops = false;  // or takes numbers of a Table, which goes lane by lane
    Work work;
};
FunctionNature nature_of(const Signature& function);

}  // namespace sluice
