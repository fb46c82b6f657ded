// Runs folders of images through a pipeline: the engine of `sluice batch`, as an API.
//
//   sluice::BatchOptions options{.recursive = true, .overwrite = sluice::Overwrite::newer};
//   options.progress = [](const sluice::BatchProgress& at) { show(at.finished, at.files); };
//   sluice::Batch batch(sluice::Graph::from_chain("resize width=512"), {"photos"}, "small", options);
//   sluice::Summary summary = batch.run(sluice::Device::pick(), stop_source.get_token());
//
// All output names are determined, and collisions rejected, before the first file is read. Outputs are
// written atomically. A file that fails does not stop the others; the Summary reports it. Nothing is printed,
// and no signal is handled.
#pragma once

#include "pipeline/batch/batch_files.hpp"
#include "pipeline/batch/glimpse.hpp"
#include "pipeline/batch/report.hpp"
#include "pipeline/core/api.hpp"
#include "pipeline/core/enum_names.hpp"
#include "pipeline/core/format.hpp"
#include "pipeline/core/host_image.hpp"
#include "pipeline/core/overwrite_choice.hpp"
#include "pipeline/core/value.hpp"
#include "pipeline/core/wording.hpp"
#include "pipeline/device/device.hpp"
#include "pipeline/graph/graph.hpp"
#include "pipeline/plan/options.hpp"
#include "pipeline/run/log.hpp"
#include "pipeline/sluice/plan.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

namespace sluice {

struct Job;
class Observer;

// Progress of a batch.
struct BatchProgress {
    std::size_t finished = 0, files = 0;           // failed and skipped files count as finished
    std::uintmax_t finished_bytes = 0, bytes = 0;  // of the inputs whose sizes are known
    QueueFill queues;                              // how many files in flight are at each step
    // The file that has just finished; null if the call reports the start of one. Valid during the call.
    const FileReport* file = nullptr;
};

// What to do when a file fails.
enum class OnError {
    skip,  // skip it and go on with the others
    stop,  // start no further files
};
template <>
inline constexpr std::array<std::string_view, 2> names_of<OnError>{"skip", "stop"};

// What to do with a file whose pixels and format the pipeline does not change.
enum class Unchanged {
    copy,    // copy it byte for byte
    encode,  // encode it again, like any other
};
template <>
inline constexpr std::array<std::string_view, 2> names_of<Unchanged>{"copy", "encode"};

// The options of `sluice batch`. Their ranges and help are declared in pipeline/sluice/batch/options.cpp.
struct BatchOptions {
    bool recursive = false;           // include subfolders
    std::string glob = {};            // of files found in folders, "*.jpg"; "" = all with an image extension
    std::filesystem::path base = {};  // output paths mirror the tree below it; "" = below each input folder

    // Output names, with the fields {stem}, {ext}, {parent}, {index} and {index:4}.
    std::string name = "{stem}.{ext}";
    std::string format = {};  // as an extension; "" = the input's if it can be written, else png
    std::optional<Overwrite> overwrite = {};  // unset: what the pipeline's `save` says, else never
    bool follow = false;  // running as root, follow symbolic links below the output folder
    Unchanged unchanged = Unchanged::copy;

    // Parameters to override, those of an implicit `load` and `save` included: {"save.quality", 80},
    // {"load.max_seconds", 10}, {"load.lenient", true}.
    std::map<std::string, Value> set = {};

    std::size_t jobs = 0;       // threads that decode and encode, up to 1024; 0 = one for each core
    std::size_t in_flight = 2;  // images on a device at once, 1 to 64
    OnError on_error = OnError::skip;
    // How many files may fail before no further file is started: "10", or "1%" of the files. "" = any number.
    std::string max_failures = {};
    // The part of the files that this run does, if several runs share them: "2/7", counted from 0, or "auto"
    // for the place of the process in a Slurm array or an MPI job. "" = all. A file's shard follows from its
    // path below the input folder.
    std::string shard = {};
    // How many results become one file, whose first axis counts the images; 0 = each result is a file. The
    // images must have one size and type. Files are named "shard-000000.npy", and with `shard`
    // "shard-2-of-7-000000.npy". An index beside each, "shard-000000.jsonl", says which image is which row.
    // Until all its images are there, a file is a folder with the results so far.
    std::size_t shard_size = 0;
    // Memory limit of the process, in bytes. Images that would exceed it wait, are processed in strips, or
    // fail. 0 = three quarters of the machine's memory.
    std::size_t limit_memory = 0;
    // Seconds that one call of the driver may take before its device is given up; 0 = no limit.
    double device_timeout = 0;
    StorageChoice storage = StorageChoice::automatic;  // how images are stored on the device

