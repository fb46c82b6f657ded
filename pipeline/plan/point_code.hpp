// OpenCL C that evaluates Points: calls of their functions, with arguments bound by name to images, fields
// of Tables and numbers. Passes and tables of levels share it, so that both compute the same.
#pragma once

#include "pipeline/graph/opencl/signature.hpp"
#include "pipeline/plan/assemble.hpp"
#include "pipeline/plan/kernel_source.hpp"

#include <set>
#include <string>

namespace sluice {

// What Points need goes into the kernel in the making: texts into `source`, arguments into `parameters`,
// statements that stand before the loops into `before`. The value of node i is the variable v<i>.
class PointCode {
public:
    PointCode(const Assembly& assembly, const PassShape& shape, KernelSource& source,
              KernelParameters& parameters, std::string& before)
        : assembly_(assembly),
          graph_(assembly.plan.graph),
          shape_(shape),
          source_(source),
          parameters_(parameters),
          before_(before) {}

    // The expression for a Point's value, rounded to its pixel type. `stored_only`: storing it will round
    // it, so saturating is enough.
    std::string value(std::size_t point, bool stored_only);
    // Whether a function takes X or Y: the column and the row of each lane's pixel, as numbers. They are made
    // of x, y, k and first_row, which a pass has (see traverse.hpp).
    bool asks_places() const { return asks_places_; }
    // Makes a Table an argument of the kernel; returns its name, which is its accessors' prefix too.
    std::string bind_table(std::size_t node);

private:
    const Primitive& node(std::size_t i) const { return graph_.nodes[i]; }
    std::string argument(std::size_t point, const Signature& function, const Argument& argument);
    std::string from_table(std::size_t point, const std::string& field);
    std::string whole_table(std::size_t point, const std::string& port);

    const Assembly& assembly_;
    const Primitives& graph_;
    const PassShape& shape_;
    KernelSource& source_;
    KernelParameters& parameters_;
    std::string& before_;
    std::set<std::size_t> tables_;  // nodes whose Tables are bound already
    bool asks_places_ = false;
};

}  // namespace sluice
