// The variables of a pipeline file: `vars:` declares them, `${...}` uses them.
#pragma once

#include "pipeline/core/error.hpp"
#include "pipeline/core/value.hpp"
#include "pipeline/graph/yaml/tree.hpp"

#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace sluice {

// Values for variables, as written or typed. Where another file includes theirs, it gives them.
struct GivenVariables {
    Values values = {};
    std::map<std::string, Place> places = {};  // of values that a file gives
    Place included = {};                       // what includes the file, and what it is called
    std::string by = {};
};

class FileVariables {
public:
    // Reads the blocks `vars:` and `allow_env:` of the file `root`. All faults go to `faults`. Both `given`
    // and `faults` must outlive this.
    FileVariables(const YamlNode& root, const GivenVariables& given, Diagnostics& faults);

    const std::vector<ParamDecl>& declared() const { return declared_; }
    // That no value was given to a variable without a default is a fault.
    void expect_all_set() const;

    // What a word of the file stands for: itself without `${...}`; else a text, or the list that a variable
    // is. "$${" is written for "${". What uses sizes of images stays an expression, with the values of the
    // variables in it. Nothing after a fault, which `subject` names.
    std::optional<Value> value(const YamlNode& word, const Wording& subject);
    // The same where a list does not fit.
    std::optional<std::string> text(const YamlNode& word, const Wording& subject);

    // Variables that no value has used are faults.
    void expect_all_used() const;

private:
    void declare(const YamlNode::Entry& entry);
    void set(const YamlNode::Entry& entry, ParamDecl decl, const YamlNode* standard);
    std::optional<Value> default_of(const YamlNode& standard, const Wording& subject);
    std::optional<Value> part(std::string_view expression, Wording& fault);
    std::optional<Value> sized_part(std::string_view expression, Wording& fault);
    std::optional<Value> look_up(const std::string& name, Wording& fault);
    std::optional<Value> environment(const std::string& name, Wording& fault) const;

    std::vector<std::string> declared_names() const;
    Wording subject_of(const std::string& name) const;
    Place place_of(const std::string& name, const Place& otherwise) const;

    const GivenVariables& given_;
    Diagnostics& faults_;
    bool allow_env_ = false;
    std::vector<ParamDecl> declared_;
    std::map<std::string, Place> places_;
    Values values_;
    std::set<std::string> used_, faulty_;
};

}  // namespace sluice
