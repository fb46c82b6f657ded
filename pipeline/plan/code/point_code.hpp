// OpenCL C that evaluates Points: calls of their functions, with arguments bound by name to images, fields
// of Tables and numbers. Passes and tables of levels share it, so that both compute the same.
#pragma once

#include "pipeline/graph/opencl/signature.hpp"
#include "pipeline/plan/code/program_code.hpp"

#include <string>
#include <utility>
#include <vector>

namespace sluice {

// The column and the row of each lane's pixel, as expressions of type VI.
struct PlaceCode {
    std::string column, row;
};

// What Points need goes into the program; statements that stand before the loops go into `before`. The value
// of node i is the variable v<i>, i being its local number.
class PointCode {
public:
    // `in_text`: whole Tables and integers stand in the text as they are. REQUIRES: these Tables fit it, and
    // no number changes between frames.
    PointCode(ProgramCode& program, PlaceCode place, std::string& before, bool in_text = false)
        : program_(program),
          graph_(program.view.graph),
          place_(std::move(place)),
          before_(before),
          in_text_(in_text) {}

    // The statements that make a Point's variable, rounded to its pixel type. `stored_only`: storing it will
    // round it, so saturating is enough.
    std::string statements(std::size_t point, bool stored_only);
    // A call of a node's function, by this name, with its arguments bound; `src` goes where it takes a SRC.
    std::string call(std::size_t node, const std::string& name, const Signature& function,
                     const std::string& src);

private:
    const Primitive& node(std::size_t i) const { return graph_.nodes[i]; }
    std::string argument(std::size_t point, const Signature& function, const Argument& argument);
    std::string value(std::size_t point, bool stored_only);
    std::string lists(std::size_t point);
    std::string from_table(std::size_t point, const std::string& field);
    std::string whole_table(std::size_t point, const std::string& port);
    std::vector<std::string> images_of_list(std::size_t point, const std::string& list) const;

    ProgramCode& program_;
    const Primitives& graph_;
    PlaceCode place_;
    std::string& before_;
    bool in_text_;
};

}  // namespace sluice
