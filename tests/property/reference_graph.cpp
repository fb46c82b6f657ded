#include "tests/property/reference_graph.hpp"

#include "tests/property/bounded_points.hpp"
#include "tests/property/params.hpp"

#include <stdexcept>

namespace sluice::property {
namespace {

class Evaluation {
public:
    Evaluation(const CheckedGraph& graph, const std::map<std::string, HostImage>& images)
        : graph_(graph), sources_(images) {}

    ReferenceGraph run() {
        for (const CheckedNode& node : graph_.nodes) {
            const std::string& stage = node.stage->name;
            if (stage == "reduce") continue;  // reference_table.hpp
            result_.images[node.id] = stage == "input"       ? exactly(sources_.at(node.id))
                                      : stage == "output"    ? *input(node, 0)
                                      : stage == "invert"    ? bounded_invert(*input(node, 0))
                                      : stage == "gamma"     ? gamma(node)
                                      : stage == "convert"   ? convert(node)
                                      : stage == "normalize" ? normalize(node)
                                                             : unknown(stage);
        }
        return std::move(result_);
    }

private:
    const Bounded* input(const CheckedNode& node, std::size_t port) const {
        if (port >= node.inputs.size() || !node.inputs[port]) return nullptr;
        return &result_.images.at(graph_.nodes[node.inputs[port]->node].id);
    }

    Bounded gamma(const CheckedNode& node) const {
        return bounded_gamma(*input(node, 0), number_of(node.values, "exponent").value());
    }

    Bounded convert(const CheckedNode& node) const {
        const Bounded& src = *input(node, 0);
        return bounded_convert(src, converted_format(node.values, src.format()),
                               word_of(node.values, "scale") != "none");
    }

    Bounded normalize(const CheckedNode& node) {
        NormalizedBounds done =
            bounded_normalize(*input(node, 0), input(node, 1), normalize_call(node.values));
        if (done.counts_surely) (done.warns ? result_.warning : result_.silent).insert(node.id);
        return std::move(done.image);
    }

    static Bounded unknown(const std::string& stage) {
        throw std::logic_error("the reference of random graphs knows no stage " + stage);
    }

    const CheckedGraph& graph_;
    const std::map<std::string, HostImage>& sources_;
    ReferenceGraph result_;
};

}  // namespace

ReferenceGraph reference_graph(const CheckedGraph& graph, const std::map<std::string, HostImage>& images) {
    return Evaluation(graph, images).run();
}

}  // namespace sluice::property
