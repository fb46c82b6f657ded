#include "pipeline/plan/schedule/pass_design.hpp"

#include "pipeline/core/ceil_div.hpp"
#include "pipeline/plan/primitives/function.hpp"
#include "pipeline/plan/primitives/numbers.hpp"
#include "pipeline/plan/schedule/assembly.hpp"
#include "pipeline/plan/schedule/footprint.hpp"
#include "pipeline/plan/schedule/given_tables.hpp"
#include "pipeline/plan/text.hpp"
#include "pipeline/plan/tuning/nearest.hpp"

#include <algorithm>
#include <utility>

namespace sluice {
namespace {

bool contains(const std::vector<std::size_t>& nodes, std::size_t node) {
    return std::find(nodes.begin(), nodes.end(), node) != nodes.end();
}

class PassDesigner {
public:
    PassDesigner(Assembly& assembly, const PassStep& pass, const std::vector<Rows>& rows)
        : assembly_(assembly),
          view_(assembly, pass.interleaved > 1),
          graph_(view_.graph),
          device_(assembly.plan.device),
          pass_(pass),
          rows_(rows),
          design_{{}, {}, {}, {}, {}, {}, place_finish(device_, assembly.options), 0, {}} {}

    std::optional<PassDesign> run() {
        if (!choose()) return std::nullopt;
        add_tables();
        return std::move(design_);
    }
    double predicted_time() { return choose() ? design_.shape.time : 0; }

private:
    // All but Tables. False where no strategy fits.
    bool choose() {
        if (!pass_.reduces.empty()) design_.tiles = node(pass_.reduces.front()).layout->tiles;
        for (const GatherSource& gather : pass_.gathers)
            if (node(gather.node).gather().taps)
                design_.taps[gather.node].taps = padded_taps(graph_, node(gather.node));
        for (const std::size_t i : pass_.points)
            if (looks_words_up(graph_, pass_, i)) design_.word_lookups.insert(i);
        for (const std::size_t i : pass_.reduces) design_.reduces.push_back(reduce(i));
        share_local_memory(design_.reduces, device_);
        const GatherSource* gather = tileable();
        std::optional<PassShape> shape = this->shape(gather);
        if (!shape) return false;
        design_.shape = std::move(*shape);
        if (gather != nullptr && design_.shape.strategy) {
            design_.made.insert(gather->node);
            for (const auto& [node, taps] : design_.taps) design_.made.insert(node);
        }
        return true;
    }
    const Primitive& node(std::size_t i) const { return graph_.nodes[i]; }
    // The rows of its largest strip.
    std::size_t height() const {
        const auto fewer = [](const Rows& a, const Rows& b) { return a.count < b.count; };
        return std::max_element(rows_.begin(), rows_.end(), fewer)->count;
    }

    // --- Reduces -----------------------------------------------------------------------------------

    // Whether all rows that the pass goes along are padded as those of this image. A CPU counts a line of
    // them at once, and writes as many pixels to each image.
    bool aligned(std::size_t image) const {
        const auto padded_to = [&](std::size_t i) {  // pixels
            return std::max(row_pixels, row_bytes / node(i).format->lane_bytes());
        };
        // Rows without padding are read and written up to their ends.
        const auto at_least = [&](std::size_t i) {
            return !view_.image(i).padded() || padded_to(i) >= padded_to(image);
        };
        return !device_.cpu() || (std::all_of(pass_.loads.begin(), pass_.loads.end(), at_least) &&
                                  std::all_of(pass_.stores.begin(), pass_.stores.end(), at_least));
    }

    // Whether its units lie in registers as they do in memory: they are loaded, or made on a CPU to be
    // stored.
    bool in_units(std::size_t image) const {
        return pass_.gathers.empty() &&
               (contains(pass_.loads, image) || (device_.cpu() && contains(pass_.stores, image)));
    }

