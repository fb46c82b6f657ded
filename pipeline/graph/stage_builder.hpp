// Functions that declare a stage:
//
//   struct Gamma { double exponent = 1; };
//   StageDef gamma() {
//       return point<Gamma>("gamma", "Raises every channel to a power.")
//           .param("exponent", &Gamma::exponent, "1 leaves the image as it is.", range(0.01, 100), live)
//           .function("gamma");
//   }
//
// The parameters of a stage are a plain struct. Its initializers are the defaults, and callbacks get it
// filled in. Each kind of stage has its own builder, which has only the functions that this kind needs.
#pragma once

#include "pipeline/core/declared.hpp"
#include "pipeline/graph/stage.hpp"

#include <concepts>
#include <cstddef>
#include <functional>
#include <memory>
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
        own().call.function = [file](const StageInputs&) { return KernelFunction{file, file}; };
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

// --- a builder for each kind -----------------------------------------------------------------------

template <class P>
class SourceBuilder : public StageBuilder<SourceBuilder<P>, SourceDef, P> {
public:
    using StageBuilder<SourceBuilder<P>, SourceDef, P>::StageBuilder;

    SourceBuilder& open(Callback<std::unique_ptr<ImageFile>(const P&)> f) {
        this->own().open = this->of_values(std::move(f));
        return *this;
    }
};
template <class P = NoParams>
SourceBuilder<P> source(std::string name, std::string summary) {
    return SourceBuilder<P>(std::move(name), std::move(summary)).image_out("dst", "The image.");
}

template <class P>
class SinkBuilder : public StageBuilder<SinkBuilder<P>, SinkDef, P> {
public:
    using StageBuilder<SinkBuilder<P>, SinkDef, P>::StageBuilder;

    SinkBuilder& expand(Callback<void(const P&, Expansion&)> f) {
        this->own().expand = this->of_expansion(std::move(f));
        return *this;
    }
    SinkBuilder& wants(Callback<ImageFormat(const P&, const ImageFormat&)> f) {
        this->own().wants = this->of_values(std::move(f));
        return *this;
    }
    SinkBuilder& open(Callback<std::unique_ptr<ImageWriter>(const P&, const ImageFormat&)> f) {
        this->own().open = this->of_values(std::move(f));
        return *this;
    }
};
template <class P = NoParams>
SinkBuilder<P> sink(std::string name, std::string summary) {
    return SinkBuilder<P>(std::move(name), std::move(summary)).image_in("src", "The image.");
}

template <class P>
class PointBuilder : public StageBuilder<PointBuilder<P>, PointDef, P> {
public:
    using StageBuilder<PointBuilder<P>, PointDef, P>::StageBuilder;

    PointBuilder& alpha(Callback<AlphaLane(const P&)> f) {
        this->own().alpha = this->of_values(std::move(f));
        return *this;
    }
    PointBuilder& finite_of_integers() {
        this->own().finite_of_integers = true;
        return *this;
    }
    PointBuilder& monotone() {
        this->own().monotone = true;
        return *this;
    }
    PointBuilder& affine() {
        this->own().affine = true;
        return monotone();
    }
    PointBuilder& by_tiles() {
        this->own().by_tiles = true;
        return *this;
    }
};
// Images -> image, pixel by pixel: a function of vectors of type V.
template <class P = NoParams>
PointBuilder<P> point(std::string name, std::string summary) {
    return PointBuilder<P>(std::move(name), std::move(summary))
        .image_in("src", "The image.")
        .image_out("dst", "The result.");
}

template <class P>
class GatherBuilder : public StageBuilder<GatherBuilder<P>, GatherDef, P> {
public:
    using StageBuilder<GatherBuilder<P>, GatherDef, P>::StageBuilder;

