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

#include "pipeline/graph/any_stage_builder.hpp"

#include <array>
#include <cstddef>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace sluice {

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
    // From values as they are. Allocates nothing, so that a live list (passed_to) changes without allocating.
    TableBuilder& given(std::function<void(const StageInputs&, Table&)> f) {
        this->own().given = std::move(f);
        return *this;
    }
    TableBuilder& own_rows() {
        this->own().own_rows = true;
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
class MeasuredBuilder : public StageBuilder<MeasuredBuilder<P>, MeasuredDef, P> {
public:
    using StageBuilder<MeasuredBuilder<P>, MeasuredDef, P>::StageBuilder;

    MeasuredBuilder& measures(Callback<StandIn(const P&)> f) {
        this->own().measures = this->of_values(std::move(f));
        return *this;
    }
    // By a stage with the same parameters.
    MeasuredBuilder& measures(const std::string& stage) {
        this->own().measures = [stage](const Values& values) { return StandIn{stage, values}; };
        return *this;
    }
    MeasuredBuilder& becomes(Callback<StandIn(const P&, const Table&)> f) {
        this->own().becomes = this->of_values(std::move(f));
        return *this;
    }
    MeasuredBuilder& largest(Callback<StandIn(const P&)> f) {
        this->own().largest = this->of_values(std::move(f));
        return *this;
    }
};
// Image -> image of a size that follows from its pixels.
template <class P = NoParams>
MeasuredBuilder<P> measured(std::string name, std::string summary) {
    return MeasuredBuilder<P>(std::move(name), std::move(summary))
        .image_in("src", "The image.")
        .image_out("dst", "The result.");
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
