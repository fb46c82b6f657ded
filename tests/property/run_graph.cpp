#include "tests/property/run_graph.hpp"

#include "pipeline/core/ceil_div.hpp"
#include "pipeline/core/statistics.hpp"
#include "pipeline/plan/live.hpp"
#include "pipeline/plan/text.hpp"
#include "tests/property/reference_graph.hpp"
#include "tests/reference/compare.hpp"
#include "tests/row_padding.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <set>
#include <stdexcept>
#include <utility>

namespace sluice::property {
namespace {

struct Wrong : std::runtime_error {
    using std::runtime_error::runtime_error;
};

struct Outcome {
    std::map<std::string, HostImage> images;  // by the id of the output
    std::map<std::string, Table> tables;
    std::vector<std::string> warnings;
};

Outcome outcome(Frame& frame, const ExecutionPlan& plan) {
    Outcome result;
    for (const Primitive& node : plan.graph.nodes)
        if (node.is(Kind::sink)) result.images[node.id] = frame.read(node.id);
    for (const ObservedTable& observed : plan.observed)
        result.tables[observed.name] = frame.table(observed.name);
    result.warnings = frame.warnings();
    return result;
}

std::string table_difference(const Table& a, const Table& b) {
    if (!(a.layout() == b.layout())) return "another layout";
    if (a.found() != b.found()) return "another number of entries";
    for (const Field& field : a.layout().fields)
        for (std::size_t row = 0; row < a.rows(); ++row)
            for (std::size_t c = 0; c < (field.per_channel ? a.layout().channels.size() : 1); ++c)
                for (std::size_t i = 0; i < field.count; ++i) {
                    if (has_no_extreme(a, field.name, c, row) && has_no_extreme(b, field.name, c, row))
                        continue;
                    const double x = a.real(field.name, c, row, i), y = b.real(field.name, c, row, i);
                    const bool same =
                        is_real(field.type)
                            ? x == y || std::fabs(x - y) <= 1e-6 * std::fabs(x) ||
                                  (std::isnan(x) && std::isnan(y))
                            : a.integer(field.name, c, row, i) == b.integer(field.name, c, row, i);
                    if (!same)
                        return field.name + " of " + a.layout().channels[c] + " in row " +
                               std::to_string(row) + ": " + number_text(y) + " and not " + number_text(x);
                }
    return "";
}

void compare(const Outcome& first, const Outcome& other, const std::string& how) {
    for (const auto& [id, image] : first.images) {
        const std::string difference = reference::bit_difference(other.images.at(id), image);
        if (!difference.empty()) throw Wrong(how + ": " + id + ": " + difference);
    }
    if (first.tables.size() != other.tables.size()) throw Wrong(how + ": another number of tables");
    for (const auto& [name, table] : first.tables) {
        const std::string difference = table_difference(table, other.tables.at(name));
        if (!difference.empty()) throw Wrong(how + ": table " + name + ": " + difference);
    }
    if (first.warnings != other.warnings) throw Wrong(how + ": other warnings");
}

// Of a frame: each strip of each sweep, then all.
std::size_t waits(const ExecutionPlan& plan) {
    std::set<std::pair<int, std::size_t>> strips;  // sweeps and strips that have work
    if (plan.in_strips())
        for (const PlannedStep& step : plan.steps)
            if (const auto* up = std::get_if<Upload>(&step))
                for (std::size_t strip = 0; strip < plan.strips; ++strip)
                    if (up->rows[strip].count > 0) strips.emplace(up->sweep, strip);
    return strips.size() + 1;
}

// One wait for each frame, one more for each of its strips, and no Table read that nobody asked for.
void check_counters(const Session& session, std::size_t frames) {
    const Counts counts = session.counters().total();
    const auto expect = [&](const char* what, std::size_t found, std::size_t expected) {
        if (found != frames * expected)
            throw Wrong(std::string(what) + ": " + std::to_string(found) + " in " + std::to_string(frames) +
                        " frames, expected " + std::to_string(frames * expected));
    };
    expect("waits", counts.waits, waits(session.plan()));
    expect("table reads", counts.table_reads, session.plan().observed.size());
}

// What comes out of a graph, and what once its live parameters are set to other values.
struct Outcomes {
    Outcome first;
    std::optional<Outcome> after;
};

class Running {
public:
    Running(const GraphCase& graph, const Device& device, Tally* tally)
        : graph_(graph),
          after_(graph.with_live_set()),
          device_(device),
          tally_(tally),
          images_(graph.images()),
          reference_(checked(graph_), images_) {
        if (after_) reference_after_.emplace(checked(*after_), images_);
    }

