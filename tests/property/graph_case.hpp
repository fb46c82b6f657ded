// A pipeline of a property test together with the images that go into it: all that a failure needs to be
// seen again. A plain value, so that it can be made smaller.
#pragma once

#include "pipeline/core/host_image.hpp"
#include "pipeline/graph/graph.hpp"
#include "pipeline/plan/plan.hpp"
#include "pipeline/plan/rewrite/walk.hpp"
#include "tests/reference/random_image.hpp"

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace sluice::property {

// An image of the application's, made anew from this whenever it is wanted.
struct SourceImage {
    std::string id;
    ImageFormat format;
    reference::RandomOptions random;
    std::optional<double> constant;  // every sample has this value

    HostImage image() const;
    std::string text() const;  // "image: 17x3 u8 x4, values 20..201, transparent 0.3, seed 5"
};

using Params = std::vector<std::pair<std::string, std::string>>;  // as they are written: name, value

// A node as it is written in a chain.
struct StageText {
    std::string stage, id;
    Params params;
    std::vector<std::string> from;  // ids, in the order of the stage's ports; "" of one that is left out
    Params live = {};               // what live parameters are set to for a later frame

    std::string text() const;  // "normalize id=s2 from=s1,mask out=10,200"
};

struct GraphCase {
    std::uint64_t seed = 0;
    std::vector<SourceImage> sources;
    std::vector<StageText> stages;     // each behind those that it takes from; the outputs too
    std::vector<std::string> observe;  // Tables that a caller reads beside those that nobody takes

    // With stages `input` and `output`, as Plan takes it.
    std::string chain() const;
    std::string text() const;  // the chain, the images, the observed Tables, line by line
    SourceFormats formats() const;
    std::map<std::string, HostImage> images() const;
    // The same with what live parameters are set to; nullopt when nothing is set.
    std::optional<GraphCase> with_live_set() const;
    std::size_t depth() const;  // stages on the longest way from a source to an end; outputs do not count
};

// The chain, checked, its primitives. Throw Error(usage) where the library refuses it.
CheckedGraph checked(const GraphCase& graph);
Primitives primitives(const GraphCase& graph);
bool is_legal(const GraphCase& graph);

// Whether the kernels of a graph do for others, the same but for values of parameters, on a CPU.
class KernelsOf {
public:
    explicit KernelsOf(GraphCase graph) : graph_(std::move(graph)) {}
    bool do_for(const GraphCase& other);

private:
    GraphCase graph_;
    std::optional<ExecutionPlan> plan_;
};

}  // namespace sluice::property
