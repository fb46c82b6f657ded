#include "pipeline/plan/schedule/interleave.hpp"

#include "pipeline/plan/primitives/function.hpp"
#include "pipeline/plan/primitives/interleaved.hpp"
#include "pipeline/plan/primitives/planes.hpp"
#include "pipeline/plan/primitives/used_taps.hpp"
#include "pipeline/plan/schedule/asked_storage.hpp"
#include "pipeline/plan/schedule/pass_design.hpp"

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <variant>
#include <vector>

namespace sluice {
namespace {

// Places of columns are floats in tables of weights.
constexpr std::size_t most_columns = std::size_t{1} << 24;

// Whether its neighbours are weighed, or chosen, channel by channel, and all channels have one beyond the
// edges.
bool gathers_alike(const Primitives& graph, const Primitive& node) {
    const GatherDef& gather = node.gather();
    // Places that columns have of their own would be three times as many.
    if (gather.taps ? !used_taps(graph, node).columns.even : !gather.rank_filter) return false;
    const Border border = gather.border(node.values);
    return border.rule != EdgeRule::constant ||
           (border.lanes[0] == border.lanes[1] && border.lanes[0] == border.lanes[2]);
}

// The channels of all images that it reads or makes, if they are treated alike.
std::optional<int> channels_alike(const Assembly& assembly, const PassStep& pass) {
    const Primitives& graph = assembly.plan.graph;
    if (!pass.reduces.empty() || !pass.tables.empty() || assembly.options.check_reads) return std::nullopt;
    const ImageFormat& first = graph.nodes[pass.images().front()].format.value();
    if (!may_interleave(first)) return std::nullopt;
    for (const std::size_t i : pass.images()) {
        const ImageFormat& format = graph.nodes[i].format.value();
        const bool alike = format.channels == first.channels && !format.has_alpha() &&
                           format.order == first.order && format.width * 4 < most_columns;
        if (!alike) return std::nullopt;
    }
    std::vector<std::size_t> points = pass.points;
    for (const GatherSource& gather : pass.gathers) {
        if (!gathers_alike(graph, graph.nodes[gather.node])) return std::nullopt;
        points.insert(points.end(), gather.points.begin(), gather.points.end());
    }
    const bool all =
        std::all_of(points.begin(), points.end(), [&](std::size_t i) { return treats_alike(graph, i); });
    return all ? std::optional(first.channels) : std::nullopt;
}

// Whether a Gather reads pixels of fewer channels than three, one by one, by a function for vectors of
// channels. In four lanes each would be held as often.
bool widens(const Primitives& graph, const GatherSource& source) {
    const GatherDef& gather = graph.nodes[source.node].gather();
    if (gather.taps || gather.rank_filter || gather.sampling || gather.move || gather.prefix_sums)
        return false;
    const std::string result = stage_function(graph, graph.nodes[source.node]).result;
    const auto in_planes = [&](std::size_t i) {
        return !graph.in_double(i) && has_text_for_planes(graph, i);
    };
    return result == "V" && in_planes(source.node) &&
           std::all_of(source.points.begin(), source.points.end(), in_planes) &&
           std::all_of(source.loads.begin(), source.loads.end(),
                       [&](std::size_t i) { return graph.nodes[i].format->channels < 3; });
}

// Whether a Reduce counts numbers that are computed here: what lies in memory, it counts faster as it is.
bool counts_numbers(const Primitives& graph, const PassStep& pass, std::size_t reduce) {
    const Primitive& node = graph.nodes[reduce];
    const std::size_t image = node.inputs[0].value();
    const bool masked = node.inputs.size() > 1 && node.inputs[1].has_value();
    const bool luma = node.reduction->group == Group::luma && graph.nodes[image].format->colors() == 3;
    const std::vector<std::size_t> stored = pass.in_memory();
    return masked || luma || std::count(stored.begin(), stored.end(), image) == 0;
}

// Whether all that the pass does is to mix channels of three, pixel by pixel, or to make them of fewer.
bool mixes_channels(const Assembly& assembly, const PassStep& pass, const std::set<std::size_t>& apart) {
    const Primitives& graph = assembly.plan.graph;
    const DeviceFacts& device = assembly.plan.device;
    // Vectors of 64 lanes take clang, and division that it rounds correctly.
    if (!device.pocl() || !device.exact_division) return false;
    if (assembly.options.pixels_at_once > 0) return false;  // vectors of so many pixels are asked for
    if (!pass.levels.empty() || assembly.options.check_reads) return false;
    if (!pass.reduces.empty() && place_finish(device, assembly.options).last_group) return false;
    const auto all_of = [](const auto& list, const auto& property) {
        return std::all_of(list.begin(), list.end(), property);
    };
    const auto colours = [&](std::size_t i) { return graph.nodes[i].format->channels == 3; };
    const std::vector<std::size_t> images = pass.images(), stored = pass.in_memory();
    const auto narrow = [&](std::size_t i) {
        return colours(i) && bytes(graph.nodes[i].format->pixel) <= 2 && apart.count(i) == 0;
    };
    const auto two = [&](std::size_t i) { return graph.nodes[i].format->channels == 2; };
    return pass.points.size() + pass.gathers.size() + pass.reduces.size() > 0 &&
           std::any_of(stored.begin(), stored.end(), colours) &&
           std::none_of(pass.stores.begin(), pass.stores.end(), two) &&
           all_of(images, [&](std::size_t i) { return may_be_planes(graph.nodes[i].format.value()); }) &&
           all_of(pass.gathers, [&](const GatherSource& gather) { return widens(graph, gather); }) &&
           all_of(pass.reduces, [&](std::size_t i) { return counts_numbers(graph, pass, i); }) &&
           (!pass.gathers.empty() || std::none_of(pass.stores.begin(), pass.stores.end(), narrow) ||
            computes_much(graph, pass.points)) &&
           all_of(pass.points, [&](std::size_t i) {
               return !graph.in_double(i) && !looks_words_up(graph, pass, i) && has_text_for_planes(graph, i);
           });
}

// Whether the pass can take the image as it is stored: samples side by side, and Gathers, take rows; else
// pixels of four samples become vectors as well.
bool takes_storage(const PassStep& pass, Storage storage) {
    return storage == Storage::rows || (storage == Storage::buffer && pass.planes && pass.gathers.empty());
}

bool of_rows(const PassStep& pass) { return pass.interleaved > 1 || pass.planes; }

// The images whose channels the application wants in planes.
std::set<std::size_t> asked_for_planes(const Assembly& assembly) {
    std::set<std::size_t> apart;
    const bool all = assembly.options.storage == StorageChoice::planes;
    const auto asked = asked_storages(assembly.plan.graph, assembly.options);
    for (std::size_t i = 0; i < assembly.plan.graph.nodes.size(); ++i) {
        const auto own = asked.find(i);
        if (own == asked.end() ? all : own->second == StorageChoice::planes) apart.insert(i);
    }
    return apart;
}

}  // namespace

bool interleave_passes(Assembly& assembly) {
    if (!assembly.plan.device.cpu()) return false;
    bool any = false;
    const std::set<std::size_t> apart = asked_for_planes(assembly);
    for (Step& step : assembly.steps)
        if (auto* pass = std::get_if<PassStep>(&step)) {
            const std::vector<std::size_t> images = pass->in_memory();
            const bool side_by_side = std::none_of(images.begin(), images.end(),
                                                   [&](std::size_t i) { return apart.count(i) != 0; });
            pass->interleaved = side_by_side ? channels_alike(assembly, *pass).value_or(1) : 1;
            pass->planes = pass->interleaved == 1 && mixes_channels(assembly, *pass, apart);
            any |= of_rows(*pass);
        }
    return any;
}

std::map<std::size_t, std::string> images_in_rows(const Assembly& assembly) {
    std::map<std::size_t, std::string> images;
    std::set<std::size_t> others;
    for (const Step& step : assembly.steps)
        if (const auto* pass = std::get_if<PassStep>(&step))
            for (const std::size_t i : pass->in_memory()) {
                if (of_rows(*pass))
                    images.emplace(i, pass->planes ? "channels become vectors of their own"
                                                   : "all channels are treated alike");
                else
                    others.insert(i);
            }
    for (const std::size_t i : others) images.erase(i);
    return images;
}

bool part_those_stored_otherwise(Assembly& assembly) {
    bool any = false;
    for (Step& step : assembly.steps) {
        auto* pass = std::get_if<PassStep>(&step);
        if (pass == nullptr || !of_rows(*pass)) continue;
        const std::vector<std::size_t> images = pass->in_memory();
        if (std::all_of(images.begin(), images.end(),
                        [&](std::size_t i) { return takes_storage(*pass, assembly.image(i).storage); }))
            continue;
        pass->interleaved = 1;
        pass->planes = false;
        any = true;
    }
    return any;
}

void show_samples(Assembly& assembly) {
    ExecutionPlan& plan = assembly.plan;
    bool any = false;
    for (const Step& step : assembly.steps) {
        const auto* pass = std::get_if<PassStep>(&step);
        if (pass == nullptr || !of_rows(*pass)) continue;
        any |= pass->interleaved > 1;
        for (const std::size_t i : pass->in_memory()) {
            PlannedImage& image = plan.images[assembly.image_of.at(i)];
            if (image.storage == Storage::rows) image.as_planned = !image.planes;
        }
    }
    if (!any) return;
    assembly.sample_graph = of_samples(plan.graph);
    assembly.sample_images = plan.images;
    for (PlannedImage& image : assembly.sample_images)
        if (may_interleave(image.format)) image.format = of_samples(image.format);
}

}  // namespace sluice
