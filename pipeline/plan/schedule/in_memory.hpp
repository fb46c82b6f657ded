// Which images lie in memory between passes, and what a pass reads and evaluates for those that do not.
#pragma once

#include "pipeline/plan/cost/reading.hpp"
#include "pipeline/plan/primitives/primitives.hpp"

#include <cstddef>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace sluice {

// Images in memory, and Points that are evaluated on the way from them. Numbers of nodes.
struct Front {
    std::set<std::size_t> loads, points;
};
// What a pass needs for an image or a Reduce: a Front of its own size, and for each Gather one of the size of
// its image.
struct Needs : Front {
    std::map<std::size_t, Front> gathers;

    std::set<std::size_t> images() const;  // all that is loaded
    void add(const Needs& other);
};

class InMemory {
public:
    // whole: an image stays for the passes that follow. strips: for those of its sweep. each: every primitive
    // is a pass of its own.
    enum class Way { whole, strips, each };
    InMemory(const Primitives& graph, const Profile& profile, Way way);

    // How much must be done before a node can be: what differs in this cannot share a pass. Counts
    // whole-image Tables (but not for strips, whose passes lie between two of them), changes between float
    // and double, functions of the host, and images that are stored for a Gather.
    int rank(std::size_t node) const { return rank_[node]; }
    // Whether the image of a Point or a Gather is written to memory.
    bool stored(std::size_t node) const { return stored_[node]; }
    // Whether it is for another pass of the same sweep.
    bool handed(std::size_t node) const { return handed_[node]; }
    // Whether a Gather has to be the only one of its pass.
    bool wants_own_pass(std::size_t gather) const { return costs_.reads_once(node(gather)); }
    Needs needs_of(std::size_t node) const;
    const std::vector<std::string>& decisions() const { return decisions_; }

private:
    const Primitive& node(std::size_t i) const { return graph_.nodes[i]; }
    bool is_image(std::size_t i) const { return node(i).format.has_value(); }
    bool is_there(std::size_t image) const;
    bool sunk(std::size_t i) const;
    void find_evaluated();
    bool asked(std::size_t image) const;
    bool changes_width(std::size_t image, std::size_t user) const;
    bool read_from_memory(std::size_t image, int rank) const;
    void collect(std::size_t i, int rank, Needs& needs) const;
    void collect_front(std::size_t i, int rank, Front& front) const;
    bool has_gather(std::size_t i) const;
    void choose_handed();
    std::set<std::size_t> taken_elsewhere(std::size_t gather, const Front& front) const;
    Reading reading(std::size_t gather, const Front& front, std::optional<std::size_t> stored) const;
    std::optional<std::size_t> stored_for(std::size_t gather, std::size_t image);
    std::optional<std::size_t> only_image_before(std::size_t point) const;
    bool goes_on(std::size_t image) const;
    bool reduces_tiles() const;
    void choose_own_pass(std::size_t point);
    void choose_end(std::size_t gather);
    void part(std::size_t image);
    void choose_ranks();
    std::vector<std::set<int>> needed_in() const;
    void choose_stored();

    const Primitives& graph_;
    Costs costs_;
    std::vector<std::vector<std::size_t>> users_;
    Way way_;
    std::vector<int> rank_;
    std::vector<bool> stored_;     // images of Points and Gathers that are written to memory ...
    std::vector<bool> handed_;     // ... because a user works in another width or reads neighbours, or it is
                                   // asked for, or parted
    std::vector<bool> parted_;     // those that end a pass: what takes them has another one
    std::vector<bool> again_;      // ... but made again by later sweeps all the same
    std::vector<bool> evaluated_;  // what results are made of
    std::vector<std::string> decisions_;
};

}  // namespace sluice
