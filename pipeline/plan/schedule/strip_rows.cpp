#include "pipeline/plan/schedule/strip_rows.hpp"

#include "pipeline/plan/schedule/footprint.hpp"

#include <algorithm>
#include <map>

namespace sluice {
namespace {

Rows both(const Rows& a, const Rows& b) {
    if (a.count == 0) return b;
    if (b.count == 0) return a;
    const std::size_t first = std::min(a.first, b.first);
    return {first, std::max(a.end(), b.end()) - first};
}

class StripRows {
public:
    StripRows(const Primitives& graph, const std::vector<Step>& steps, std::size_t strips)
        : graph_(graph), steps_(steps), strips_(strips), rows_(steps.size(), std::vector<Rows>(strips)) {}

    std::vector<std::vector<Rows>> run() {
        for (std::size_t strip = 0; strip < strips_; ++strip) {
            needed_.clear();
            for (std::size_t i = steps_.size(); i-- > 0;) add(i, strip);
        }
        return std::move(rows_);
    }

private:
    std::size_t height(std::size_t image) const { return graph_.nodes[image].format.value().height; }

    Rows owned(std::size_t height, std::size_t strip) const {
        const std::size_t first = height * strip / strips_;
        return {first, height * (strip + 1) / strips_ - first};
    }

    void need(std::size_t image, const Rows& rows) {
        needed_[image] = both(needed_[image], strips_ == 1 ? Rows{0, height(image)} : rows);
    }

    // Backwards: what a step needs is known once all that follows it is.
    void add(std::size_t step, std::size_t strip) {
        Rows& rows = rows_[step][strip];
        if (const auto* download = std::get_if<DownloadStep>(&steps_[step])) {
            const std::size_t image = graph_.nodes[download->node].inputs.at(0).value();
            rows = owned(height(image), strip);
            need(image, rows);
        } else if (const auto* pass = std::get_if<PassStep>(&steps_[step])) {
            rows = rows_of(*pass, strip);
            if (rows.count > 0) need_for(*pass, rows);
        } else if (const auto* host = std::get_if<HostStep>(&steps_[step])) {
            rows = whole(graph_.nodes[host->node]);
        } else if (const auto* sequence = std::get_if<SequenceStep>(&steps_[step])) {
            rows = whole(graph_.nodes[sequence->node]);
        } else if (const auto* upload = std::get_if<UploadStep>(&steps_[step])) {
            rows = needed_[upload->node];
            needed_.erase(upload->node);  // a sweep before this one needs it for itself
        }
    }

    // Of what needs whole images, and so is in a frame of one strip.
    Rows whole(const Primitive& node) {
        for (const auto& input : node.inputs)
            if (input && graph_.nodes[*input].format) need(*input, {0, height(*input)});
        return {0, node.format ? node.format->height : 0};
    }

    Rows rows_of(const PassStep& pass, std::size_t strip) {
        Rows rows;
        if (!pass.reduces.empty()) rows = owned(pass.domain.height, strip);
        for (const std::size_t image : pass.stores) {
            rows = both(rows, needed_[image]);
            needed_.erase(image);
        }
        return rows;
    }

    void need_for(const PassStep& pass, const Rows& rows) {
        for (const std::size_t image : pass.loads) need(image, rows);
        const Area of{{0, static_cast<std::int64_t>(pass.domain.width)},
                      {static_cast<std::int64_t>(rows.first), static_cast<std::int64_t>(rows.end())}};
        for (const GatherSource& gather : pass.gathers) {
            const auto footprint =
                footprints_.try_emplace(gather.node, graph_, graph_.nodes[gather.node]).first;
            const Interval read = footprint->second(of).rows;
            for (const std::size_t image : gather.loads)
                need(image,
                     {static_cast<std::size_t>(read.first), static_cast<std::size_t>(read.end - read.first)});
        }
    }

    const Primitives& graph_;
    const std::vector<Step>& steps_;
    std::size_t strips_;
    std::vector<std::vector<Rows>> rows_;
    std::map<std::size_t, Footprint> footprints_;
    std::map<std::size_t, Rows> needed_;  // of each image, by the steps that follow in this strip
};

}  // namespace

std::vector<std::vector<Rows>> rows_of_steps(const Primitives& graph, const std::vector<Step>& steps,
                                             std::size_t strips) {
    return StripRows(graph, steps, strips).run();
}

}  // namespace sluice
