// Sessions and Frames: run images through a Plan, several in flight, each with its own device memory.
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
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

namespace sluice {

struct ExecutionPlan;
struct LiveParameter;
template <class T>
class LiveParam;
class LiveHandle;

// An image in device memory. A pixel has ImageFormat::lanes() samples, or in Storage::rows one per channel.
// Layers are stored one below the other. An image object with normalized texels (UNORM_INT8) holds the pixel
// values of its format; an extra kernel launch converts them, unless StorageChoice::normalized is planned.
struct DeviceImage {
    ImageFormat format;  // `order`: of the colours in memory; in an image object, as kernels read them
    Storage storage = Storage::buffer;
    std::size_t pitch = 0;  // bytes from row to row; unused by Storage::natural
    Memory memory;
    Event ready;  // once done, sluice may read the input, or write to the destination
    // For Storage::rows only: `offset` is in bytes to the first pixel, `lanes` in samples from pixel to
    // pixel. lanes = 4 is for three channels padded to four; 0 = as many as channels. `plane` is in bytes
    // from plane to plane, for StorageChoice::planes; 0 = no planes.
    std::size_t offset = 0;
    int lanes = 0;
    std::size_t plane = 0;
};

// Rows in host memory that the caller keeps unchanged until the frame is done, so that sluice need not copy
// them. A device that shares memory with the host reads them in place. Other devices upload straight from
// them, at full speed if the rows are pinned (Memory::shared). The plan must use Storage::rows, or the view
// must have Layout::device; otherwise the view is copied like a ConstHostView. See Frame::transfers().
struct LentView {
    ConstHostView view;
};

// An image that is read row by row, as the strips of a frame need them. `open` returns a reader at the first
// row. submit() calls it again each time that it needs earlier rows which are no longer in memory.
struct ReadRows {
    ImageFormat format;
    std::function<std::unique_ptr<RowReader>()> open;
};

// The input of a frame. The memory and the event of a DeviceImage must belong to the OpenCL context of the
// Session's device.
using SubmittedImage = std::variant<ConstHostView, LentView, DeviceImage, ReadRows>;

// The destination of a result: host memory, a writer of rows (sluice does not call its finish()), or an image
// on the device with the planned storage. Host memory and writers must stay valid until Frame::wait() has
// returned. An image on the device is complete when Frame::image().ready is done.
using ResultPlace = std::variant<HostView, RowWriter*, DeviceImage>;

// How an input reached the kernels of a frame, or how a result reached its destination.
struct Transfer {
    enum class Way {
        in_place,     // not moved: the device works on the application's memory
        transferred,  // moved by the device alone, without a copy on the CPU
        copied        // copied on the CPU, to or from memory of the frame
    };
    std::string end;  // the id of the Source or Sink
    Way way;
    std::string why;  // the reason, as text; empty if in_place
};
template <>
inline constexpr std::array<std::string_view, 3> names_of<Transfer::Way>{"in place", "transferred", "copied"};

// A plan and its device. Applications use its subclass, Plan.
struct SLUICE_API Prepared {
    Prepared(Device device, ExecutionPlan execution);

    Device device;
    std::shared_ptr<const ExecutionPlan> execution;
};

struct SessionOptions {
    std::size_t frames_in_flight = 2;  // how many Frames may exist at once; each has its own memory
    bool profile = false;              // time all commands and host work: see Session::take_spans
    bool download = true;              // false: results stay on the device, see Frame::image
    bool build_at_once = true;         // false: warm_up() or the first frame builds the kernels
    // Receives warnings of stages about images, and notes on kernels built, pixels copied, and strips. Called
    // from the threads of the Session and of its Frames, one call at a time.
    Log log = {};
    // Receives the progress of building kernels at once, of warm_up(), and of submit() for a frame in strips.
    OnProgress progress = {};
};

// One image in flight (or one per Source). Holds its memory until it is destroyed; the destructor waits for
// the device. Use a Frame from one thread at a time. This may be another thread than the Session's: one
// thread submits while others wait for Frames, read and destroy them. Calls from two threads at once throw
// Error(usage), and so do calls after you have moved from the Frame.
class SLUICE_API Frame {
public:
    // Waits until the results and the Tables are downloaded. Throws Error(device) if the device failed, and
    // the error of a stage or an assertion that failed. The functions below call it, unless they say that
    // they do not wait.
    void wait();
    // Whether the device has finished the frame or has failed: wait() then returns or throws at once. Does
    // not wait.
    bool done() const;
    // Waits for `duration` at most, give or take a millisecond. Returns whether the frame is done. Throws as
    // wait() does if it is.
    bool wait_for(std::chrono::nanoseconds duration);

