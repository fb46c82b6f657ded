// The built-in quantities of a Reduce: for each, its field in the Table and the OpenCL C that finds it.
#pragma once

#include "pipeline/core/format.hpp"
#include "pipeline/core/table.hpp"
#include "pipeline/graph/stage.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace sluice {

// What the lanes of a work-item count, before they are folded.
enum class Counting {
    words,     // 8 and 16 bit as they lie in memory, packed (kernels/words.clh)
    integers,  // 32-bit integers as they lie in memory
    numbers    // V: all that was decoded or computed
};
std::string_view name(Counting counting);

// How lanes find a quantity. `a` is their accumulator in `step` and `flush`, `lanes` in `fold`.
// numbers and integers: `step` sees the value x, `counted`, the mask of lanes to look at, and `valid`,
// that of finite values among them (all counted ones, for integers).
// words: it sees v, the values biased to be unsigned, with 0 where there is no pixel; top, the same with the
// greatest value there; plain, the values as they lie there, or 0.
struct LaneCode {
    std::string type, start;  // "" where nothing of its own is kept
    std::string step;
    std::string flush;  // of what overflows after flush_steps() steps, or gets inexact
    std::string fold;   // takes lane `lane` into the scalar accumulator a
};

// One quantity over one kind of pixel. A name is the same in lanes, scalar accumulator and Table.
struct Quantity {
    std::string name;  // "min"
    FieldType type;
    LaneCode lanes;
    std::string type_name, start;  // the scalar accumulator
    std::string merge;             // takes another, b, into a
    std::string stored;            // what goes into the Table, from a
    bool of_not_finite = false;    // counts only what is not finite

    std::size_t bytes() const;  // at most, of the scalar accumulator with its padding
};

// All quantities there are for pixels of this type, in the order of their fields. `fp64`: whether the
// device has double. Those of lanes that count words are made of those that count numbers.
std::vector<Quantity> quantities(Pixel pixel, bool fp64, Counting counting = Counting::numbers);
// Those that lanes of packed words can find: changes how lanes do it, and nothing else.
void count_in_words(std::vector<Quantity>& quantities, const ImageFormat& format);
// Steps after which such lanes must be flushed. `dot_bytes`: whether the device adds bytes four at a time.
std::size_t flush_steps(Pixel pixel, bool dot_bytes);

// The pixel type of the values that are counted: the image's, but luma is a real number unless it is rounded.
Pixel counted_pixel(const Reduction& reduction, const ImageFormat& format);

// Every field that a Reduce of such an image could fill.
TableLayout statistics_layout(const Reduction& reduction, const ImageFormat& format, bool fp64);

// The fields from which what is asked for follows: mean asks for count and sum.
std::vector<std::string> fields_for(const std::vector<std::string>& asked);

}  // namespace sluice
