#include "pipeline/run/run_images.hpp"

#include "pipeline/core/image_stream.hpp"
#include "pipeline/run/results.hpp"
#include "pipeline/run/saved_files.hpp"
#include "pipeline/run/stopped.hpp"

#include <algorithm>
#include <deque>
#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <system_error>
#include <utility>

namespace sluice {
namespace {

ImageStream* stream_of(const std::unique_ptr<ImageFile>& file) {
    auto* stream = dynamic_cast<ImageStream*>(file.get());
    return stream != nullptr && stream->has_images() ? stream : nullptr;
}

// A frame on its way, with the host images of all its ends.
struct Slot {
    HostImages inputs, results;
    std::optional<Frame> frame;
};

class ImageByImage {
public:
    ImageByImage(Session& session, std::size_t most, std::stop_token stop, ImageFiles files)
        : session_(session),
          most_(most),
          plan_(session.plan()),
          stop_(std::move(stop)),
          files_(std::move(files)) {}

    RunResult run() {
        refuse();
        open();
        std::deque<Slot> in_flight, free;
        for (;;) {
            if (stop_.stop_requested()) throw Stopped("", "before all images were read");
            Slot slot = free.empty() ? new_slot() : take(free);
            if (!read(slot)) break;
            slot.frame = session_.submit(views(slot), views_of(slot.results), stop_);
            in_flight.push_back(std::move(slot));
            if (in_flight.size() == most_) free.push_back(finish(take(in_flight)));
        }
        while (!in_flight.empty()) finish(take(in_flight));
        if (frames_ == 0) throw Error(Error::Kind::input, plan_.graph.nodes.front().id, "it has no images");
        for (auto& [sink, writer] : writers_) writer->finish();
        for (const FileNode& node : file_nodes(plan_.graph.nodes)) add_saved(node);
        return std::move(result_);
    }

private:
    static Slot take(std::deque<Slot>& slots) {
        Slot slot = std::move(slots.front());
        slots.pop_front();
        return slot;
    }

    void refuse() const {
        if (!plan_.observed.empty())
            throw Error(Error::Kind::usage, plan_.observed.front().name,
                        "is a table of each image of a video, and run prints the table of one image; " +
                            Remedy{"load.frames", std::int64_t{1}} + " takes the first");
    }

    void open() {
        for (const Primitive& node : plan_.graph.nodes) {
            if (const auto* source = node.stage->as<SourceDef>()) {
                if (!source->open)
                    throw Error(Error::Kind::usage, node.id,
                                "is an image of the application; there is no file to read");
                std::unique_ptr<ImageFile>& file = files_[node.id];
                if (!file) file = source->open(node.values);
                if (stream_of(file) == nullptr) still_[node.id] = file->read({Layout::device}, warn_);
            }
        }
        const std::vector<FileNode> nodes = file_nodes(plan_.graph.nodes);
        const std::map<std::string, std::string> keep = results_to_keep(nodes);
        for (const FileNode& node : nodes)
            if (const auto kept = keep.find(*node.id); kept != keep.end()) {
                result_.kept.push_back({*node.id, output_of(node), kept->second});
            } else if (const auto* sink = node.stage->as<SinkDef>(); sink != nullptr && sink->open) {
                const Primitive& primitive = plan_.graph.nodes[plan_.graph.names.at(*node.id)];
                std::unique_ptr<ImageWriter> writer =
                    sink->open(placed_values(node, nodes), primitive.format.value());
                const auto* several = dynamic_cast<ImageStreamWriter*>(writer.get());
                if (several == nullptr || !several->takes_images())
                    throw Error(Error::Kind::usage, *node.id,
                                "takes one image, and its input is a video; save it as .y4m, or " +
                                    Remedy{"load.frames", std::int64_t{1}} + " takes the first image");
                writers_[*node.id] = writer->rows(metadata_for(*node.id), warn_);
            }
    }

    // Of the file that a result is made of.
    Metadata metadata_for(const std::string& sink) const {
        const auto source = plan_.metadata_source(plan_.graph.names.at(sink));
        if (!source) return {};
        const std::string& id = plan_.graph.nodes[*source].id;
        ImageStream* stream = stream_of(files_.at(id));
        return stream != nullptr ? stream->metadata() : still_.at(id).metadata;
    }

    Slot new_slot() const {
        Slot slot;
        for (const auto& [id, file] : files_)
            if (stream_of(file) != nullptr)
                slot.inputs[id] = HostImage(file->header().format, {Layout::device});
        slot.results = images_for_results(plan_);
        return slot;
    }

    // The next image of each stream. False where one has ended.
    bool read(Slot& slot) {
        for (auto& [id, image] : slot.inputs)
            if (!stream_of(files_.at(id))->next(image.view(), warn_)) return false;
        ++frames_;
        return true;
    }

    std::map<std::string, SubmittedImage> views(const Slot& slot) const {
        std::map<std::string, SubmittedImage> views;
        for (const HostImages* images : {&slot.inputs, &still_})
            for (const auto& [id, image] : *images) views[id] = LentView{image.view()};
        return views;
    }

    // Waits for it, and writes what it gave.
    Slot finish(Slot slot) {
        slot.frame->wait();
        for (const std::string& warning : slot.frame->warnings())
            if (warned_.insert(warning).second) warn_(warning);  // of the first image alone
        slot.frame.reset();
        for (auto& [sink, writer] : writers_) writer->write(std::as_const(slot.results.at(sink)).view());
        return slot;
    }

    void add_saved(const FileNode& node) {
        if (writers_.count(*node.id) == 0) return;
        const Primitive& sink = plan_.graph.nodes[plan_.graph.names.at(*node.id)];
        const ImageFormat format = sink.format.value();
        const std::string path = output_of(node);
        std::error_code unknown;
        const std::uintmax_t bytes = path == "-" ? 0 : std::filesystem::file_size(path, unknown);
        result_.saved.push_back({*node.id, path, format, sink.given.value_or(format), unknown ? 0 : bytes});
    }

    Session& session_;
    std::size_t most_;  // frames in flight
    const ExecutionPlan& plan_;
    std::stop_token stop_;
    ImageFiles files_;
    HostImages still_;  // images that all frames have
    std::map<std::string, std::unique_ptr<RowWriter>> writers_;
    std::set<std::string> warned_;
    std::size_t frames_ = 0;
    RunResult result_;
    Warn warn_ = [this](const Wording& message) { result_.warnings.push_back(message); };
};

}  // namespace

bool has_images(const ImageFiles& files) {
    return std::any_of(files.begin(), files.end(),
                       [](const auto& file) { return file.second && stream_of(file.second) != nullptr; });
}

RunResult run_images(Session& session, std::size_t in_flight, const std::stop_token& stop, ImageFiles files) {
    return ImageByImage(session, in_flight, stop, std::move(files)).run();
}

}  // namespace sluice