    void run(const std::vector<Variant>& variants) {
        for (const Variant& variant : variants) {
            const std::optional<Plan> plan = planned(variant);
            if (!plan) continue;
            if (!first_plan_) first_plan_ = *plan->execution;
            Outcomes found = frames(variant, *plan);
            if (&variant == &variants.front())
                first_ = std::move(found);
            else if (variant.options.simplify)
                compare(first_, found, variant.name + " against " + variants.front().name);
            else  // statistics of rounded values, and what follows from them
                compare_with_reference(found, variant.name + " against the reference");
        }
        compare_with_reference(first_, "reference", tally_);
    }

private:
    std::optional<Plan> planned(const Variant& variant) const {
        PlanOptions options = variant.options;
        options.observe = graph_.observe;
        if (variant.store) {
            options.store = some_images(first_plan_.value());
            if (options.store.empty()) return std::nullopt;
        }
        const auto plan = [&] {
            return Plan(Graph::from_chain(graph_.chain()), graph_.formats(), device_, options);
        };
        try {
            if (variant.strips == 0) return plan();
        } catch (const Error&) {
            if (!variant.perhaps) throw;
            return std::nullopt;
        }
        std::optional<Plan> cut = plan();
        if (highest(*cut->execution) < variant.strips) {
            if (tally_ != nullptr && !variant.store) tally_->too_low.push_back(graph_.seed);
            return std::nullopt;
        }
        // Just too little for fewer strips; planning throws where that is too little for more as well.
        const std::size_t height = highest(*cut->execution);
        const auto few = [&](std::size_t strips) {
            return strips < variant.strips || (variant.rows > 0 && ceil_div(height, strips) > variant.rows);
        };
        while (few(cut->execution->strips)) {
            options.limit_memory = cut->execution->peak_bytes - 1;
            try {
                cut = plan();
            } catch (const Error&) {  // what is read with its neighbours needs more rows than a strip has
                if (!has_gather(*cut->execution) && cut->execution->needs_whole_images().empty()) throw;
                if (tally_ != nullptr && !variant.store) tally_->too_low.push_back(graph_.seed);
                return std::nullopt;
            }
        }
        return cut;
    }

    // One at least of those that fusion evaluates where they are read, half of the others. None: there are
    // none.
    std::vector<std::string> some_images(const ExecutionPlan& fused) const {
        const std::vector<std::string> all = fused.images_not_in_memory();
        std::vector<std::string> some;
        for (std::size_t i = 0; i < all.size(); ++i)
            if (i == graph_.seed % all.size() || (graph_.seed >> (i % 16) & 1) != 0) some.push_back(all[i]);
        return some;
    }

    static bool has_gather(const ExecutionPlan& plan) {
        return std::any_of(plan.graph.nodes.begin(), plan.graph.nodes.end(),
                           [](const Primitive& node) { return node.is(Kind::gather); });
    }

    static std::size_t highest(const ExecutionPlan& plan) {
        std::size_t rows = 0;
        for (const PlannedImage& image : plan.images) rows = std::max(rows, image.format.height);
        return rows;
    }

    // Later frames lie in memory that the first one used; what was set for one of them is gone in the next.
    // Each is the first one of its stream: the reference knows no other.
    Outcomes frames(const Variant& variant, const Plan& plan) {
        const std::string beyond = test::beyond_rows(*plan.execution);
        if (!beyond.empty()) throw Wrong(variant.name + ": " + beyond);
        if (tally_ != nullptr)
            for (const PlannedStep& step : plan.execution->steps)
                if (const auto* launch = std::get_if<Launch>(&step))
                    tally_->programs.insert(
                        std::hash<std::string>()(launch->program->options + launch->program->source));
        if (tally_ != nullptr && variant.strips > 0 && !variant.store) ++tally_->in_strips;
        std::map<std::string, SubmittedImage> submitted;
        for (const auto& [id, image] : images_) submitted[id] = image.view();
        Session session(plan, {.frames_in_flight = 1});
        std::size_t count = 0;
        const auto next = [&] {
            session.reset();
            Frame frame = session.submit(submitted);
            Outcome found = outcome(frame, session.plan());
            check_counters(session, ++count);
            return found;
        };
        Outcomes all{next(), {}};
        if (after_ && takes_live(variant, plan)) {
            session.set(live_values(*after_));
            all.after = next();
            session.set(live_values(graph_));
        }
        compare(all.first, next(), variant.name + ", a later frame");
        return all;
    }

    // Whether the plan has the kernels for what live parameters are set to. It may lack them in strips, whose
    // rows follow from where a Gather reads, and where a declaration says so.
    bool takes_live(const Variant& variant, const Plan& plan) const {
        ValuesOfNodes values;
        bool conditional = variant.strips > 0;
        for (const CheckedNode& node : checked(*after_).nodes) {
            values[node.id] = node.values;
            for (const StageText& stage : graph_.stages)
                for (const auto& [name, value] : stage.live)
                    conditional =
                        conditional || (stage.id == node.id && !node.stage->param(name)->live_while.empty());
        }
        std::string lacking;
        try {
            lacking = lacks(*plan.execution, plan_with(*plan.execution, values));
        } catch (const Error& error) {  // in strips: there is not enough memory
            lacking = error.what();
        }
        if (!lacking.empty() && !conditional)
            throw Wrong(cat(variant.name, ": live parameters need ", lacking));
        return lacking.empty();
    }

