#include "pipeline/plan/cost/reading.hpp"

#include "pipeline/plan/cost/profile.hpp"
#include "pipeline/plan/primitives/disjoint.hpp"
#include "pipeline/plan/primitives/function.hpp"
#include "pipeline/plan/primitives/used_taps.hpp"
#include "pipeline/plan/primitives/whole_sums.hpp"

namespace sluice {
namespace {

double pixels(const ImageFormat& format) {
    return static_cast<double>(format.width) * static_cast<double>(format.rows());
}

// Operations of making a result of a Point's function an integer of its type.
constexpr double rounding = 6;
// Pixels that a place between them is weighed of.
constexpr double around_a_place = 4;

// What a frame takes of one primitive at a time.
class Parts {
public:
    Parts(const Primitives& graph, const DeviceFacts& device)
        : graph_(graph), profile_(nearest_profile(device)) {}

    const ImageFormat& format(std::size_t i) const { return graph_.nodes[i].format.value(); }

    double moving(std::size_t image) const {
        return profile_.byte * static_cast<double>(format(image).lane_bytes()) * pixels(format(image));
    }
    // A pixel of a Point.
    double evaluating(std::size_t i) const {
        Work work = nature_of(stage_function(graph_, graph_.nodes[i])).work;
        if (is_integer(format(i).pixel)) work.operations += rounding;
        return profile_.time(work) * format(i).lanes();
    }

    const Primitives& graph_;
    Profile profile_;
};

class Times : Parts {
public:
    Times(const Primitives& graph, const DeviceFacts& device, const Reading& of)
        : Parts(graph, device), of_(of), gather_(graph.nodes[of.gather]) {}

    double run() const {
        double time = 0;
        for (const std::size_t i : of_.loads) time += moving(i);
        if (of_.stored)
            time += of_.is_there ? moving(*of_.stored) : 2 * moving(*of_.stored) + profile_.launch;
        for (const auto* each : {&of_.once, &of_.again})
            for (const std::size_t i : *each) time += evaluating(i) * pixels(format(i));
        double pixel = 0;  // that is read
        for (const std::size_t i : of_.often) pixel += evaluating(i);
        for (const std::size_t i : of_.stored ? std::set<std::size_t>{*of_.stored} : of_.loads)
            pixel += profile_.near_byte * static_cast<double>(format(i).lane_bytes());
        time += pixel * reads();
        return reads_pixels() ? time : time + reading_numbers();
    }

private:
    const ImageFormat& source() const { return format(gather_.inputs.at(0).value()); }

    // Whether it can take whole pixels as they lie in memory, and not numbers.
    bool reads_pixels() const {
        return of_.often.empty() && is_integer(source().pixel) && sluice::bytes(source().pixel) <= 2;
    }

    Reach reach() const { return gather_.gather().reach(graph_.inputs_of(gather_)); }

    // Pixels of its image that it reads, each time counted.
    double reads() const {
        const double results = pixels(gather_.format.value());
        if (gather_.gather().taps) return pixels(source()) * reads_of_tiles();
        if (!gather_.gather().reach) return results * (gather_.gather().sampling ? around_a_place : 1);
        const Reach window = reach();
        const auto of_axis = [&](std::size_t beside) {
            return 1 + profile_.window * static_cast<double>(beside);
        };
        return results * of_axis(window.left + window.right) * of_axis(window.top + window.bottom);
    }

    double reads_of_tiles() const {
        const Separable taps = used_taps(graph_, gather_);
        const ImageFormat& result = gather_.format.value();
        if (disjoint(taps, result.width, result.height)) return 1;
        if (whole_sums(taps, graph_.in_double(of_.gather))) return 2;  // lines come, and go
        const auto of_axis = [](const Taps& of, std::size_t outputs, std::size_t inputs, double alone) {
            const double to_one = static_cast<double>(outputs) / static_cast<double>(inputs);
            return 1 + alone * to_one * static_cast<double>(of.count - 1);
        };
        return of_axis(taps.columns, result.width, source().width, profile_.columns) *
               of_axis(taps.rows, result.height, source().height, profile_.lines);
    }

    // What it takes longer with numbers than with whole pixels as they lie in memory.
    double reading_numbers() const {
        if (!gather_.gather().reach) return 0;
        return static_cast<double>(reach().pixels()) * profile_.numbers * source().lanes() *
               pixels(gather_.format.value());
    }

    const Reading& of_;
    const Primitive& gather_;
};

}  // namespace

double time_of(const Primitives& graph, const DeviceFacts& device, const Reading& reading) {
    return Times(graph, device, reading).run();
}

double time_to_move(const Primitives& graph, const DeviceFacts& device, const std::set<std::size_t>& images) {
    const Parts parts(graph, device);
    double time = 0;
    for (const std::size_t i : images) time += parts.moving(i);
    return time;
}

double time_to_evaluate(const Primitives& graph, const DeviceFacts& device,
                        const std::set<std::size_t>& points) {
    const Parts parts(graph, device);
    double time = 0;
    for (const std::size_t i : points) time += parts.evaluating(i) * pixels(parts.format(i));
    return time;
}

}  // namespace sluice
