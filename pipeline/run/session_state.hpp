// What a Session and its Frames share. Included in this floor only.
#pragma once

#include "pipeline/core/api.hpp"
#include "pipeline/core/recycled.hpp"
#include "pipeline/device/clock.hpp"
#include "pipeline/device/kernel.hpp"
#include "pipeline/run/build_kernels.hpp"
#include "pipeline/run/frame_memory.hpp"
#include "pipeline/run/host_thread.hpp"
#include "pipeline/run/kept_tables.hpp"
#include "pipeline/run/live_values.hpp"
#include "pipeline/run/one_thread.hpp"
#include "pipeline/run/queues.hpp"
#include "pipeline/run/reorder.hpp"
#include "pipeline/run/session.hpp"

#include <atomic>
#include <condition_variable>
#include <exception>
#include <memory>
#include <mutex>
#include <optional>
#include <stop_token>
#include <string>
#include <utility>
#include <variant>
#include <vector>

namespace sluice {

// Belongs to the Session's thread, but for what Frames use on theirs: the plan, of which live values alone
// change, the queues for waiting, and what is said below.
struct SLUICE_HIDDEN Session::State {
    State(const Prepared& plan, SessionOptions options);

    Device device;
    ExecutionPlan plan;
    LiveValues live;
    SessionOptions options;
    Queues queues;
    KeptTables kept;
    HostThread host;  // ends before the queues, which wait for what it completes
    Kernels kernels;  // by step: one for each Launch of the plan, once they are built
    std::map<std::pair<std::size_t, Reordering>, Kernel>
        reorders;  // by image, each made when it is needed first
    Counters counters;
    // Images that nobody has to give: those of Sources that expand. By image of the plan.
    std::map<std::size_t, HostImage> opened;
    std::map<std::size_t, SubmittedImage> of_itself;
    std::size_t submitted = 0;     // frames
    std::int64_t clock_ahead = 0;  // of the device; where the Session profiles

    // Any thread.
    OneThread calls;                     // of the Session
    std::atomic<std::size_t> waits = 0;  // for frames
    std::atomic<std::size_t> black = 0;  // the frame of warm_up(), of which nothing is told
    std::atomic<bool> failed = false;    // a frame: what waits for its commands must not be put on a queue
    // Throws Error(usage) when as many are taken as may be.
    std::unique_ptr<FrameMemory> take_memory();
    void give_back(std::unique_ptr<FrameMemory> memory);
    void lose(std::unique_ptr<FrameMemory> memory);  // nobody knows what is in it
    bool all_taken();
    // Waits until not all are taken. Returns false if `stop` ends that.
    bool wait_for_room(const std::stop_token& stop);
    // Holds a frame until an event is done (Frame::keep_until). Its `session` must not be an owner.
    void keep(std::shared_ptr<Frame::State> frame, const Event& event);
    // What this thread did, to what, from `start` to now; what a queue did. The first does nothing without
    // profile.
    void record(const char* what, const std::string& to, std::uint64_t start, std::size_t frame,
                std::size_t bytes = 0);
    void record(const std::string& name, Lane lane, const Event& event, std::size_t frame, std::size_t bytes);
    std::vector<Span> take_spans();
    void forget_spans(std::size_t frame);

    Counts& count(const std::string& stage) { return counters.stages[stage]; }

    // Builds the kernels that are missing. Returns false where `go_on` did.
    bool build(const GoOn& go_on = {});

    // To the log of the application, where it has one. Any thread.
    bool is_heard() const { return options.log != nullptr; }
    bool is_heard_of(std::size_t frame) const { return is_heard() && frame != black; }
    void say(LogMessage::Severity severity, const std::string& where, const std::string& text);
    // What was said last of the image of an Upload or Download, by its step.
    std::map<std::size_t, std::string> said_of_images;

private:
    struct KeptFrame {
        std::shared_ptr<Frame::State> frame;
        Event until;

        KeptFrame() = default;
        KeptFrame(std::shared_ptr<Frame::State> frame_, Event until_)
            : frame(std::move(frame_)), until(std::move(until_)) {}
        KeptFrame(KeptFrame&&) = default;
        KeptFrame& operator=(KeptFrame&&) = default;
        ~KeptFrame();
        void end();  // waits
    };
    // Ends one of the frames that are kept: one whose event is done, or if `waits` the first. False: none.
    bool end_kept(bool waits);
    bool is_full() const { return free_.empty() && frames_ >= options.frames_in_flight; }

