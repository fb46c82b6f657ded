// A plan in the making: first all but its kernels (lay_out.hpp), then these (code/assemble.hpp).
#pragma once

#include "pipeline/plan/options.hpp"
#include "pipeline/plan/plan.hpp"
#include "pipeline/plan/schedule/fuse.hpp"
#include "pipeline/plan/schedule/pass_design.hpp"

#include <cstddef>
#include <map>
#include <vector>

namespace sluice {

// The kernels of a sequence, and its scratch memory: tables of the plan.
struct SequenceDesign {
    SequencePlan plan;
    std::vector<std::size_t> scratch;
};

struct Assembly {
    ExecutionPlan plan;
    const PlanOptions& options;
    std::map<std::size_t, std::size_t> image_of = {};  // node -> plan.images
    std::map<std::size_t, std::size_t> table_of = {};  // node -> plan.tables
    std::vector<Step> steps = {};
    std::vector<std::vector<Rows>> rows = {};              // of each step, in each strip
    std::map<std::size_t, PassDesign> passes = {};         // by step
    std::map<std::size_t, SequenceDesign> sequences = {};  // by node
    // What passes over samples of pixels see: the graph and the images of the plan; empty where there is
    // none.
    Primitives sample_graph = {};
    std::vector<PlannedImage> sample_images = {};

    const PlannedImage& image(std::size_t node) const { return plan.images[image_of.at(node)]; }
};

// What a pass sees.
class PassView {
public:
    PassView(const Assembly& assembly, bool interleaved = false)
        : graph(interleaved ? assembly.sample_graph : assembly.plan.graph),
          image_of_(assembly.image_of),
          images_(interleaved ? assembly.sample_images : assembly.plan.images) {}

    const Primitives& graph;
    const PlannedImage& image(std::size_t node) const { return images_[image_of_.at(node)]; }

private:
    const std::map<std::size_t, std::size_t>& image_of_;
    const std::vector<PlannedImage>& images_;
};

}  // namespace sluice
