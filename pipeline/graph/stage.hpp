// The declaration of a stage: the one place where its name, ports, parameters and behaviour stand.
// Help, pages, the JSON Schema, messages and contract tests are made from it. A value: no OpenCL, no
// state; every function in it is pure, so that checking and planning can call it as often as they like.
// stage_builder.hpp has the words in which stages write it.
#pragma once

#include "pipeline/core/api.hpp"
#include "pipeline/core/wording.hpp"
#include "pipeline/graph/kinds.hpp"

#include <functional>
#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace sluice {

struct PortDecl {
    enum class Type { image, table };

    std::string name;
    std::string doc;
    Type type = Type::image;
    bool optional = false;
    std::vector<std::string> fields;  // of a table: those that the stage reads or writes
    std::string list = {};            // of images that a function takes together: what it calls them

    bool is_image() const { return type == Type::image; }
};

// What other programs call it, and its parameters, as in a chain, that do that: "blur" is gaussian "2".
struct Synonym {
    std::string word, params;
};

// What one word behind a stage's name may stand for beside its first parameter: "640x480" is a width and a
// height. Parameters as written; nothing where the word is no such one.
struct Shorthand {
    std::vector<std::string> forms;  // for help: "50%", "800x600"
    std::function<std::optional<Values>(const std::string& word)> read;
};

struct SLUICE_API StageDef {
    std::string name;
    std::string summary;    // one sentence
    std::string example;    // parameters as in a chain, that show it at work; "" = its defaults do
    bool internal = false;  // a part of compositions, left out of lists for users
    std::vector<PortDecl> inputs;
    std::vector<PortDecl> outputs;
    std::vector<ParamDecl> params;  // the first one may be written as a bare word in a chain
    Shorthand shorthand;
    std::vector<Synonym> also;

    // Checks that need more than one parameter. Returns "" or what is wrong and what would be right.
    std::function<std::string(const Values&)> check;
    // Why these inputs cannot be taken, or "".
    std::function<Wording(const StageInputs&)> refuse;

    // Whether what it does depends on the profile of its images (ImageFormat::profile): then pictures of one
    // format with different profiles need different plans. Not set: it does not.
    std::function<bool(const Values&)> reads_profile;

    OfKind of_kind;  // what only stages of its kind have

    Kind kind() const;
    // as<PointDef>(): what it has as a Point; nullptr when it is none.
    template <class Def>
    const Def* as() const {
        return std::get_if<Def>(&of_kind);
    }
    // nullptr when stages of its kind have no function in OpenCL C.
    const KernelCall* call() const;
    // nullptr when there is none of that name.
    const ParamDecl* param(const std::string& name) const;
    // As in a chain: its name and its example.
    std::string shown() const { return example.empty() ? name : name + " " + example; }
};

}  // namespace sluice
