// What kernels call the nodes that they work on.
#pragma once

#include <cstddef>
#include <map>

namespace sluice {

// Numbers of nodes within one program, counted in the order in which they are asked for (v0, src1,
// n2_exponent): so the same kernel is the same text wherever in a graph it stands, and is compiled once for
// all graphs.
class LocalNumbers {
public:
    std::size_t operator()(std::size_t node) {
        return numbers_.try_emplace(node, numbers_.size()).first->second;
    }

private:
    std::map<std::size_t, std::size_t> numbers_;
};

}  // namespace sluice
