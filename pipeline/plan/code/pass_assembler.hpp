// A pass becomes a program: what it reads, makes, stores and reduces, each in its part of one kernel.
// Included by the files that assemble passes only.
#pragma once

#include "pipeline/core/ceil_div.hpp"
#include "pipeline/plan/code/assemble.hpp"
#include "pipeline/plan/code/gather_code.hpp"
#include "pipeline/plan/code/ground.hpp"
#include "pipeline/plan/code/histogram_code.hpp"
#include "pipeline/plan/code/pixel_code.hpp"
#include "pipeline/plan/code/point_code.hpp"
#include "pipeline/plan/code/reduce_code.hpp"
#include "pipeline/plan/code/table_code.hpp"
#include "pipeline/plan/code/tile_pass.hpp"
#include "pipeline/plan/primitives/numbers.hpp"
#include "pipeline/plan/text.hpp"

#include <algorithm>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace sluice {

// Where the lanes of piece k of a unit are. What hangs over the right edge is never written; it takes the
// last column, so that nothing is looked up behind the end of a table.
inline const PlaceCode place_of_piece{"min(LANE_COLUMNS(k), (VI)(width - 1))", "(VI)(first_row + y)"};

// For windows, whose every place is looked for in the image: neighbours of one pixel are those of the next.
// Passes that go over tiles have no units.
inline const PlaceCode place_in_window{"(PIXEL_OF_LANE + (VI)(x)) + (VI)(k * PIXELS)",
                                       "(VI)(first_row + first_y) + (VI)(d)"};

class PassAssembler {
public:
    PassAssembler(const Assembly& assembly, std::size_t step)
        : assembly_(assembly),
          step_(step),
          pass_(std::get<PassStep>(assembly.steps.at(step))),
          view_(assembly, pass_.interleaved > 1),
          graph_(view_.graph),
          rows_(assembly.rows.at(step)),
          design_(assembly.passes.at(step)) {
        for (std::size_t k = 0; k < design_.reduces.size(); ++k)
            reduces_.push_back({design_.reduces[k], local("r", pass_.reduces[k])});
        if (!finish_.last_group) return;
        program_.makes.insert(pass_.reduces.begin(), pass_.reduces.end());
        program_.makes.insert(pass_.tables.begin(), pass_.tables.end());
    }

    std::vector<Launch> run();

private:
    const Primitive& node(std::size_t i) const { return graph_.nodes[i]; }
    std::string local(const char* prefix, std::size_t i) const { return cat(prefix, numbers_(i)); }
    bool masked(std::size_t reduce) const {
        return node(reduce).inputs.size() > 1 && node(reduce).inputs[1].has_value();
    }
    bool counts_words(std::size_t image) const;
    bool looks_words_up(std::size_t point) const { return design_.word_lookups.count(point) != 0; }
    bool stored_only(std::size_t node) const { return sluice::stored_only(graph_, pass_, node); }
    void loads();
    void gathers();
    void evaluate();
    void look_words_up(std::size_t point);
    std::string encoded(std::size_t image, const std::string& name) const;
    void stores();
    std::string mask(const ReduceCode& code, std::size_t image) const;
    void reduces();
    Ground ground() const { return {pass_.width(), tiles_, !reduces_.empty()}; }
    bool tests_finite(std::size_t reduce) const;
    void tests();
    bool decodes() const;  // whether anything is done piece by piece
    std::string unit(Cut cut) const;
    std::string inside_and_not(const std::string& inside, const std::string& not_inside) const;
    std::map<std::string, std::string> tile_parts() const;
    void add_kernel_of_tiles();
    std::string implementation() const;
    void add_kernel();
    Launch launch(std::shared_ptr<const Program> program) const;
    void accumulate(const ReduceCode& code, std::size_t reduce);
    void histogram(const ReduceCode& code, std::size_t reduce);
    void finish_by_last_group();

    const Assembly& assembly_;
    const std::size_t step_;
    const PassStep& pass_;
    const PassView view_;
    const Primitives& graph_;
    const std::vector<Rows>& rows_;
    const PassDesign& design_;
    const PassShape& shape_ = design_.shape;
    const std::optional<Tiles>& tiles_ = design_.tiles;
    const FinishChoice& finish_ = design_.finish;
    KernelSource source_;
    KernelParameters parameters_;
    mutable LocalNumbers numbers_;
    ProgramCode program_{assembly_, view_, shape_, source_, parameters_, numbers_};
    // Parts of the kernel's body.
    std::string before_;            // the loops
    std::string units_, load_;      // of a unit
    std::string evaluate_, store_;  // of a piece, of a unit
    std::string test_;              // of all units of an item
    std::string look_up_;           // of a unit: words of 8-bit images
    std::string after_;             // the loops
    std::string finish_in_pass_;    // of the last group
    std::vector<ReduceCode> reduces_;
    PointCode point_code_{program_, place_of_piece, before_};
    std::vector<GatherCode> gathers_;
};

}  // namespace sluice