    // The manifest: a file that gets one line of JSON as each input finishes. "" = none, "-" = stdout; the
    // run goes on even if nobody reads stdout. With `resume`, the run continues the earlier run that wrote
    // the manifest. It skips inputs that were processed with the same pipeline and have not changed since.
    std::filesystem::path manifest = {};
    bool resume = false;
    // With `resume`: also go by the manifests of other runs, of other shards or from other machines. A
    // manifest, or a folder with manifests whose names end in .jsonl. Their lines about files of this run are
    // copied to `manifest`. "" = none.
    std::filesystem::path resume_from = {};

    // Called from threads of the run, one call at a time; `log` by the constructor of Batch, too.
    // Messages about a file are also in its FileReport. An exception thrown by `progress` ends the run and
    // propagates from run().
    std::function<void(const BatchProgress&)> progress = {};
    Log log = {};

    // Parameters that a file has of its own, as in `set`, by its input. Called by run() for each file before
    // the first one is read, one call at a time. An Error that it throws is why the file fails. Parameters
    // that change what Plans need, such as ranges, are planned once for each set of values. Not set: all
    // files have the same parameters.
    std::function<std::map<std::string, Value>(const std::filesystem::path& input)> set_for = {};
    // May throw an Error for an image that the pipeline is not meant for; that file then fails. Called from
    // several threads at once.
    std::function<void(const ImageFormat& image)> expect = {};
    // Makes a preview of each decoded image and of each result, for FileReport::before and after. Called from
    // several threads at once.
    std::function<Glimpse(const ConstHostView& image)> glimpse = {};
    // Reserves memory for other uses, such as processes of the application. Gets the bytes that are available
    // for images, and returns how many of them images must not use. `limited` is false if the bytes follow
    // from the default of `limit_memory`. Called once by each run and preview, before the first image.
    std::function<std::size_t(std::size_t bytes, bool limited)> set_aside = {};
    Spelling spelling = in_programs;  // of options, in reports and log messages
    // For an application that draws on the terminal: called for each line of a manifest on stdout ("-"). It
    // must call `write`, which writes the line. If it is not set, the line is just written. One call at a
    // time.
    std::function<void(const std::function<void()>& write)> to_stdout = {};
};

// The options in the block `batch:` of the pipeline's file; all others have their defaults. Never throws:
// wrong options are left out here. Batch and Plan reject a graph that has them. Any thread.
SLUICE_API BatchOptions options_in(const Graph& pipeline);

// A pipeline and the files to run through it. A value type, usable from any thread. Any call on a moved-from
// Batch throws Error(usage).
class SLUICE_API Batch {
public:
    // `pipeline` may leave out `load` and `save`, or their paths. `inputs` are files and folders; "-" is
    // stdin. `output` is a folder, created if it does not exist; for a single input file it may be a file, or
    // "-" for stdout. Finds the files and names their outputs. Throws Error(usage) listing every problem with
    // the call; nothing has been written then. Problems with single files do not throw: see BatchFile::fault.
    // Keeps its own copy of the stages: `stages` need not outlive the Batch.
    Batch(const Graph& pipeline, const std::vector<std::filesystem::path>& inputs,
          const std::filesystem::path& output, BatchOptions options,
          const Registry& stages = builtin_stages());
    // With options_in(pipeline).
    Batch(const Graph& pipeline, const std::vector<std::filesystem::path>& inputs,
          const std::filesystem::path& output);

    // Of the shard, in the order in which they are started.
    const BatchFiles& files() const;
    // As they are used: `overwrite` is set.
    const BatchOptions& options() const;
    // The pipeline as a chain, with `load` and `save`.
    std::string pipeline() const;

    // What run() would do with each of files(). Reads headers and makes plans; decodes no pixels and writes
    // nothing. Throws Error(usage) if the manifest cannot be resumed from, or `limit_memory` is too low.
    BatchPreview preview(const Device& device) const;
    // Compiles the kernels for the formats of files(), so that the driver's cache on disk has them; the
    // format that run() needs last goes first. Reads headers, writes nothing. What is wrong with a file is
    // left to run().
    void warm_up(const Device& device, const std::stop_token& stop = {}) const;

    // Processes all files, and returns when they are finished. Several devices share the work
    // (Device::all()). When `stop` is requested, from any thread, no further file is started and those in
    // flight are finished; the Summary says that the run was interrupted. Throws Error(usage), before any
    // file is read, if the manifest cannot be written or resumed from, or `limit_memory` is too low.
    Summary run(const Device& device, const std::stop_token& stop = {}) const;
    Summary run(DeviceGroup devices, const std::stop_token& stop = {}) const;

private:
    struct State;
    const State& state() const;
    friend class JobOfBatch;
    Summary run(const std::function<Summary(Job&, Observer&)>& run_job, const std::string& device,
                const std::stop_token& stop) const;

    std::shared_ptr<const State> state_;
};

}  // namespace sluice
