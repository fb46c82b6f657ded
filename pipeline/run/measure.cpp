#include "pipeline/run/measure.hpp"

#include "pipeline/graph/measured.hpp"
#include "pipeline/run/stopped.hpp"

#include <memory>
#include <optional>
#include <utility>

namespace sluice {
namespace {

// A file whose image has been decoded. The next reader gets the image; later ones decode it again.
class DecodedFile final : public ImageFile {
public:
    DecodedFile(std::unique_ptr<ImageFile> file, HostImage image)
        : file_(std::move(file)), image_(std::move(image)) {}

    const ImageHeader& header() override { return file_->header(); }
    ImageFacts facts(const Warn& warn) override { return file_->facts(warn); }
    ReadMemory memory() override { return file_->memory(); }
    RowMemory row_memory() override { return file_->row_memory(); }
    HostImage read(const Destination& wanted, const Warn& warn) override {
        if (!image_) return file_->read(wanted, warn);
        HostImage image = std::move(*image_);
        image_.reset();
        return image;
    }
    std::unique_ptr<RowReader> rows(const Warn& warn) override {
        image_.reset();
        return file_->rows(warn);
    }

private:
    std::unique_ptr<ImageFile> file_;
    std::optional<HostImage> image_;
};

class Measurement {
public:
    Measurement(Opened& opened, const std::map<std::string, SubmittedImage>& images, const Device& device,
                const PrepareOptions& options, const Warn& warn, const std::stop_token& stop)
        : opened_(opened), images_(images), device_(device), options_(options), warn_(warn), stop_(stop) {}

    void run(CheckedGraph& graph) {
        while (has_measured(graph)) {
            const Measuring first = measuring(graph);
            const Prepared plan{device_, prepare_to_measure(first.graph, opened_, device_.facts(), options_)};
            Session session(plan, {.frames_in_flight = 1});
            if (stop_.stop_requested()) throw Stopped("", "before an image was read");
            Frame frame = session.submit(inputs(session.plan()), {}, stop_);
            for (const std::string& id : first.measured) put_in_place(graph, id, frame.table(id), warn_);
        }
        for (auto& [id, image] : decoded_) {
            auto& file = opened_.files.at(id);
            file = std::make_unique<DecodedFile>(std::move(file), std::move(image));
        }
    }

private:
    std::map<std::string, SubmittedImage> inputs(const ExecutionPlan& plan) {
        std::map<std::string, SubmittedImage> inputs;
        for (std::size_t i = 0; i < plan.graph.nodes.size(); ++i) {
            const Primitive& node = plan.graph.nodes[i];
            if (!node.is(Kind::source)) continue;
            const auto given = images_.find(node.id), known = images_.end();
            inputs[node.id] = given != known ? given->second : input(node, plan, i);
        }
        return inputs;
    }
    SubmittedImage input(const Primitive& node, const ExecutionPlan& plan, std::size_t source) {
        ImageFile& file = *opened_.files.at(node.id);
        const bool by_rows = plan.by_rows && !(plan.holds && plan.readings(source) > 1);
        if (by_rows && decoded_.count(node.id) == 0)
            return ReadRows{node.format.value(), [&file] { return file.rows({}); }};
        if (decoded_.count(node.id) == 0) decoded_[node.id] = file.read({Layout::device}, warn_);
        return LentView{std::as_const(decoded_.at(node.id)).view()};
    }

    Opened& opened_;
    const std::map<std::string, SubmittedImage>& images_;
    const Device& device_;
    const PrepareOptions& options_;
    const Warn& warn_;
    const std::stop_token& stop_;
    std::map<std::string, HostImage> decoded_;  // by the id of the Source
};

}  // namespace

void measure(CheckedGraph& graph, Opened& opened, const std::map<std::string, SubmittedImage>& images,
             const Device& device, const PrepareOptions& options, const Warn& warn,
             const std::stop_token& stop) {
    Measurement(opened, images, device, options, warn, stop).run(graph);
}

ExecutionPlan prepare_to_measure(const CheckedGraph& part, Opened& opened, const DeviceFacts& device,
                                 PrepareOptions options) {
    options.plan.observe.clear();  // nobody takes the Tables that measure: they are seen in any case
    options.plan.store.clear();
    std::erase_if(options.plan.storage_of, [&](const auto& of) { return !part.find(of.first); });
    Opened of_part{opened.formats, {}};
    for (const std::string& id : part.sources())
        if (auto file = opened.files.extract(id)) of_part.files.insert(std::move(file));
    ExecutionPlan plan = prepare(part, of_part, device, std::move(options));
    opened.files.merge(of_part.files);
    return plan;
}

}  // namespace sluice
