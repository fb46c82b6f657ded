// A plan: everything that a run does, decided before a pixel moves. A value without OpenCL in it: the
// kernels are texts, the memory is sizes and slots.
#pragma once

#include "pipeline/core/device_facts.hpp"
#include "pipeline/core/format.hpp"
#include "pipeline/core/table.hpp"
#include "pipeline/graph/graph.hpp"
#include "pipeline/plan/primitives/primitives.hpp"
#include "pipeline/plan/rewrite/walk.hpp"

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace sluice {

// `automatic` picks what the device is good at: image (packed texels) or buffer. `image` and `natural` put
// f64, which no image object holds, in a buffer, and are errors for what the device cannot do.
enum class StorageChoice { automatic, image, buffer, natural };
// Of a Reduce: who folds the partial results of the groups into the Table.
enum class FinishBy { automatic, last_group, kernel };

struct PlanOptions {
    std::vector<std::string> observe = {};  // Tables that the caller reads: "normalize.stats"
    StorageChoice storage = StorageChoice::automatic;
    // Another one for the image of a Source, or that a Sink gets, by its id: so that an application's own
    // image object is taken as it is while the rest stays automatic.
    std::map<std::string, StorageChoice> storage_of = {};
    // Bytes of device memory that a frame may take; 0 = what the device has. Where an image needs more, or is
    // more than the device takes in one piece, it goes through in strips.
    std::size_t limit_memory = 0;
    bool fuse = true;           // false: each primitive is a pass of its own
    bool simplify = true;       // false: statistics are found where the graph has them, by no algebra
    bool packed_reduce = true;  // false: Reduces count decoded numbers only (for tests)
    FinishBy finish = FinishBy::automatic;
    int pixels_at_once = 0;      // pixels in V; 0 = chosen by device (for tests: 1, 2, 4)
    std::size_t work_group = 0;  // items of a work-group; 0 = chosen by device (for tests)
};

// Rows of each layer of an image, or of what a pass goes over.
struct Rows {
    std::size_t first = 0, count = 0;

    std::size_t end() const { return first + count; }
    bool operator==(const Rows&) const = default;
};

// Image memory on the device. Rows are padded to whole 16 pixels and 64 bytes, so that every kernel may
// read and write whole 16-byte texels, 16 pixels at a time; those of natural image objects are not.
struct PlannedImage {
    std::string name;  // the id of the node that makes it
    ImageFormat format;
    Storage storage = Storage::buffer;
    std::string reason;     // why this storage
    std::size_t pitch = 0;  // bytes of a row; of a natural image object, where the host puts and finds it
    std::size_t rows = 0;   // in memory at a time, of all layers: all of them, or the most of a strip
    std::size_t slot = 0;   // images whose lives do not meet share one

    std::size_t texels() const { return pitch / 16; }  // packed ones, of a row: the width of an image object
    std::size_t bytes() const { return pitch * rows; }
};

enum class Zeroed { never, once, each_frame };  // once: when it is made, and kernels leave it so

struct PlannedTable {
    std::string name;
    TableLayout layout;  // empty for scratch
    std::size_t bytes = 0;
    Zeroed zeroed = Zeroed::never;
    std::vector<std::byte> given = {};  // what it holds from the start, and always: no kernel writes to it
};

// --- arguments of a kernel, in order ----------------------------------------------------------------

struct ImageArgument {
    std::size_t image;
};
struct TableArgument {
    std::size_t table;
};
struct NumberArgument {
    enum class Type { i32, u32, u64, f32, f64 };
    Type type;
    double value;          // integers up to 2^53
    std::size_t node = 0;  // what it follows when a live parameter changes: number_of(graph, node, name);
    std::string name;      // "" = nothing, it is fixed
};
// What follows the strip, an u32: the first row or the number of rows of the pass, or of an image as it lies
// in memory; in units of `of` of them, rounded up, `times` each.
struct RowsArgument {
    enum class What { pass_first, pass_count, image_first, image_count };
    What what;
    std::size_t image = 0;
    std::size_t of = 1, times = 1;
};
using KernelArgument = std::variant<ImageArgument, TableArgument, NumberArgument, RowsArgument>;

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
    bool over_pixels = false;                // a pass, not a small kernel over a Table
    std::vector<Rows> rows;                  // of a pass: what it goes over, and writes, in each strip
    std::vector<std::size_t> reads, writes;  // images
    std::size_t bytes_read = 0, bytes_written = 0;
};
// Of rows of an image in each strip; no rows: not in this one. Those of a Download are its strip's own, each
// in one strip; those of an Upload overlap where they are read with their neighbours.
struct Upload {
    std::size_t source;  // a node
    std::size_t image;
    int sweep = 0;
    std::vector<Rows> rows;
};
struct Download {
    std::size_t sink;  // a node
    std::size_t image;
    std::vector<Rows> rows;
};
using PlannedStep = std::variant<Upload, Launch, Download>;

struct PlannedWarning {
    std::size_t flag;
    std::string stage, text;
};  // said when status[flag] > 0
struct ObservedTable {
    std::string name;
    std::size_t table;
    std::vector<Field> fields = {};  // that the caller sees; none: all
};

struct ExecutionPlan {
    DeviceFacts device;
    Primitives graph;  // what is computed; keeps the stages, whatever becomes of the registry
    std::vector<PlannedImage> images;
    std::vector<std::size_t> slots;  // bytes of each
    std::vector<PlannedTable> tables;
    std::vector<PlannedStep> steps;
    // How many strips the frame goes through in. Where there are several, uploads of one sweep with the
    // passes and downloads that follow them are done strip by strip; all other steps once.
    std::size_t strips = 1;
    std::vector<ObservedTable> observed;
    std::optional<std::size_t> status;  // a table: one u32 for each of `warnings`
    std::vector<PlannedWarning> warnings;
    std::vector<std::string> decisions;  // about the whole, each with its reason, for people
    std::size_t peak_bytes = 0;          // device memory of one frame

    bool in_strips() const { return strips > 1; }
    std::size_t passes() const;  // over the pixels
    // The Source whose metadata (profile) belongs to the image of a Sink.
    std::optional<std::size_t> metadata_source(std::size_t sink) const;
};

// Decides everything. Throws Error(usage) for what cannot be done on this device, with the reason.
// Pure: the same arguments give the same plan.
ExecutionPlan make_plan(const CheckedGraph& graph, const Registry& registry, const SourceFormats& sources,
                        const DeviceFacts& device, const PlanOptions& options = {});

// Three lines for people: the stages, the passes over the pixels, the memory.
std::string plan_summary(const ExecutionPlan& plan);
// What was decided: for people (the summary, then each step with its reasons), for programs, for Graphviz
// (each primitive once). `kernels` adds the assembled sources.
std::string plan_text(const ExecutionPlan& plan, bool kernels = false);
std::string plan_json(const ExecutionPlan& plan);
std::string plan_dot(const ExecutionPlan& plan);

}  // namespace sluice
