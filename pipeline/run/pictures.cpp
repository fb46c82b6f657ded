#include "pipeline/run/pictures.hpp"

#include "pipeline/device/clock.hpp"
#include "pipeline/run/no_rows.hpp"
#include "pipeline/run/pack.hpp"
#include "pipeline/run/results.hpp"

#include <utility>

namespace sluice {
namespace {

template <class Visit>
void for_each_source(const ExecutionPlan& plan, const Visit& visit) {
    for (const Primitive& node : plan.graph.nodes) {
        const auto* source = node.stage->as<SourceDef>();
        if (source == nullptr) continue;
        if (!source->decode)
            throw Error(Error::Kind::usage, node.id,
                        "is an image of the application's, there is no file to run it from");
        visit(node, *source);
    }
}

// The id of the Source whose metadata goes to a Sink; "" = none.
std::string source_of(const ExecutionPlan& plan, const std::string& sink) {
    const auto source = plan.metadata_source(plan.graph.names.at(sink));
    return source ? plan.graph.nodes[*source].id : "";
}

class WholePictures : public Pictures {
public:
    WholePictures(Session& session, const std::map<std::string, Values>& sinks, const Warn& warn)
        : session_(session), sinks_(sinks), warn_(warn), results_(images_for_results(session.plan())) {
        for_each_source(session.plan(), [&](const Primitive& node, const SourceDef& source) {
            const std::uint64_t start = host_time();
            images_[node.id] = source.decode(node.values, {Layout::device}, warn);
            session.record("decode " + node.id, start);
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
        graph.nodes[graph.names.at(sink)].stage->as<SinkDef>()->encode(
            sinks_.at(sink), results_.at(sink).view(), source.empty() ? none : images_.at(source).metadata,
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

// Of a picture that is in memory.
class RowsInMemory : public RowReader {
public:
    explicit RowsInMemory(const HostImage& image) : image_(image) {}

    const ImageFormat& format() const override { return image_.format(); }
    const Metadata& metadata() const override { return image_.metadata; }
    void read(const HostView& rows) override {
        copy_rows(rows_of(image_.view(), at_, rows.format.height), rows);
        at_ += rows.format.height;
    }
    std::size_t skip(std::size_t rows) override {
        at_ += rows;
        return rows;
    }

private:
    const HostImage& image_;
    std::size_t at_ = 0;  // the row that comes next
};

class PicturesByRows : public Pictures {
public:
    PicturesByRows(const ExecutionPlan& plan, const std::map<std::string, Values>& sinks, const Warn& warn)
        : plan_(plan) {
        for_each_source(plan, [&](const Primitive& node, const SourceDef& source) {
            if (plan.holds && plan.readings(plan.graph.names.at(node.id)) > 1)
                held_[node.id] = source.decode(node.values, {}, warn);
            first_[node.id] = opened(node, source, warn);
        });
        for (const Primitive& node : plan.graph.nodes) {
            const auto* sink = node.stage->as<SinkDef>();
            if (sink == nullptr) continue;
            const auto values = sinks.find(node.id);
            if (values == sinks.end()) {
                writers_[node.id] = std::make_unique<NoRows>();
                continue;
            }
            const std::string source = source_of(plan, node.id);
            const Metadata none;
            writers_[node.id] = sink->open(values->second, node.format.value(),
                                           source.empty() ? none : first_.at(source)->metadata(), warn);
        }
    }

    std::map<std::string, SubmittedImage> inputs() override {
        std::map<std::string, SubmittedImage> rows;
        for_each_source(plan_, [&](const Primitive& node, const SourceDef& source) {
            rows[node.id] = ReadRows{node.format.value(), [&, this] { return opened(node, source); }};
        });
        return rows;
    }
    std::map<std::string, ResultPlace> places() override {
        std::map<std::string, ResultPlace> places;
        for (const auto& [id, writer] : writers_) places[id] = writer.get();
        return places;
    }
    void save(const std::string& sink) override { writers_.at(sink)->finish(); }

private:
    // What is said of a picture is said once.
    std::unique_ptr<RowReader> opened(const Primitive& node, const SourceDef& source) {
        if (auto first = first_.extract(node.id)) return std::move(first.mapped());
        return opened(node, source, [](const std::string&) {});
    }
    std::unique_ptr<RowReader> opened(const Primitive& node, const SourceDef& source, const Warn& warn) {
        if (const auto held = held_.find(node.id); held != held_.end())
            return std::make_unique<RowsInMemory>(held->second);
        return source.open(node.values, warn);
    }

    const ExecutionPlan& plan_;
    std::map<std::string, HostImage> held_;
    std::map<std::string, std::unique_ptr<RowReader>> first_;  // not yet taken, by the id of the Source
    std::map<std::string, std::unique_ptr<RowWriter>> writers_;
};

}  // namespace

std::unique_ptr<Pictures> pictures_of(Session& session, const std::map<std::string, Values>& sinks,
                                      const Warn& warn) {
    if (session.plan().by_rows) return pictures_by_rows(session.plan(), sinks, warn);
    return std::make_unique<WholePictures>(session, sinks, warn);
}

std::unique_ptr<Pictures> pictures_by_rows(const ExecutionPlan& plan,
                                           const std::map<std::string, Values>& sinks, const Warn& warn) {
    return std::make_unique<PicturesByRows>(plan, sinks, warn);
}

}  // namespace sluice