    std::mutex saying_;
    mutable std::mutex mutex_;  // for what follows
    std::condition_variable_any room_;
    RecycledVector<std::unique_ptr<FrameMemory>> free_;
    std::size_t frames_ = 0;  // that there is memory for
    std::vector<Span> spans_;
    RecycledVector<KeptFrame> kept_until_;  // ends first: its frames give their memory back
};

// The step for a Sink by its id; "" is the only one. Throws Error(usage).
const Download& find_download(const ExecutionPlan& plan, const std::string& sink);

// Whether no Source, no other Sink and no function of the host has the image of a Sink.
bool is_of_one_end(const ExecutionPlan& plan, std::size_t image);

// How a frame in strips is watched, and stopped.
struct Watch {
    const std::stop_token& stop;
    const OnProgress* progress;  // null: nobody hears
};

// What a frame takes, by image of the plan: null where the application wrote into staging memory, or where
// nothing goes up.
using GivenImages = RecycledVector<const SubmittedImage*>;

// Pixels of the host in one piece, or null.
inline const ConstHostView* host_view(const SubmittedImage& image) {
    const auto* lent = std::get_if<LentView>(&image);
    return lent != nullptr ? &lent->view : std::get_if<ConstHostView>(&image);
}

struct SLUICE_HIDDEN Frame::State {
    // Takes memory of the Session.
    explicit State(std::shared_ptr<Session::State> session);
    State(const State&) = delete;
    State& operator=(const State&) = delete;
    ~State();  // waits, and gives its memory back; any thread

    void wait();
    bool done() const;
    void take_tables();
    void check_reads();       // throws Error(usage), and again whenever the frame is waited for
    void tell_warnings();     // to the log
    void check_assertions();  // throws Error(input), and again whenever the frame is waited for
    [[noreturn]] void fail_at_data(const std::exception_ptr& why);  // the device is well
    void fail() const;  // waits for all that is on the queues, in which the next frame must not find it
    const Upload& upload(const std::string& source) const;
    const Download& download(const std::string& sink) const;
    bool is_uploaded(std::size_t image) const;  // the host gives it
    // Throws Error(usage) where a view cannot take the result of a Sink.
    void check_result(const std::string& sink, const HostView& dst) const;
    // The place of a result. Colours of other models than rgb have an order of their own, whatever it says.
    HostView place(std::size_t image, HostView view) const;
    const std::byte* pixels(std::size_t image) const;  // of a result, rows as in staging memory
    ImageFormat format(std::size_t image) const;

    struct Timed {
        std::string name;
        Lane lane;
        Event event;
        std::size_t bytes;
    };

    OneThread calls;  // of the Frame
    std::shared_ptr<Session::State> session;
    std::unique_ptr<FrameMemory> memory;
    RecycledVector<std::size_t> filled;  // images that the application wrote into staging memory
    RecycledVector<Event> ready;         // by image: what it is there after
    RecycledVector<std::optional<ValueRange>>
        meant;  // by image, by the live parameters that it was made with
    // By image, where images go through in strips: rows as in staging memory.
    std::map<std::size_t, std::vector<std::byte>> results;
    // A result that goes to the application's memory: the device works there, or transfers to there, or the
    // host copies; or to a writer of rows.
    struct Wanted {
        enum class Way { in_place, transfer, copy, rows, device };
        std::size_t sink;  // a node
        std::size_t image;
        HostView view = {};
        RowWriter* writer = nullptr;
        Way way = Way::copy;
        std::optional<DeviceImage> place = {};
        const char* why = "";  // not in place
    };
    RecycledVector<Wanted> wanted;
    // What became of the image of an Upload or Download, by its step.
    struct Moved {
        std::size_t step;
        Transfer::Way way;
        const char* why;
    };
    RecycledVector<Moved> moved;
    // Where the result of a Sink goes, or null: read() gives it.
    const Wanted* place_of(const Download& result) const;
    LastEvents last;
    RecycledVector<Event> commands;  // all since the last wait
    RecycledVector<std::shared_ptr<HostTask>> on_host;
    std::size_t number = 0;  // counted from 1
    bool started = false;    // commands were enqueued
    bool submitted = false;  // all of them
    bool waited = false;
    std::exception_ptr failure;  // what waiting said
    std::vector<Timed> timed;
    RecycledVector<std::uint32_t> status;
};

}  // namespace sluice
