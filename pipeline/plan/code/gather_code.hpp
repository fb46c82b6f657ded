// OpenCL C of a Gather in a pass: the images that it reads, the function that gives any of their pixels, with
// what Points make of it and what stands outside, and what computes the Gather from that.
#pragma once

#include "pipeline/plan/code/choose_code.hpp"
#include "pipeline/plan/code/pixel_code.hpp"
#include "pipeline/plan/code/point_code.hpp"
#include "pipeline/plan/schedule/fuse.hpp"
#include "pipeline/plan/schedule/tap_tables.hpp"

#include <map>
#include <optional>
#include <string>
#include <vector>

namespace sluice {

class GatherCode {
public:
    // Declares its images, and adds them and its sizes to the kernel. `taps`: of a separable one. `tiled`:
    // the pass goes over tiles of it (pass_tiled.clh, pass_straight.clh, pass_columns.clh, pass_walk.clh,
    // pass_sums.clh), else each pixel is gathered for itself.
    GatherCode(ProgramCode& program, const GatherSource& source, std::optional<GatherTaps> taps, bool tiled);

    // Statements that make its variable v<i> (point_code.hpp) at the place of each lane, rounded to its pixel
    // type.
    std::string statements(const PlaceCode& place, bool stored_only);
    // The name of what an image of it stores, where that need not be made of v<i>; else "".
    std::string stored() const;
    std::size_t made() const { return source_.node; }
    // Whether windows are read in runs of pixels where all of them are image: on CPUs, whose vectors are
    // pieces of rows. `statements` stand where a constant `inside` says so; inside(): the condition, for a
    // unit.
    bool side_by_side() const;
    std::string inside() const;
    // Adds its functions to the program. To be called when the kernel has all of its parameters.
    void add_functions();
    bool is_tiled() const { return way_ == TileWay::lines; }
    // Of a sum that slides down a tile (pass_sums.clh), after that.
    bool is_summed() const { return way_ == TileWay::sums; }
    // How far the windows of an item's units reach, where it reads once what these have in common.
    const std::optional<Reach>& around() const { return around_; }
    // What it reads by units: what they need before the loops of a pass, what declares them beside those of
    // images, and what reads those that unit d of the result is made of.
    struct UnitParts {
        std::string before, declare, load;
    };
    UnitParts unit_parts() const;
    std::string texel(const char* x, const char* y, const char* function = "_texel") const;
    std::string sum_name() const { return name_ + "_sum"; }
    // Of one whose function makes blocks, after value(): the call that makes that of a group.
    const std::string& block_call() const { return block_call_; }
    // Of a tiled one, after that: the parts of pass_tiled.clh that fill a tile. What they need once goes into
    // what stands before the pass, which has it once.
    std::map<std::string, std::string> fill_parts(std::string& before);

private:
    const Primitive& node(std::size_t i) const { return graph_.nodes[i]; }
    bool reads_lines() const;
    bool is_disjoint() const { return taps_ && program_.shape.disjoint; }
    std::string image_name(std::size_t image) const;
    void add_sizes();
    bool moves() const;
    const CheckedReads* check() const;
    void add_check();
    void define_checked();
    std::string checked(const char* x, const char* y) const;
    std::string edge_text(const std::string& place, const char* size) const;
    void add_inside(const ImageFormat& src);
    std::vector<std::size_t> whole_tables() const;
    bool in_text() const;
    bool chooses() const;
    bool finite_border() const;
    bool reads_finite() const;
    bool weighs_finite() const;
    Choosing among() const;
    const ImageFormat& source() const;
    std::string type() const;
    std::string points(PointCode& code) const;
    std::string reads(bool side_by_side, LanesAs as = LanesAs::numbers) const;
    bool samples_bits() const;
    void add_texel();
    std::vector<KernelSource::Macro> macros() const;
    // Of windows around an item's units (window_code.cpp).
    bool keeps_words() const;
    std::optional<Reach> find_around() const;
    bool takes_pieces() const;
    std::size_t around_columns() const;
    std::string around_at(const char* dy, const char* k, const char* dx) const;
    UnitParts around_parts() const;
    std::string beside(const std::string& column, const std::string& of_unit) const;
    std::string row_of_pieces(bool whole) const;
    // Of separable ones (separable_code.cpp).
    std::vector<KernelSource::Macro> weight_macros() const;
    const char* weights_finite(bool padded) const;
    void add_weights();
    void add_front(const char* name, const std::string& type, const std::string& decoded);
    void define_all(const std::vector<KernelSource::Macro>& macros);
    void define_lines(const char* table, const std::string& outputs, const RowLines& lines);
    void define_taps();
    void add_fill_stored(std::map<std::string, std::string>& parts);
    void add_fill_numbers(std::map<std::string, std::string>& parts, std::string& before,
                          const std::string& decoded);
    void add_straight();
    void define_straight();
    void define_columns();
    void define_walk();
    LanesAs lanes_as() const;
    std::string words_of_piece() const;
    void define_pieces();
    std::string line_of(const char* type) const;
    PassShape of_source() const;
    UnitParts disjoint_parts() const;
    void add_disjoint();

    ProgramCode& program_;
    const Primitives& graph_;
    const GatherSource& source_;
    std::optional<GatherTaps> taps_;
    std::optional<TileWay> way_;  // nullopt: each pixel is gathered for itself
    std::string block_call_;
    std::string name_;  // "g3"
    std::optional<Reach> around_;
};

}  // namespace sluice