    // All live parameters, as a graph has them.
    static std::map<std::string, Value> live_values(const GraphCase& graph) {
        std::map<std::string, Value> values;
        for (const CheckedNode& node : checked(graph).nodes)
            for (const ParamDecl& param : node.stage->params)
                if (param.live && misplaced(param, node.values).empty())
                    values[cat(node.id, ".", param.name)] = node.values.at(param.name);
        return values;
    }

    void compare(const Outcomes& a, const Outcomes& b, const std::string& how) const {
        compare(a.first, b.first, how);
        if (a.after && b.after) compare(*a.after, *b.after, how + ", live parameters set");
    }
    static void compare(const Outcome& a, const Outcome& b, const std::string& how) {
        property::compare(a, b, how);
    }

    void compare_with_reference(const Outcomes& found, const std::string& how, Tally* tally = nullptr) const {
        compare_with_reference(reference_, found.first, how, tally);
        if (found.after)
            compare_with_reference(*reference_after_, *found.after, how + ", live parameters set");
    }

    static void compare_with_reference(const ReferenceGraph& reference, const Outcome& found,
                                       const std::string& how, Tally* tally = nullptr) {
        const auto want = [&](const std::string& what, const std::string& wrong) {
            if (!wrong.empty()) throw Wrong(cat(how, ": ", what, wrong));
        };
        for (const auto& [id, image] : found.images) {
            want(cat(id, ": "), reference.wrong_image(id, image.view()));
            if (tally != nullptr) count(reference.image(id), *tally);
        }
        for (const std::string& id : reference.tables())
            want(cat("table ", id, ": "), reference.wrong_table(id, found.tables.at(id)));
        want("", reference.wrong_warnings(found.warnings));
    }

    static void count(const reference::Bounded& image, Tally& tally) {
        ++tally.images;
        const double most = reference::largest_distance(image) / image.format().white_value() * 255;
        if (image.exact)
            ++tally.exact;
        else if (most <= 1)
            ++tally.narrow;
        else if (std::isinf(most))
            ++tally.unbounded;
    }

    const GraphCase& graph_;
    const std::optional<GraphCase> after_;  // once live parameters are set
    const Device& device_;
    Tally* tally_;
    std::map<std::string, HostImage> images_;
    const ReferenceGraph reference_;
    std::optional<ReferenceGraph> reference_after_;
    Outcomes first_;
    std::optional<ExecutionPlan> first_plan_;
};

}  // namespace

std::string Tally::text() const {
    std::string low, with;
    for (const auto& [stage, count] : with_stages)
        with += (with.empty() ? "" : ", ") + stage + " in " + std::to_string(count);
    for (const std::uint64_t seed : too_low) low += (low.empty() ? "" : ", ") + std::to_string(seed);
    return std::to_string(graphs) + " graphs, " + std::to_string(stages) + " stages; " +
           std::to_string(images) + " images: " + std::to_string(exact) + " exact, " +
           std::to_string(narrow) + " within 1 LSB of 8 bits, " + std::to_string(unbounded) +
           " with samples of which nothing is known; " + std::to_string(in_strips) +
           " graphs also in three strips or more" +
           (low.empty() ? "" : " (too low: " + std::to_string(too_low.size()) + ", seeds " + low + ")") +
           "; " + std::to_string(programs.size()) + " kernel texts; " + std::to_string(gathers) +
           " with gathers, " + std::to_string(sizes) + " with sinks of several sizes; " + with;
}

std::string fault_of(const GraphCase& graph, const std::vector<Variant>& variants, const Device& device,
                     Tally* tally) {
    try {
        Running(graph, device, tally).run(variants);
    } catch (const std::exception& e) {
        return e.what();
    }
    if (tally == nullptr) return "";
    ++tally->graphs;
    std::set<std::string> stages;
    for (const StageText& stage : graph.stages)
        if (stage.stage != "output") ++tally->stages, stages.insert(stage.stage);
    for (const std::string& stage : stages) ++tally->with_stages[stage];
    const Primitives all = primitives(graph);
    bool gathers = false;
    std::set<std::pair<std::size_t, std::size_t>> sizes;
    for (const Primitive& node : all.nodes) {
        gathers = gathers || node.is(Kind::gather);
        const auto& image = node.is(Kind::sink) ? all.nodes[*node.inputs[0]].format : std::nullopt;
        if (image) sizes.emplace(image->width, image->height);
    }
    tally->gathers += gathers;
    tally->sizes += sizes.size() > 1;
    return "";
}

}  // namespace sluice::property
