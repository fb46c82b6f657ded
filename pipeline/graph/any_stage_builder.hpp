// What the builders of all kinds of stages have in common (stage_builder.hpp).
#pragma once

#include "pipeline/core/declared.hpp"
#include "pipeline/graph/stage.hpp"
#include "pipeline/graph/steady.hpp"

#include <concepts>
#include <cstddef>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

namespace sluice {

struct NoParams {};

// A std::function that also accepts an overloaded function and selects the overload that fits. (Each
// composition has an overload of `expand`.)
template <class Signature>
struct Callback;
template <class R, class... Args>
struct Callback<R(Args...)> : std::function<R(Args...)> {
    using std::function<R(Args...)>::function;
    Callback(R (*f)(Args...)) : std::function<R(Args...)>(f) {}
    Callback(std::string (*f)(Args...)) requires std::same_as<R, Wording> : std::function<R(Args...)>(f) {}
};

// Members that several kinds of stages share.
template <class Def>
concept CallsKernel = requires(Def def) {
    def.call;
};
template <class Def>
concept InfersFormat = requires(Def def) {
    def.infer;
};
template <class Def>
concept IsObserved = requires(Def def) {
    def.observed;
};

// The functions for several kinds of stages. Self: the builder of the kind, which each function returns. Def:
// the declaration of the kind, in kinds.hpp. P: the parameter struct of the stage, which is the first
// argument of each callback. stage.hpp and kinds.hpp describe the other arguments, at the member with the
// name of the function.
template <class Self, class Def, class P>
class StageBuilder {
public:
    StageBuilder(std::string name, std::string summary) : params_(std::make_shared<Declared<P>>()) {
        def_.name = std::move(name);
        def_.summary = std::move(summary);
        def_.of_kind = Def();
    }

    template <class T, class... Traits>
    Self& param(const std::string& name, T P::*member, std::string doc, Traits... traits) {
        params_->param(name, member, std::move(doc), traits...);
        def_.params.push_back(params_->params().back());
        return self();
    }

    // Parameters that are declared elsewhere (Declared::params).
    Self& params(Values P::*member, const std::vector<ParamDecl>& declared) {
        params_->params(member, declared);
        def_.params.insert(def_.params.end(), declared.begin(), declared.end());
        return self();
    }

    Self& image_in(std::string name, std::string doc, bool optional = false) {
        def_.inputs.push_back({std::move(name), std::move(doc), PortDecl::Type::image, optional, {}});
        return self();
    }
    // From `least` to `most` images, named <list>_1, <list>_2 and so on. The function takes the connected
    // ones as one argument `LIST <list>`, and their number as `int <list>_count`.
    Self& images_in(const std::string& list, const std::string& doc, std::size_t least, std::size_t most) {
        for (std::size_t i = 1; i <= most; ++i) {
            image_in(list + "_" + std::to_string(i), doc, i > least);
            def_.inputs.back().list = list;
        }
        return self();
    }
    Self& table_in(std::string name, std::string doc, std::vector<std::string> reads, bool optional = false) {
        def_.inputs.push_back(
            {std::move(name), std::move(doc), PortDecl::Type::table, optional, std::move(reads)});
        return self();
    }
    Self& image_out(std::string name, std::string doc) {
        def_.outputs.push_back({std::move(name), std::move(doc), PortDecl::Type::image, false, {}});
        return self();
    }
    Self& table_out(std::string name, std::string doc, std::vector<std::string> fields) {
        def_.outputs.push_back(
            {std::move(name), std::move(doc), PortDecl::Type::table, false, std::move(fields)});
        return self();
    }

