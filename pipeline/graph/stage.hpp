// The declaration of a stage: its name, ports, parameters and behaviour. Help, pages, the JSON Schema,
// messages and contract tests are generated from it. It is a value type without state and without OpenCL. All
// its functions must be pure, because checking and planning may call them any number of times, from any
// thread. To write one, use stage_builder.hpp.
#pragma once

#include "pipeline/core/api.hpp"
#include "pipeline/core/wording.hpp"
#include "pipeline/graph/kinds.hpp"

#include <functional>
#include <memory>
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
    std::vector<std::string> fields;  // for a table: the fields that the stage reads or writes
    std::string list = {};  // the name of the list, if a function takes several images as one argument

    bool is_image() const { return type == Type::image; }
};

// The name of a stage in another program, and parameters (as in a chain) with the same effect: "blur" is
// gaussian "2".
struct Synonym {
    std::string word, params;
    std::string program = {};  // where the word is used, for the stage's page; "" = in many places
};

// An example on the stage's page: parameters as in a chain, and what they do.
struct ShownUse {
    std::string params, effect;
};

// Short forms of a stage's parameters, such as "640x480" for a width and a height. `read` returns the
// parameters as written, or nothing if the word is not a short form; it is then the value of the first
// parameter.
struct Shorthand {
    std::vector<std::string> forms;  // for help: "50%", "800x600"
    std::function<std::optional<Values>(const std::string& word)> read;
};

// The text that a stage was read from (kernel_stage.hpp).
struct StageText {
    std::string file;  // as the pipeline names it; "" = the text stands in the pipeline
    std::string text;
};

struct SLUICE_API StageDef {
    std::string name;
    std::string summary;  // one sentence
    std::string example;  // parameters as in a chain, for the stage's page; "" = the defaults
    std::vector<ShownUse> uses;
    bool internal = false;  // a part of compositions, not listed for users
    std::vector<PortDecl> inputs;
    std::vector<PortDecl> outputs;
    std::vector<ParamDecl> params;  // in a chain, the first one may be written without its name
    Shorthand shorthand;
    std::vector<Synonym> also;

    // Checks that involve several parameters. Returns what is wrong and what would be right, or "".
    std::function<std::string(const Values&)> check;
    // Why the stage rejects these inputs, or "".
    std::function<Wording(const StageInputs&)> refuse;

    // The format of the image that an input port takes beside the first image, if the parameters decide it:
    // the second plane of a frame is half as wide. nullopt: the port takes no image. If not set, any image
    // that is not refused. `refuse` rejects other formats.
    std::function<std::optional<ImageFormat>(const Values&, const ImageFormat& first, std::size_t port)>
        beside;

    // Whether the result depends on the colour profile of the images (ImageFormat::profile). Images of one
    // format but with different profiles then need different plans. If not set, it does not.
    std::function<bool(const Values&)> reads_profile;
    // Whether the result depends on the names of files (StageInputs::origins). Files with other names then
    // need other plans. If not set, it does not.
    std::function<bool(const Values&)> reads_origin;

    // Set if it was read from a text.
    std::shared_ptr<const StageText> read_from = {};

    OfKind of_kind;  // the part of the declaration that depends on the kind

    Kind kind() const;
    // as<PointDef>() returns the part for point stages, or nullptr if the stage is of another kind.
    template <class Def>
    const Def* as() const {
        return std::get_if<Def>(&of_kind);
    }
    // nullptr if stages of this kind have no function in OpenCL C.
    const KernelCall* call() const;
    // nullptr if there is no parameter of this name.
    const ParamDecl* param(const std::string& name) const;
    // What a chain calls it: its name, or "kernel vignette.cl".
    std::string called() const;
    // That and the example, as in a chain.
    std::string shown() const { return example.empty() ? called() : called() + " " + example; }
};

}  // namespace sluice
