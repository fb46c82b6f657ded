// Moves files through three steps on several threads: decode and encode on a pool of workers, each device
// on a thread of its own, all from one list. Further devices join when they are needed (reserve.hpp). Knows
// nothing about pictures, pipelines or devices.
//
// A file holds one of `slots` from before it is decoded until after it is encoded, so that memory is
// bounded whichever step is the slowest. Workers would rather encode than decode: what is finished
// leaves first. With StepsOptions::memory a file also waits, before it is decoded, until there is room for
// what it needs; no other one is let past it, and no worker waits with it.
#pragma once

#include "pipeline/batch/observer.hpp"
#include "pipeline/core/error.hpp"
#include "pipeline/core/host_image.hpp"
#include "pipeline/core/image_file.hpp"
#include "pipeline/graph/checked_graph.hpp"
#include "pipeline/graph/graph.hpp"

#include <algorithm>
#include <cstddef>
#include <functional>
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
    std::size_t frame_limit = 0;              // bytes of device memory that its frame may take; 0 = any
    std::string compare = {};                 // the Source that the result is compared with; "" = none
    // Of Sources whose files are read by rows while the device works; then there are no images, and `graph`
    // says what the output may replace.
    std::map<std::string, ImageFormat> by_rows = {};
    ImageFiles files = {};  // of these
};
struct Processed {
    std::map<std::string, HostImage> images;  // by the id of the Sink
    bool unchanged = false;                   // the result is the image of Decoded::compare, bit for bit
    // In the place of images: results that are written by rows, but not in their places yet; their formats,
    // and what is said of them.
    std::shared_ptr<Pictures> by_rows = {};
    std::map<std::string, ImageFormat> formats = {};
    std::shared_ptr<std::vector<Wording>> said = {};
    // What was done to images so that their files can hold them, by the id of the Sink.
    std::map<std::string, std::string> converted = {};
};

// What is known of a file by its header. The files stay open until it is decoded: there are no more such than
// workers, since who finds that a file has to wait takes no other one.
struct Header {
    CheckedGraph graph;
    std::map<std::string, ImageFormat> formats;  // by the id of the Source
    ImageFiles files = {};                       // of the Sources
    bool is_small = false;                       // it has room whatever else is on its way
    std::size_t limit_by_rows = 0;  // bytes of device memory for its frame, where it goes by rows; else 0
};

// Bytes of memory that a file takes at each step.
struct MemoryNeed {
    std::size_t decode = 0, device = 0, encode = 0;
    std::shared_ptr<Header> header = {};  // which it was told by, for decode

    std::size_t most() const { return std::max({decode, device, encode}); }
};

// What the device has begun. Waits for it and gives the result.
using Finish = std::function<Processed(FileReport&)>;

// Thrown by a step: this file has failed, and so would all others. No further file is taken.
class Hopeless : public Error {
public:
    using Error::Error;
};

// Thrown by start and by what it returned: this device cannot be relied on, the file has not been done.
// Another device does it where there is one; else it has failed.
class NotHere : public Error {
public:
    // `lost`: for all other files too. The device gets none any more; where it is the last, as Hopeless.
    NotHere(const Error& error, Decoded decoded, bool lost)
        : Error(error), decoded_(std::make_shared<Decoded>(std::move(decoded))), lost_(lost) {}

    bool lost() const { return lost_; }
    Decoded take() const { return std::move(*decoded_); }  // once

private:
    std::shared_ptr<Decoded> decoded_;
    bool lost_;
};

// Begins the work on a device and returns at once; what it returns keeps the images. This and what it
// returns are called on the device's thread only; results are asked for in the order in which they were
// begun.
using Start = std::function<Finish(Decoded, FileReport&)>;

// Each may throw: then the file has failed, and the others go on. Each fills the part of the report that it
// knows; times are taken by run_steps, but for seconds.build.
struct Steps {
    // Any worker, before decode; asked only where StepsOptions::memory is set.
    std::function<MemoryNeed(const BatchFile&)> need = {};
    // Any worker; with the header that `need` found, if it did. Nothing: the file is skipped; report.error
    // has the reason.
    std::function<std::optional<Decoded>(FileReport&, Header*)> decode;
    std::vector<Start> devices;  // one at least
    // Any worker.
    std::function<void(const Processed&, FileReport&)> encode;
    // Devices that are not open. Each is called once it is needed, on that device's thread; most often none
    // is. Throws when it cannot be opened: then it is lost, and where it was the last, as Hopeless.
    std::vector<std::function<Start()>> closed = {};
};

// What a device costs a run to which it is of no use: opening and closing it, measured with several GPUs.
constexpr double seconds_of_a_device = 0.4;

struct StepsOptions {
    std::size_t workers = 1;          // threads that decode and encode
    std::size_t in_flight = 2;        // files begun on a device at once
    Spelling spelling = in_programs;  // of options in what is said of files
    bool stop_on_failure = false;
    // Bytes that files on their way may take together; 0 = any. A file that needs more goes alone.
    std::size_t memory = 0;
    // Seconds for which files wait without a break before Steps::closed is asked for help; 0 = as soon as one
    // waits, infinity = only when no device is left.
    double patience = seconds_of_a_device;
    // Asked by the workers before they take a file. Once it is told to stop no new file is taken, and those
    // begun are finished.
    std::stop_token stop = {};

    std::size_t slots(std::size_t devices = 1) const { return workers + 2 * in_flight * devices; }
};

// Returns when every file is finished or left, and all threads have ended. Throws what an observer threw,
// and std::system_error when no thread can be made.
Summary run_steps(const std::vector<BatchFile>& files, const Steps& steps, const StepsOptions& options,
                  Observer& observer);

}  // namespace sluice
