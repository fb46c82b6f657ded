#include "pipeline/plan/refill.hpp"

#include "pipeline/plan/text.hpp"

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <utility>
#include <variant>

namespace sluice {

std::unique_ptr<PlainList> PlainList::of(ExecutionPlan& plan, const CheckedNode& checked,
                                         const ParamDecl& param) {
    if (param.part.empty()) return nullptr;
    const std::string id = cat(checked.id, ".", param.part);
    const auto node = std::find_if(plan.graph.nodes.begin(), plan.graph.nodes.end(),
                                   [&](const Primitive& n) { return n.id == id; });
    const auto table = std::find_if(plan.tables.begin(), plan.tables.end(),
                                    [&](const PlannedTable& t) { return t.name == id; });
    if (node == plan.graph.nodes.end() || table == plan.tables.end()) return nullptr;
    if (!node->is_given() || node->contents) return nullptr;  // a caller knows them better
    return std::unique_ptr<PlainList>(new PlainList(plan, param.name, *node, *table));
}

PlainList::PlainList(const ExecutionPlan& plan, std::string param, Primitive& node, PlannedTable& table)
    : param_(std::move(param)),
      node_(node),
      table_(table),
      inputs_(plan.graph.inputs_of(node)),
      contents_(*node.layout) {}

std::vector<double>& PlainList::list() { return std::get<std::vector<double>>(node_.values.at(param_)); }

void PlainList::set(const std::vector<double>& list) {
    before_ = this->list();
    this->list() = list;
    std::fill_n(contents_.data(), table_.given.size(), std::byte{0});
    try {
        node_.stage->as<TableDef>()->given(inputs_, contents_);
    } catch (...) {
        this->list() = before_;
        throw;
    }
    std::memcpy(table_.given.data(), contents_.data(), table_.given.size());
    ++table_.edition;
}

}  // namespace sluice