    // Copies a result to `dst`. `sink`: the id of its Sink; "" = the only one. `dst` must have the format of
    // the result (Session::result_format), with any pitch, and with rgb or bgr. The order applies to RGB
    // only; channels of other models (Lab, HSV) keep their own order. Throws Error(usage) if the format
    // differs or the id is unknown.
    void read(const HostView& dst, const std::string& sink = "");
    HostImage read(const std::string& sink = "");
    // Returns the result without a copy. The view is valid as long as this Frame exists. Waits. Throws
    // Error(usage) for 2 or 3 channels, unless the storage is Storage::rows: use read() for these, because
    // other storages pad them to four samples.
    ConstHostView view(const std::string& sink = "");

    // The result in device memory, for further work on the device. Does not wait.
    DeviceImage image(const std::string& sink = "") const;

    // How each input and each result was moved, in the order of the plan. Does not wait.
    std::vector<Transfer> transfers() const;

    // A Table that PlanOptions::observe names. Throws Error(usage) for any other name. Valid as long as this
    // Frame.
    const Table& table(const std::string& name);
    // Warnings of stages about this image: "normalize: no pixel was counted ...".
    std::vector<std::string> warnings();

    // Gives the Frame up, but keeps its memory as it is until `event` is done: for results that the
    // application's own commands still read. Returns at once, and waits for nothing unless the Session is
    // gone. Until then, the frame counts as one that exists; submit() waits for it if it needs its memory.
    // Failures of the frame and of the event are not reported. Throws Error(usage) if the event belongs to
    // another OpenCL context than the Session's device. <sluice/opencl.hpp> has after(queue, frame).
    void keep_until(const Event& event) &&;
    const Device& device() const;  // the Session's

    struct State;
    explicit Frame(std::shared_ptr<State> state) : state_(std::move(state)) {}

private:
    State& state() const;

    std::shared_ptr<State> state_;
};

// The memory of a frame that is not submitted yet. Applications write their pixels straight into it, so that
// none are copied. Use it from the thread of its Session. The destructor returns the memory to the Session.
class SLUICE_API FrameInput {
public:
    // The rows to fill for a Source; "" = the only one. They hold pixels of an earlier frame. Valid until
    // submit(). Throws Error(usage) for 2 or 3 channels unless the storage is Storage::rows, and for frames
    // in strips: submit() a view of these.
    HostView view(const std::string& source = "");

private:
    friend class Session;
    explicit FrameInput(std::shared_ptr<Frame::State> state) : state_(std::move(state)) {}

    std::shared_ptr<Frame::State> state_;
};

// A Plan with its kernels and memory. Use a Session from one thread at a time, not always the same one. A
// call throws Error(usage) while another thread's call is running, after you have moved from the Session, and
// in a process that was forked from the Session's. Different Sessions run in parallel.
class SLUICE_API Session {
public:
    // Builds the kernels and allocates one frame, unless options.build_at_once is false. Throws
    // Error(device).
    explicit Session(const Prepared& plan, SessionOptions options = {});

