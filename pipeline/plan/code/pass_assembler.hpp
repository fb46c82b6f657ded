// A pass becomes a program: what it reads, makes, stores and reduces, each in its part of one kernel.
// Included by the files that assemble passes only.
#pragma once

#include "pipeline/core/ceil_div.hpp"
#include "pipeline/plan/code/assemble.hpp"
#include "pipeline/plan/code/gather_code.hpp"
#include "pipeline/plan/code/histogram_code.hpp"
#include "pipeline/plan/code/pixel_code.hpp"
#include "pipeline/plan/code/point_code.hpp"
#include "pipeline/plan/code/reduce_code.hpp"
#include "pipeline/plan/code/tap_tables.hpp"
#include "pipeline/plan/code/traverse.hpp"
#include "pipeline/plan/primitives/numbers.hpp"
#include "pipeline/plan/text.hpp"

#include <algorithm>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace sluice {

// Where the lanes of piece k of a unit are. What hangs over the right edge is never written; it takes the
// last column, so that nothing is looked up behind the end of a table.
inline const PlaceCode place_of_piece{"min(PIXEL_OF_LANE + (VI)(x + k * PIXELS), (VI)(width - 1))",
                                      "(VI)(first_row + y)"};

class PassAssembler {
public:
    PassAssembler(Assembly& assembly, const PassStep& pass, const std::vector<Rows>& rows)
        : assembly_(assembly),
          graph_(assembly.plan.graph),
          pass_(pass),
          rows_(rows),
          finish_(place_finish(assembly.plan.device, assembly.options)) {
        if (!pass_.reduces.empty()) tiles_ = node(pass_.reduces.front()).layout->tiles;
        for (const GatherSource& gather : pass_.gathers)
            if (node(gather.node).gather().taps) taps_[gather.node] = padded_taps(graph_, node(gather.node));
        for (const std::size_t i : pass_.reduces) reduces_.push_back(reduce_code(i));
        share_local_memory(reduces_, assembly_.plan.device);
        shape_ = shape();
    }

    std::vector<Launch> run();

private:
    const Primitive& node(std::size_t i) const { return graph_.nodes[i]; }
    // The rows of its largest strip.
    std::size_t height() const {
        const auto fewer = [](const Rows& a, const Rows& b) { return a.count < b.count; };
        return std::max_element(rows_.begin(), rows_.end(), fewer)->count;
    }
    std::string local(const char* prefix, std::size_t i) const { return cat(prefix, numbers_(i)); }
    bool masked(std::size_t reduce) const {
        return node(reduce).inputs.size() > 1 && node(reduce).inputs[1].has_value();
    }
    bool loaded(std::size_t image) const {
        return std::find(pass_.loads.begin(), pass_.loads.end(), image) != pass_.loads.end();
    }
    bool counts_words(std::size_t image) const;
    bool looks_words_up(std::size_t point) const;
    bool aligned(std::size_t image) const;
    ReduceCode reduce_code(std::size_t reduce) const;
    const GatherSource* tiled() const;
    PassNeeds::Tiled tile_needs(const GatherSource& gather) const;
    PassShape shape() const;
    void loads();
    void gathers();
    void points();
    void look_words_up(std::size_t point);
    bool stored_only(std::size_t point) const;
    void stores();
    std::string mask(const ReduceCode& code, std::size_t image) const;
    void reduces();
    Ground ground() const { return {pass_.domain.width, tiles_, !reduces_.empty()}; }
    bool decodes() const;  // whether anything is done piece by piece
    std::string unit(Cut cut) const;
    void add_tiled_kernel();
    std::string implementation() const;
    std::string kernel() const;
    Launch launch(std::shared_ptr<const Program> program) const;
    std::size_t scratch(const std::string& id, const std::string& what, std::size_t bytes, Zeroed zeroed);
    void accumulate(const ReduceCode& code, const std::string& id, std::size_t table);
    void histogram(const ReduceCode& code, std::size_t reduce, std::size_t table);
    void add_finish(const std::string& id, Launch finish);

    Assembly& assembly_;
    const Primitives& graph_;
    const PassStep& pass_;
    const std::vector<Rows>& rows_;
    FinishChoice finish_;
    std::optional<Tiles> tiles_;             // of its Reduces
    std::map<std::size_t, Separable> taps_;  // of Gathers
    PassShape shape_;
    KernelSource source_;
    KernelParameters parameters_;
    mutable LocalNumbers numbers_;
    ProgramCode program_{assembly_, shape_, source_, parameters_, numbers_};
    // Parts of the kernel's body.
    std::string before_;            // the loops
    std::string units_, load_;      // of a unit
    std::string evaluate_, store_;  // of a piece, of a unit
    std::string look_up_;           // of a unit: words of 8-bit images
    std::string after_;             // the loops
    std::vector<ReduceCode> reduces_;
    std::string source_after_;  // the pass: kernels that finish its Reduces
    std::vector<Launch> finishes_;
    PointCode point_code_{program_, place_of_piece, before_};
    std::vector<GatherCode> gathers_;
};

}  // namespace sluice
