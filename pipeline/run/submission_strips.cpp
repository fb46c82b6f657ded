// A frame whose images go through in strips: each sweep strip by strip, and all of it before submit()
// returns, because every sweep reads the application's pixels again.
#include "pipeline/run/submission.hpp"

#include <algorithm>
#include <cstring>
#include <utility>
#include <variant>

namespace sluice {
namespace {

// Rows of an image, from a strip's first one on.
ConstHostView strip_of(const ConstHostView& image, const Strips& strips, std::size_t strip) {
    ConstHostView part = image;
    part.format.height = strips.rows_of(strip);
    part.data = image.row(strip * strips.rows);
    return part;
}

}  // namespace

void Submission::run_strips(const std::map<std::string, SubmittedImage>& images) {
    for (const PlannedStep& step : plan_.steps)
        if (const auto* down = std::get_if<Download>(&step))
            frame_.results[down->image].resize(plan_.images[down->image].pitch *
                                               plan_.images[down->image].format.rows());
    const auto in_sweep = [&](std::size_t i) {
        const auto* launched = std::get_if<Launch>(&plan_.steps[i]);
        return launched == nullptr || launched->over_pixels;
    };
    for (std::size_t begin = 0; begin < plan_.steps.size();) {
        std::size_t end = begin;
        while (end < plan_.steps.size() && in_sweep(end)) ++end;
        if (end == begin) {
            launch(begin++);
            continue;
        }
        for (std::size_t strip = 0; strip < plan_.strips.count; ++strip) run_strip(begin, end, strip, images);
        begin = end;
    }
    read_tables();
    session_.queues.flush();
}

void Submission::run_strip(std::size_t begin, std::size_t end, std::size_t strip,
                           const std::map<std::string, SubmittedImage>& images) {
    std::fill(awaited_.begin(), awaited_.end(), false);
    std::fill(downloaded_.begin(), downloaded_.end(), false);
    std::vector<std::size_t> results;
    for (std::size_t i = begin; i < end; ++i) {
        if (const auto* up = std::get_if<Upload>(&plan_.steps[i])) {
            const ConstHostView* whole = host_view(images.at(plan_.images[up->image].name));
            pack(up->image, strip_of(*whole, plan_.strips, strip));
            upload(up->image, strip);
        } else if (const auto* down = std::get_if<Download>(&plan_.steps[i])) {
            if (!downloaded_[down->image]) results.push_back(down->image);
            download(*down, strip);
        } else {
            launch(i, strip);
        }
    }
    session_.queues.flush();
    ++session_.count("strips").waits;
    session_.queues[Lane::down].wait_all(std::exchange(frame_.commands, {}), "strips");
    for (const std::size_t image : results) {
        const PlannedImage& planned = plan_.images[image];
        std::memcpy(frame_.results.at(image).data() + planned.pitch * plan_.strips.rows * strip,
                    memory().staging(image).pointer(), planned.pitch * plan_.strips.rows_of(strip));
        if (!is_uploaded(image))
            put(Lane::compute, planned.name,
                memory().staging(image).to_device(session_.queues[Lane::compute], planned.name));
    }
}

}  // namespace sluice
