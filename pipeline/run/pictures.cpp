#include "pipeline/run/pictures.hpp"

#include "pipeline/device/clock.hpp"
#include "pipeline/run/results.hpp"

#include <set>
#include <utility>

namespace sluice {
namespace {

struct Ends {
    Session& session;
    const std::map<std::string, Values>& sinks;
    const Warn& warn;

    const Primitives& graph() const { return session.plan().graph; }
    template <class Visit>
    void for_each_source(const Visit& visit) const {
        for (const Primitive& node : graph().nodes) {
            const auto* source = node.stage->as<SourceDef>();
            if (source == nullptr) continue;
            if (!source->decode)
                throw Error(Error::Kind::usage, node.id,
                            "is an image of the application's, there is no file to run it from");
            visit(node, *source);
        }
    }
    const Primitive& sink(const std::string& id) const { return graph().nodes[graph().names.at(id)]; }
    // The id of the Source whose metadata goes to a Sink; "" = none.
    std::string source_of(const std::string& id) const {
        const auto source = session.plan().metadata_source(graph().names.at(id));
        return source ? graph().nodes[*source].id : "";
    }
};

class WholePictures : public Pictures {
public:
    explicit WholePictures(const Ends& ends)
        : ends_(ends), results_(images_for_results(ends.session.plan())) {
        ends_.for_each_source([&](const Primitive& node, const SourceDef& source) {
            const std::uint64_t start = host_time();
            images_[node.id] = source.decode(node.values, {Layout::device}, ends_.warn);
            ends_.session.record("decode " + node.id, start);
        });
    }

    std::map<std::string, SubmittedImage> inputs() override {
        std::map<std::string, SubmittedImage> views;
        for (const auto& [id, image] : images_) views[id] = LentView{image.view()};
        return views;
    }
    std::map<std::string, ResultPlace> places() override { return views_of(results_); }
    void save(const std::string& sink) override {
        const std::string source = ends_.source_of(sink);
        const Metadata none;
        const std::uint64_t start = host_time();
        ends_.sink(sink).stage->as<SinkDef>()->encode(ends_.sinks.at(sink), results_.at(sink).view(),
                                                      source.empty() ? none : images_.at(source).metadata,
                                                      ends_.warn);
        ends_.session.record("encode " + sink, start);
    }

private:
    Ends ends_;
    std::map<std::string, HostImage> images_;
    HostImages results_;
};

// Rows that nobody wants.
class NoRows : public RowWriter {
public:
    void write(const ConstHostView&) override {}
    void finish() override {}
};

class PicturesByRows : public Pictures {
public:
    explicit PicturesByRows(const Ends& ends) : ends_(ends) {
        ends_.for_each_source([&](const Primitive& node, const SourceDef& source) {
            first_[node.id] = source.open(node.values, ends_.warn);
        });
        for (const Primitive& node : ends_.graph().nodes) {
            const auto* sink = node.stage->as<SinkDef>();
            if (sink == nullptr) continue;
            const auto values = ends_.sinks.find(node.id);
            const std::string source = ends_.source_of(node.id);
            const Metadata none;
            writers_[node.id] =
                values == ends_.sinks.end()
                    ? std::make_unique<NoRows>()
                    : sink->open(values->second, node.format.value(),
                                 source.empty() ? none : first_.at(source)->metadata(), ends_.warn);
        }
    }

    std::map<std::string, SubmittedImage> inputs() override {
        std::map<std::string, SubmittedImage> rows;
        ends_.for_each_source([&](const Primitive& node, const SourceDef& source) {
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
        return source.open(node.values, [](const std::string&) {});
    }

    Ends ends_;
    std::map<std::string, std::unique_ptr<RowReader>> first_;  // not yet taken, by the id of the Source
    std::map<std::string, std::unique_ptr<RowWriter>> writers_;
};

}  // namespace

std::unique_ptr<Pictures> pictures_of(Session& session, const std::map<std::string, Values>& sinks,
                                      const Warn& warn) {
    const Ends ends{session, sinks, warn};
    if (session.plan().by_rows) return std::make_unique<PicturesByRows>(ends);
    return std::make_unique<WholePictures>(ends);
}

}  // namespace sluice