    GatherBuilder& border(Callback<Border(const P&)> f) {
        this->own().border = this->of_values(std::move(f));
        return *this;
    }
    GatherBuilder& separable(Callback<Separable(const P&, const StageInputs&)> f) {
        this->own().taps = this->of_inputs(std::move(f));
        return *this;
    }
    GatherBuilder& reach(Callback<Reach(const P&, const StageInputs&)> f) {
        this->own().reach = this->of_inputs(std::move(f));
        return *this;
    }
    // The function takes the Move as `int from_x, int step_x, int from_y, int step_y`.
    GatherBuilder& move(Callback<Move(const P&, const StageInputs&)> f) {
        GatherDef& def = this->own();
        def.move = this->of_inputs(std::move(f));
        def.footprint = [move = def.move](const StageInputs& inputs, const Area& of) {
            return move(inputs).footprint(of);
        };
        def.call.constants = [move = def.move](const StageInputs& inputs) -> std::vector<Constant> {
            const Move of = move(inputs);
            return {{"from_x", static_cast<double>(of.columns.from)},
                    {"step_x", static_cast<double>(of.columns.step)},
                    {"from_y", static_cast<double>(of.rows.from)},
                    {"step_y", static_cast<double>(of.rows.step)}};
        };
        return *this;
    }
    GatherBuilder& rank_filter(Callback<RankFilter(const P&, const StageInputs&)> f) {
        this->own().rank_filter = this->of_inputs(std::move(f));
        return *this;
    }
    GatherBuilder& prefix_sums(Callback<PrefixSums(const P&, const StageInputs&)> f) {
        GatherDef& def = this->own();
        def.prefix_sums = this->of_inputs(std::move(f));
        def.footprint = [](const StageInputs&, const Area& of) {
            return Area{{0, of.columns.end}, {0, of.rows.end}};
        };
        return *this;
    }
    GatherBuilder& lines(Callback<std::optional<std::array<Values, 2>>(const P&, const StageInputs&)> f) {
        this->own().lines = this->of_inputs(std::move(f));
        return *this;
    }
    GatherBuilder& sampling(Sampling P::*filter) {
        this->own().sampling = [filter, fill = this->fill()](const Values& v) { return fill(v).*filter; };
        return *this;
    }
    GatherBuilder& of_smaller(Callback<std::optional<Values>(const P&, const Shrunk&)> f) {
        this->own().of_smaller = [f = std::move(f), fill = this->fill()](const StageInputs& inputs,
                                                                         const Shrunk& image) {
            return f(fill(inputs.values), image);
        };
        return *this;
    }
    GatherBuilder& footprint(Callback<Area(const P&, const StageInputs&, const Area&)> f) {
        this->own().footprint = [f = std::move(f), fill = this->fill()](const StageInputs& inputs,
                                                                        const Area& of) {
            return f(fill(inputs.values), inputs, of);
        };
        return *this;
    }
};
// Image -> image: computes each pixel from several pixels of the image.
template <class P = NoParams>
GatherBuilder<P> gather(std::string name, std::string summary) {
    return GatherBuilder<P>(std::move(name), std::move(summary))
        .image_in("src", "The image.")
        .image_out("dst", "The result.");
}

template <class P>
class ReduceBuilder : public StageBuilder<ReduceBuilder<P>, ReduceDef, P> {
public:
    using StageBuilder<ReduceBuilder<P>, ReduceDef, P>::StageBuilder;

    ReduceBuilder& reduction(Callback<Reduction(const P&, const StageInputs&)> f) {
        this->own().reduction = this->of_inputs(std::move(f));
        return *this;
    }
};
// Image -> Table: measures an image.
template <class P = NoParams>
ReduceBuilder<P> reduce_stage(std::string name, std::string summary) {
    return ReduceBuilder<P>(std::move(name), std::move(summary)).image_in("src", "The image.");
}

template <class P>
class TableBuilder : public StageBuilder<TableBuilder<P>, TableDef, P> {
public:
    using StageBuilder<TableBuilder<P>, TableDef, P>::StageBuilder;

