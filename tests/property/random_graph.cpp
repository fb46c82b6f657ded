#include "tests/property/random_graph.hpp"

#include "pipeline/sluice/plan.hpp"
#include "tests/property/random_params.hpp"

#include <algorithm>
#include <set>

namespace sluice::property {
namespace {

struct Node {
    std::string id;
    ImageFormat format;
};

class Generator {
public:
    explicit Generator(std::uint64_t seed) : random_(reference::Random(seed).bits()) { case_.seed = seed; }

    GraphCase run() {
        sources();
        const std::size_t stages = depth();
        on_ = stages < 8 ? 0.7 : 0.92;
        for (std::size_t i = 0; i < stages; ++i) add_stage();
        add_outputs();
        return std::move(case_);
    }

private:
    std::size_t depth() {
        const double kind = random_.uniform();
        const auto between = [&](int low, int high) {
            return static_cast<std::size_t>(random_.between(low, high));
        };
        return kind < 0.55 ? between(1, 3) : kind < 0.875 ? between(4, 7) : between(8, 12);
    }

    bool chance(double p) { return random_.uniform() < p; }

    void sources() {
        SourceImage image = random_source(random_, "image");
        nodes_.push_back({image.id, image.format});
        case_.sources.push_back(std::move(image));
        if (!chance(0.3)) return;
        SourceImage mask = random_mask_source(random_, "mask", case_.sources[0].format);
        nodes_.push_back({mask.id, mask.format});
        case_.sources.push_back(std::move(mask));
    }

    // Mostly goes on from the last image, sometimes from an earlier one: a branch.
    const Node& source_of_next() {
        if (nodes_.size() == 1 || chance(on_)) return nodes_[last_];
        return nodes_[static_cast<std::size_t>(
            random_.between(0, static_cast<std::int64_t>(nodes_.size()) - 1))];
    }

    void add_stage() {
        const Node src = source_of_next();
        StageText stage;
        stage.stage = random_stage(random_);
        stage.id = "s" + std::to_string(case_.stages.size() + 1);
        stage.from = {src.id};
        stage.params = random_params(random_, stage.stage, src.format);
        const bool clahe = !stage.params.empty() && stage.params.front().second == "clahe";
        const bool takes_mask = (stage.stage == "normalize" && !clahe) || stage.stage == "reduce";
        if (takes_mask && chance(0.25))
            if (const Node* mask = mask_for(src)) stage.from.push_back(mask->id);
        const bool table = stage.stage == "reduce";
        case_.stages.push_back(stage);
        used_.insert(src.id);
        if (stage.from.size() > 1) used_.insert(stage.from[1]);
        if (table) return;

        const Primitives all = primitives(case_);  // refuses what is not legal
        nodes_.push_back({stage.id, all.nodes[all.names.at(stage.id)].format.value()});
        last_ = nodes_.size() - 1;
        const std::string stats = stage.id + ".stats";
        if (chance(0.15) && all.names.count(stats) != 0) case_.observe.push_back(stats);
    }

    // Any image whose channels fit; a source that is made for it first.
    const Node* mask_for(const Node& src) {
        std::vector<const Node*> fit;
        for (const Node& node : nodes_) {
            if (node.format.colors() != 1 && node.format.colors() != src.format.colors()) continue;
            fit.push_back(&node);
            if (node.id == "mask" && chance(0.7)) return &node;
        }
        if (fit.empty()) return nullptr;
        return fit[static_cast<std::size_t>(random_.between(0, static_cast<std::int64_t>(fit.size()) - 1))];
    }

    // Every image that nobody takes, and now and then one that somebody takes.
    void add_outputs() {
        for (const Node& node : nodes_) {
            if (used_.count(node.id) != 0 && !chance(0.12)) continue;
            if (node.id == "mask" && used_.count(node.id) == 0) {  // nobody wanted it
                case_.sources.pop_back();
                continue;
            }
            case_.stages.push_back({"output", "o" + std::to_string(++outputs_), {}, {node.id}});
        }
    }

    reference::Random random_;
    GraphCase case_;
    std::vector<Node> nodes_;
    std::size_t last_ = 0;
    double on_ = 1;  // how often a stage takes the last image
    std::set<std::string> used_;
    std::size_t outputs_ = 0;
};

}  // namespace

GraphCase random_graph(std::uint64_t seed) { return Generator(seed).run(); }

}  // namespace sluice::property
