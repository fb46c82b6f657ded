// What a caller may ask of a plan.
#pragma once

#include "pipeline/core/enum_names.hpp"
#include "pipeline/core/format.hpp"

#include <array>
#include <cstddef>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace sluice {

struct DeviceTuning;

// The format of each Source, by the id of its node.
using SourceFormats = std::map<std::string, ImageFormat>;

// `automatic` picks what the device is good at: image (packed texels) or buffer; on a CPU rows for images of
// the application's, which then are read and written where they are. `image` and `natural` put f64, which no
// image object holds, in a buffer, and are errors for what the device cannot do.
enum class StorageChoice { automatic, image, buffer, natural, rows };
template <>
inline constexpr std::array<std::string_view, 5> names_of<StorageChoice>{"auto", "image", "buffer", "natural",
                                                                         "rows"};

// Of a Reduce: who folds the partial results of the groups into the Table.
enum class FinishBy { automatic, last_group, kernel };
template <>
inline constexpr std::array<std::string_view, 3> names_of<FinishBy>{"auto", "last_group", "kernel"};

struct PlanOptions {
    std::vector<std::string> observe = {};  // Tables that the caller reads: "normalize.stats"
    StorageChoice storage = StorageChoice::automatic;
    // Another one for the image of a Source, or that a Sink gets, by its id: so that an application's own
    // image object is taken as it is while the rest stays automatic.
    std::map<std::string, StorageChoice> storage_of = {};
    // Bytes of device memory that a frame may take; 0 = what the device has. Where an image needs more, or is
    // more than the device takes in one piece, it goes through in strips.
    std::size_t limit_memory = 0;
    // Sources and Sinks hand over the rows of a strip and hold no whole picture; a Source is read once more
    // each time that its rows are needed from the top.
    bool by_rows = false;
    // How many frames of these sizes there will be, as far as is known; 0 = many. A kernel for one size alone
    // is made where it saves more time than compiling it takes.
    std::size_t frames = 0;
    bool few_frames() const { return frames > 0 && frames < 1000; }
    bool fuse = true;  // false: each primitive is a pass of its own
    // Images that lie in memory, where all that take them read them, though fusion would evaluate them: ids
    // of stages ("grey") or of their parts ("normalize.stretch"). Results do not change.
    std::vector<std::string> store = {};
    bool simplify = true;  // false: statistics are found where the graph has them, by no algebra
    // For authors of stages: kernels hold each AT, TEXEL and SAMPLE against the reach or the footprint that
    // its stage declares, and read nothing beyond. A frame in which one lies beyond fails with Error(usage)
    // that names the stage and the place. Slow, and other kernels than without.
    bool check_reads = false;
    std::string strategy = "";  // "along lines": taken wherever it fits (for tests)
    bool packed_reduce = true;  // false: Reduces count decoded numbers only (for tests)
    FinishBy finish = FinishBy::automatic;
    // What the device was measured to take, which decisions are made by; null: what it says in the file of
    // 'sluice tune', else what is known of the device that is most like it. Results are the same with any.
    std::shared_ptr<const DeviceTuning> tuning = {};
    int pixels_at_once = 0;      // pixels in V; 0 = chosen by device (for tests: 1, 2, 4)
    std::size_t work_group = 0;  // items of a work-group; 0 = chosen by device (for tests)
};

}  // namespace sluice
