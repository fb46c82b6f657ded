// The values of the live parameters of a Session. Only this floor includes it.
#pragma once

#include "pipeline/core/value.hpp"
#include "pipeline/core/value_range.hpp"
#include "pipeline/plan/live.hpp"
#include "pipeline/plan/refill.hpp"
#include "pipeline/plan/renumber.hpp"

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace sluice {

// A parameter of a node.
struct LiveParameter {
    const CheckedNode* node;
    const ParamDecl* decl;
    std::string where;  // "gamma.exponent"
    std::optional<PlainNumber> plain;
    std::unique_ptr<PlainList> list;

    bool is_plain() const { return plain || list; }
};

class LiveValues {
public:
    // `plan` gets the values; it must outlive this object.
    explicit LiveValues(ExecutionPlan& plan);

    // Looks a parameter up by its name, NODE.PARAMETER. It stays as long as this object. Throws Error(usage)
    // if there is none.
    LiveParameter& parameter(const std::string& node_and_param);
    // As Session::set(). If they throw, nothing has changed. The first allocates nothing for a plain number,
    // the second nothing for a plain list.
    void set(const LiveParameter& parameter, const Value& value);
    void set(const LiveParameter& parameter, const std::vector<double>& list);
    void set(const std::map<std::string, Value>& values);
    // Call it before a frame is submitted: values that were set one by one must now be consistent.
    void settle() const;
    // The intended ranges of the images of the plan.
    const std::vector<std::optional<ValueRange>>& meant() const { return meant_; }

private:
    using Setting = const LiveParameter*;

    // What is not plain, or several at once.
    void plan(const std::map<std::string, Value>& values);
    // Of a plain parameter.
    void store(const LiveParameter& parameter, const Value& converted);
    // What a node's parameters were set to, be it that they do not go together.
    const Values& set_values(const CheckedNode& node) const;
    // Throws Error(usage) where the plan cannot take these.
    void take(ValuesOfNodes values, const std::vector<Setting>& settings);
    // The plan that these values make, and what ours lacks for it, or "".
    std::string planned(const ValuesOfNodes& values, ExecutionPlan& other) const;
    [[noreturn]] void refuse(const LiveParameter& setting, const ValuesOfNodes& values) const;

    ExecutionPlan& plan_;
    std::map<std::string, LiveParameter, std::less<>> parameters_;  // by name, those that were asked for
    ValuesOfNodes taken_;    // what the plan has, of nodes of which a parameter was asked for
    ValuesOfNodes waiting_;  // what does not go together as it is
    std::vector<std::optional<ValueRange>> meant_;
};

}  // namespace sluice
