// The words in which a stage declares itself:
//
//   struct Gamma { double exponent = 1; };
//   StageDef gamma() {
//       return point<Gamma>("gamma", "Raises every channel to a power.")
//           .param("exponent", &Gamma::exponent, "1 leaves the image as it is.", range(0.01, 100), live)
//           .function("gamma");
//   }
//
// A stage's parameters are a plain struct; its initialisers are the defaults. Callbacks get it filled. Each
// kind has a builder with its own words: what another kind says does not compile.
#pragma once

#include "pipeline/graph/declared.hpp"
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

// A callback. Of a function with overloads it takes the one that fits, as std::function does not: each stage
// has an `expand` of its own.
template <class Signature>
struct Callback;
template <class R, class... Args>
struct Callback<R(Args...)> : std::function<R(Args...)> {
    using std::function<R(Args...)>::function;
    Callback(R (*f)(Args...)) : std::function<R(Args...)>(f) {}
    Callback(std::string (*f)(Args...)) requires std::same_as<R, Wording> : std::function<R(Args...)>(f) {}
};

// What several kinds have, so that they share its words.
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

// The words of more than one kind. Self: the builder of the kind, which its words return; Def: what stages of
// the kind have; P: the stage's parameter struct, which comes first in callbacks. What follows in them is
// what stage.hpp and kinds.hpp say of the member of the same name.
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

    Self& image_in(std::string name, std::string doc, bool optional = false) {
        def_.inputs.push_back({std::move(name), std::move(doc), PortDecl::Type::image, optional, {}});
        return self();
    }
    // `least` to `most` images, <list>_1, <list>_2 and so on: a function takes those that are connected as
    // one argument `LIST <list>`, and their number as `int <list>_count`.
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
    // Names that it has elsewhere (OpenCV, ImageMagick, libvips, Pillow, ffmpeg), with parameters that do it.
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

    Self& reads_profile(Callback<bool(const P&)> f) {
        def_.reads_profile = of_values(std::move(f));
        return self();
    }

    // kernels/<file>.cl holds the function of that name.
    Self& function(const std::string& file) requires CallsKernel<Def> {
        own().call.function = [file](const StageInputs&) { return KernelFunction{file, file}; };
        return self();
    }
    // The same in a text that the stage brings along: for stages of an application. `file` is its name in
    // messages, and how its functions' names begin; sluice has no file of that name.
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

    // A callback of the parameters becomes one of the values that fill them.
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

    SinkBuilder& wants(Callback<ImageFormat(const P&, const ImageFormat&)> f) {
        this->own().wants = this->of_values(std::move(f));
        return *this;
    }
    SinkBuilder& encode(Callback<void(const P&, const ConstHostView&, const Metadata&, const Warn&)> f) {
        this->own().encode = this->of_values(std::move(f));
        return *this;
    }
    SinkBuilder& memory(Callback<std::size_t(const P&, const ImageFormat&)> f) {
        this->own().memory = this->of_values(std::move(f));
        return *this;
    }
    SinkBuilder& rows(Callback<RowMemory(const P&, const ImageFormat&)> f) {
        this->own().rows = this->of_values(std::move(f));
        return *this;
    }
    SinkBuilder& open(
        Callback<std::unique_ptr<RowWriter>(const P&, const ImageFormat&, const Metadata&, const Warn&)> f) {
        this->own().open = this->of_values(std::move(f));
        return *this;
    }
    SinkBuilder& writes_such(Callback<bool(const P&, std::span<const std::uint8_t>)> f) {
        this->own().writes_such = this->of_values(std::move(f));
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
// Image -> Image, one function of the vector type V.
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
    // Its function takes `int from_x, int step_x, int from_y, int step_y`: the lines of the move.
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
// Image -> Image, each pixel of the result from several of the image.
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
// Image -> Table.
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
// Tables -> Table, a small kernel; or given by the host.
template <class P = NoParams>
TableBuilder<P> table_stage(std::string name, std::string summary) {
    return {std::move(name), std::move(summary)};
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
// Image -> Image by a function of the host.
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
        this->own().expand = [f = std::move(f), fill = this->fill()](Expansion& e) {
            f(fill(e.inputs().values), e);
        };
        return *this;
    }
};
// Names other stages and expands to them; declares all its ports itself.
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
// Table -> nothing: the frame fails where the Table is not as it should be.
template <class P = NoParams>
AssertionBuilder<P> assertion(std::string name, std::string summary) {
    return AssertionBuilder<P>(std::move(name), std::move(summary))
        .table_in("table", "The table; of a stage that gives one.", {});
}

}  // namespace sluice
