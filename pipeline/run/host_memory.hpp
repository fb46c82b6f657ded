// How much memory of the host a frame and its pictures take, and what a limit has room for.
#pragma once

#include "pipeline/core/error.hpp"
#include "pipeline/core/image_file.hpp"
#include "pipeline/core/wording.hpp"
#include "pipeline/graph/checked_graph.hpp"
#include "pipeline/plan/options.hpp"
#include "pipeline/plan/plan.hpp"

#include <cstddef>
#include <functional>
#include <optional>
#include <string>

namespace sluice {

constexpr std::size_t of_each_file = std::size_t{2} << 20;  // headers, profiles, rows: what is not counted

// What the limit of memory leaves for pictures, in bytes; 0 = any.
struct MemoryLimit {
    // Of the host's memory, for pictures on their way: pixels, files, and what codecs and a device that
    // shares this memory need beside them.
    std::size_t pictures = 0;
    std::size_t beside = 0;  // what the program takes by itself; for messages
    std::size_t device = 0;  // of memory that a device has of its own, for frames in flight; 0 = any
    // Nobody asked for it: a share of what the machine has. Only what has no room under it is done in another
    // way than without a limit.
    bool by_default = false;

    explicit operator bool() const { return pictures > 0; }
    // Of `pictures`, for what waits for the next picture of its format: Sessions, pinned memory.
    std::size_t kept() const { return pictures / 8; }
    std::size_t left() const { return pictures - kept(); }
    // What is said of a picture that needs more than the `room` that there is: "limit_memory leaves 700 MiB
    // for pictures; 1200M would be enough".
    Wording shortage(std::size_t room, std::size_t enough) const;
};

// Memory of the host that a frame takes, beside the pixels that it is given and those that it fills.
// `placed`: what it is given lies in Layout::device.
std::size_t frame_on_host(const ExecutionPlan& plan, bool placed);

// Of all Sources of a pipeline, in bytes; an image of the application's is one that lies packed.
struct InputMemory {
    std::size_t images = 0;  // which stay
    std::size_t beside = 0;  // the most that reading one of them takes, which goes
    bool placed = true;      // all of them lie in Layout::device
    std::string largest;     // the Source of the largest image
};
InputMemory memory_of_inputs(const ImageFiles& files, const SourceFormats& formats);

// The format of the image of each Sink; the plan must outlive it.
using FormatOf = std::function<const ImageFormat&(const std::string& sink)>;
FormatOf formats_in(const ExecutionPlan& plan);

// Of all Sinks, in bytes.
struct OutputMemory {
    std::size_t images = 0;
    std::size_t beside = 0;  // the most that writing one of them takes
};
OutputMemory memory_of_outputs(const CheckedGraph& graph, const FormatOf& result);

// What going by rows takes beside the frame, or the first reason why a pipeline does not: "load: it is
// interlaced".
RowMemory memory_of_rows(const CheckedGraph& graph, const ImageFiles& files, const FormatOf& result);

// A plan whose frame has room in so many bytes of the host's memory. `whole` is the one without a limit, and
// `plan` makes one with that many bytes of device memory for a frame. Nothing where none has room; then
// `least` is what the smallest would take. Throws as `plan`.
std::optional<ExecutionPlan> cut_to(std::size_t room, const ExecutionPlan& whole,
                                    const std::function<ExecutionPlan(std::size_t limit)>& plan,
                                    std::size_t& least);

// What an image takes at once, in bytes.
struct ImageNeed {
    std::size_t all = 0, pixels = 0;
};
// Of an image that does not fit: Error(input, file). There is so much `room`; a limit of `enough` would do.
// `not_by_rows`: why it does not go by rows, "" where that is no matter.
Error no_room(const std::string& file, const ImageNeed& need, const MemoryLimit& limit, std::size_t room,
              std::size_t enough, const Wording& not_by_rows = {});

}  // namespace sluice
