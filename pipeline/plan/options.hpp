// Options of a Plan.
#pragma once

#include "pipeline/core/enum_names.hpp"
#include "pipeline/core/format.hpp"
#include "pipeline/core/table.hpp"

#include <array>
#include <cstddef>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace sluice {

struct DeviceTuning;

// The formats of Sources, by id.
using SourceFormats = std::map<std::string, ImageFormat>;

// How images are stored on the device: see Storage. `automatic` takes what suits the device: `image` or
// `buffer`, and on a CPU `rows` for images of the application, so that they are used in place. With `image`
// or `natural`, f64 is stored in a buffer, because image objects cannot hold it. A plan throws Error(usage)
// if the device does not support the choice. `planes` is `rows` with a plane for each channel (CHW), as
// neural networks take them. `normalized` is `natural` with the texels UNORM_INT8 and UNORM_INT16 for u8 and
// u16, as programs for graphics have them.
enum class StorageChoice { automatic, image, buffer, natural, rows, planes, normalized };
template <>
inline constexpr std::array<std::string_view, 7> names_of<StorageChoice>{
    "auto", "image", "buffer", "natural", "rows", "planes", "normalized"};

// How a reduction combines the partial results of its work-groups: in the last group, or in a second kernel.
enum class FinishBy { automatic, last_group, kernel };
template <>
inline constexpr std::array<std::string_view, 3> names_of<FinishBy>{"auto", "last_group", "kernel"};

struct PlanOptions {
    std::vector<std::string> observe = {};  // Tables to download with each frame: "normalize.stats"
    // Contents of Tables, by the ids of their nodes: "normalize.stats". The plan takes them as they are and
    // measures nothing for them. Each has one row, and the fields that others read.
    std::map<std::string, Table> given = {};
    StorageChoice storage = StorageChoice::automatic;
    // Overrides `storage` for the image of a Source or a Sink, by its id. For example, an application can
    // pass an image object of its own, while all other images stay automatic.
    std::map<std::string, StorageChoice> storage_of = {};
    // Bytes of device memory that a frame may use; 0 = all that the device has. If an image needs more, or is
    // too large for one allocation, it is processed in strips.
    std::size_t limit_memory = 0;
    // Read and write images by the rows of a strip, without holding whole images in host memory. A Source is
    // read again from the top each time that earlier rows are needed.
    bool by_rows = false;
    // How many frames of these sizes to expect; 0 = many or unknown. A kernel is specialised for a size only
    // if that saves more time than compiling it takes.
    std::size_t frames = 0;
    bool few_frames() const { return frames > 0 && frames < 1000; }
    bool fuse = true;  // false: stages are not merged; each step makes its own pass
    // Images to write to device memory, even if fusion would compute them on the fly: ids of stages ("grey")
    // or of their parts ("normalize.stretch"). Results do not change.
    std::vector<std::string> store = {};
    bool simplify =
        true;  // false: measure statistics where the graph has them; never derive them from others
    // For authors of stages: check that AT, TEXEL and SAMPLE stay within the declared `reach` or `footprint`.
    // If a read does not, the frame fails with Error(usage), which names the stage and the place. Slow,
    // because it uses different kernels.
    bool check_reads = false;
    std::string strategy = "";  // "along lines": used wherever it is possible (for tests)
    bool packed_reduce = true;  // false: reductions count decoded numbers only (for tests)
    FinishBy finish = FinishBy::automatic;
    // Measured speeds of the device, by which the plan is optimized: see read_tuning(). Null: the
    // measurements of `sluice tune` on this machine, or else built-in ones of the most similar device.
    // Results do not depend on it.
    std::shared_ptr<const DeviceTuning> tuning = {};
    int pixels_at_once = 0;      // per work-item: 1, 2 or 4 (for tests); 0 = chosen for the device
    std::size_t work_group = 0;  // work-items in a work-group (for tests); 0 = chosen for the device
};

}  // namespace sluice
