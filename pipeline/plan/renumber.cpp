#include "pipeline/plan/renumber.hpp"

#include "pipeline/graph/steady.hpp"
#include "pipeline/plan/primitives/function.hpp"
#include "pipeline/plan/primitives/interleaved.hpp"
#include "pipeline/plan/primitives/numbers.hpp"

#include <algorithm>
#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <variant>

namespace sluice {
namespace {

// Whether a callback is the one that declarations begin with. Those look at no parameter.
template <class Signature>
bool is_standard(const std::function<Signature>& callback, const std::function<Signature>& standard) {
    return callback.target_type() == standard.target_type();
}
template <class Signature>
bool keeps(const std::function<Signature>& callback, const std::function<Signature>& standard) {
    return is_steady(callback) || is_standard(callback, standard);
}

bool keeps_all(const PointDef& point) {
    const PointDef standard;
    return is_steady(point.call.function) && keeps(point.call.constants, standard.call.constants) &&
           keeps(point.infer, standard.infer) && keeps(point.alpha, standard.alpha);
}

// Of the stages that renumber() knows, whether it says the same for all values.
bool keeps_all(const StageDef& stage) {
    if (stage.check || stage.refuse) return false;
    if (const auto* host = stage.as<HostDef>()) return keeps(host->infer, HostDef().infer);
    const auto* point = stage.as<PointDef>();
    return point != nullptr && keeps_all(*point);
}

std::optional<std::size_t> node_of(const Primitives& graph, const CheckedNode& checked) {
    const auto at = std::find_if(graph.nodes.begin(), graph.nodes.end(), [&](const Primitive& node) {
        return node.stage == checked.stage && node.id == checked.id;
    });
    if (at == graph.nodes.end() || !(at->is(Kind::point) || at->is(Kind::host))) return std::nullopt;
    return static_cast<std::size_t>(at - graph.nodes.begin());
}

template <class Take>
void each_number_of(ExecutionPlan& plan, std::size_t node, const Take& take) {
    for (PlannedStep& step : plan.steps)
        if (auto* launch = std::get_if<Launch>(&step))
            for (KernelArgument& argument : launch->arguments)
                if (auto* number = std::get_if<NumberArgument>(&argument);
                    number != nullptr && !number->name.empty() && number->node == node)
                    take(*number);
}

// Numbers that a function has one of for each colour: passes depend on whether they are the same
// (treats_alike).
bool is_of_one_colour(const std::string& name) {
    return name.size() > 2 && name[name.size() - 2] == '_' && name.back() >= '0' && name.back() <= '2';
}

// All that the planner learns from a Point or a function of the host, but for numbers.
struct Answers {
    bool refused = false;
    ImageFormat format = {};
    KernelFunction function = {};
    AlphaLane alpha = AlphaLane::keep;
    bool alike = false;
};

Answers answers(const Primitives& graph, std::size_t node) {
    const Primitive& n = graph.nodes[node];
    const StageInputs inputs = graph.inputs_of(n);
    Answers all;
    all.refused = n.stage->refuse && !n.stage->refuse(inputs).empty();
    if (all.refused) return all;
    if (const auto* host = n.stage->as<HostDef>()) {
        all.format = host->infer(inputs);
        return all;
    }
    const PointDef& point = *n.stage->as<PointDef>();
    all.format = point.infer(inputs);
    all.function = point.call.function(inputs);
    all.alpha = point.alpha(n.values);
    all.alike = treats_alike(graph, node);
    return all;
}

bool same_profile(const ImageFormat& a, const ImageFormat& b) {
    return a.profile == b.profile || (a.profile && b.profile && *a.profile == *b.profile);
}

bool are_same(const Answers& a, const Answers& b) {
    return a.refused == b.refused && a.format == b.format && a.format.meant == b.format.meant &&
           same_profile(a.format, b.format) && a.function.file == b.function.file &&
           a.function.name == b.function.name && a.alpha == b.alpha && a.alike == b.alike;
}

// A node has other values until the end, unless they are kept.
class Trial {
public:
    Trial(Values& node, Values other) : node_(node), other_(std::move(other)) { node_.swap(other_); }
    Trial(const Trial&) = delete;
    Trial& operator=(const Trial&) = delete;
    ~Trial() {
        if (!kept_) node_.swap(other_);
    }
    void keep() { kept_ = true; }

private:
    Values& node_;
    Values other_;
    bool kept_ = false;
};

// The new numbers of a node that has its new values, or nothing where there are other ones.
std::optional<std::vector<double>> numbers_now(ExecutionPlan& plan, std::size_t node) {
    std::vector<double> numbers;
    bool all = true;
    each_number_of(plan, node, [&](const NumberArgument& argument) {
        const auto number = all ? number_of(plan.graph, node, argument.name) : std::nullopt;
        all = number.has_value();
        if (all) numbers.push_back(*number);
    });
    return all ? std::optional(std::move(numbers)) : std::nullopt;
}

}  // namespace

std::optional<PlainNumber> plain_number(ExecutionPlan& plan, const CheckedNode& checked,
                                        const ParamDecl& param) {
    const bool number = param.type == ParamType::number || param.type == ParamType::integer ||
                        param.type == ParamType::boolean;
    if (!number || !param.live || !param.live_while.empty() || param.only_for || !param.keywords.empty())
        return std::nullopt;
    const auto node = node_of(plan.graph, checked);
    if (!node || !keeps_all(*checked.stage) || param.name == "white" || is_of_one_colour(param.name))
        return std::nullopt;
    const Primitive& n = plan.graph.nodes[*node];
    if (n.stage->call() != nullptr)  // a constant of this name would hide it
        for (const Constant& constant : n.stage->call()->constants(plan.graph.inputs_of(n)))
            if (constant.name == param.name) return std::nullopt;
    PlainNumber plain{*node, {}};
    each_number_of(plan, *node, [&](NumberArgument& argument) {
        if (argument.name == param.name) plain.arguments.push_back(&argument);
    });
    const bool taken = n.stage->call() != nullptr && stage_function(plan.graph, n).argument(param.name);
    return taken && plain.arguments.empty() ? std::nullopt : std::optional(std::move(plain));
}

bool renumber(ExecutionPlan& plan, const CheckedNode& checked, const Values& values) {
    const auto at = node_of(plan.graph, checked);
    if (!at) return false;
    try {
        const Answers before = answers(plan.graph, *at);
        Trial trial(plan.graph.nodes[*at].values, values);
        if (!are_same(before, answers(plan.graph, *at))) return false;
        const auto numbers = numbers_now(plan, *at);
        if (!numbers) return false;
        auto number = numbers->begin();
        each_number_of(plan, *at, [&](NumberArgument& argument) { argument.value = *number++; });
        trial.keep();
        return true;
    } catch (const Error&) {  // who makes another plan will say what is wrong
        return false;
    }
}

}  // namespace sluice