    ReduceDesign reduce(std::size_t index) const {
        const Primitive& n = node(index);
        const std::size_t image = n.inputs[0].value();
        const ImageFormat& format = node(image).format.value();
        const bool masked = n.inputs.size() > 1 && n.inputs[1].has_value();
        const bool keys = device_.cpu() && counts_keys(*n.reduction, format);
        const bool by_lane =
            std::any_of(n.layout->fields.begin(), n.layout->fields.end(), [&](const Field& f) {
                return f.name == "min_at" || f.name == "max_at" || (f.name == "histogram" && !keys);
            });
        const bool extremes = std::all_of(n.layout->fields.begin(), n.layout->fields.end(),
                                          [](const Field& f) { return f.name == "min" || f.name == "max"; });
        const bool only = pass_.loads.size() == 1 && pass_.points.empty() && pass_.gathers.empty();
        Reduction reduction = *n.reduction;
        if (design_.tiles)
            reduction.region.reset();  // they are its tiles, and what is outside is not looked at
        const CountingChoice choice = place_reduce(
            {format, reduction, in_units(image), masked, only, aligned(image), by_lane, extremes},
            assembly_.options);
        ReduceDesign design{reduction, format, {}, *n.layout, choice.counting, choice.reason};
        if (n.layout->find("histogram") == nullptr) design.reduction.bins = 0;
        design.tiled = design_.tiles.has_value();
        design.quantities =
            quantities(counted_pixel(design.reduction, design.format), device_.fp64, design.counting);
        std::erase_if(design.quantities,
                      [&](const Quantity& q) { return design.layout.find(q.name) == nullptr; });
        if (design.counting == Counting::words) {
            count_in_words(design.quantities, format);
            design.flush_steps = flush_steps(format.pixel, device_.dot_bytes);
        }
        design.round = round_channels(design.channel_bytes(), design.layout.channels.size(), device_);
        return design;
    }

    // --- shape -------------------------------------------------------------------------------------

    bool only_windows() const {
        return !pass_.gathers.empty() &&
               std::all_of(pass_.gathers.begin(), pass_.gathers.end(), [&](const GatherSource& gather) {
                   return node(gather.node).gather().reach != nullptr;
               });
    }
    bool only_choose() const {
        return std::all_of(pass_.gathers.begin(), pass_.gathers.end(), [&](const GatherSource& gather) {
            return stage_function(graph_, node(gather.node)).result == "S";
        });
    }
    // Pixels of the largest window.
    std::size_t window_pixels() const {
        std::size_t most = 1;
        for (const GatherSource& gather : pass_.gathers) {
            const Primitive& n = node(gather.node);
            most = std::max(most, n.gather().reach(graph_.inputs_of(n)).pixels());
        }
        return most;
    }
    // Whether pixels side by side, in the middle of the result, come from rows below each other.
    bool turned() const {
        constexpr std::int64_t most = 32, few = 16;
        const auto width = static_cast<std::int64_t>(pass_.domain.width);
        const auto y = static_cast<std::int64_t>(pass_.domain.height / 2);
        const std::int64_t count = std::min(width, most), first = (width - count) / 2;
        return std::any_of(pass_.gathers.begin(), pass_.gathers.end(), [&](const GatherSource& gather) {
            if (!node(gather.node).gather().footprint) return false;
            const Footprint needs(graph_, node(gather.node));
            const auto rows = [&](std::int64_t pixels) {
                const Interval of = needs({{first, first + pixels}, {y, y + 1}}).rows;
                return of.end - of.first;
            };
            return rows(count) - rows(1) > few;
        });
    }
    bool samples() const {
        return std::any_of(pass_.gathers.begin(), pass_.gathers.end(), [&](const GatherSource& gather) {
            return node(gather.node).gather().sampling != nullptr;
        });
    }
    Cost cost(const GatherSource& gather) const {
        const Primitive& n = node(gather.node);
        return n.gather().taps ? Cost::plain : nature_of(stage_function(graph_, n)).cost;
    }

    std::optional<WholeSums> sums_of(std::size_t gather) const {
        return whole_sums(design_.taps.at(gather).taps, graph_.in_double(gather));
    }

    // The separable Gathers of the pass, where all of them are sums over the same rectangles.
    std::optional<SumsOfPass> sums() const {
        std::optional<SumsOfPass> all;
        for (const auto& [gather, taps] : design_.taps) {
            const std::optional<WholeSums> one = sums_of(gather);
            if (!one || (all && !all->window.alike(*one))) return std::nullopt;
            if (!all) all = SumsOfPass{*one, 0, 0};
            ++all->count;
            all->bytes = std::max(all->bytes, bytes(one->type));
            all->window.exact &= one->exact;
        }
        return all;
    }

