// A kernel and its launch, as texts and numbers, without OpenCL.
#pragma once

#include "pipeline/plan/memory.hpp"

#include <cstddef>
#include <memory>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace sluice {

struct ImageArgument {
    std::size_t image;
    bool operator==(const ImageArgument&) const = default;
};
struct TableArgument {
    std::size_t table;
    bool previous = false;  // as the frame before made it; of one that is kept
    bool operator==(const TableArgument&) const = default;
};
struct NumberArgument {
    enum class Type { i32, u32, u64, f32, f64 };
    Type type;
    double value;          // integers up to 2^53
    std::size_t node = 0;  // what it follows when a live parameter changes: number_of(graph, node, name);
    std::string name;      // "" = nothing, it is fixed
    bool operator==(const NumberArgument&) const = default;
};
// An argument (u32) that depends on the strip: the first row or the number of rows of the pass, or of an
// image in memory; divided by `of`, rounded up, and multiplied by `times`.
struct RowsArgument {
    enum class What { pass_first, pass_count, image_first, image_count };
    What what;
    std::size_t image = 0;
    std::size_t of = 1, times = 1;
    bool operator==(const RowsArgument&) const = default;
};
// Arguments for the layout of an image in Storage::rows, which each frame gives: bytes to the first pixel and
// from row to row (ulong), samples from pixel to pixel, and whether colours are B G R (int).
struct LayoutArgument {
    enum class What { offset, pitch, step, reversed };
    What what;
    std::size_t image;
    bool operator==(const LayoutArgument&) const = default;
};
using KernelArgument =
    std::variant<ImageArgument, TableArgument, NumberArgument, RowsArgument, LayoutArgument>;

struct Program {
    std::string name;  // for messages
    std::string source;
    std::string options;
};

struct Launch {
    std::string stages;  // ids of the primitives that it computes: "normalize.stretch, invert"
    std::string kernel;
    std::shared_ptr<const Program> program;
    std::vector<KernelArgument> arguments;
    std::size_t groups = 1, local = 1;       // work-groups, and work-items in each
    std::string implementation;              // "generated, 4 pixels at a time"
    std::string reason;                      // why this one
    std::string_view strategy;               // that makes its pixels; "" = none
    bool over_pixels = false;                // a pass, not a small kernel over a Table
    std::vector<Rows> rows;                  // of a pass: what it goes over, and writes, in each strip
    std::vector<std::size_t> reads, writes;  // images
    std::size_t bytes_read = 0, bytes_written = 0;
};

}  // namespace sluice
