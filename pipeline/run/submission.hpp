// Enqueues one frame on the queues of its Session. Only this floor includes it.
#pragma once

#include "pipeline/run/row_feed.hpp"
#include "pipeline/run/session_state.hpp"

#include <cstddef>
#include <map>
#include <string>
#include <vector>

namespace sluice {

class Submission {
public:
    Submission(Session::State& session, Frame::State& frame)
        : session_(session),
          frame_(frame),
          plan_(session.plan),
          in_memory_(plan_.images.size()),
          awaited_(plan_.images.size()),
          downloaded_(plan_.images.size()) {}

    // All of it. Of a frame in strips: until `watch` stops it, with Stopped.
    // REQUIRES: each is the one that was planned.
    void run(const GivenImages& images, const Watch& watch);

private:
    void run_strips(const GivenImages& images, const Watch& watch);
    // A strip of the phase (sweep) between two steps.
    void run_strip(std::size_t begin, std::size_t end, std::size_t strip, const GivenImages& images);
    void give_to_device();
    void fill_given_tables();
    void clear_tables();
    // The image of a Source, of step number `step`, from where it was given.
    void take(std::size_t step, const GivenImages& images);
    void lend(std::size_t step, const DeviceImage& there);
    bool is_laid_otherwise(std::size_t image, const RowLayout& layout) const;
    // Copies an image of the application into the planned image, or back.
    Event reorder_into(std::size_t image, const Reordering& reordering, const LaidMemory& src,
                       const LaidMemory& dst);
    // For borrowed pixels: a device that shares memory works on them in place; others upload straight from
    // them. Returns false if neither is possible; Frame::transfers() gives the reason.
    bool take_lent(std::size_t step, const ConstHostView& view);
    // Why the device cannot use host memory in place or transfer from or to it; or "".
    const char* against_working_on(std::size_t image, const ConstHostView& view);
    const char* against_transfer(std::size_t image, const ConstHostView& view);
    void work_on(std::size_t image, const ConstHostView& view);
    void choose_ways_of_results(const GivenImages& images);
    void choose_way(Frame::State::Wanted& wanted, const GivenImages& images);
    void note(std::size_t step, Transfer::Way way, const char* why);
    void note_strips();
    void tell_copies();  // to the log
    void note_result(std::size_t step, const Frame::State::Wanted* wanted);
    // Whether all users of an image get it without staging memory.
    bool give_results(const Download& step, const std::string& name);
    void give_to_application(std::size_t image, const DeviceImage& place);
    void count_upload(const Upload& step, std::size_t strip);
    void count_download(const Download& step, std::size_t strip);
    // Copies pixels of the host into staging memory.
    void pack(const Upload& step, const SubmittedImage& image, std::size_t strip = 0);
    void pack(const Upload& step, const ConstHostView& view, std::size_t strip, std::byte* dst);
    // Of a result that goes to one; else null.
    RowWriter* writer_of(const Download& step) const;
    void take_results_of_strip(const Download& step, std::size_t strip);
    void upload(const Upload& step, std::size_t strip = 0);
    // From staging memory, and there; `rows` of all layers.
    void send_up(Lane lane, std::size_t image, std::size_t rows);
    Event bring_down(std::size_t image, std::size_t rows, const std::string& name);
    void launch(std::size_t step, std::size_t strip = 0);
    // Enqueues a host function. The commands after it are on other queues than those before.
    void compute_on_host(std::size_t step);
    HostTask::Image staged(std::size_t image, std::byte* rows) const;
    void download(std::size_t step, std::size_t strip = 0);
    void read_tables();
    void read_table(std::size_t table);
    void give_uploads_to_host();

    // Notes a command that is on its queue.
    Event put(Lane lane, const std::string& name, Event event, std::size_t bytes = 0);
    // Passes that follow start after this image is there.
    void await(std::size_t image);
    void set_argument(Kernel& kernel, unsigned index, const KernelArgument& argument, const Rows& rows);
    std::uint32_t value_of(const RowsArgument& argument, const Rows& rows) const;
    void set_layout(Kernel& kernel, unsigned index, const LayoutArgument& argument);
    FrameMemory& memory() { return *frame_.memory; }
    // Whether this image is a result that stays on the device, so that Frame::image() can be used there.
    bool stays(std::size_t image) const;

    Session::State& session_;
    Frame::State& frame_;
    const ExecutionPlan& plan_;
    RecycledVector<Rows> in_memory_;        // of each image, as the step before left them
    RecycledVector<bool> awaited_;          // images that the passes wait for, or that a pass makes
    RecycledVector<bool> downloaded_;       // images; several Sinks may take one
    std::map<std::size_t, RowFeed> feeds_;  // by image
};

}  // namespace sluice
