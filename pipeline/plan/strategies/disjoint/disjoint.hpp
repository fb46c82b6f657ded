// For outputs that share no source pixel: each work-item reads whole units of the pixels that its outputs
// weigh, without local memory (kernels/strategies/disjoint.clh).
#pragma once

#include "pipeline/plan/primitives/disjoint.hpp"
#include "pipeline/plan/schedule/strategy.hpp"

namespace sluice::strategies {

struct DisjointUnits final : Strategy {
    Disjoint of;

    bool takes_tables() const override { return false; }  // the text contains the weights
    int columns_of_one() const override { return static_cast<int>(of.columns.step); }
    UnitParts unit_parts(const GatherCode& code) const override;
    std::string value(const GatherCode& code) const override;
    void add_functions(GatherCode& code) const override;
};

}  // namespace sluice::strategies
