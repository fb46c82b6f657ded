// Folders of pictures through a pipeline: the engine of `sluice batch`, for programs.
//
//   sluice::BatchOptions options{.recursive = true, .overwrite = sluice::Overwrite::newer};
//   options.progress = [](const sluice::BatchProgress& at) { show(at.finished, at.files); };
//   sluice::Batch batch(sluice::Graph::from_chain("resize width=512"), {"photos"}, "small", options);
//   sluice::Summary summary = batch.run(sluice::Device::pick(), stop_source.get_token());
//
// All results are named, and collisions refused, before the first file is read. Results appear complete or
// not at all. A file that fails does not stop the others: the Summary has it. Nothing is printed, no signal
// is handled.
#pragma once

#include "pipeline/batch/report.hpp"
#include "pipeline/core/api.hpp"
#include "pipeline/core/format.hpp"
#include "pipeline/core/overwrite_choice.hpp"
#include "pipeline/core/value.hpp"
#include "pipeline/core/wording.hpp"
#include "pipeline/device/device.hpp"
#include "pipeline/graph/graph.hpp"
#include "pipeline/plan/options.hpp"
#include "pipeline/run/log.hpp"
#include "pipeline/sluice/plan.hpp"

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

namespace sluice {

// How far a batch is.
struct BatchProgress {
    std::size_t finished = 0, files = 0;           // those that failed or were skipped are finished, too
    std::uintmax_t finished_bytes = 0, bytes = 0;  // of the inputs, as far as their sizes are known
    QueueFill queues;                              // what the files are at that are on their way
    const FileReport* file = nullptr;  // the one that is finished now; null: one was begun. Valid in the call
};

struct BatchOptions {
    // Which files.
    bool recursive = false;  // folders inside of folders too
    std::string glob = {};   // of names in folders, "*.jpg"; "" = all that have an extension of a picture
    std::filesystem::path base = {};  // the tree below it is mirrored; "" = below each folder that is given

    // Names of the results, with the fields {stem}, {ext}, {parent}, {index} and {index:4}; and their format,
    // an extension: "" = that of the input where it can be written, else png.
    std::string name = "{stem}.{ext}";
    std::string format = {};
    std::optional<Overwrite> overwrite = {};  // nothing: as `save` of the pipeline says, else never
    bool follow = false;                      // as root: write where links in the output folder lead
    bool copy_unchanged = true;               // files of pictures that stay as they are, byte for byte

    // Changes of the pipeline, those of its `load` and `save` too, which a chain leaves out: {"save.quality",
    // 80}, {"load.max_seconds", 10}, {"load.lenient", true}.
    std::map<std::string, Value> set = {};

    std::size_t jobs = 0;          // threads that decode and encode, up to 1024; 0 = one for each core
    std::size_t in_flight = 2;     // pictures on the device at once, 1 to 64
    bool stop_on_failure = false;  // no further file is begun after one that has failed
    // Bytes that the process may take: pictures wait for room, go through in strips, or fail. 0 = three
    // quarters of the machine's.
    std::size_t limit_memory = 0;
    double device_timeout = 0;  // seconds that a call of a device may take until it is given up; 0 = any
    StorageChoice storage = StorageChoice::automatic;

    // A file that gets a line of JSON for each file when it is finished; "" = none. With `resume` the run
    // goes on with the one that has written it: what was done by the same pipeline and has not changed since
    // is skipped.
    std::filesystem::path manifest = {};
    bool resume = false;

    // Both are called from threads of the run, one call at a time; `log` by the constructor of Batch, too.
    // What is said of a file is in its FileReport as well. What `progress` throws ends the run and comes out
    // of it.
    std::function<void(const BatchProgress&)> progress = {};
    Log log = {};

    // Throws Error for an image that the pipeline is not for: then the file fails. From several threads.
    std::function<void(const ImageFormat& image)> expect = {};
    Spelling spelling = in_programs;  // of options, in what is said of files and to `log`
};

// A pipeline and the files that go through it. A value; any thread. One that was moved from throws
// Error(usage).
class SLUICE_API Batch {
public:
    // `pipeline`: may leave out `load` and `save`, or their paths. `inputs`: files and folders; "-" is stdin.
    // `output`: a folder, which is made; for one input that is a file it may be a file, or "-" for stdout.
    // Looks for the files and names their results. Throws Error(usage) with all that is wrong: nothing was
    // done. What is wrong with single files is in BatchFile::fault. Keeps the stages, whatever becomes of
    // `stages`.
    Batch(const Graph& pipeline, const std::vector<std::filesystem::path>& inputs,
          const std::filesystem::path& output, BatchOptions options = {},
          const Registry& stages = builtin_stages());

    // In the order in which they are begun.
    const std::vector<BatchFile>& files() const;

    // Puts the files through, and returns when all are finished. Several devices share the work
    // (Device::all()). `stop`, from any thread: no further file is begun, and those at hand are finished; the
    // Summary says that it was interrupted. Throws Error(usage) for a manifest that cannot be written or gone
    // on with, before a file is read.
    Summary run(const Device& device, const std::stop_token& stop = {}) const;
    Summary run(DeviceGroup devices, const std::stop_token& stop = {}) const;

    struct State;  // defined in pipeline/sluice/batch/state.hpp, which the program includes
    State& state() const;

private:
    std::shared_ptr<State> state_;
};

}  // namespace sluice