    // Whether the function of a Gather makes a block of its result at a time.
    bool makes_blocks(std::size_t gather) const {
        return !assembly_.options.check_reads && !node(gather).gather().taps &&
               stage_function(graph_, node(gather)).result == "BLOCK";
    }

    // Whether it finds the value of a rank in its window.
    bool ranks(std::size_t gather) const {
        return !assembly_.options.check_reads && node(gather).gather().rank_filter != nullptr;
    }

    bool moves(std::size_t gather) const {
        return !assembly_.options.check_reads && node(gather).gather().move != nullptr;
    }

    bool adds_up(std::size_t gather) const {
        return !assembly_.options.check_reads && node(gather).gather().prefix_sums != nullptr;
    }

    // The Gather over whose tiles the pass may go: the only one that weighs columns and rows, the first of
    // several sums, or the only one of all that makes blocks, finds ranks, moves pixels or adds up all before
    // each.
    const GatherSource* tileable() const {
        const auto separable = [&](const GatherSource& gather) {
            return design_.taps.count(gather.node) != 0;
        };
        const auto alone = [&](const GatherSource& gather) {
            return makes_blocks(gather.node) || ranks(gather.node) || moves(gather.node) ||
                   adds_up(gather.node);
        };
        if (pass_.gathers.size() == 1 && alone(pass_.gathers[0]))
            return design_.tiles ? nullptr : &pass_.gathers[0];
        const auto first = std::find_if(pass_.gathers.begin(), pass_.gathers.end(), separable);
        return (design_.taps.size() == 1 || sums()) && !design_.tiles ? &*first : nullptr;
    }

    // Whether a Point in front of it asks where its pixel is.
    bool places(const GatherSource& gather) const {
        return std::any_of(gather.points.begin(), gather.points.end(),
                           [&](std::size_t i) { return takes_place(stage_function(graph_, node(i))); });
    }

    PassNeeds::Tiled tile_needs(const GatherSource& gather) const {
        const Primitive& n = node(gather.node);
        PassNeeds::Tiled needs{};
        needs.rows = n.format->height;
        const bool pixels_only = gather.loads.size() == 1 && !places(gather);
        const std::size_t image = gather.loads.front(), bytes = node(image).format->lane_bytes();
        if (n.gather().taps) {
            needs.taps = &design_.taps.at(gather.node).taps;
            needs.sums = sums();
            if (pixels_only && pass_.gathers.size() == 1 && view_.image(image).padded())
                needs.disjoint = disjoint(*needs.taps, n.format->width, n.format->height);
            needs.line_bytes = needs.disjoint ? needs.disjoint->columns.step * bytes : 0;
        } else if (ranks(gather.node)) {
            needs.rank_filter = n.gather().rank_filter(graph_.inputs_of(n));
        } else if (moves(gather.node)) {
            needs.move = n.gather().move(graph_.inputs_of(n));
        } else if (adds_up(gather.node)) {
            needs.prefix_sums = n.gather().prefix_sums(graph_.inputs_of(n));
        } else {
            needs.block =
                BlockNeeds{n.gather().reach(graph_.inputs_of(n)),
                           static_cast<std::size_t>(number_of(graph_, gather.node, "around").value())};
        }
        // A constant beyond the edges may be none of its pixel type, and where a pixel was is not known when
        // it is read from the tile.
        if (pixels_only && n.gather().border(n.values).rule != EdgeRule::constant)
            needs.stored = node(image).format.value();
        needs.plain = gather.points.empty();
        if (needs.plain) needs.samples = node(image).format;
        const auto in_buffer = [&](std::size_t i) { return view_.image(i).storage == Storage::buffer; };
        needs.source = domain_of(node(n.inputs.at(0).value()).format.value());
        needs.in_buffers =
            in_buffer(image) && std::all_of(pass_.stores.begin(), pass_.stores.end(), in_buffer);
        for (const std::size_t i : pass_.stores)
            if (view_.image(i).storage == Storage::image) needs.packed.push_back(node(i).format.value());
        return needs;
    }

