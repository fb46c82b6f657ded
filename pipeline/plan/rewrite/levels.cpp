#include "pipeline/plan/rewrite/levels.hpp"

#include "pipeline/plan/primitives/function.hpp"
#include "pipeline/plan/primitives/statistics.hpp"
#include "pipeline/plan/rewrite/place_lookup.hpp"
#include "pipeline/plan/text.hpp"

#include <algorithm>
#include <initializer_list>
#include <iterator>
#include <map>
#include <optional>
#include <stdexcept>
#include <string>
#include <utility>
#include <variant>

namespace sluice {
namespace {

bool few_levels(const ImageFormat& format) { return is_integer(format.pixel) && bytes(format.pixel) <= 2; }
std::size_t levels_of(const ImageFormat& format) { return std::size_t{1} << (8 * bytes(format.pixel)); }

// Points that lead from an image with few levels to the last of them.
struct LevelChain {
    std::size_t src;
    std::vector<std::size_t> points;
};

class Levels {
public:
    Levels(Primitives& graph, std::vector<Observed>& observed, const Registry& registry,
           const DeviceFacts& device, std::vector<std::string>& decisions)
        : graph_(graph), observed_(observed), registry_(registry), device_(device), decisions_(decisions) {}

    void reduces() {
        for (std::size_t i = 0; i < graph_.nodes.size(); ++i)
            if (node(i).is(Kind::reduce)) i += reduce_before(i);
    }

    void lookups() {
        for (std::size_t i = graph_.nodes.size(); i-- > 0;)
            if (node(i).is(Kind::point) && ends_chain(i)) look_up(i);
    }

private:
    Primitive& node(std::size_t i) { return graph_.nodes[i]; }
    const Primitive& node(std::size_t i) const { return graph_.nodes[i]; }
    const ImageFormat& format(std::size_t i) const { return node(i).format.value(); }

    static const PointDef& as_point(const Primitive& n) { return std::get<PointDef>(n.stage->of_kind); }

    // Whether each lane of a Point's result follows from the same lane of one image.
    bool per_level(std::size_t point) const {
        const Primitive& n = node(point);
        const auto images = std::count_if(n.inputs.begin(), n.inputs.end(),
                                          [&](const auto& input) { return input && node(*input).format; });
        return n.is(Kind::point) && images == 1 && nature(n).lanewise;
    }

    const FunctionNature& nature(const Primitive& point) const {
        const KernelFunction function = point.stage->call()->function(graph_.inputs_of(point));
        const auto [at, added] = natures_.try_emplace({function.file, function.name});
        if (added) at->second = nature_of(stage_function(graph_, point));
        return at->second;
    }

    // The longest way back through such Points to an image of 8 bit, or else of 16. Statistics go past images
    // that shall lie in memory, for they must not depend on what does.
    std::optional<LevelChain> chain_to(std::size_t end, bool past_stored) const {
        std::optional<LevelChain> found;
        std::vector<std::size_t> points;
        for (std::size_t i = end; per_level(i);) {
            const std::size_t src = node(i).inputs[0].value();
            if (graph_.in_double(i) != graph_.in_double(end)) break;
            points.insert(points.begin(), i);
            if (few_levels(format(src)) &&
                (!found || levels_of(format(src)) <= levels_of(format(found->src))))
                found = LevelChain{src, points};
            if (node(src).stored && !past_stored) break;
            i = src;
        }
        return found;
    }

    // Puts nodes in front of `at` and returns where it is now.
    std::size_t insert(std::size_t at, Primitive added) {
        graph_.insert(at, std::move(added));
        for (Observed& o : observed_) o.node += o.node >= at ? 1 : 0;
        return at + 1;
    }

    // A Table of the last Point's results, as if for an image with a row of levels.
    Primitive table_of(const LevelChain& chain) const {
        static const StageDef stage = [] {
            StageDef def;
            def.name = "levels";
            def.summary = "What Points make of each level.";
            def.internal = true;
            def.of_kind = TableDef();
            return def;
        }();
        const std::size_t end = chain.points.back();
        Primitive levels;
        levels.stage = &stage;
        levels.id = cat(node(end).id, ".levels");
        levels.chain = chain.points;
        const ImageFormat& src = format(chain.src);
        TableLayout layout;
        int lanes = src.lanes();
        for (const std::size_t point : chain.points) {
            lanes = std::max(lanes, format(point).lanes());
            for (const auto& input : node(point).inputs)
                if (input && node(*input).layout) {
                    levels.inputs.push_back(input);
                    layout.rows = std::max(layout.rows, node(*input).layout->rows);
                }
        }
        layout.channels = {"R", "G", "B", "A"};
        if (lanes == 1) layout.channels = {"Y"};
        layout.fields = {
            {"value", graph_.in_double(end) ? FieldType::f64 : FieldType::f32, true, levels_of(src)}};
        levels.layout = layout;
        return levels;
    }

    std::string names(const LevelChain& chain) const {
        std::string text;
        for (const std::size_t point : chain.points) text += cat(text.empty() ? "" : ", ", node(point).id);
        return text;
    }

