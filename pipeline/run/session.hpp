// Runs frames through a plan: device memory for each frame in flight, uploads, launches, downloads.
#pragma once

#include "pipeline/core/api.hpp"
#include "pipeline/core/host_image.hpp"
#include "pipeline/core/rows.hpp"
#include "pipeline/core/table.hpp"
#include "pipeline/core/value.hpp"
#include "pipeline/core/wording.hpp"
#include "pipeline/device/counters.hpp"
#include "pipeline/device/device.hpp"
#include "pipeline/device/event.hpp"
#include "pipeline/device/memory.hpp"
#include "pipeline/run/log.hpp"
#include "pipeline/run/stopped.hpp"
#include "pipeline/run/trace.hpp"

#include <array>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

namespace sluice {

struct ExecutionPlan;

// An image in device memory. A pixel has ImageFormat::lanes() lanes, in Storage::rows as many as channels;
// layers lie below each other. An image object of normalized numbers (UNORM_INT8) has the code values of its
// format, and goes to those or comes from them by a launch more.
struct DeviceImage {
    ImageFormat format;  // `order` says how its colours lie there; in an image object, how OpenCL gives them
    Storage storage = Storage::buffer;
    std::size_t pitch = 0;  // bytes from row to row; without meaning where storage is natural
    Memory memory;
    Event ready;  // the image is there when this is done; of a place for a result: it may be written then
    // Of Storage::rows: bytes to the first pixel, and samples from pixel to pixel: 4 of three channels, where
    // the fourth means nothing; 0 = as many as channels.
    std::size_t offset = 0;
    int lanes = 0;
};

// Pixels of the host, whole rows of them, that stay as they are until the frame is done. A device that shares
// memory reads them where they are, and they go up from there to others (at full speed from PinnedMemory):
// in Storage::rows however they lie, else those in Layout::device. Elsewhere the same as the view alone;
// Frame::transfers() says which.
struct LentView {
    ConstHostView view;
};

// A picture that is handed over row by row, as the strips of a frame need them. `open` begins at the top; it
// is called again, while submit() runs, each time that rows are needed which are gone.
struct ReadRows {
    ImageFormat format;
    std::function<std::unique_ptr<RowReader>()> open;
};

// What a Source of the application's gives to a frame. Memory and event of a DeviceImage are of the context
// of the Session's device.
using SubmittedImage = std::variant<ConstHostView, LentView, DeviceImage, ReadRows>;

// Where a result goes: into memory, or row by row to a writer, which is not finished. Both must stay until
// the frame was waited for. Or into an image on the device, as was planned: it is there when
// Frame::image().ready is done.
using ResultPlace = std::variant<HostView, RowWriter*, DeviceImage>;

// How the image of a Source came to the kernels of a frame, or how that of a Sink came to its place.
struct Transfer {
    enum class Way {
        in_place,     // not at all: the device works where it is
        transferred,  // by the device alone, from or to the memory of the application
        copied        // by the application's thread, to or from memory of the frame's
    };
    std::string end;  // the id of the Source or Sink
    Way way;
    std::string why;  // in words, where it is not in place
};
template <>
inline constexpr std::array<std::string_view, 3> names_of<Transfer::Way>{"in place", "transferred", "copied"};

// A plan and the device that it was made for.
struct SLUICE_API Prepared {
    Prepared(Device device, ExecutionPlan execution);

    Device device;
    std::shared_ptr<const ExecutionPlan> execution;
};

struct SessionOptions {
    std::size_t frames_in_flight = 2;  // how many Frames may be held at once; each has memory of its own
    bool profile = false;              // time every command and what the host does: Session::take_spans
    bool download = true;              // false: results stay on the device, see Frame::image
    bool build_at_once = true;         // false: warm_up() builds the kernels, or the first frame
    // Hears what stages say of images, which kernels are built, what is copied and why, and that images go in
    // strips; from the threads of the Session and of its Frames, one at a time.
    Log log = {};
    // Hears how far kernels are that are built at once, warm_up(), and submit() of a frame in strips.
    OnProgress progress = {};
};

// One image (or several, for a graph with several sources) on its way through a plan. Holds its memory
// until it is destroyed, which waits for the device. Belongs to one thread at a time, which need not be that
// of its Session: one thread submits while others wait for Frames, read them and let them go. Two that use it
// at once, and one that was moved from, throw Error(usage).
class SLUICE_API Frame {
public:
    // Waits for the frame, once; everything comes down in the same wait. Throws Error(device) for what
    // failed on the device. The functions below call it.
    void wait();
    // Whether the device is done with it, be it that it failed: wait() then returns, or throws, without
    // waiting. Does not wait.
    bool done() const;
    // Waits for so long at most, but for a millisecond or so; whether the frame is done. Throws as wait()
    // does where it is.
    bool wait_for(std::chrono::nanoseconds duration);

