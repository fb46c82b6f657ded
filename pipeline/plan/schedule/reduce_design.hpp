// How a Reduce is done in its pass: what its lanes count, what of it lies in local memory, and the memory
// that its kernels share.
#pragma once

#include "pipeline/core/device_facts.hpp"
#include "pipeline/core/format.hpp"
#include "pipeline/core/table.hpp"
#include "pipeline/plan/primitives/statistics.hpp"
#include "pipeline/plan/schedule/place.hpp"

#include <cstddef>
#include <string>
#include <vector>

namespace sluice {

// Local memory of a group in which it keeps whether it is the last, with what a compiler puts around it.
constexpr std::size_t last_group_bytes = 32;

// Where the counts of a histogram are kept until its pass ends. All copies are zero before a pass and after
// its finish.
enum class BinsIn {
    own_copy,  // a copy in global memory for each group, which is one item: nothing is shared
    local,     // local memory of a group, atomically; then added to the row's copy
    global     // the row's copy, atomically: too many bins for local memory
};

struct ReduceDesign {
    Reduction reduction;
    ImageFormat format;                // of the image
    std::vector<Quantity> quantities;  // of the fields that are read
    TableLayout layout;
    Counting counting = Counting::numbers;
    std::string reason;           // why this counting
    std::size_t flush_steps = 0;  // of lanes that count words
    bool tiled = false;           // units are cut by an area and not by the image's right edge
    std::size_t round = 1;        // channels of all items that are in local memory at once
    bool local_bins = false;  // whether local memory has room for bins, those of the pass's other Reduces too
    BinsIn bins_in = BinsIn::own_copy;
    // Copies that an item takes in turns, so that equal neighbours do not wait for each other.
    std::size_t bins_ways = 1;
    std::size_t bins_copies = 1;  // of a layer
    // Tables of the plan, each where it is needed.
    std::size_t partials = 0;  // what the groups found
    std::size_t bins = 0;

    bool luma() const { return layout.channels.front() == "luma"; }
    // Whether alpha says which pixels are counted.
    bool hides() const { return reduction.alpha == AlphaRule::visible && format.has_alpha(); }
    bool places() const;  // whether it finds where something is
    bool refined() const { return reduction.digit && reduction.digit->prefixes > 0; }  // by a Table
    std::size_t channel_bytes() const;  // at most, of what is known about one channel: <name>_one
    std::size_t all_bins() const { return layout.channels.size() * reduction.bins; }
    std::size_t bins_bytes() const { return 4 * all_bins(); }  // of one copy, all channels
};

// Whether bins are those of levels, or of digits, of integers of 8 or 16 bits: CPUs count them as they lie in
// memory.
bool counts_keys(const Reduction& reduction, const ImageFormat& format);

// Whether a group adds up the bins of a row in less time than a launch takes.
bool few_bins(const TableLayout& layout);

// Whether the last group of a pass does so. Bins of a strip wait for those of the next.
bool last_group_adds_bins(const FinishChoice& finish, const ReduceDesign& reduce, bool in_strips);

// Gives bins room in half of a group's local memory, to one Reduce of a pass after the other.
void share_local_memory(std::vector<ReduceDesign>& reduces, const DeviceFacts& device);
// In how many copies a work-item of a CPU counts in turns, so that equal neighbours do not wait for each
// other.
std::size_t ways_of_bins(const ReduceDesign& reduce);
void place_bins(ReduceDesign& reduce, const PassShape& shape);  // REQUIRES: it has bins

}  // namespace sluice
