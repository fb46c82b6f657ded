// One node by itself: is there such a stage, and are its parameters right?
#include "pipeline/core/message.hpp"
#include "pipeline/graph/check_parts.hpp"

#include <algorithm>
#include <set>

namespace sluice {
namespace {

class NodeCheck {
public:
    NodeCheck(const GraphNode& node, CheckedNode& checked, Diagnostics& faults)
        : node_(node), checked_(checked), stage_(*checked.stage), faults_(faults) {}

    void run(const CheckOptions& options) {
        for (const GraphParam& param : node_.params)
            if (param.replaces) take(param);
        for (const GraphParam& param : node_.params)
            if (!param.replaces) take(param);
        for (const ParamDecl& decl : stage_.params) missing(decl, options);
        if (!sound_ || !stage_.check) return;
        const std::string what = stage_.check(checked_.values);
        if (!what.empty()) faults_.error(node_.place, checked_.id, what);
    }

private:
    void fault(const Place& place, const std::string& param, std::string message) {
        faults_.error(place, param.empty() ? checked_.id : checked_.id + "." + param, std::move(message));
        sound_ = false;
    }

    void take(const GraphParam& param) {
        const ParamDecl* decl = param.name.empty() ? bare(param) : named(param);
        if (decl == nullptr) return;
        if (!given_.insert(decl->name).second) {
            if (replaced_.count(decl->name) == 0) fault(param.place, decl->name, "it is given twice");
            return;
        }
        if (param.replaces) replaced_.insert(decl->name);
        std::string what;
        auto value = convert(*decl, param.value, what);
        if (!value) return fault(param.place, decl->name, what);
        checked_.values[decl->name] = std::move(*value);
        checked_.param_places[decl->name] = param.place;
    }

    const ParamDecl* bare(const GraphParam& param) {
        if (!stage_.params.empty()) return &stage_.params.front();
        fault(param.place, "", "it takes no parameters, so " + text(param.value) + " means nothing");
        return nullptr;
    }

    const ParamDecl* named(const GraphParam& param) {
        if (const ParamDecl* decl = stage_.param(param.name)) return decl;
        std::vector<std::string> names;
        for (const ParamDecl& p : stage_.params) names.push_back(p.name);
        std::string what = did_you_mean(param.name, names);
        if (what.empty()) what = names.empty() ? "; it takes none" : "; there are: " + listed(names);
        fault(param.place, "", "there is no parameter " + in_quotes(param.name) + what);
        return nullptr;
    }

    void missing(const ParamDecl& decl, const CheckOptions& options) {
        if (given_.count(decl.name) != 0) return;
        if (!decl.required) {
            checked_.values[decl.name] = decl.standard;
            return;
        }
        const bool end = stage_.kind == Kind::source || stage_.kind == Kind::sink;
        if (options.paths_later && end && decl.type == ParamType::path) return;
        fault(node_.place, decl.name, "a value is required: " + decl.doc);
    }

    const GraphNode& node_;
    CheckedNode& checked_;
    const StageDef& stage_;
    Diagnostics& faults_;
    std::set<std::string> given_;
    std::set<std::string> replaced_;  // by Graph::set: what the text says about them does not count
    bool sound_ = true;
};

}  // namespace

CheckedNode check_node(const GraphNode& node, const std::string& id, const Registry& registry,
                       const CheckOptions& options, Diagnostics& faults) {
    CheckedNode checked;
    checked.id = id;
    checked.place = node.place;
    checked.stage = registry.find(node.stage);
    if (checked.stage == nullptr) {
        const std::vector<std::string> names = registry.names();
        std::string what = did_you_mean(node.stage, names);
        if (what.empty() && node.stage.find_first_of("./") != std::string::npos)
            what = "; 'load FILE' reads a file and 'save FILE' writes one";
        if (what.empty()) what = "; there are: " + listed(names);
        faults.error(node.place, "", "there is no stage " + in_quotes(node.stage) + what);
        return checked;
    }
    checked.inputs.resize(checked.stage->inputs.size());
    NodeCheck(node, checked, faults).run(options);
    return checked;
}

}  // namespace sluice
