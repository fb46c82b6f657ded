// OpenCL C of a Gather in a pass: the images that it reads, the function that gives any of their pixels, with
// what Points make of it and what stands outside, and what computes the Gather from that.
#pragma once

#include "pipeline/plan/code/choose_code.hpp"
#include "pipeline/plan/code/pixel_code.hpp"
#include "pipeline/plan/code/point_code.hpp"
#include "pipeline/plan/primitives/whole_sums.hpp"
#include "pipeline/plan/schedule/fuse.hpp"
#include "pipeline/plan/schedule/strategy.hpp"
#include "pipeline/plan/schedule/tap_tables.hpp"
#include "pipeline/plan/text.hpp"

#include <optional>
#include <string>
#include <vector>

namespace sluice {

class GatherCode {
public:
    // Declares its images, and adds them and its sizes to the kernel. `taps`: of a separable one. `strategy`:
    // what makes it; null: each pixel is gathered for itself.
    // `own_table`: of the strategy, where it has one.
    GatherCode(ProgramCode& program, const GatherSource& source, std::optional<GatherTaps> taps,
               const Strategy* strategy, std::optional<std::size_t> own_table = {});

    // Statements that make its variable v<i> (point_code.hpp) at the place of each lane, rounded to its pixel
    // type.
    std::string statements(const PlaceCode& of_pieces, bool stored_only);
    // The name of what an image of it stores, where that need not be made of v<i>; else "".
    std::string stored() const;
    std::size_t made() const { return source_.node; }
    // Whether windows are read in runs of pixels where all of them are image: on CPUs, whose vectors are
    // pieces of rows.
    bool side_by_side() const;
    // Whether it is told where all of a unit is image: `statements` stand where a constant `inside` says so.
    // inside(): the condition, for a unit.
    bool has_inside() const;
    std::string inside() const;
    // Adds its functions to the program. To be called when the kernel has all of its parameters.
    void add_functions();
    bool has_strategy() const { return strategy_ != nullptr; }
    // How far the windows of an item's units reach, where it reads once what these have in common.
    const std::optional<Reach>& around() const { return around_; }
    UnitParts unit_parts() const;

    // --- for strategies
    ProgramCode& program() const { return program_; }
    const std::string& name() const { return name_; }  // "g3", which its names begin with
    // The images that it reads, and the name of one; of the first what it is, and its name.
    const std::vector<std::size_t>& loads() const { return source_.loads; }
    std::string image_name(std::size_t image) const;
    const ImageFormat& source() const;
    std::string source_name() const { return image_name(source_.loads.front()); }
    // The shape of a pass by whose units that is read, where it is.
    PassShape shape_of_image() const;
    // Columns from a pixel of its image to the next: PassNeeds::interleaved.
    int interleaved() const { return node(source_.node).interleaved; }
    // The variable of its image: what Points in front make of those.
    std::string image_value() const;
    std::string points(PointCode& code) const;
    // REQUIRES: it is separable.
    const GatherTaps& weights() const { return *taps_; }
    std::optional<WholeSums> whole_sums() const;
    // "1" or "0": whether WEIGH may multiply by 0. `padded`: weights of 0 stand beside its own.
    const char* weights_finite(bool padded) const;
    // An argument <name><what>, an int that changes with sizes.
    void number(const char* what, double value);
    // An argument <name>_<constant>, an int that its Gather computes from its parameters, which may change.
    void constant(const std::string& constant);
    template <class Value>
    void define(const char* macro, const Value& value) {
        program_.source.define(macro, cat(value));
    }
    void define_all(const std::vector<KernelSource::Macro>& macros);
    // Its strategy's table, an argument <name>_table, __global const int *.
    std::string own_table() const { return name_ + "_table"; }
    // For samples.clh: what they are, how pieces of them are read and chosen.
    void define_samples();
    // A function that makes the V of its image from `decoded`, an expression of `raw`: what lies in memory,
    // and the Points in front of it.
    void add_front(const char* name, const std::string& type, const std::string& decoded);
    // The function that gathers each pixel for itself.
    void add_plainly();
    // A pixel of its image, wherever it is; the column or row that stands for each, by the rule of its
    // border.
    std::string texel(const char* x, const char* y, const char* function = "_texel") const;
    std::string edge_text(const std::string& place, const char* size) const;
    std::string column_edge(const std::string& column) const;
    // After statements(): the call that makes a group's block.
    const std::string& block_call() const { return block_call_; }

private:
    const Primitive& node(std::size_t i) const { return graph_.nodes[i]; }
    Access access() const;
    void add_sizes();
    void add_weights();
    bool moves() const;
    bool reads_rows() const;
    bool planes() const;
    const CheckedReads* check() const;
    void add_check();
    void define_checked();
    std::string checked(const char* x, const char* y) const;
    void add_inside(const ImageFormat& src);
    std::vector<std::size_t> whole_tables() const;
    bool in_text() const;
    bool chooses() const;
    bool finite_border() const;
    bool reads_finite() const;
    bool weighs_finite() const;
    Choosing among() const;
    std::string type() const;
    std::string reads(bool side_by_side, LanesAs as = LanesAs::numbers) const;
    bool samples_bits() const;
    void add_texel();
    void add_sample();
    std::vector<KernelSource::Macro> macros() const;
    std::vector<KernelSource::Macro> weight_macros() const;
    // Of windows around an item's units (window_code.cpp).
    bool keeps_words() const;
    std::optional<Reach> find_around() const;
    bool takes_pieces() const;
    std::size_t around_columns() const;
    std::string around_at(const char* dy, const char* k, const char* dx) const;
    UnitParts around_parts() const;
    std::string beside(const std::string& column, const std::string& of_unit) const;
    std::string row_of_pieces(bool whole) const;

    ProgramCode& program_;
    const Primitives& graph_;
    const GatherSource& source_;
    std::optional<GatherTaps> taps_;
    const Strategy* strategy_;
    std::optional<std::size_t> own_table_;
    std::string block_call_;
    std::string name_;
    std::optional<Reach> around_;
};

}  // namespace sluice
