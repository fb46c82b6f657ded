// A frame whose images go through in strips: each sweep strip by strip, and all of it before submit()
// returns, because every sweep reads the application's pixels again.
#include "pipeline/run/submission.hpp"

#include <algorithm>
#include <cstring>
#include <utility>
#include <variant>

namespace sluice {
namespace {

// Whether a step has work in a strip. Passes, uploads and downloads have rows in each.
bool is_in(const PlannedStep& step, std::size_t strip) {
    return std::visit(
        [&](const auto& of) {
            if constexpr (requires { of.rows; })
                return of.rows[strip].count > 0;
            else
                return false;  // a host function, which is processed in one piece
        },
        step);
}

// Where the steps end that are done strip by strip together, from `begin` on; `begin` where that one is not.
std::size_t end_of_sweep(const std::vector<PlannedStep>& steps, std::size_t begin) {
    const auto* first = std::get_if<Upload>(&steps[begin]);
    if (first == nullptr) return begin;
    const auto same = std::find_if(steps.begin() + static_cast<std::ptrdiff_t>(begin), steps.end(),
                                   [&](const PlannedStep& step) {
                                       if (const auto* up = std::get_if<Upload>(&step))
                                           return up->sweep != first->sweep;
                                       const auto* launch = std::get_if<Launch>(&step);
                                       return launch != nullptr && !launch->over_pixels;
                                   });
    return static_cast<std::size_t>(same - steps.begin());
}

}  // namespace

void Submission::note_strips() {
    std::vector<bool> noted(plan_.images.size());
    for (std::size_t i = 0; i < plan_.steps.size(); ++i) {
        const auto* up = std::get_if<Upload>(&plan_.steps[i]);
        if (up != nullptr && noted[up->image]) continue;  // in an earlier sweep
        if (up != nullptr) noted[up->image] = true;
        if (!std::holds_alternative<Launch>(plan_.steps[i]))
            note(i, Transfer::Way::copied, "it is processed in strips");
    }
}

void Submission::run_strips(const GivenImages& images, const Watch& watch) {
    std::size_t done = 0, all = 0;
    for (std::size_t begin = 0; begin < plan_.steps.size();) {
        const std::size_t end = end_of_sweep(plan_.steps, begin);
        if (end > begin) all += plan_.strips;
        begin = std::max(begin + 1, end);
    }
    const auto tell = [&] {
        if (watch.progress != nullptr) (*watch.progress)(done, all);
        if (watch.stop.stop_requested() && done < all)
            throw Stopped("submit", "after " + std::to_string(done) + " of " + std::to_string(all) +
                                        " strips; there is no result");
    };
    note_strips();
    for (const PlannedStep& step : plan_.steps)
        if (const auto* down = std::get_if<Download>(&step); down != nullptr && writer_of(*down) == nullptr)
            frame_.results[down->image].resize(plan_.images[down->image].pitch *
                                               plan_.images[down->image].format.rows());
    for (std::size_t begin = 0; begin < plan_.steps.size();) {
        const std::size_t end = end_of_sweep(plan_.steps, begin);
        if (end == begin) {
            launch(begin++);
            continue;
        }
        for (std::size_t strip = 0; strip < plan_.strips; ++strip, ++done) {
            tell();
            run_strip(begin, end, strip, images);
        }
        begin = end;
    }
    tell();
    read_tables();
    session_.queues.flush();
}

void Submission::run_strip(std::size_t begin, std::size_t end, std::size_t strip, const GivenImages& images) {
    std::fill(awaited_.begin(), awaited_.end(), false);
    std::fill(downloaded_.begin(), downloaded_.end(), false);
    std::vector<const Download*> results;
    bool any = false;
    for (std::size_t i = begin; i < end; ++i) {
        if (!is_in(plan_.steps[i], strip)) continue;
        any = true;
        if (const auto* up = std::get_if<Upload>(&plan_.steps[i])) {
            pack(*up, *images[up->image], strip);
            upload(*up, strip);
        } else if (const auto* down = std::get_if<Download>(&plan_.steps[i])) {
            results.push_back(down);
            download(i, strip);
        } else {
            launch(i, strip);
        }
    }
    if (!any) return;
    session_.queues.flush();
    ++session_.count("strips").waits;
    session_.queues[Lane::down].wait_all(std::exchange(frame_.commands, {}), "strips");
    for (const Download* down : results) take_results_of_strip(*down, strip);
    for (const Download* down : results)
        if (const std::size_t image = down->image; !frame_.is_uploaded(image))
            put(Lane::compute, plan_.images[image].name,
                memory().staging(image).to_device(session_.queues[Lane::compute], plan_.images[image].name));
}

void Submission::take_results_of_strip(const Download& step, std::size_t strip) {
    const std::size_t image = step.image;
    const PlannedImage& planned = plan_.images[image];
    const Rows &own = step.rows[strip], &there = in_memory_[image];
    const std::byte* rows = memory().staging(image).pointer() + planned.pitch * (own.first - there.first);
    if (RowWriter* writer = writer_of(step)) return write_rows(*writer, planned, rows, own.count);
    for (std::size_t layer = 0; layer < planned.format.layers; ++layer)
        std::memcpy(
            frame_.results.at(image).data() + planned.pitch * (layer * planned.format.height + own.first),
            rows + planned.pitch * layer * there.count, planned.pitch * own.count);
}

RowWriter* Submission::writer_of(const Download& step) const {
    const auto* place = frame_.place_of(step);
    return place == nullptr ? nullptr : place->writer;
}

}  // namespace sluice