    const StageDef& part(const char* name) const {
        const StageDef* stage = registry_.find(name);
        if (stage == nullptr) throw std::logic_error(cat("there is no stage ", name));
        return *stage;
    }

    // --- statistics --------------------------------------------------------------------------------

    // What of an image tells statistics of what Points make of it.
    enum class From { extremes, affine, histogram };

    // Whether alpha is 0 where it was before: Points copy it, or are affine and rescale it, and it becomes 0
    // nowhere because white is lower or because it was negative.
    bool hides_the_same(const LevelChain& chain) const {
        const bool negative = is_signed(format(chain.src).pixel);
        double white = format(chain.src).white_value();
        return std::all_of(chain.points.begin(), chain.points.end(), [&](std::size_t point) {
            const Primitive& n = node(point);
            const bool keeps = as_point(n).alpha(n.values) == AlphaLane::keep;
            const double before = std::exchange(white, n.format->white_value());
            return n.format->has_alpha() && (keeps || as_point(n).affine) &&
                   (!is_integer(n.format->pixel) ||
                    (white >= before && (!negative || is_signed(n.format->pixel))));
        });
    }

    // Why a Reduce cannot look at an image before the Points at all, or "".
    std::string against(const Primitive& r, const LevelChain& chain) const {
        const ImageFormat& dst = format(chain.points.back());
        if (r.layout->tiles) return "levels have rows for layers, not for tiles";
        if (r.reduction->group == Group::luma && dst.colors() == 3) return "luma mixes channels";
        if (r.reduction->alpha == AlphaRule::visible && dst.has_alpha() && !hides_the_same(chain))
            return "alpha chooses its pixels";
        if (dst.channels != format(chain.src).channels) return "the number of channels changes";
        for (const std::size_t point : chain.points) {
            if (format(point).pixel == Pixel::f16) return "half precision may overflow";
            if (format(point).pixel == Pixel::i32) return "32-bit integers are counted as they are";
        }
        return "";
    }

    bool only(const TableLayout& layout, std::initializer_list<const char*> fields) const {
        return std::all_of(layout.fields.begin(), layout.fields.end(), [&](const Field& field) {
            return std::any_of(fields.begin(), fields.end(), [&](const char* f) { return field.name == f; });
        });
    }

    // The least work first.
    std::optional<From> statistics_from(const Primitive& r, const LevelChain& chain) const {
        if (!against(r, chain).empty()) return std::nullopt;
        const TableLayout& wanted = *r.layout;
        const ImageFormat& src = format(chain.src);
        const bool whole = is_integer(format(chain.points.back()).pixel);
        const auto all = [&](auto property) {
            return std::all_of(chain.points.begin(), chain.points.end(),
                               [&](std::size_t point) { return property(node(point)); });
        };
        const bool monotone = all([](const Primitive& n) { return as_point(n).monotone; });
        if (monotone && (only(wanted, {"min", "max"}) || (whole && only(wanted, {"count", "min", "max"}))))
            return From::extremes;
        if (wanted.pairs) return std::nullopt;  // sums of pairs of floats: as they are found
        const bool affine =
            all([](const Primitive& n) { return as_point(n).affine && !is_integer(n.format->pixel); });
        if (affine && monotone && only(wanted, {"count", "min", "max", "sum", "sum_sq"})) return From::affine;
        const bool costly = all([&](const Primitive& n) { return nature(n).cost != Cost::transcendental; });
        if (bytes(src.pixel) == 1 && !whole && !costly &&
            only(wanted, {"count", "min", "max", "sum", "sum_sq", "nonzero", "nan", "inf"}))
            return From::histogram;
        return std::nullopt;
    }

    // The Reduce over the image before the Points.
    Primitive raw_reduce(const Primitive& r, std::size_t src, From from) const {
        Primitive raw = r;
        raw.id = cat(r.id, ".of.", node(src).id);
        raw.inputs[0] = src;
        raw.reduction->group = Group::channel;
        raw.reduction->range.reset();
        raw.reduction->bins = from == From::histogram ? levels_of(format(src)) : 0;
        raw.layout = statistics_layout(*raw.reduction, format(src), !r.layout->pairs);
        raw.layout->rows = r.layout->rows;
        raw.layout->pairs = r.layout->pairs;
        std::erase_if(raw.layout->fields, [&](const Field& f) {
            if (from == From::histogram) return f.name != "histogram";
            const bool sums = f.name == "count" || f.name == "sum" || f.name == "sum_sq";
            if (sums && from == From::affine) return false;
            return f.name != "min" && f.name != "max" &&
                   (f.name != "count" || r.layout->find("count") == nullptr);
        });
        return raw;
    }