    std::optional<PassShape> shape(const GatherSource* gather) const {
        PassNeeds needs;
        needs.profile = profile_for(device_, assembly_.options);
        for (const std::size_t i : pass_.images()) needs.formats.push_back(node(i).format.value());
        for (const std::size_t i : pass_.loads)
            needs.load_bytes = std::max(needs.load_bytes, node(i).format->lane_bytes());
        for (const std::size_t i : pass_.stores)
            needs.store_bytes = std::max(needs.store_bytes, node(i).format->lane_bytes());
        needs.gathers = !pass_.gathers.empty();
        needs.windows = only_windows();
        if (needs.windows) needs.window_pixels = window_pixels();
        needs.chooses = needs.windows && only_choose();
        needs.samples = samples();
        needs.weighs = !design_.taps.empty();
        needs.turned = !needs.samples && turned();
        for (const GatherSource& gather : pass_.gathers) needs.costs = std::max(needs.costs, cost(gather));
        needs.stores = !pass_.stores.empty();
        needs.reduces = !pass_.reduces.empty();
        needs.lookups = design_.word_lookups.size();
        const auto is_object = [&](std::size_t i) {
            const Storage storage = view_.image(i).storage;
            return storage == Storage::image || storage == Storage::natural;
        };
        std::vector<std::size_t> images = pass_.loads;
        images.insert(images.end(), pass_.stores.begin(), pass_.stores.end());
        needs.image_objects = std::any_of(images.begin(), images.end(), is_object);
        std::vector<std::size_t> touched = images;
        for (const GatherSource& gather : pass_.gathers)
            for (const std::size_t i : gather.loads) {
                touched.push_back(i);
                needs.gather_bytes = std::max(needs.gather_bytes, node(i).format->lane_bytes());
            }
        needs.by_pixel = !images.empty() && std::none_of(touched.begin(), touched.end(), [&](std::size_t i) {
            return view_.image(i).padded();
        });
        const bool padded = std::all_of(touched.begin(), touched.end(),
                                        [&](std::size_t i) { return view_.image(i).padded(); });
        needs.lines = !needs.gathers && !needs.reduces && !needs.image_objects && (padded || needs.by_pixel);
        needs.apart = !needs.gathers && !design_.tiles &&
                      std::all_of(images.begin(), images.end(),
                                  [&](std::size_t i) { return view_.image(i).storage == Storage::natural; });
        for (const ReduceDesign& reduce : design_.reduces) {
            if (reduce.counting == Counting::words) {
                needs.word_steps = needs.word_steps == 0 ? reduce.flush_steps
                                                         : std::min(needs.word_steps, reduce.flush_steps);
                needs.word_bytes = std::min(needs.word_bytes, reduce.format.lane_bytes());
            }
            needs.scratch += reduce.round * reduce.channel_bytes();
            if (reduce.local_bins) needs.shared += reduce.bins_bytes();
            needs.bins = std::max(needs.bins, reduce.reduction.bins * ways_of_bins(reduce));
        }
        if (!pass_.reduces.empty()) needs.shared += last_group_bytes;
        const auto by_group = [&](std::size_t i) { return node(i).stage->as<TableDef>()->items > 1; };
        if (design_.finish.last_group && std::any_of(pass_.tables.begin(), pass_.tables.end(), by_group))
            needs.scratch += sizeof(std::uint64_t);
        needs.domain = {pass_.width(), height(), pass_.domain.layers};
        needs.interleaved = pass_.interleaved;
        needs.planes = pass_.planes;
        if (gather != nullptr) needs.tiled = tile_needs(*gather);
        if (const auto& tiles = design_.tiles)  // each is as a small image
            needs.domain = {ceil_div(tiles->area.width, tiles->across),
                            std::min(height(), ceil_div(tiles->area.height, tiles->down)),
                            pass_.domain.layers * tiles->count()};
        return place_pass(needs, device_, assembly_.options);
    }

    // --- memory ------------------------------------------------------------------------------------

