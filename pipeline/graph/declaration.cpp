#include "pipeline/graph/declaration.hpp"

#include "pipeline/core/message.hpp"

#include <algorithm>
#include <functional>
#include <set>
#include <variant>

namespace sluice {
namespace {

// Names become words of chains, keys of files, variables of OpenCL C.
bool is_word(const std::string& name) {
    const auto lower = [](char c) { return c >= 'a' && c <= 'z'; };
    const auto inner = [&](char c) { return lower(c) || (c >= '0' && c <= '9') || c == '_'; };
    return !name.empty() && lower(name[0]) && std::all_of(name.begin(), name.end(), inner);
}

// These say something about a node in chains and files.
bool is_reserved(const std::string& name) { return name == "id" || name == "from"; }

class Declaration {
public:
    explicit Declaration(const StageDef& stage) : stage_(stage) {}

    std::vector<std::string> faults() {
        name("the name", stage_.name);
        if (stage_.summary.empty()) fault("there is no summary");
        ports("input", stage_.inputs);
        ports("output", stage_.outputs);
        std::set<std::string> names;
        for (const PortDecl& port : stage_.inputs) names.insert(port.name);
        for (const ParamDecl& p : stage_.params) {
            if (!names.insert(p.name).second) fault("the name '" + p.name + "' is used twice");
            param(p);
        }
        for (const Synonym& synonym : stage_.also)
            if (synonym.word.empty() || synonym.word == stage_.name) fault("a synonym is no other name");
        std::visit([this](const auto& def) { of_kind(def); }, stage_.of_kind);
        return std::move(faults_);
    }

private:
    void fault(std::string text) { faults_.push_back(std::move(text)); }
    void need(bool there, const std::string& what) {
        const std::string kind(sluice::name(stage_.kind()));
        if (!there) fault((kind[0] == 'a' ? "an " : "a ") + kind + " needs " + what);
    }

    void name(const std::string& what, const std::string& name) {
        if (!is_word(name))
            fault(what + " " + in_quotes(name) + " is not a word of lower case letters, digits and '_'");
        else if (is_reserved(name))
            fault(what + " '" + name + "' is reserved");
    }

    void ports(const std::string& what, const std::vector<PortDecl>& list) {
        std::set<std::string> names;
        for (const PortDecl& port : list) {
            name(what, port.name);
            if (!names.insert(port.name).second) fault("there are two " + what + "s '" + port.name + "'");
            if (port.doc.empty()) fault(what + " '" + port.name + "' has no doc");
        }
    }

    void param(const ParamDecl& p) {
        const std::string subject = "parameter '" + p.name + "'";
        name("parameter", p.name);
        if (p.doc.empty()) fault(subject + " has no doc");
        if (p.low && p.high && *p.low > *p.high) fault(subject + " has an empty range");
        if (p.max_count != 0 && p.min_count > p.max_count) fault(subject + " allows no count");
        const bool choice = p.type == ParamType::choice || p.type == ParamType::choices;
        if (choice == p.choices.empty())
            fault(subject + (choice ? " has no choices" : " cannot have choices"));
        if (std::set<std::string>(p.choices.begin(), p.choices.end()).size() != p.choices.size())
            fault(subject + " has a choice twice");
        if (p.only_for) only_for(subject, p);
        const bool passable = stage_.kind() == Kind::composition && p.type == ParamType::numbers && p.live &&
                              p.live_while.empty();
        if (!p.part.empty() && !passable)
            fault(subject + " is passed to a part, but is no live list of a composition");
        std::string what;
        if (p.required) return;
        const auto standard = convert(p, p.standard, what);
        if (!standard)
            fault("the default of " + subject + ": " + what);
        else if (*standard != p.standard)
            fault("the default of " + subject + " is not of its type, " + std::string(sluice::name(p.type)));
    }

    void only_for(const std::string& subject, const ParamDecl& p) {
        const std::string choice = "'" + p.only_for->param + "'";
        const ParamDecl* of = stage_.param(p.only_for->param);
        if (of == nullptr || of->type != ParamType::choice)
            return fault(subject + " is only for some choices of " + choice + ", which is no choice");
        if (of->live) fault(choice + " is live, so " + subject + " cannot be for some of its choices only");
        if (p.required) fault(subject + " is required, so it cannot be for some choices only");
        if (p.only_for->values.empty()) fault(subject + " is for no choice of " + choice);
        std::string what;
        for (const std::string& value : p.only_for->values)
            if (!convert(*of, value, what))
                fault(subject + " is only for '" + value + "', which " + choice + " cannot be");
    }