    // Starts a frame and returns at once. Frames in flight overlap: while one is computed, another one is
    // uploaded and a third one is downloaded.
    // Ownership: a ConstHostView is copied before submit() returns. A DeviceImage is read in place once its
    // `ready` is done, and must stay unchanged until the frame is done.
    // Order: rgb or bgr. An extra kernel launch reorders the colours of a DeviceImage that has another order
    // than planned. Only kernels that read rows pixel by pixel (Storage::rows) accept any order.
    // Throws Error(usage) if frames_in_flight Frames exist (see submit_into and submit_when_free), or if an
    // image is missing or unusable:
    // - Its format differs from the planned one, except for the order.
    // - On the host: its pointer is null, or its pitch is too small.
    // - On the device: its storage, pitch or texel differs, its memory is too small or of another context.
    // A frame in strips (Plan::strips) blocks until the last strip is done. `stop`, from any thread, stops it
    // between two strips. submit() then throws Stopped, and the frame is gone. A RowWriter has received some
    // of the rows by then. The Session stays usable.
    Frame submit(const SubmittedImage& image,
                 const std::stop_token& stop = {});  // for a graph with one Source
    // `images`: by the id of the Source; unknown ids throw Error(usage). `results`: destinations by the id of
    // the Sink, instead of read(); they are complete once wait() has returned. A device that shares memory
    // with the host writes straight to a destination in Storage::rows or Layout::device, unless it overlaps a
    // LentView. A RowWriter gets the rows of a frame in strips while submit() runs.
    Frame submit(const std::map<std::string, SubmittedImage>& images,
                 const std::map<std::string, ResultPlace>& results = {}, const std::stop_token& stop = {});

    // Like submit(), but returns nothing if frames_in_flight Frames exist: for a loop that drops images
    // rather than wait (see DropOldest).
    std::optional<Frame> try_submit(const SubmittedImage& image);
    std::optional<Frame> try_submit(const std::map<std::string, SubmittedImage>& images,
                                    const std::map<std::string, ResultPlace>& results = {});

    // Like submit(), but waits until fewer than frames_in_flight Frames exist: until another thread destroys
    // one. If this thread holds them all, it waits for ever. `stop`, from any thread, ends the waiting:
    // nothing is returned then. For a frame in strips, it then goes on as the `stop` of submit().
    std::optional<Frame> submit_when_free(const SubmittedImage& image, const std::stop_token& stop = {});
    std::optional<Frame> submit_when_free(const std::map<std::string, SubmittedImage>& images,
                                          const std::map<std::string, ResultPlace>& results = {},
                                          const std::stop_token& stop = {});

    // Destroys the Frame in `frame`, if there is one, and submits the next one into its place. `frame =
    // submit(image)` needs memory for both, because it destroys the old Frame last: with frames_in_flight =
    // 1, it throws. If this throws, `frame` is empty.
    void submit_into(std::optional<Frame>& frame, const SubmittedImage& image,
                     const std::stop_token& stop = {});
    void submit_into(std::optional<Frame>& frame, const std::map<std::string, SubmittedImage>& images,
                     const std::map<std::string, ResultPlace>& results = {},
                     const std::stop_token& stop = {});

    // A frame to write into: fill its view(), then submit it. `images`: the images of all Sources that you
    // did not fill. Both throw Error(usage) as above.
    FrameInput acquire();
    Frame submit(FrameInput input, const std::map<std::string, SubmittedImage>& images = {});

    // Changes a live parameter ("gamma.exponent", "normalize.low") for all frames submitted later. A
    // parameter is live if it can change without compiling. Throws Error(usage) if the parameter is unknown
    // or not live, or if the value is out of range or needs another plan; the message says what it needs.
    // submit() rejects values that contradict each other, so you can set several one by one.
    void set(const std::string& node_and_param, const Value& value);
    // Sets several parameters: all of them, or none if one is rejected.
    void set(const std::map<std::string, Value>& values);
    // A live parameter that changes often: `auto gain = session.param<double>("lamp.amount"); gain = 1.1;`.
    // `T` is the type of the parameter: bool, int or std::int64_t, double, std::string (texts and choices),
    // std::vector<double> (lists and colours) or std::vector<std::string> (lists of choices). Throws
    // Error(usage) if the parameter is unknown, not live, or of another type.
    template <class T>
    LiveParam<T> param(const std::string& node_and_param);

    // Starts a new stream: stages forget what they kept from earlier frames (normalize smoothing=8). Applies
    // to all frames submitted later. Does not wait.
    void reset();

    // Does everything that the first frame would wait for. Builds the kernels, several at a time if the
    // driver can, and runs a black frame, because drivers compile for sizes too. If images on the device may
    // be bgr, which needs kernels of its own, it runs a second one in temporary memory. counters(),
    // take_spans() and stages that keep statistics ignore these frames. SessionOptions::progress is called at
    // each step. `stop`, from any thread, ends it between two steps. Returns whether all steps were done;
    // submit() does the rest. Throws Error(device), and Error(usage) if frames_in_flight Frames exist.
    bool warm_up(const std::stop_token& stop = {});