    // Memory that kernels share and nobody observes.
    std::size_t add_scratch(std::size_t of, const char* what, std::size_t bytes, Zeroed zeroed) {
        std::vector<PlannedTable>& tables = assembly_.plan.tables;
        tables.push_back({cat(node(of).id, " (", what, ")"), {}, bytes, zeroed});
        return tables.size() - 1;
    }

    void add_tables() {
        const PassShape& shape = design_.shape;
        for (auto& [gather, taps] : design_.taps) {
            const Strategy* strategy = design_.made.count(gather) != 0 ? shape.strategy.get() : nullptr;
            taps.exact = (!device_.cpu() && !assembly_.options.few_frames()) ||
                         (strategy != nullptr && strategy->counts_known());
            taps.tables =
                add_tap_tables(assembly_.plan.tables, node(gather).id, taps.taps, strategy, shape.doubles);
        }
        if (shape.strategy)
            if (const std::vector<std::int32_t> numbers = shape.strategy->own_table(); !numbers.empty())
                design_.own_table = add_given<std::int32_t>(
                    assembly_.plan.tables, cat(node(*design_.made.begin()).id, " (", design_.shape.way, ")"),
                    numbers);
        if (!pass_.reduces.empty() && design_.finish.last_group)
            design_.groups_done = add_scratch(pass_.reduces.front(), "groups done",
                                              sizeof(std::uint32_t) * shape.layers, Zeroed::once);
        for (std::size_t k = 0; k < design_.reduces.size(); ++k) {
            ReduceDesign& reduce = design_.reduces[k];
            const std::size_t of = pass_.reduces[k];
            if (!reduce.quantities.empty())
                reduce.partials = add_scratch(
                    of, "partial results",
                    reduce.channel_bytes() * reduce.layout.channels.size() * shape.groups(), Zeroed::never);
            if (reduce.reduction.bins == 0) continue;
            place_bins(reduce, shape);
            reduce.bins = add_scratch(of, "copies of bins",
                                      reduce.bins_bytes() * reduce.bins_copies * shape.layers, Zeroed::once);
        }
    }

    Assembly& assembly_;
    const PassView view_;
    const Primitives& graph_;
    const DeviceFacts& device_;
    const PassStep& pass_;
    const std::vector<Rows>& rows_;
    PassDesign design_;
};

}  // namespace

bool looks_words_up(const Primitives& graph, const PassStep& pass, std::size_t point) {
    const Primitive& n = graph.nodes[point];
    const auto one_byte = [](const ImageFormat& f) { return is_integer(f.pixel) && bytes(f.pixel) == 1; };
    if (n.inputs.size() != 2 || !n.inputs[1] || graph.nodes[*n.inputs[1]].chain.empty()) return false;
    if (!pass.gathers.empty()) return false;
    const ImageFormat& src = graph.nodes[*n.inputs[0]].format.value();
    return contains(pass.loads, *n.inputs[0]) && one_byte(src) && one_byte(*n.format) &&
           src.lanes() == n.format->lanes() &&
           graph.nodes[*n.inputs[1]].layout->fields[0].type == FieldType::f32 &&
           stored_only(graph, pass, point);
}

bool stored_only(const Primitives& graph, const PassStep& pass, std::size_t node) {
    const auto takes = [&](std::size_t user) {
        const auto& inputs = graph.nodes[user].inputs;
        return std::find(inputs.begin(), inputs.end(), std::optional(node)) != inputs.end();
    };
    return std::none_of(pass.points.begin(), pass.points.end(), takes) &&
           std::none_of(pass.reduces.begin(), pass.reduces.end(), takes) &&
           std::none_of(pass.gathers.begin(), pass.gathers.end(),
                        [&](const GatherSource& gather) { return takes(gather.node); });
}

std::optional<PassDesign> design_pass(Assembly& assembly, const PassStep& pass,
                                      const std::vector<Rows>& rows) {
    return PassDesigner(assembly, pass, rows).run();
}

double predicted_time(Assembly& assembly, const PassStep& pass, const std::vector<Rows>& rows) {
    return PassDesigner(assembly, pass, rows).predicted_time();
}

}  // namespace sluice