    TableBuilder& layout(Callback<TableLayout(const P&, const StageInputs&)> f) {
        this->own().layout = this->of_inputs(std::move(f));
        return *this;
    }
    TableBuilder& given(Callback<void(const P&, const StageInputs&, Table&)> f) {
        this->own().given = [f = std::move(f), fill = this->fill()](const StageInputs& inputs, Table& table) {
            f(fill(inputs.values), inputs, table);
        };
        return *this;
    }
    TableBuilder& items(std::size_t items) {
        this->own().items = items;
        return *this;
    }
    TableBuilder& warning(std::string text) {
        this->own().warning = std::move(text);
        return *this;
    }
};
// Tables -> Table, by a small kernel or by the host.
template <class P = NoParams>
TableBuilder<P> table_stage(std::string name, std::string summary) {
    return {std::move(name), std::move(summary)};
}

template <class P>
class SequenceBuilder : public StageBuilder<SequenceBuilder<P>, SequenceDef, P> {
public:
    using StageBuilder<SequenceBuilder<P>, SequenceDef, P>::StageBuilder;

    SequenceBuilder& layout(Callback<TableLayout(const P&, const StageInputs&)> f) {
        this->own().layout = this->of_inputs(std::move(f));
        return *this;
    }
    SequenceBuilder& kernels(Callback<SequencePlan(const P&, const StageInputs&, const Workers&)> f) {
        this->own().plan = [f = std::move(f), fill = this->fill()](const StageInputs& inputs,
                                                                   const Workers& workers) {
            return f(fill(inputs.values), inputs, workers);
        };
        return *this;
    }
    SequenceBuilder& warning(std::string text) {
        this->own().warning = std::move(text);
        return *this;
    }
};
// Images, Tables -> image or Table, by several kernels over whole images. Declare its output and either
// infer() or layout().
template <class P = NoParams>
SequenceBuilder<P> sequence(std::string name, std::string summary) {
    return SequenceBuilder<P>(std::move(name), std::move(summary)).image_in("src", "The image.");
}

template <class P>
class HostBuilder : public StageBuilder<HostBuilder<P>, HostDef, P> {
public:
    using StageBuilder<HostBuilder<P>, HostDef, P>::StageBuilder;

    HostBuilder& compute(
        Callback<void(const P&, const std::vector<ConstHostView>& images, const HostView& dst)> f) {
        this->own().compute = this->of_values(std::move(f));
        return *this;
    }
};
// Image -> image, by a function on the host.
template <class P = NoParams>
HostBuilder<P> host_stage(std::string name, std::string summary) {
    return HostBuilder<P>(std::move(name), std::move(summary))
        .image_in("src", "The image.")
        .image_out("dst", "The result.");
}

template <class P>
class CompositionBuilder : public StageBuilder<CompositionBuilder<P>, CompositionDef, P> {
public:
    using StageBuilder<CompositionBuilder<P>, CompositionDef, P>::StageBuilder;

    CompositionBuilder& expand(Callback<void(const P&, Expansion&)> f) {
        this->own().expand = this->of_expansion(std::move(f));
        return *this;
    }
};
// A stage that consists of other stages. Declare all its ports: a composition has none by default.
template <class P = NoParams>
CompositionBuilder<P> composition(std::string name, std::string summary) {
    return {std::move(name), std::move(summary)};
}

template <class P>
class AssertionBuilder : public StageBuilder<AssertionBuilder<P>, AssertionDef, P> {
public:
    using StageBuilder<AssertionBuilder<P>, AssertionDef, P>::StageBuilder;

    AssertionBuilder& fits(Callback<std::string(const P&, const TableLayout&)> f) {
        this->own().refuse = this->of_values(std::move(f));
        return *this;
    }
    AssertionBuilder& fault(Callback<std::string(const P&, const Table&)> f) {
        this->own().fault = this->of_values(std::move(f));
        return *this;
    }
};
// Table -> nothing: the frame fails if the Table does not meet a condition.
template <class P = NoParams>
AssertionBuilder<P> assertion(std::string name, std::string summary) {
    return AssertionBuilder<P>(std::move(name), std::move(summary))
        .table_in("table", "The table; of a stage that gives one.", {});
}

}  // namespace sluice
