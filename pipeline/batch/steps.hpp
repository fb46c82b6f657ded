// Moves files through three steps on several threads: a pool of workers decodes and encodes, and each device
// has a thread of its own. More devices join when they are needed (reserve.hpp). Knows nothing about images,
// pipelines or OpenCL.
//
// A file holds one of `slots` from before it is decoded until after it is encoded, so memory is bounded
// whichever step is the slowest. Workers prefer encoding to decoding, so that finished files leave first.
// With StepsOptions::memory, a file also waits before decoding until the memory that it needs is free. No
// other file overtakes it, and no worker waits with it.
#pragma once

#include "pipeline/batch/batch_files.hpp"
#include "pipeline/batch/observer.hpp"
#include "pipeline/core/error.hpp"
#include "pipeline/core/host_image.hpp"
#include "pipeline/core/image_file.hpp"
#include "pipeline/graph/checked_graph.hpp"
#include "pipeline/graph/graph.hpp"

#include <algorithm>
#include <cstddef>
#include <functional>
#include <limits>
#include <map>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <utility>
#include <vector>

namespace sluice {

class Pictures;

struct Decoded {
    CheckedGraph graph;                       // the pipeline of this file, with its paths
    std::map<std::string, HostImage> images;  // by the id of the Source
    std::size_t frame_limit = 0;              // limit of device memory for its frame, in bytes; 0 = none
    std::string compare = {};                 // the Source that the result is compared with; "" = none
    // Set if the files are read by rows while the device works. There are no images then, and `graph` says
    // what the output may replace.
    std::map<std::string, ImageFormat> by_rows = {};
    ImageFiles files = {};  // of these
};
struct Processed {
    std::map<std::string, HostImage> images;  // by the id of the Sink
    bool unchanged = false;                   // the result is the image of Decoded::compare, bit for bit
    // Instead of images: results that were written by rows but do not have their final names yet, with their
    // formats and warnings.
    std::shared_ptr<Pictures> by_rows = {};
    std::map<std::string, ImageFormat> formats = {};
    std::shared_ptr<std::vector<Wording>> said = {};
    // How images were converted for their files, by the id of the Sink.
    std::map<std::string, std::string> converted = {};
};

// What the header of a file says. The file stays open until it is decoded. At most one file for each worker
// is open, because a worker whose file must wait takes no other one.
struct Header {
    CheckedGraph graph;
    std::map<std::string, ImageFormat> formats;  // by the id of the Source
    ImageFiles files = {};                       // of the Sources
    bool is_small = false;                       // it fits, whatever else is in flight
    std::size_t limit_by_rows =
        0;  // limit of device memory for its frame in bytes, if it is streamed by rows; otherwise 0
};

// The memory that a file needs at each step, in bytes.
struct MemoryNeed {
    std::size_t decode = 0, device = 0, encode = 0;
    std::shared_ptr<Header> header = {};  // of the file, for decode

    std::size_t most() const { return std::max({decode, device, encode}); }
};

// Work that a device has started. Calling it waits and returns the result.
using Finish = std::function<Processed(FileReport&)>;

// Thrown by a step: this file has failed, and all others would fail too. No further file is started.
class Hopeless : public Error {
public:
    using Error::Error;
};

// Thrown by Start and by the function that it returns: the device is unusable, and the file has not been
// processed. Another device processes it; if there is none, the file has failed.
class NotHere : public Error {
public:
    // `lost`: the device gets no more files. If it is the last device, this has the same effect as Hopeless.
    NotHere(const Error& error, Decoded decoded, bool lost)
        : Error(error), decoded_(std::make_shared<Decoded>(std::move(decoded))), lost_(lost) {}

    bool lost() const { return lost_; }
    Decoded take() const { return std::move(*decoded_); }  // once

private:
    std::shared_ptr<Decoded> decoded_;
    bool lost_;
};

// Starts the work on a device and returns at once. The returned function keeps the images. Both are called
// only on the thread of the device. Results are requested in the order in which they were started.
using Start = std::function<Finish(Decoded, FileReport&)>;

// If a step throws, the file fails and the others continue. Each step fills in its part of the report.
// run_steps measures the times, except seconds.build.
struct Steps {
    // Called on any worker before decode, only if StepsOptions::memory is set.
    std::function<MemoryNeed(const BatchFile&)> need = {};
    // Called on any worker, with the header that `need` has read, if any. Returns nothing if the file is
    // skipped; report.error then has the reason.
    std::function<std::optional<Decoded>(FileReport&, Header*)> decode;
    std::vector<Start> devices;  // at least one
    // Called on any worker.
    std::function<void(const Processed&, FileReport&)> encode;
    // Closed devices. Each function is called when its device is needed, on the thread of that device;
    // usually none is. It throws if the device cannot be opened. The device is then lost; if it was the last
    // one, this has the same effect as Hopeless.
    std::vector<std::function<Start()>> closed = {};
};

// The seconds that a useless device costs a run: opening and closing it, measured with several GPUs.
constexpr double seconds_of_a_device = 0.4;

struct StepsOptions {
    std::size_t workers = 1;          // threads that decode and encode
    std::size_t in_flight = 2;        // files in flight on a device
    Spelling spelling = in_programs;  // of options in messages about files
    // If more files have failed, no further one is started.
    std::size_t most_failures = std::numeric_limits<std::size_t>::max();
    // Limit of memory for all files in flight, in bytes; 0 = none. A file that needs more is processed alone.
    std::size_t memory = 0;
    // Seconds that files must wait without a break before a device of Steps::closed is opened; 0 = as soon as
    // a file waits, infinity = only if no device is left.
    double patience = seconds_of_a_device;
    // When a device is lost, no further file is started, and what devices have not finished is left, not
    // failed: whoever started the run has other means (Observer::lost).
    bool leave_lost = false;
    // Workers check it before they take a file. When it is requested, no file is started any more, and the
    // files in flight are finished.
    std::stop_token stop = {};

    std::size_t slots(std::size_t devices = 1) const { return workers + 2 * in_flight * devices; }
};

// Returns when every file is finished or left, and all threads have ended. Throws what the observer throws,
// and std::system_error if no thread can be created.
Summary run_steps(const BatchFiles& files, const Steps& steps, const StepsOptions& options,
                  Observer& observer);

}  // namespace sluice
