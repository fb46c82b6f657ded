// A strategy: one way to run a pass, or to compute the pixels of its Gather. Its folder in
// pipeline/plan/strategies/ has everything about it: which passes it fits, the time that it takes, and its
// kernel text. No other code knows which strategies exist.
#pragma once

#include "pipeline/core/device_facts.hpp"
#include "pipeline/plan/options.hpp"
#include "pipeline/plan/primitives/bits_as_floats.hpp"
#include "pipeline/plan/primitives/row_lines.hpp"
#include "pipeline/plan/schedule/strategy_numbers.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace sluice {

class GatherCode;
struct PassNeeds;
struct PassShape;
struct TilePass;

// Statements for reading whole units: before the loops of a pass, to declare units, and to load the units
// that unit d of the result needs.
struct UnitParts {
    std::string before, declare, load;
};

// For a function that makes the block of a group: the parameters that replace SRC, and their arguments.
struct BlockSource {
    const char *parameters, *arguments;
};

// A strategy that fits a pass, with everything that it found out about the pass. Plans share it.
class Strategy {
public:
    virtual ~Strategy() = default;
    // Whether its text fits only one image size.
    virtual bool of_one_size() const { return false; }
    // Whether its text fits only one number of weights per output, on every device.
    virtual bool counts_known() const { return of_one_size(); }

    // --- tables of weights: whether there are any; what replaces the weights of columns or rows, unless they
    // are even; the factors that all weights are multiplied by.
    virtual bool takes_tables() const { return true; }
    virtual const RowLines* column_lines() const { return nullptr; }
    virtual const RowLines* row_lines() const { return nullptr; }
    virtual WeightScales table_scales() const { return {}; }

    // A table of integers that its text reads (GatherCode::own_table).
    virtual std::vector<std::int32_t> own_table() const { return {}; }

    // --- text of a Gather (code/gather_code.hpp)
    // Whether its results are samples of the image, chosen as stored if they are integers, PIXELS at a time.
    virtual bool chooses_samples() const { return false; }
    // Whether it reads samples as stored, whatever it computes from them.
    virtual bool reads_samples() const { return chooses_samples(); }
    // Whether it reads pieces of rows at once, at any start.
    virtual bool reads_pieces() const { return reads_samples(); }
    // Whether its loop reads lines of whole texels and computes the result from them.
    virtual bool reads_lines() const { return false; }
    // If the image is read in units as wide as everything that a unit of the result weighs: the columns of
    // the image for each pixel of the result. Otherwise 0.
    virtual int columns_of_one() const { return 0; }
    virtual const BlockSource* block() const { return nullptr; }
    virtual void add_arguments(GatherCode&) const {}
    virtual UnitParts unit_parts(const GatherCode&) const { return {}; }
    virtual std::string value(const GatherCode&) const { return "gathered"; }  // of type V
    virtual void add_functions(GatherCode&) const = 0;

    // --- text of a pass over tiles (code/tile_pass.hpp)
    virtual void add_kernel(const TilePass&) const {}
};

// What a folder of pipeline/plan/strategies/ provides.
struct StrategyDef {
    std::string_view name;  // "straight by columns"
    std::vector<StrategyNumber> numbers;
    // Returns the shape of a pass with its predicted time; nullopt if the strategy does not fit.
    std::optional<PassShape> (*fit)(const PassNeeds& needs, const StrategyNumbers& numbers,
                                    const DeviceFacts& device, const PlanOptions& options);
    // Whether it supports Gathers whose neighbours are PassNeeds::interleaved columns apart.
    bool interleaved = false;
};
// All strategies, in the order of their folders' names. The build makes the list.
std::vector<StrategyDef> strategy_table();
const std::vector<StrategyDef>& all_strategies();

}  // namespace sluice
