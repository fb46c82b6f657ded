// A strategy: one way to run a pass, or to make the pixels of its Gather. Its folder in
// pipeline/plan/strategies/ has all of it: where it fits, what it takes, its text. Nobody else knows which
// strategies there are.
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

// Statements about what is read by units: what stands before the loops of a pass, what declares units, and
// what reads those that unit d of the result is made of.
struct UnitParts {
    std::string before, declare, load;
};

// What a function that makes a group's block has in the place of SRC: parameters, and what is handed to them.
struct BlockSource {
    const char *parameters, *arguments;
};

// One that fits a pass, with all that it has found out about it. Plans share it.
class Strategy {
public:
    virtual ~Strategy() = default;
    // Whether its text is for one size alone.
    virtual bool of_one_size() const { return false; }
    // Whether its text is for just so many weights of an output, whatever the device.
    virtual bool counts_known() const { return of_one_size(); }

    // --- tables of weights: whether there are any; what takes the place of the weights of columns, or of
    // rows, unless it is even; what all of them are multiplied with.
    virtual bool takes_tables() const { return true; }
    virtual const RowLines* column_lines() const { return nullptr; }
    virtual const RowLines* row_lines() const { return nullptr; }
    virtual WeightScales table_scales() const { return {}; }

    // Whole numbers that its text reads, a table of its own (GatherCode::own_table).
    virtual std::vector<std::int32_t> own_table() const { return {}; }

    // --- text of a Gather (code/gather_code.hpp)
    // Whether what it makes is samples of the image, chosen as they lie in memory, where they are integers,
    // as many as PIXELS at a time.
    virtual bool chooses_samples() const { return false; }
    // Whether it reads them so, whatever it makes of them.
    virtual bool reads_samples() const { return chooses_samples(); }
    // Whether it reads pieces of rows at once, wherever they begin.
    virtual bool reads_pieces() const { return reads_samples(); }
    // Whether its loop reads lines of the image, of whole texels, and has what it makes of them.
    virtual bool reads_lines() const { return false; }
    // Columns of the image for each of a unit, where it is read by units as wide as all that these weigh.
    virtual int columns_of_one() const { return 0; }
    virtual const BlockSource* block() const { return nullptr; }
    virtual void add_arguments(GatherCode&) const {}
    virtual UnitParts unit_parts(const GatherCode&) const { return {}; }
    virtual std::string value(const GatherCode&) const { return "gathered"; }  // of type V
    virtual void add_functions(GatherCode&) const = 0;

    // --- text of a pass over tiles (code/tile_pass.hpp)
    virtual void add_kernel(const TilePass&) const {}
};

// A folder's way in.
struct StrategyDef {
    std::string_view name;  // "straight by columns"
    std::vector<StrategyNumber> numbers;
    // The shape of a pass with its predicted time, where it fits.
    std::optional<PassShape> (*fit)(const PassNeeds& needs, const StrategyNumbers& numbers,
                                    const DeviceFacts& device, const PlanOptions& options);
    // Whether it makes Gathers whose neighbours lie PassNeeds::interleaved columns apart.
    bool interleaved = false;
};
// All of them, in the order of their folders' names; the build makes the list.
std::vector<StrategyDef> strategy_table();
const std::vector<StrategyDef>& all_strategies();

}  // namespace sluice