    std::size_t images(const std::vector<PortDecl>& list) const {
        return static_cast<std::size_t>(
            std::count_if(list.begin(), list.end(), std::mem_fn(&PortDecl::is_image)));
    }

    // What a caller sees is what the stage fills.
    void writes(const std::vector<std::string>& fields) {
        std::vector<std::string> written;
        for (const PortDecl& port : stage_.outputs)
            written.insert(written.end(), port.fields.begin(), port.fields.end());
        for (const std::string& field : fields)
            if (std::find(written.begin(), written.end(), field) == written.end())
                fault("a caller would see '" + field + "', which it does not write");
    }

    void of_kind(const SourceDef& source) {
        need(stage_.inputs.empty() && !stage_.outputs.empty(), "no inputs and an output");
        if (stage_.name != "input") need(static_cast<bool>(source.open), "open");
    }
    void of_kind(const SinkDef& sink) {
        need(!stage_.inputs.empty() && stage_.outputs.empty(), "an input and no outputs");
        if (stage_.name != "output") need(sink.open && sink.wants, "wants and open");
    }
    void of_kind(const PointDef& point) {
        need(images(stage_.inputs) > 0, "an image to read");
        need(stage_.outputs.size() == 1 && images(stage_.outputs) == 1, "one output, an image");
        need(static_cast<bool>(point.call.function), "a function");
    }
    void of_kind(const GatherDef& gather) {
        need(images(stage_.inputs) > 0, "an image to read");
        need(!gather.taps || images(stage_.inputs) == 1, "one image, which is weighed");
        need(stage_.outputs.size() == 1 && images(stage_.outputs) == 1, "one output, an image");
        need(!gather.sampling || gather.footprint, "a footprint, to sample within");
        const int ways = (gather.taps ? 1 : 0) + (gather.reach ? 1 : 0) + (gather.footprint ? 1 : 0);
        need(ways == 1, "one way to read: weights, a reach or a footprint");
        need(gather.taps || gather.call.function, "a function");
    }
    void of_kind(const ReduceDef& reduce) {
        need(images(stage_.inputs) > 0, "an image to read");
        need(stage_.outputs.size() == 1 && images(stage_.outputs) == 0, "one output, a table");
        need(static_cast<bool>(reduce.reduction), "a reduction");
    }
    void of_kind(const TableDef& table) {
        need(stage_.outputs.size() == 1 && images(stage_.outputs) == 0, "one output, a table");
        need(static_cast<bool>(table.layout), "a layout");
        need(static_cast<bool>(table.given) != static_cast<bool>(table.call.function),
             "either a function or what is given");
        const bool live = std::any_of(stage_.params.begin(), stage_.params.end(),
                                      [](const ParamDecl& param) { return param.live; });
        need(!table.given || (stage_.inputs.empty() && !live),
             "no inputs and no live parameters, where it is given");
        writes(table.observed({}));
    }
    void of_kind(const SequenceDef& sequence) {
        need(images(stage_.inputs) > 0, "an image to read");
        need(stage_.outputs.size() == 1, "one output");
        const bool image = images(stage_.outputs) == 1;
        need(static_cast<bool>(sequence.infer) == image && static_cast<bool>(sequence.layout) == !image,
             "the format of its image or the layout of its table");
        need(sequence.call.function && sequence.plan, "a text and the kernels of it");
        writes(sequence.observed({}));
    }
    void of_kind(const HostDef& host) {
        need(images(stage_.inputs) == stage_.inputs.size() && !stage_.inputs.empty(),
             "images to read, and nothing else");
        need(stage_.outputs.size() == 1 && images(stage_.outputs) == 1, "one output, an image");
        need(static_cast<bool>(host.compute), "a function that computes");
    }
    void of_kind(const CompositionDef& composition) {
        need(!stage_.outputs.empty(), "an output");
        need(static_cast<bool>(composition.expand), "expand");
    }
    void of_kind(const MeasuredDef& measured) {
        need(images(stage_.inputs) > 0, "an image to read");
        need(stage_.outputs.size() == 1 && images(stage_.outputs) == 1, "one output, an image");
        need(measured.measures && measured.becomes && measured.largest, "measures, becomes and largest");
    }
    void of_kind(const AssertionDef& assertion) {
        need(stage_.inputs.size() == 1 && images(stage_.inputs) == 0 && stage_.outputs.empty(),
             "one input, a table, and no outputs");
        need(assertion.refuse && assertion.fault, "what fits and what is a fault");
    }

    const StageDef& stage_;
    std::vector<std::string> faults_;
};

}  // namespace

std::vector<std::string> declaration_faults(const StageDef& stage) { return Declaration(stage).faults(); }

}  // namespace sluice