    Self& example(std::string params) {
        def_.example = std::move(params);
        return self();
    }
    // More examples, which are explained.
    Self& uses(std::vector<ShownUse> all) {
        def_.uses = std::move(all);
        return self();
    }
    // Names of the stage in other programs (OpenCV, ImageMagick, libvips, Pillow, ffmpeg).
    Self& also(std::vector<Synonym> synonyms) {
        def_.also = std::move(synonyms);
        return self();
    }
    Self& shorthand(std::vector<std::string> forms,
                    std::function<std::optional<Values>(const std::string&)> read) {
        def_.shorthand = {std::move(forms), std::move(read)};
        return self();
    }
    Self& internal() {
        def_.internal = true;
        return self();
    }
    Self& check(Callback<std::string(const P&)> f) {
        def_.check = of_values(std::move(f));
        return self();
    }
    Self& refuse(Callback<Wording(const P&, const StageInputs&)> f) {
        def_.refuse = of_inputs(std::move(f));
        return self();
    }
    Self& beside(Callback<std::optional<ImageFormat>(const P&, const ImageFormat&, std::size_t)> f) {
        def_.beside = of_values(std::move(f));
        return self();
    }
    Self& reads_profile(Callback<bool(const P&)> f) {
        def_.reads_profile = of_values(std::move(f));
        return self();
    }
    Self& reads_origin(Callback<bool(const P&)> f) {
        def_.reads_origin = of_values(std::move(f));
        return self();
    }

    // The function named `file` in kernels/<file>.cl.
    Self& function(const std::string& file) requires CallsKernel<Def> {
        own().call.function = always<KernelFunction(const StageInputs&)>(KernelFunction{file, file});
        return self();
    }
    // For stages of an application: the function named `file` in `text`, which is OpenCL C. Messages call the
    // text `file`, and the names of its functions begin with it. It must not be the name of a file in
    // kernels/.
    Self& function(const std::string& file, std::string text) requires CallsKernel<Def> {
        own().call.text = std::make_shared<const std::string>(std::move(text));
        return function(file);
    }
    Self& function(Callback<KernelFunction(const P&, const StageInputs&)> f) requires CallsKernel<Def> {
        own().call.function = of_inputs(std::move(f));
        return self();
    }
    Self& constants(Callback<std::vector<Constant>(const P&, const StageInputs&)> f) requires
        CallsKernel<Def> {
        own().call.constants = of_inputs(std::move(f));
        return self();
    }
    Self& infer(Callback<ImageFormat(const P&, const StageInputs&)> f) requires InfersFormat<Def> {
        own().infer = of_inputs(std::move(f));
        return self();
    }
    Self& observed(std::vector<std::string> fields) requires IsObserved<Def> {
        own().observed = [fields = std::move(fields)](const Values&) { return fields; };
        return self();
    }
    Self& observed(std::vector<std::string> P::*fields) requires IsObserved<Def> {
        own().observed = [fields, fill = fill()](const Values& v) { return fill(v).*fields; };
        return self();
    }

    operator StageDef() const { return def_; }

protected:
    Def& own() { return std::get<Def>(def_.of_kind); }

    // Turns a callback that takes the parameter struct into one that takes Values.
    template <class R, class... Args>
    std::function<R(const Values&, Args...)> of_values(std::function<R(const P&, Args...)> f) const {
        return [f = std::move(f), fill = fill()](const Values& values, Args... args) {
            return f(fill(values), std::forward<Args>(args)...);
        };
    }
    template <class R>
    std::function<R(const StageInputs&)> of_inputs(std::function<R(const P&, const StageInputs&)> f) const {
        return [f = std::move(f), fill = fill()](const StageInputs& inputs) {
            return f(fill(inputs.values), inputs);
        };
    }
    std::function<void(Expansion&)> of_expansion(Callback<void(const P&, Expansion&)> f) const {
        return [f = std::move(f), fill = fill()](Expansion& e) { f(fill(e.inputs().values), e); };
    }
    auto fill() const {
        return [params = params_](const Values& values) { return params->filled(values); };
    }

private:
    Self& self() { return static_cast<Self&>(*this); }

    StageDef def_;
    std::shared_ptr<Declared<P>> params_;  // shared, since callbacks may be set before later parameters
};

}  // namespace sluice
