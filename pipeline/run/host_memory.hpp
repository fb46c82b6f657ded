// How much host memory a frame and its images need, and what fits in a limit.
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

constexpr std::size_t of_each_file = std::size_t{2}
                                     << 20;  // for headers, profiles, rows: memory that is not counted

// What the memory limit leaves for images, in bytes; 0 = no limit.
struct MemoryLimit {
    // Host memory for images in flight: pixels, files, and the memory that codecs and a device with unified
    // memory need in addition.
    std::size_t pictures = 0;
    std::size_t beside = 0;  // what the program itself takes; for messages
    std::size_t device = 0;  // of a device with its own memory, for frames in flight; 0 = no limit
    // The limit is the default, a share of the machine's memory. Only images that do not fit are processed
    // differently than without a limit.
    bool by_default = false;

    explicit operator bool() const { return pictures > 0; }
    // The part of `pictures` for memory that is kept for the next image of its format: Sessions, pinned
    // memory.
    std::size_t kept() const { return pictures / 8; }
    std::size_t left() const { return pictures - kept(); }
    // The message about an image that does not fit in `room`: "limit_memory leaves 700 MiB for images; 1200M
    // would be enough".
    Wording shortage(std::size_t room, std::size_t enough) const;
};

// The host memory that a frame needs in addition to its input and output pixels. `placed`: the input has
// Layout::device.
std::size_t frame_on_host(const ExecutionPlan& plan, bool placed);

// The memory of all Sources of a pipeline, in bytes. Images of the application count as packed.
struct InputMemory {
    std::size_t images = 0;  // kept until the frame is done
    std::size_t beside = 0;  // the most that reading one of them needs in addition
    bool placed = true;      // all of them have Layout::device
    std::string largest;     // the Source of the largest image
};
InputMemory memory_of_inputs(const ImageFiles& files, const SourceFormats& formats);

// The format of the image of each Sink; the plan must outlive it.
using FormatOf = std::function<const ImageFormat&(const std::string& sink)>;
FormatOf formats_in(const ExecutionPlan& plan);

// The memory of all Sinks, in bytes.
struct OutputMemory {
    std::size_t images = 0;
    std::size_t beside = 0;  // the most that writing one of them needs in addition
};
OutputMemory memory_of_outputs(const CheckedGraph& graph, const FormatOf& result);

// The memory for streaming by rows in addition to the frame, or the first reason why the pipeline cannot be
// streamed: "load: it is interlaced".
RowMemory memory_of_rows(const CheckedGraph& graph, const ImageFiles& files, const FormatOf& result);

// Returns a plan whose frame fits in so many bytes of host memory. `whole` is the plan without a limit;
// `plan` makes a plan with a limit of device memory for a frame. Returns nothing if no plan fits; `least` is
// then what the smallest plan needs. Throws as `plan` does.
std::optional<ExecutionPlan> cut_to(std::size_t room, const ExecutionPlan& whole,
                                    const std::function<ExecutionPlan(std::size_t limit)>& plan,
                                    std::size_t& least);

// The peak of memory for an image, in bytes.
struct ImageNeed {
    std::size_t all = 0, pixels = 0;
};
// Throws Error(input, file) for an image that does not fit in `room`; a limit of `enough` would be enough.
// `not_by_rows`: why it cannot be streamed by rows, or "".
Error no_room(const std::string& file, const ImageNeed& need, const MemoryLimit& limit, std::size_t room,
              std::size_t enough, const Wording& not_by_rows = {});

}  // namespace sluice
