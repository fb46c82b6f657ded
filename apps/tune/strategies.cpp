#include "apps/tune/strategies.hpp"

#include "apps/measure/noise.hpp"
#include "apps/measure/same_images.hpp"

#include "pipeline/core/value.hpp"
#include "pipeline/plan/schedule/strategy.hpp"

#include <algorithm>
#include <cmath>
#include <memory>
#include <optional>
#include <set>
#include <variant>

namespace sluice::apps {
namespace {

using Clock = std::chrono::steady_clock;

constexpr std::size_t most_samples = 6;  // of a strategy
constexpr int runs = 5;                  // of both, in turns, at each look
constexpr std::chrono::milliseconds long_enough{1000};
constexpr double most_ms = 500;
constexpr double clearly = 0.97, worst = 1.10;  // times: of all samples together, and of any

struct Sample {
    std::string chain;
    Graph graph;
    Pixel pixel;
};

std::vector<const Launch*> launches(const ExecutionPlan& plan) {
    std::vector<const Launch*> all;
    for (const PlannedStep& step : plan.steps)
        if (const auto* launch = std::get_if<Launch>(&step)) all.push_back(launch);
    return all;
}

bool same(const ExecutionPlan& a, const ExecutionPlan& b) {
    const std::vector<const Launch*> these = launches(a), those = launches(b);
    return std::equal(
        these.begin(), these.end(), those.begin(), those.end(), [](const Launch* one, const Launch* other) {
            return one->groups == other->groups && one->local == other->local &&
                   one->program->source == other->program->source && one->arguments == other->arguments;
        });
}

class Search {
public:
    Search(const Device& device, const DeviceTuning& tuning, const Profile& known, Clock::time_point end,
           const SearchObserver& observer)
        : device_(device), best_(tuning), end_(end), observer_(observer) {
        // Larger than what caches hold.
        const std::size_t size = device.facts().cpu() ? 2048 : 4096;
        for (const Pixel pixel : {Pixel::u8, Pixel::f32})
            images_.emplace(pixel, noise({size, size, 4, pixel}));
        choose_profile(known);
        collect();
    }

    NumbersFound run() {
        const bool of_cpu = device_.facts().cpu();
        std::size_t left = users_.size();
        for (const StrategyDef& strategy : all_strategies()) {
            const auto samples = users_.find(strategy.name);
            if (samples == users_.end()) continue;
            observer_.begins(std::string(strategy.name), users_.size());
            const auto share = (end_ - Clock::now()) / static_cast<Clock::rep>(left--);
            until_ = Clock::now() + share;
            open(strategy, samples->second);
            for (const StrategyNumber& number : strategy.numbers)
                if (number.standard(of_cpu) > 0) climb(number);
        }
        found_.tuning = best_;
        return std::move(found_);
    }

private:
    struct Current {
        Sample of;
        std::unique_ptr<SameImages> images;
        std::unique_ptr<DeviceRun> run;
    };

    const HostImage& image(const Sample& sample) const { return images_.at(sample.pixel); }

    PlanOptions options(const DeviceTuning& tuning) const {
        PlanOptions options;
        if (strategy_ != nullptr) options.strategy = strategy_->name;
        options.tuning = std::make_shared<const DeviceTuning>(tuning);
        return options;
    }

    Plan plan(const Sample& sample, const DeviceTuning& tuning) const {
        return Plan(sample.graph, same_formats(sample.graph, image(sample).format()), device_,
                    options(tuning));
    }

    bool time_is_up() {
        if (Clock::now() < until_) return false;
        found_.all = false;
        return true;
    }

    static void for_each_stage(const std::function<void(const Sample&)>& visit) {
        for (const std::string& name : stages_of_images())
            for (const Pixel pixel : {Pixel::u8, Pixel::f32}) try {
                    const std::string chain = builtin_stages().find(name)->shown();
                    visit({chain, Graph::from_chain(chain), pixel});
                } catch (const Error&) {
                    continue;  // it takes other images, more memory than there is, or is slow
                }
    }

    // Times of kernels that do nothing else need not be those of kernels that do all at once.
    void choose_profile(const Profile& known) {
        until_ = Clock::now() + (end_ - Clock::now()) / 4;
        DeviceTuning other = best_;
        other.profile = known;
        double logs = 0, count = 0;
        for_each_stage([&](const Sample& sample) {
            if (time_is_up()) return;
            const Plan known_plan = plan(sample, other), measured_plan = plan(sample, best_);
            if (same(*known_plan.execution, *measured_plan.execution)) return;
            const SameImages images(sample.graph, image(sample), device_, StorageChoice::automatic);
            DeviceRun by_known(known_plan, images.submitted());
            DeviceRun by_measured(measured_plan, images.submitted());
            expect_quick(by_known);
            expect_quick(by_measured);
            const double of = ratio(by_known, by_measured);
            observer_.tried("by the known times: " + sample.chain + " " +
                            number_text(std::round(100 * of) / 100));
            logs += std::log(of), ++count;
        });
        if (count == 0) return;
        found_.by_known = std::exp(logs / count);
        if (*found_.by_known < 1) best_ = std::move(other);
    }

    // Which stages use which strategies.
    void collect() {
        until_ = end_;
        for_each_stage([&](const Sample& sample) {
            if (time_is_up()) return;
            std::set<std::string_view> used;
            const Plan planned = plan(sample, best_);
            for (const Launch* launch : launches(*planned.execution)) used.insert(launch->strategy);
            for (const std::string_view strategy : used)
                if (!strategy.empty()) users_[strategy].push_back(sample);
        });
    }

