#include "pipeline/plan/strategies/units.hpp"

#include "pipeline/plan/strategies/weighing.hpp"

#include <cstddef>

namespace sluice::strategies {
namespace {

// Products that a GPU takes as long as for a place of a window that its text does not know.
constexpr double products_of_place = 4;

// The same of a CPU for a place of an extreme, where it keeps all of them in registers, and where not.
constexpr double products_of_kept = 1.5, products_of_more = 5;
constexpr std::size_t most_kept = 9;

// Products that a CPU takes as long as for the median of 3 x 3, and of 5 x 5 integers as they lie in memory;
// for a place of these where it is a number; for one of more places, for each two bits that are found.
constexpr double products_of_9 = 45, products_of_25 = 300, products_of_number = 30, products_of_two_bits = 15;

// How often a CPU takes these where pixels of several channels come from rows, two vectors for a piece.
constexpr double times_from_rows = 2;

// The same for a pixel that moves along rows, and for one that comes from another row than its neighbour.
constexpr double products_of_moved = 15, products_of_turned = 160;

double products_of_median(const PassNeeds::Tiled& of, std::size_t places) {
    const bool integers = of.samples && is_integer(of.samples->pixel);
    const auto all = static_cast<double>(places);
    if (places > 25) {
        const std::size_t bits = 8 * (integers ? bytes(of.samples->pixel) : sizeof(float));
        return products_of_two_bits * static_cast<double>(bits / 2) * all;
    }
    return !integers ? products_of_number * all : places > 9 ? products_of_25 : products_of_9;
}

Weighing each_for_itself(const PassNeeds& needs, const DeviceFacts& device) {
    const PassNeeds::Tiled& of = *needs.tiled;
    const std::size_t around = 2 * (of.block ? of.block->around : 0) + 1;  // of a block that is one output
    Weighing work;
    if (of.move) {
        work.products = results_of(needs) * (of.move->transposed ? products_of_turned : products_of_moved);
        return work;
    }
    if (of.rank_filter) {
        const std::size_t places = of.rank_filter->pixels();
        const bool in_text = numbers_of_place * (places + 1) <= most_text_numbers(device);
        const double reads = results_of(needs) * static_cast<double>(places);
        if (of.rank_filter->rank == Rank::middle)
            work.products = results_of(needs) * products_of_median(of, places);
        else if (device.cpu())
            work.products = reads * (places <= most_kept ? products_of_kept : products_of_more);
        else
            work.products = reads * (in_text ? 1 : products_of_place);  // as if they were weighed
        if (device.cpu() && !of.in_buffers && of.samples && of.samples->lanes() > 1)
            work.products *= times_from_rows;
        return work;
    }
    if (of.prefix_sums) {
        work.looked_up = results_of(needs) * static_cast<double>(of.source.width * of.source.height) / 4;
        return work;
    }
    const std::size_t pixels = of.taps != nullptr ? of.taps->columns.count * of.taps->rows.count
                                                  : of.block->reach.pixels() * around * around;
    work.looked_up = results_of(needs) * static_cast<double>(pixels);
    return work;
}

}  // namespace

std::optional<PassShape> fit_units(const PassNeeds& needs, const StrategyNumbers& numbers,
                                   NumbersOfPass* numbers_of, const DeviceFacts& device,
                                   const PlanOptions& options) {
    PassNeeds of = needs;  // as any other pass
    of.tiled.reset();
    const auto of_pass = [&](bool alone) { return numbers_of(needs, numbers, device, alone); };
    PassShape shape = place_units(of, of_pass, device, options);
    if (needs.tiled) shape.time = time_of(each_for_itself(needs, device), shape, needs, device);
    return shape;
}

}  // namespace sluice::strategies
