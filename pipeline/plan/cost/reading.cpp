#include "pipeline/plan/cost/reading.hpp"

#include "pipeline/plan/primitives/disjoint.hpp"
#include "pipeline/plan/primitives/function.hpp"
#include "pipeline/plan/primitives/interleaved.hpp"
#include "pipeline/plan/primitives/planes.hpp"
#include "pipeline/plan/primitives/used_taps.hpp"
#include "pipeline/plan/primitives/whole_sums.hpp"

#include <algorithm>

namespace sluice {
namespace {

double pixels(const ImageFormat& format) {
    return static_cast<double>(format.width) * static_cast<double>(format.rows());
}

// Operations of making a result of a Point's function an integer of its type.
constexpr double rounding = 6;
// Pixels that a place between them is weighed of.
constexpr double around_a_place = 4;
// Places of a window of which numbers take as much longer than bytes as those of extremes that are found of
// samples in local memory; and as pixels that stay in their row, which else move as vectors.
constexpr std::size_t places_of_samples = 12, places_of_row = 5;

}  // namespace

Costs::Costs(const Primitives& graph, const Profile& profile) : graph_(graph), profile_(profile) {}

double Costs::of(const Reading& of) const {
    const Primitive& gather = graph_.nodes[of.gather];
    double time = 0;
    for (const std::size_t i : of.loads) time += moving(i);
    if (of.stored) time += profile_.launch + moving(*of.stored) * (of.is_there ? 1 : 2);
    for (const std::size_t i : of.once)
        time += of.alone ? of_words(i).value_or(of_evaluating({i})) : of_evaluating({i});
    time += of_evaluating(of.again);
    double pixel = 0;  // that is read
    for (const std::size_t i : of.often) pixel += reading(i);
    for (const std::size_t i : of.stored ? std::set<std::size_t>{*of.stored} : of.loads)
        pixel += profile_.near_byte * static_cast<double>(format(i).lane_bytes());
    time += pixel * reads(of.gather);
    return of.often.empty() && takes_whole_pixels(gather) ? time : time + reading_numbers(gather);
}

double Costs::of_moving(const std::set<std::size_t>& images) const {
    double time = 0;
    for (const std::size_t i : images) time += moving(i);
    return time;
}

double Costs::of_evaluating(const std::set<std::size_t>& points) const {
    double time = 0;
    for (const std::size_t i : points) time += evaluating(i) * pixels(format(i));
    return time;
}

std::optional<double> Costs::of_words(std::size_t point) const {
    if (!looks_words_up(point)) return std::nullopt;
    return of_evaluating({point}) * profile_.words;
}

double Costs::of_going_on(std::size_t node) const {
    const Primitive& gather = graph_.nodes[node];
    return takes_whole_pixels(gather) ? reading_numbers(gather) : 0;
}

double Costs::moving(std::size_t image) const {
    return profile_.byte * static_cast<double>(format(image).lane_bytes()) * pixels(format(image));
}

double Costs::reading(std::size_t point) const {
    const auto [found, added] = reading_.try_emplace(point);
    if (added) {
        Work work = nature_of(stage_function(graph_, graph_.nodes[point])).work;
        if (is_integer(format(point).pixel)) work.operations += rounding;
        found->second = profile_.time(work) * format(point).lanes();
    }
    return found->second;
}

double Costs::evaluating(std::size_t point) const {
    const auto [found, added] = evaluating_.try_emplace(point);
    if (added) found->second = reading(point) * (goes_in_planes(point) ? profile_.planes : 1);
    return found->second;
}

// Whether a pass of it would see a vector for each channel, as far as the Point itself says.
bool Costs::goes_in_planes(std::size_t point) const {
    if (profile_.planes == 1 || format(point).channels != 3 || graph_.in_double(point)) return false;
    const auto may_be = [&](std::size_t i) { return !graph_.nodes[i].format || may_be_planes(format(i)); };
    const auto& inputs = graph_.nodes[point].inputs;
    return may_be(point) &&
           std::all_of(inputs.begin(), inputs.end(), [&](const auto& i) { return !i || may_be(*i); }) &&
           !treats_alike(graph_, point) && computes_much(graph_, {point}) &&
           has_text_for_planes(graph_, point);
}

// Whether a pass of its own looks up words as they lie in memory, several samples at a time.
bool Costs::looks_words_up(std::size_t point) const {
    const Primitive& n = graph_.nodes[point];
    const auto is_byte = [&](std::size_t i) {
        return graph_.nodes[i].format && is_integer(format(i).pixel) && bytes(format(i).pixel) == 1;
    };
    const Signature function = stage_function(graph_, n);
    return nature_of(function).work.lookups > 0 && !takes_place(function) && is_byte(point) &&
           is_byte(n.inputs.at(0).value());
}

// Pixels of its image that a Gather reads, each time counted.
double Costs::reads(std::size_t node) const {
    const Primitive& gather = graph_.nodes[node];
    const double results = pixels(gather.format.value());
    if (gather.gather().taps) return pixels(source(gather)) * reads_of_tiles(node);
    if (gather.gather().prefix_sums) return results;
    if (!gather.gather().reach) return results * (gather.gather().sampling ? around_a_place : 1);
    if (reads_once(gather)) return results;
    const Reach window = gather.gather().reach(graph_.inputs_of(gather));
    const auto of_axis = [&](std::size_t beside) {
        return 1 + profile_.window * static_cast<double>(beside);
    };
    return results * of_axis(window.left + window.right) * of_axis(window.top + window.bottom);
}

// How often each pixel is read by what weighs columns and rows.
double Costs::reads_of_tiles(std::size_t node) const {
    const Primitive& gather = graph_.nodes[node];
    const Separable taps = used_taps(graph_, gather);
    const ImageFormat& result = gather.format.value();
    const ImageFormat& src = source(gather);
    if (disjoint(taps, result.width, result.height)) return 1;
    if (whole_sums(taps, graph_.in_double(node))) return 2;  // lines come, and go
    const auto of_axis = [](const Taps& of, std::size_t outputs, std::size_t inputs, double alone) {
        const double to_one = static_cast<double>(outputs) / static_cast<double>(inputs);
        return 1 + alone * to_one * static_cast<double>(of.count - 1);
    };
    return of_axis(taps.columns, result.width, src.width, profile_.columns) *
           of_axis(taps.rows, result.height, src.height, profile_.lines);
}

// Whether it may, where nothing is evaluated on the way.
bool Costs::takes_whole_pixels(const Primitive& gather) const {
    const Pixel type = source(gather).pixel;
    return is_integer(type) && bytes(type) <= 2;
}

// What it takes longer with numbers than with whole pixels as they lie in memory.
double Costs::reading_numbers(const Primitive& gather) const {
    return static_cast<double>(places(gather)) * profile_.numbers * source(gather).lanes() *
           pixels(gather.format.value());
}

// How many of them it reads for a pixel of its result, where that is known to matter.
std::size_t Costs::places(const Primitive& node) const {
    const GatherDef& gather = node.gather();
    const StageInputs inputs = graph_.inputs_of(node);
    if (gather.move) return gather.move(inputs).transposed ? 0 : places_of_row;
    if (!gather.reach) return 0;
    return reads_once(node) ? places_of_samples : gather.reach(inputs).pixels();
}

bool Costs::reads_once(const Primitive& gather) const {
    if (gather.gather().prefix_sums) return true;
    if (!gather.gather().rank_filter) return false;
    const RankFilter filter = gather.gather().rank_filter(graph_.inputs_of(gather));
    return static_cast<double>(filter.pixels()) >=
           (filter.rank == Rank::middle ? profile_.medians : profile_.extremes);
}

}  // namespace sluice