    // Some of them, from all over.
    void open(const StrategyDef& strategy, const std::vector<Sample>& users) {
        strategy_ = &strategy;
        current_.clear();
        const std::size_t count = std::min(most_samples, users.size());
        for (std::size_t i = 0; i < count && !time_is_up(); ++i) {
            const Sample& sample = users[i * users.size() / count];
            try {
                auto images = std::make_unique<SameImages>(sample.graph, image(sample), device_,
                                                           StorageChoice::automatic);
                auto run = std::make_unique<DeviceRun>(plan(sample, best_), images->submitted());
                expect_quick(*run);
                current_.push_back({sample, std::move(images), std::move(run)});
            } catch (const Error&) {
                continue;  // it takes more memory than there is, or is slow
            }
        }
    }

    void climb(const StrategyNumber& number) {
        const bool of_cpu = device_.facts().cpu();
        const double before = value_of(number);
        double times = 1;
        for (const bool up : {true, false}) {
            if (value_of(number) != before) break;  // the other way was better
            for (;;) {
                const double next = stepped(number, value_of(number), up);
                if (!number.may_be(next, of_cpu)) break;
                const std::optional<double> of_best = tried_or_refused(number, next);
                if (!of_best) break;
                times *= *of_best;
            }
        }
        if (const double best = value_of(number); best != before)
            found_.better.push_back(
                {std::string(strategy_->name), std::string(number.name), before, best, times});
    }

    double value_of(const StrategyNumber& number) const {
        const StrategyNumbers numbers(best_, strategy_->name);
        return static_cast<double>(numbers.of(number, device_.facts().cpu()));
    }

    // Few are counted one by one.
    static double stepped(const StrategyNumber& number, double from, bool up) {
        constexpr double few = 8;
        if (number.values == StrategyNumber::Values::any && (from < few || (from == few && !up)))
            return from + (up ? 1 : -1);
        if (number.values == StrategyNumber::Values::any) return std::round(from * (up ? 1.25 : 0.8));
        return up ? 2 * from : from / 2;
    }

    // "tiled, lines 16:"
    std::string named(const StrategyNumber& number, double value) const {
        return std::string(strategy_->name) + ", " + std::string(number.name) + " " + number_text(value) +
               ":";
    }

    // What stages take with this value, of what they take with the best so far; nothing where it is no
    // better. The best is this one then.
    std::optional<double> tried(const StrategyNumber& number, double value) {
        DeviceTuning tuning = best_;
        tuning.strategies[std::string(strategy_->name)][std::string(number.name)] = value;
        std::vector<std::pair<Current*, std::unique_ptr<DeviceRun>>> changed;
        for (Current& current : current_) {
            if (time_is_up()) return std::nullopt;
            const Plan planned = plan(current.of, tuning);
            if (same(*planned.execution, current.run->plan())) continue;
            changed.emplace_back(&current, std::make_unique<DeviceRun>(planned, current.images->submitted()));
        }
        if (changed.empty()) return std::nullopt;
        ++found_.trials;
        double times = 0;
        std::string said = named(number, value);
        for (int look = 0; look < 2; ++look) {
            double logs = 0;
            for (const auto& [current, run] : changed) {
                if (time_is_up()) return std::nullopt;
                const double of = ratio(*run, *current->run);
                said += " " + current->of.chain + " " + number_text(std::round(100 * of) / 100);
                if (of > worst) return observer_.tried(said), std::nullopt;
                logs += std::log(of);
            }
            times = std::exp(logs / static_cast<double>(changed.size()));
            if (times > clearly) return observer_.tried(said), std::nullopt;
        }
        observer_.tried(said);
        for (auto& [current, run] : changed) current->run = std::move(run);
        best_ = std::move(tuning);
        return times;
    }

    // The same; nothing, too, where the device refuses it: as too much local memory, or too many items.
    std::optional<double> tried_or_refused(const StrategyNumber& number, double value) {
        try {
            return tried(number, value);
        } catch (const Error& error) {
            observer_.tried(named(number, value) + " " + error.what());
            return std::nullopt;
        }
    }

    // What one takes, of what the other takes.
    static double ratio(DeviceRun& run, DeviceRun& other) {
        double least = run.run().wall_ms, least_other = other.run().wall_ms;  // they warm up, too
        const Clock::time_point end = Clock::now() + long_enough;
        for (int i = 0; i < runs && Clock::now() < end; ++i) {
            least = std::min(least, run.run().wall_ms);
            least_other = std::min(least_other, other.run().wall_ms);
        }
        return least / least_other;
    }

    // A stage that takes so long would take the time of all others.
    static void expect_quick(DeviceRun& run) {
        if (run.run().wall_ms > most_ms) throw Error(Error::Kind::usage, "", "it is slow");
    }

    const Device& device_;
    DeviceTuning best_;
    const Clock::time_point end_;
    const SearchObserver& observer_;
    Clock::time_point until_;  // of the time of this strategy
    std::map<Pixel, HostImage> images_;
    std::map<std::string_view, std::vector<Sample>> users_;
    const StrategyDef* strategy_ = nullptr;
    std::vector<Current> current_;
    NumbersFound found_;
};

}  // namespace

NumbersFound find_numbers(const Device& device, const DeviceTuning& tuning, const Profile& known,
                          std::chrono::milliseconds limit, const SearchObserver& observer) {
    return Search(device, tuning, known, Clock::now() + limit, observer).run();
}

}  // namespace sluice::apps