    // The result of a Sink by its id; "" is the only one. Copies into memory of the caller's, whose
    // format must be that of the result, in either order of colours. The order is of red, green and blue:
    // results of other models have that of the model, whatever `dst` says. Throws Error(usage) where the
    // format is another one, or the name is unknown.
    void read(const HostView& dst, const std::string& sink = "");
    HostImage read(const std::string& sink = "");
    // The same without a copy: in the memory to which it came down, while this Frame lives. Waits.
    // Throws Error(usage) for 2 and 3 channels, which lie there in four lanes but for Storage::rows: read()
    // those.
    ConstHostView view(const std::string& sink = "");

    // The result in device memory, for work that stays there; does not wait.
    DeviceImage image(const std::string& sink = "") const;

    // What became of each image that was given or is a result, in the order of the plan. Does not wait.
    std::vector<Transfer> transfers() const;

    // An observed Table.
    const Table& table(const std::string& name);
    // What stages had to say about this image: "normalize: no pixel was counted ...".
    std::vector<std::string> warnings();

    struct State;
    explicit Frame(std::shared_ptr<State> state) : state_(std::move(state)) {}

private:
    State& state() const;

    std::shared_ptr<State> state_;
};

// The memory of a frame before it is submitted, for applications that write their pixels where they go up
// from, without a copy on the way. Belongs to the thread of its Session; gives its memory back when it is
// destroyed.
class SLUICE_API FrameInput {
public:
    // Where the image of a Source is to be written; "" is the only one. It holds what a frame before left.
    // Valid until submit(). Throws Error(usage) for 2 and 3 channels, which go up in four lanes but for
    // Storage::rows: submit() a view of those.
    HostView view(const std::string& source = "");

private:
    friend class Session;
    explicit FrameInput(std::shared_ptr<Frame::State> state) : state_(std::move(state)) {}

    std::shared_ptr<Frame::State> state_;
};

// A plan with memory. Belongs to one thread at a time, which may be another one for each call: a call that
// comes while another thread's is not over throws Error(usage). Different Sessions run in parallel. One that
// was moved from throws Error(usage), and so does one of a process that this one was forked from.
class SLUICE_API Session {
public:
    // Builds the kernels and one frame's memory. Throws Error(device).
    explicit Session(const Prepared& plan, SessionOptions options = {});

    // Starts a frame and returns at once; where images go through in strips (Plan::strips), once all
    // of them are through. Frames in flight overlap: while one is computed, another one goes
    // up and a third one comes down. Pixels of the host are copied before it returns; an image on
    // the device is read where it is, once `ready` is done, and must stay until the frame is. Colours that
    // lie there as bgr are brought into order by a launch more, but in Storage::rows, which takes either
    // order, any pitch and a padded buffer too. Throws Error(usage) when an image is missing or has another
    // format than was planned (on the device also another storage or pitch, or memory that is too small, of
    // other texels or of another context; on the host a null pointer or too small a pitch; the order of
    // colours may be another one), and when frames_in_flight Frames are still held.
    // A frame in strips can be stopped between two of them: `stop` from any thread. Then submit() throws
    // Stopped, the frame is gone, and a writer of rows, which is not finished, has some of them. The Session
    // goes on.
    Frame submit(const SubmittedImage& image,
                 const std::stop_token& stop = {});  // for a graph with one Source
    // By the id of the Source: a name that none has is refused. `results`, by the id of the Sink: where
    // results are once the frame was waited for, in the place of read(). A device that shares memory writes
    // there at once, in Storage::rows or Layout::device, where no image that is lent lies there too. Rows of
    // a frame in strips go to a writer strip by strip, while submit() runs.
    Frame submit(const std::map<std::string, SubmittedImage>& images,
                 const std::map<std::string, ResultPlace>& results = {}, const std::stop_token& stop = {});

