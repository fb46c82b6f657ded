// Puts one frame on the queues of its Session. Included in this floor only.
#pragma once

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
          awaited_(plan_.images.size()),
          downloaded_(plan_.images.size()) {}

    // All of it. Images that are not among these are in staging memory already.
    // REQUIRES: each is the one that was planned.
    void run(const std::map<std::string, SubmittedImage>& images);

private:
    void run_strips(const std::map<std::string, SubmittedImage>& images);
    // Whether a step is done for this strip.
    bool is_in(const PlannedStep& step, std::size_t strip) const;
    // A strip of the sweep between two steps.
    void run_strip(std::size_t begin, std::size_t end, std::size_t strip,
                   const std::map<std::string, SubmittedImage>& images);
    void give_to_device();
    void clear_tables();
    void lend(std::size_t image, const DeviceImage& there);
    // The same for colours that lie there as B G R, which are copied.
    void put_in_order(std::size_t image, const DeviceImage& there);
    // Lent pixels: where the device shares memory it works on them, else it takes them from there. False
    // where their rows are not the device's.
    bool take_lent(std::size_t image, const ConstHostView& view);
    bool can_work_on(std::size_t image, const ConstHostView& view);
    void work_on(std::size_t image, const void* pixels);
    void choose_ways_of_results();
    // Whether all that want an image get it without staging memory.
    bool give_results(const Download& step, const std::string& name);
    void count_upload(const PlannedImage& image, std::size_t strip);
    void count_download(const PlannedImage& image, const std::string& sink, std::size_t strip);
    void pack(std::size_t image, const ConstHostView& view, std::size_t strip = 0);
    void upload(std::size_t image, std::size_t strip = 0);
    void launch(std::size_t step, std::size_t strip = 0);
    void download(const Download& step, std::size_t strip = 0);
    void read_tables();
    void read_table(std::size_t table);
    void give_uploads_to_host();

    // Notes a command that is on its queue.
    Event put(Lane lane, const std::string& name, Event event, std::size_t bytes = 0);
    // Passes that follow start after this image is there.
    void await(std::size_t image);
    // Of an image, in a strip: rows of all layers, and their bytes in host memory; where the whole image has
    // the first row of a layer.
    static std::size_t rows(const PlannedImage& image, std::size_t strip) {
        return image.format.layers * image.strips.rows_of(strip);
    }
    static std::size_t host_bytes(const PlannedImage& image, std::size_t strip) {
        return image.format.host_bytes() / image.format.rows() * rows(image, strip);
    }
    static std::size_t first_row(const PlannedImage& image, std::size_t strip, std::size_t layer) {
        return layer * image.format.height + strip * image.strips.rows;
    }
    FrameMemory& memory() { return *frame_.memory; }
    bool is_uploaded(std::size_t image) const;
    // Whether this image is a result that stays on the device, so that Frame::image() can be used there.
    bool stays(std::size_t image) const;

    Session::State& session_;
    Frame::State& frame_;
    const ExecutionPlan& plan_;
    std::vector<bool> awaited_;     // images that the passes wait for, or that a pass makes
    std::vector<bool> downloaded_;  // images; several Sinks may take one
};

}  // namespace sluice
