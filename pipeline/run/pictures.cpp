#include "pipeline/run/pictures.hpp"

#include "pipeline/device/clock.hpp"
#include "pipeline/run/no_rows.hpp"
#include "pipeline/run/results.hpp"

#include <utility>

namespace sluice {
namespace {

// Visits each Source with its file, which is opened where it is not open.
template <class Visit>
void for_each_source(const ExecutionPlan& plan, ImageFiles& files, const Visit& visit) {
    for (const Primitive& node : plan.graph.nodes) {
        const auto* source = node.stage->as<SourceDef>();
        if (source == nullptr) continue;
        if (!source->open)
            throw Error(Error::Kind::usage, node.id,
                        "is an image of the application; there is no file to read");
        auto& file = files[node.id];
        if (!file) file = source->open(node.values);
        visit(node, *file);
    }
}

// The id of the Source whose metadata goes to a Sink; "" = none.
std::string source_of(const ExecutionPlan& plan, const std::string& sink) {
    const auto source = plan.metadata_source(plan.graph.names.at(sink));
    return source ? plan.graph.nodes[*source].id : "";
}
Metadata metadata_for(const ExecutionPlan& plan, const std::string& sink, Metadata metadata) {
    metadata.moved |= plan.moves_pixels(plan.graph.names.at(sink));
    return metadata;
}

class WholePictures : public Pictures {
public:
    WholePictures(Session& session, ImageFiles& files, const std::map<std::string, Values>& sinks,
                  const Warn& warn)
        : session_(session), sinks_(sinks), warn_(warn), results_(images_for_results(session.plan())) {
        for_each_source(session.plan(), files, [&](const Primitive& node, ImageFile& file) {
            const std::uint64_t start = host_time();
            images_[node.id] = file.read({Layout::device}, warn);
            session.record("decode " + node.id, start);
            files.erase(node.id);
        });
    }

    std::map<std::string, SubmittedImage> inputs() override {
        std::map<std::string, SubmittedImage> views;
        for (const auto& [id, image] : images_) views[id] = LentView{image.view()};
        return views;
    }
    std::map<std::string, ResultPlace> places() override { return views_of(results_); }
    void save(const std::string& sink) override {
        const Primitives& graph = session_.plan().graph;
        const std::string source = source_of(session_.plan(), sink);
        const Metadata none;
        const std::uint64_t start = host_time();
        const HostImage& image = results_.at(sink);
        graph.nodes[graph.names.at(sink)]
            .stage->as<SinkDef>()
            ->open(sinks_.at(sink), image.format())
            ->write(image.view(),
                    source.empty() ? none : metadata_for(session_.plan(), sink, images_.at(source).metadata),
                    warn_);
        session_.record("encode " + sink, start);
    }

private:
    Session& session_;
    const std::map<std::string, Values>& sinks_;
    const Warn& warn_;
    std::map<std::string, HostImage> images_;
    HostImages results_;
};

class PicturesByRows : public Pictures {
public:
    PicturesByRows(const ExecutionPlan& plan, ImageFiles& files, const std::map<std::string, Values>& sinks,
                   const Warn& warn)
        : plan_(plan), files_(files) {
        for_each_source(plan, files, [&](const Primitive& node, ImageFile& file) {
            if (plan.holds && plan.readings(plan.graph.names.at(node.id)) > 1) {
                held_[node.id] = file.read({}, warn);
                files.erase(node.id);
            } else {
                first_[node.id] = file.rows(warn);
            }
        });
        for (const Primitive& node : plan.graph.nodes) {
            const auto* sink = node.stage->as<SinkDef>();
            if (sink == nullptr) continue;
            const auto values = sinks.find(node.id);
            if (values == sinks.end()) {
                writers_[node.id] = std::make_unique<NoRows>();
                continue;
            }
            writers_[node.id] =
                sink->open(values->second, node.format.value())
                    ->rows(metadata_for(plan, node.id, metadata_of(source_of(plan, node.id))), warn);
        }
    }

    std::map<std::string, SubmittedImage> inputs() override {
        std::map<std::string, SubmittedImage> images;
        for (const auto& [id, image] : held_) images[id] = image.view();
        for (const Primitive& node : plan_.graph.nodes)
            if (first_.count(node.id) > 0)
                images[node.id] = ReadRows{node.format.value(), [&, this] { return from_the_top(node.id); }};
        return images;
    }
    std::map<std::string, ResultPlace> places() override {
        std::map<std::string, ResultPlace> places;
        for (const auto& [id, writer] : writers_) places[id] = writer.get();
        return places;
    }
    void save(const std::string& sink) override { writers_.at(sink)->finish(); }

private:
    Metadata metadata_of(const std::string& source) const {
        if (const auto held = held_.find(source); held != held_.end()) return held->second.metadata;
        return source.empty() ? Metadata() : first_.at(source)->metadata();
    }
    // What is said of a picture is said once.
    std::unique_ptr<RowReader> from_the_top(const std::string& source) {
        if (auto first = first_.extract(source)) return std::move(first.mapped());
        return files_.at(source)->rows({});
    }

    const ExecutionPlan& plan_;
    ImageFiles& files_;
    std::map<std::string, HostImage> held_;
    std::map<std::string, std::unique_ptr<RowReader>> first_;  // not yet taken, by the id of the Source
    std::map<std::string, std::unique_ptr<RowWriter>> writers_;
};

}  // namespace

std::unique_ptr<Pictures> pictures_of(Session& session, ImageFiles& files,
                                      const std::map<std::string, Values>& sinks, const Warn& warn) {
    if (session.plan().by_rows) return pictures_by_rows(session.plan(), files, sinks, warn);
    return std::make_unique<WholePictures>(session, files, sinks, warn);
}

std::unique_ptr<Pictures> pictures_by_rows(const ExecutionPlan& plan, ImageFiles& files,
                                           const std::map<std::string, Values>& sinks, const Warn& warn) {
    return std::make_unique<PicturesByRows>(plan, files, sinks, warn);
}

}  // namespace sluice
