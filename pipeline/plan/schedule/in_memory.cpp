#include "pipeline/plan/schedule/in_memory.hpp"

#include "pipeline/plan/primitives/looks_up.hpp"
#include "pipeline/plan/text.hpp"
#include "pipeline/plan/words.hpp"

#include <algorithm>
#include <limits>

namespace sluice {
std::set<std::size_t> Needs::images() const {
    std::set<std::size_t> all = loads;
    for (const auto& [gather, front] : gathers) all.insert(front.loads.begin(), front.loads.end());
    return all;
}

void Needs::add(const Needs& other) {
    loads.insert(other.loads.begin(), other.loads.end());
    points.insert(other.points.begin(), other.points.end());
    gathers.insert(other.gathers.begin(), other.gathers.end());
}

InMemory::InMemory(const Primitives& graph, const Profile& profile, Way way)
    : graph_(graph),
      costs_(graph, profile),
      users_(graph.users()),
      way_(way),
      rank_(graph.nodes.size(), 0),
      stored_(graph.nodes.size(), false),
      handed_(graph.nodes.size(), false),
      parted_(graph.nodes.size(), false),
      again_(graph.nodes.size(), false),
      evaluated_(graph.nodes.size(), false) {
    find_evaluated();
    choose_handed();
    choose_ranks();
    if (way == Way::whole) choose_stored();
    if (way == Way::strips)
        for (std::size_t i = 0; i < graph.nodes.size(); ++i) again_[i] = !handed_[i];
}

bool InMemory::is_there(std::size_t image) const { return node(image).gives_image() || handed_[image]; }

bool InMemory::sunk(std::size_t i) const {
    return std::any_of(users_[i].begin(), users_[i].end(),
                       [&](std::size_t user) { return node(user).takes_images(); });
}

// Tables of levels that are made of a Point do not take its image.
void InMemory::find_evaluated() {
    for (std::size_t i = graph_.nodes.size(); i-- > 0;) {
        if (!graph_.makes_image(i)) evaluated_[i] = true;
        for (const auto& input : node(i).inputs)
            if (input && evaluated_[i]) evaluated_[*input] = true;
    }
}

// Whether a caller wants it in memory, and it is made.
bool InMemory::asked(std::size_t i) const {
    return way_ != Way::each && node(i).stored && graph_.makes_image(i) && evaluated_[i];
}

// Whether an image is made in float and taken in double, or the other way round: a pass works in one of them.
bool InMemory::changes_width(std::size_t image, std::size_t user) const {
    return graph_.makes_image(image) && (graph_.makes_image(user) || node(user).is(Kind::reduce)) &&
           graph_.in_double(image) != graph_.in_double(user);
}

// --- what must be in memory ------------------------------------------------------------------------------

// Whether an image that is not in memory has a Gather among what makes it.
bool InMemory::has_gather(std::size_t i) const {
    if (is_there(i)) return false;
    if (node(i).is(Kind::gather)) return true;
    return std::any_of(node(i).inputs.begin(), node(i).inputs.end(),
                       [&](const auto& input) { return input && is_image(*input) && has_gather(*input); });
}

// Points whose images others than the Gather and those before it take too: Tables that evaluate them for each
// level do not.
std::set<std::size_t> InMemory::taken_elsewhere(std::size_t gather, const Front& front) const {
    std::set<std::size_t> taken;
    for (const std::size_t i : front.points)
        if (std::any_of(users_[i].begin(), users_[i].end(), [&](std::size_t user) {
                return user != gather && front.points.count(user) == 0 && !node(user).is(Kind::table);
            }))
            taken.insert(i);
    return taken;
}

// One way in which a Gather reads what Points make: `stored` of them, or none, is in memory.
Reading InMemory::reading(std::size_t gather, const Front& front, std::optional<std::size_t> stored) const {
    Reading way{gather, stored, stored && sunk(*stored), front.loads, {}, front.points, {}};
    const auto front_of = [&](std::size_t image) {
        Front of;
        collect_front(image, 0, of);
        return of.points;
    };
    for (const std::size_t i : front.loads)
        if (!is_there(i)) way.loads.erase(i);
    if (stored && !node(*stored).is(Kind::gather)) way.once = front_of(*stored);
    way.alone = way.once.size() == 1 && is_there(node(*stored).inputs.at(0).value());
    for (const std::size_t i : way.once) way.often.erase(i);
    for (const std::size_t i : taken_elsewhere(gather, front)) {
        const bool before = way.once.count(i) != 0;  // what is stored, or what it is made of
        for (const std::size_t made : front_of(i))
            if (before ? i != *stored : way.once.count(made) == 0) way.again.insert(made);
    }
    return way;
}

// Predicted times are about right. What is stored takes memory, and parts what else would share a pass.
constexpr double clearly = 0.9;

// Whether what Points make for a Gather is stored, all of it or what the first of them make, or evaluated
// where the Gather reads, unless storing clearly takes less. What that is, or nothing.
std::optional<std::size_t> InMemory::stored_for(std::size_t gather, std::size_t image) {
    if (changes_width(image, gather)) return image;
    Front front;
    collect_front(image, 0, front);
    // Neighbours of neighbours are not made again for each: of what the pass of another Gather makes
    // something is stored.
    const bool must = has_gather(image);
    const auto time = [&](std::optional<std::size_t> stored) {
        return costs_.of(reading(gather, front, stored));
    };
    constexpr double never = std::numeric_limits<double>::infinity();
    std::optional<std::size_t> best;
    const double evaluated = must ? never : time(std::nullopt);
    double least = evaluated, stored = never;
    for (std::optional<std::size_t> i = image; i; i = only_image_before(*i)) {
        const double found = time(i);
        stored = std::min(stored, found);
        if (found < least && found < clearly * evaluated) best = i, least = found;
    }
    if (must && best == image) return best;
    const std::string which = best ? "stored"
                              : stored < evaluated
                                  ? "evaluated where it is read, as storing would not clearly win"
                                  : "evaluated where it is read";
    decisions_.push_back(cat(node(best.value_or(image)).id, " is read with its neighbours by ",
                             node(gather).id, ": ", which, ", which takes about ", time_text(least), ", not ",
                             time_text(!best  ? stored
                                       : must ? time(image)
                                              : evaluated)));
    return best;
}

// The only image that a Point takes, unless that is in memory.
std::optional<std::size_t> InMemory::only_image_before(std::size_t point) const {
    if (node(point).is(Kind::gather)) return std::nullopt;
    std::optional<std::size_t> before;
    for (const auto& input : node(point).inputs) {
        if (!input || !is_image(*input)) continue;
        if (before) return std::nullopt;
        before = *input;
    }
    if (!before || is_there(*before)) return std::nullopt;
    return before;
}

// --- passes that are worth having for themselves ---------------------------------------------------------

// Whether Points or Reduces would go on with an image in the pass that makes it.
bool InMemory::goes_on(std::size_t image) const {
    return std::any_of(users_[image].begin(), users_[image].end(), [&](std::size_t user) {
        return evaluated_[user] && (node(user).is(Kind::point) || node(user).is(Kind::reduce));
    });
}

bool InMemory::reduces_tiles() const {
    return std::any_of(graph_.nodes.begin(), graph_.nodes.end(),
                       [](const Primitive& node) { return node.is(Kind::reduce) && node.layout->tiles; });
}

void InMemory::part(std::size_t image) { handed_[image] = parted_[image] = true; }

// A Point that looks words up does so only where it is all that a pass does: from an image in memory, to one.
void InMemory::choose_own_pass(std::size_t point) {
    const std::optional<double> words = costs_.of_words(point);
    if (!words || !evaluated_[point]) return;
    const std::size_t image = node(point).inputs.at(0).value();
    const bool before = !is_there(image), behind = goes_on(point);
    if (!before && !behind) return;
    double alone = costs_.of_pass() + *words, together = costs_.of_evaluating({point});
    if (before) {
        alone += 2 * costs_.of_moving({image});
        if (node(image).is(Kind::gather)) together += costs_.of_going_on(image);
    }
    if (behind) alone += (is_there(point) || sunk(point) ? 1 : 2) * costs_.of_moving({point});
    if (alone >= clearly * together) return;
    if (before) part(image);
    if (behind) part(point);
    decisions_.push_back(cat(node(point).id, " has a pass of its own, to look words up, which takes about ",
                             time_text(alone), ", not ", time_text(together)));
}

// A window may take whole pixels as they lie in memory where its results go there too. Sums of all pixels up
// to each are added up once.
void InMemory::choose_end(std::size_t gather) {
    if (handed_[gather] || !evaluated_[gather] || !goes_on(gather)) return;
    if (node(gather).gather().prefix_sums && reduces_tiles()) {
        part(gather);
        decisions_.push_back(cat(node(gather).id, " is stored: for each tile, it would be added up again"));
        return;
    }
    if (!is_there(node(gather).inputs.at(0).value())) return;
    const double parted = costs_.of_pass() + (sunk(gather) ? 1 : 2) * costs_.of_moving({gather});
    const double going_on = costs_.of_going_on(gather);
    if (parted >= clearly * going_on) return;
    part(gather);
    decisions_.push_back(cat(node(gather).id,
                             " is stored, as whole pixels, before its results are taken, which takes about ",
                             time_text(parted), ", not ", time_text(going_on)));
}

void InMemory::choose_handed() {
    for (std::size_t i = 0; i < graph_.nodes.size(); ++i) {
        parted_[i] = asked(i);
        if (graph_.makes_image(i))
            handed_[i] = asked(i) || std::any_of(users_[i].begin(), users_[i].end(),
                                                 [&](std::size_t user) { return changes_width(i, user); });
        if (node(i).stored && way_ != Way::each)
            decisions_.push_back(cat(node(i).id, asked(i) ? " is stored: asked for"
                                                 : graph_.makes_image(i)
                                                     ? " is asked for, but nothing takes its image"
                                                     : " is asked for, and stored anyway"));
        if (way_ == Way::each) continue;
        if (node(i).is(Kind::gather)) {
            const std::size_t image = node(i).inputs.at(0).value();
            if (!is_there(image))
                if (const auto stored = stored_for(i, image)) handed_[*stored] = true;
            choose_end(i);
        }
        if (node(i).is(Kind::point)) choose_own_pass(i);
    }
    for (std::size_t i = 0; i < graph_.nodes.size(); ++i)
        stored_[i] = graph_.makes_image(i) && (sunk(i) || handed_[i] || way_ == Way::each);
}

void InMemory::choose_ranks() {
    const bool tables = way_ != Way::strips;
    for (std::size_t i = 0; i < graph_.nodes.size(); ++i) {
        for (const auto& input : node(i).inputs) {
            if (!input || (!tables && !is_image(*input))) continue;
            const bool parted = (tables && node(*input).measures()) || node(i).needs_whole_images() ||
                                changes_width(*input, i) || parted_[*input];
            rank_[i] = std::max(rank_[i], rank_[*input] + (parted ? 1 : 0));
        }
        if (!node(i).is(Kind::gather)) continue;
        Front front;  // all of it is there before a neighbour is read, also what Points take on the way
        collect_front(node(i).inputs.at(0).value(), 0, front);
        for (const std::size_t image : front.loads)
            if (handed_[image]) rank_[i] = std::max(rank_[i], rank_[image] + 1);
    }
}

// --- what a pass needs -----------------------------------------------------------------------------------

// Whether a pass of this rank reads the image from memory; else it makes it.
bool InMemory::read_from_memory(std::size_t i, int rank) const {
    if (node(i).gives_image() || way_ == Way::each) return true;
    return stored_[i] && !again_[i] && rank > rank_[i];
}

void InMemory::collect_front(std::size_t i, int rank, Front& front) const {
    if (handed_[i] || read_from_memory(i, rank) || node(i).is(Kind::gather)) {
        front.loads.insert(i);
        return;
    }
    if (!front.points.insert(i).second) return;
    for (const auto& input : node(i).inputs)
        if (input && is_image(*input)) collect_front(*input, rank, front);
}

void InMemory::collect(std::size_t i, int rank, Needs& needs) const {
    const bool gathers = node(i).is(Kind::gather);
    if (gathers) {
        const auto [front, added] = needs.gathers.try_emplace(i);
        if (!added) return;
        collect_front(node(i).inputs.at(0).value(), rank, front->second);
    } else if (is_image(i) && !needs.points.insert(i).second) {
        return;
    }
    for (std::size_t port = gathers ? 1 : 0; port < node(i).inputs.size(); ++port) {
        const auto& input = node(i).inputs[port];
        if (!input || !is_image(*input)) continue;
        if (read_from_memory(*input, rank))
            needs.loads.insert(*input);
        else
            collect(*input, rank, needs);
    }
}

Needs InMemory::needs_of(std::size_t node) const {
    Needs needs;
    collect(node, rank_[node], needs);
    return needs;
}

// --- what is stored to be read again ---------------------------------------------------------------------

// For each node the ranks of those that take its image, from memory or not.
std::vector<std::set<int>> InMemory::needed_in() const {
    std::vector<std::set<int>> needed(graph_.nodes.size());
    for (std::size_t i = graph_.nodes.size(); i-- > 0;) {
        std::set<int> made;
        if (node(i).is(Kind::reduce) || stored_[i]) made.insert(rank_[i]);
        if (graph_.makes_image(i))
            for (const int rank : needed[i])
                if (!read_from_memory(i, rank)) made.insert(rank);
        for (const auto& input : node(i).inputs)
            if (input && is_image(*input)) needed[*input].insert(made.begin(), made.end());
    }
    return needed;
}

// What several sweeps need is stored by the first where this takes less time than making it again does. A
// Gather that reads each pixel many times is not made again: it is stored, unless all that sweeps need is
// what Points make of it and those are.
void InMemory::choose_stored() {
    const auto later = [&](std::size_t i) {
        const std::set<int> ranks = needed_in()[i];
        return static_cast<std::size_t>(
            std::count_if(ranks.begin(), ranks.end(), [&](int rank) { return rank > rank_[i]; }));
    };
    const auto who = [&](std::size_t i) { return cat(node(i).id, " is needed on both sides of a table: "); };
    std::vector<std::size_t> gathers;
    for (std::size_t i = 0; i < graph_.nodes.size(); ++i) {
        if (!graph_.makes_image(i) || handed_[i] || later(i) == 0) continue;
        if (node(i).is(Kind::gather) && !looks_up(node(i).gather())) {
            gathers.push_back(i);
            stored_[i] = true;
            continue;
        }
        if (!sunk(i) && needed_in()[i].size() == 1) continue;
        const Needs needs = needs_of(i);
        const auto times = static_cast<double>(later(i));
        const double own = costs_.of_moving({i});
        const double reading = own * (times + (sunk(i) ? 0 : 1));
        const double evaluating =
            times * (costs_.of_moving(needs.images()) + costs_.of_evaluating(needs.points));
        const bool reads = sunk(i) ? reading <= evaluating : reading < evaluating;
        stored_[i] = sunk(i) || reads;
        again_[i] = !reads;
        decisions_.push_back(cat(who(i), reads ? "stored" : "evaluated again", ", which takes about ",
                                 time_text(std::min(reading, evaluating)), ", not ",
                                 time_text(std::max(reading, evaluating))));
    }
    for (const std::size_t i : gathers) {
        stored_[i] = sunk(i) || later(i) > 0;
        if (later(i) > 0)
            decisions_.push_back(cat(who(i), "stored, because reading neighbours again costs more"));
    }
}

}  // namespace sluice