    // Returns how many nodes were put in front of the Reduce.
    std::size_t reduce_before(std::size_t at) {
        const std::size_t image = node(at).inputs[0].value();
        const auto chain = chain_to(image, true);
        const auto from = chain ? statistics_from(node(at), *chain) : std::nullopt;
        if (!from || registry_.find("through_levels") == nullptr) return 0;
        constexpr const char* why[] = {"monotone", "affine", "known for each level"};
        decisions_.push_back(cat(node(at).id, " looks at ", node(chain->src).id,
                                 *from == From::histogram ? "'s histogram: " : ": ", names(*chain),
                                 chain->points.size() > 1 ? " are " : " is ", why[static_cast<int>(*from)]));
        const ImageFormat src = format(chain->src);
        const TableLayout wanted = *node(at).layout;
        Primitive raw = raw_reduce(node(at), chain->src, *from);
        const std::vector<std::string> channels = raw.layout->channels;
        Primitive levels = table_of(*chain);
        at = insert(at, std::move(raw));
        at = insert(at, std::move(levels));
        const std::size_t together =
            wanted.channels.front() == "joint" ? channels.size() + 1 - wanted.channels.size() : 1;
        Primitive& stats = node(at);
        stats.stage = &part(*from == From::histogram ? "through_histogram" : "through_levels");
        stats.inputs = {at - 2, at - 1};
        stats.reduction.reset();
        stats.values = {{"together", static_cast<std::int64_t>(together)}, {"alpha", channels.back() == "A"}};
        if (*from == From::histogram) return 2;
        stats.values["whole"] = is_integer(format(image).pixel);
        stats.values["first"] = static_cast<std::int64_t>(lowest(src.pixel));
        return 2;
    }

    // --- lookups -----------------------------------------------------------------------------------

    // Whether somebody takes a Point's image who does not continue its chain.
    bool ends_chain(std::size_t point) const {
        const auto users = graph_.users()[point];
        return std::any_of(users.begin(), users.end(), [&](std::size_t user) {
            if (!node(user).chain.empty()) return false;
            if (!node(user).is(Kind::point)) return true;
            const auto chain = chain_to(user, false);
            return !chain || std::count(chain->points.begin(), chain->points.end(), point) == 0;
        });
    }

    void look_up(std::size_t at) {
        const auto chain = chain_to(at, false);
        if (!chain || registry_.find("lookup") == nullptr) return;
        const auto users = graph_.users()[at];
        const auto any = [&](const auto& property) {
            return std::any_of(chain->points.begin(), chain->points.end(),
                               [&](std::size_t point) { return property(nature(node(point))); });
        };
        const LookupNeeds needs{format(chain->src), format(at),
                                any([](const FunctionNature& f) { return f.cost == Cost::transcendental; }),
                                any([](const FunctionNature& f) { return f.loops; }),
                                node(chain->src).is(Kind::source) &&
                                    format(chain->src).lanes() == format(at).lanes() &&
                                    std::all_of(users.begin(), users.end(),
                                                [&](std::size_t u) { return node(u).is(Kind::sink); })};
        const LookupChoice choice = place_lookup(needs, device_);
        if (!choice.look_up) return;
        decisions_.push_back(cat(names(*chain), chain->points.size() > 1 ? " are" : " is",
                                 " evaluated for the ", levels_of(needs.src), " levels of ",
                                 node(chain->src).id, " and looked up: ", choice.reason));
        // The Point itself moves in front of its table, and the lookup takes its place.
        const std::size_t from = chain->src;
        Primitive levels = table_of(*chain);
        Primitive end = node(at);
        const std::string id = end.id;
        const std::size_t moved = at;
        at = insert(at, std::move(end));
        levels.chain.back() = moved;
        node(moved).stored = false;  // the image is that of the lookup
        at = insert(at, std::move(levels));
        // Other tables that end with the Point stay as they are; those that go on from it look it up.
        for (Primitive& other : graph_.nodes) {
            const auto point = std::find(other.chain.begin(), other.chain.end(), at);
            if (point == other.chain.end()) continue;
            if (point == std::prev(other.chain.end()))
                *point = moved;
            else
                other.inputs.push_back(at - 1);
        }
        for (auto& [name, i] : graph_.names)
            if (i == at && name == id) i = moved;
        Primitive& lookup = node(at);
        const ImageFormat& dst = *lookup.format;
        lookup.stage = &part("lookup");
        lookup.inputs = {from, at - 1};
        lookup.values = {{"pixel", std::string(name(dst.pixel))},
                         {"white", dst.white},
                         {"space", std::string(name(dst.space))},
                         {"alpha", true}};
    }

    Primitives& graph_;
    std::vector<Observed>& observed_;
    const Registry& registry_;
    const DeviceFacts& device_;
    std::vector<std::string>& decisions_;
    mutable std::map<std::pair<std::string, std::string>, FunctionNature> natures_;  // by file and name
};

}  // namespace

void reduce_levels(Primitives& graph, std::vector<Observed>& observed, const Registry& registry,
                   const DeviceFacts& device, std::vector<std::string>& decisions) {
    Levels(graph, observed, registry, device, decisions).reduces();
}

void look_levels_up(Primitives& graph, std::vector<Observed>& observed, const Registry& registry,
                    const DeviceFacts& device, std::vector<std::string>& decisions) {
    Levels(graph, observed, registry, device, decisions).lookups();
}

}  // namespace sluice