    // The format of a result, to allocate its memory. `sink`: the id of its Sink; "" = the only one. Throws
    // Error(usage) for an unknown id. Needs no kernels: build_at_once may be false.
    ImageFormat result_format(const std::string& sink = "") const;

    const ExecutionPlan& plan() const;
    const Device& device() const;
    Counters counters() const;          // since the Session was made
    const std::string& queues() const;  // number of command queues and the reason: "three queues: ..."

    // The times recorded since the last call, for trace_json(): host work, and the device's commands for all
    // frames that have been waited for. Empty without SessionOptions::profile.
    std::vector<Span> take_spans();
    // Adds a span of this thread's own work, such as decoding, from `start` (a host_time()) until now. Does
    // nothing without SessionOptions::profile.
    void record(const std::string& name, std::uint64_t start);

    struct State;

private:
    State& state() const;
    LiveHandle live(const std::string& node_and_param, const Value& of_type) const;

    std::shared_ptr<State> state_;
};

// What all LiveParams share.
class SLUICE_API LiveHandle {
public:
    // Whether kernels take the value as it is, and nothing else depends on it. Setting it then checks the
    // range and stores a number, or fills a table from a list (crops.boxes); nothing is allocated, unless
    // the list is longer than all before. Otherwise it costs what Session::set does: the stage
    // derives its numbers again (a few microseconds), or the plan is made again if the stage consists of
    // others or fills tables (about as long as making a Plan).
    bool plain() const;

protected:
    friend class Session;
    LiveHandle(std::shared_ptr<Session::State> session, const LiveParameter& parameter)
        : session_(std::move(session)), parameter_(&parameter) {}
    void assign(const Value& value) const;
    void assign(const std::vector<double>& list) const;

private:
    std::shared_ptr<Session::State> session_;
    const LiveParameter* parameter_;
};

// A live parameter of a Session (Session::param). Keeps the memory of the Session. Belongs to the Session's
// thread, like Session::set. Copying one makes both the same parameter; it copies no value.
template <class T>
class LiveParam : public LiveHandle {
public:
    // For all frames submitted later. Throws Error(usage) as Session::set does; the value is then as before.
    void set(const T& value) const {
        if constexpr (std::is_same_v<T, int>)
            assign(std::int64_t{value});
        else
            assign(value);
    }
    LiveParam& operator=(const T& value) {
        set(value);
        return *this;
    }

private:
    friend class Session;
    explicit LiveParam(const LiveHandle& handle) : LiveHandle(handle) {}
};

template <class T>
LiveParam<T> Session::param(const std::string& node_and_param) {
    using Stored = std::conditional_t<std::is_same_v<T, int>, std::int64_t, T>;
    return LiveParam<T>(live(node_and_param, Value(std::in_place_type<Stored>)));
}

// The result of run_files().
struct RunResult {
    struct Saved {
        std::string sink;  // its id
        std::string path;  // "-" is stdout
        ImageFormat format;
        ImageFormat given;         // the image's format before it was converted for the file
        std::uintmax_t bytes = 0;  // size of the file; 0 = unknown
    };
    struct Kept {
        std::string sink, path;
        std::string why;  // "exists", "is up to date"
    };

    std::map<std::string, Table> tables;  // the observed Tables, by name
    std::vector<Wording> warnings;
    std::vector<Saved> saved;
    std::vector<Kept> kept;  // existing files that were kept, because their Sinks' `overwrite` says so
};
// Runs a plan whose Sources and Sinks name files: decodes, runs one frame, encodes. Decodes nothing if all
// results exist and may be kept, and no Table is observed. Before it reads anything, it throws Error(usage,
// path) if an output is also an input, and FileExists(path) if an output exists and must not be replaced. It
// also throws FileExists if the file appears later. `stop`, from any thread, ends it between two images or
// two strips; it throws Stopped and leaves no incomplete file.
SLUICE_API RunResult run_files(Session& session, const std::stop_token& stop = {});

}  // namespace sluice