    // The same, but empty where submit() would throw because frames_in_flight Frames are held: for a loop
    // that would rather leave an image out than wait (DropOldest keeps the newest for it).
    std::optional<Frame> try_submit(const SubmittedImage& image);
    std::optional<Frame> try_submit(const std::map<std::string, SubmittedImage>& images,
                                    const std::map<std::string, ResultPlace>& results = {});

    // A frame to write into: fill what its view() gives, then submit it. `images`: of the Sources whose
    // view was not taken. Throw Error(usage) as above.
    FrameInput acquire();
    Frame submit(FrameInput input, const std::map<std::string, SubmittedImage>& images = {});

    // Changes a live parameter ("gamma.exponent", "normalize.low") for the frames submitted from now on.
    // Throws Error(usage) for one that is unknown or out of range, and for one that is not live, or for a
    // value that the kernels of the plan cannot take, with what these would need. Values that do not go
    // together are refused by submit(), so that several can be set one after the other.
    void set(const std::string& node_and_param, const Value& value);
    // Several at once: all of them, or none where one is refused.
    void set(const std::map<std::string, Value>& values);

    // The frames submitted from now on are the first ones of a stream: what stages keep from frame to frame
    // (normalize smoothing=8) begins anew. Does not wait.
    void reset();

    // Makes all that the first frame would have to wait for: kernels are built, several at a time where the
    // driver can, and a frame of black images goes through, since drivers compile for sizes too; one more of
    // images on the device, in memory that goes again, where these may be bgr and that takes kernels of its
    // own. Leaves no trace in counters(), take_spans() and what is kept from frame to frame.
    // SessionOptions::progress hears of each step. `stop`, from any thread, ends it between two steps.
    // Returns whether all was done; submit() makes what is left. Throws Error(device), and Error(usage) when
    // no frame is free.
    bool warm_up(const std::stop_token& stop = {});

    // Of the image that a Sink gets; "" is the only one. Throws Error(usage) for an unknown id.
    ImageFormat result_format(const std::string& sink = "") const;

    const ExecutionPlan& plan() const;
    const Device& device() const;
    Counters counters() const;          // since the Session was made
    const std::string& queues() const;  // how many it has and why: "three queues: ..."

    // What took how long since the last call, for trace_json(): the host's part, and of the frames that
    // were waited for, the device's. Empty without SessionOptions::profile.
    std::vector<Span> take_spans();
    // Adds what this thread did for a frame since host_time() was `start`: decoding, say. Nothing without
    // SessionOptions::profile.
    void record(const std::string& name, std::uint64_t start);

    struct State;

private:
    State& state() const;

    std::shared_ptr<State> state_;
};

// What run_files() did.
struct RunResult {
    struct Saved {
        std::string sink;  // its id
        std::string path;  // "-" is stdout
        ImageFormat format;
        ImageFormat given;         // of the pipeline's image, before it was converted for the file
        std::uintmax_t bytes = 0;  // of the file; 0 = unknown
    };
    struct Kept {
        std::string sink, path;
        std::string why;  // "exists", "is up to date"
    };

    std::map<std::string, Table> tables;  // observed ones, by name
    std::vector<Wording> warnings;
    std::vector<Saved> saved;
    std::vector<Kept> kept;  // results that were there already, as `overwrite` of their Sinks allows
};
// Runs a plan whose Sources and Sinks know their files once: decodes, runs, encodes. Nothing is decoded where
// all results are there already and no Table is asked for. Throws Error(usage, path) for an output that the
// pipeline reads, FileExists(path) for one that exists and is not to be replaced, before anything is read;
// the latter also where a file came there in the meantime. `stop`, from any thread, ends it between two
// pictures and two strips, with Stopped; then no result that is not complete is there.
SLUICE_API RunResult run_files(Session& session, const std::stop_token& stop = {});

}  // namespace sluice
