#include "apps/stats/measure.hpp"

#include "pipeline/core/statistics.hpp"

#include <algorithm>
#include <limits>
#include <utility>

namespace sluice::apps {
namespace {

// Two percentiles that are searched for together: one counted from below, one from above.
using Search = std::pair<double, double>;
std::vector<Search> searches_of(const std::vector<double>& percentiles) {
    std::vector<double> low, high;
    for (const double percent : percentiles) (percent > 50 ? high : low).push_back(percent);
    std::vector<Search> searches;
    for (std::size_t i = 0; i < std::max(low.size(), high.size()); ++i)
        searches.emplace_back(i < low.size() ? low[i] : 0, i < high.size() ? high[i] : 100);
    return searches;
}

std::string keys_id(const Part& part, std::size_t search, std::size_t shift) {
    return part.id + "_keys_" + std::to_string(search) + "_" + std::to_string(shift);
}

class StatisticsGraph {
public:
    StatisticsGraph(const ImageFormat& format, const Grouping& grouping, const Wanted& wanted)
        : grouping_(grouping), wanted_(wanted), keys_(keys_of(format, grouping.group)) {
        made_.graph.add("input");
        for (const Part& part : parts_of(format, grouping)) add(part);
        if (wanted_.quality) add_focus(format);
    }
    const Measurement& made() const { return made_; }

private:
    // All numbers of integers with complete keys follow from their counts.
    void add(const Part& part) {
        const bool from_counts = wanted_.any() && !keys_.reals && keys_.complete();
        std::vector<std::string> quantities{"count", "min", "max", "sum", "sum_sq", "nonzero", "nan", "inf"};
        if (from_counts) quantities = {"histogram"};
        if (!from_counts && wanted_.bins > 0) quantities.emplace_back("histogram");
        const std::size_t bins =
            from_counts ? std::size_t{1} << keys_.bits : std::max<std::size_t>(wanted_.bins, 1);
        made_.graph.add("reduce",
                        {{"quantities", quantities},
                         {"group", grouping_.group},
                         {"alpha", part.alpha},
                         {"bins", static_cast<std::int64_t>(bins)}},
                        part.id, {"input"});
        made_.tables.push_back(part.id);
        if (from_counts || !wanted_.counts()) return;
        add_digits(made_.graph, part.id + "_counts", grouping_, part, keys_.bits - keys_.first_bits(),
                   keys_.first_bits(), "");
        made_.tables.push_back(part.id + "_counts");
        const std::vector<Search> searches = searches_of(wanted_.percentiles);
        for (std::size_t i = 0; i < searches.size(); ++i) search(part, i, searches[i]);
    }

    void add_focus(const ImageFormat& format) {
        std::string from = "input";
        if (format.colors() == 3) {
            from = "brightness";
            made_.graph.add("grey", {}, from, {"input"});
        }
        made_.graph.add("laplacian", {}, "edges", {from});
        made_.graph.add("reduce",
                        {{"quantities", std::vector<std::string>{"count", "sum", "sum_sq"}},
                         {"group", std::string("joint")},
                         {"alpha", std::string("visible")}},
                        "focus", {"edges"});
        made_.tables.emplace_back("focus");
    }

    void search(const Part& part, std::size_t number, const Search& percentiles) {
        constexpr std::size_t next_bits = 8;
        std::size_t shift = keys_.bits - keys_.first_bits(), bits = keys_.first_bits();
        std::string counts = part.id + "_counts", before;
        for (;;) {
            std::vector<std::string> from{counts};
            if (!before.empty()) from.push_back(before);
            before = keys_id(part, number, shift);
            made_.graph.add("narrow",
                            {{"low", percentiles.first},
                             {"high", percentiles.second},
                             {"bits", static_cast<std::int64_t>(bits)}},
                            before, from);
            if (shift == 0) return made_.tables.push_back(before);
            bits = next_bits;
            shift -= bits;
            counts = before + "_counts";
            add_digits(made_.graph, counts, grouping_, part, shift, bits, before);
        }
    }

    const Grouping& grouping_;
    const Wanted& wanted_;
    const Keys keys_;
    Measurement made_;
};

// The percentiles that a device has searched for, as keys.
std::vector<double> found_percentiles(Frame& frame, const Part& part, std::size_t c, const Keys& keys,
                                      const Wanted& wanted) {
    std::vector<double> percentiles;
    std::size_t low = 0, high = 0;
    for (const double percent : wanted.percentiles) {
        const bool upper = percent > 50;
        const Table& found = frame.table(keys_id(part, upper ? high++ : low++, 0));
        percentiles.push_back(
            keys.value(static_cast<std::uint64_t>(found.integer("prefix", c, 0, upper ? 1 : 0))));
    }
    return percentiles;
}

}  // namespace

Measurer::Measurer(Device device, StorageChoice storage, Grouping grouping, Wanted wanted)
    : grouping_(std::move(grouping)),
      wanted_(std::move(wanted)),
      images_(std::move(device), storage, [this](const ImageFormat& format) {
          return StatisticsGraph(format, grouping_, wanted_).made();
      }) {}

std::vector<ChannelStatistics> Measurer::measure(const ConstHostView& image) {
    Frame frame = images_.run(image);
    const Keys keys = keys_of(image.format, grouping_.group);
    std::vector<ChannelStatistics> channels;
    for (const Part& part : parts_of(image.format, grouping_)) {
        const Table& table = frame.table(part.id);
        const std::vector<std::string>& names = table.layout().channels;
        for (std::size_t c = part.last_only ? names.size() - 1 : 0; c < names.size(); ++c) {
            Distribution d;
            set_range(d, image.format);
            d.keys = keys;
            if (!table.has("count")) {
                d.counts = histogram_of(table, c);
                put_percentiles(d, wanted_);
                put_histogram(d, wanted_);
                channels.push_back(channel_of_counts(names[c], keys, d.counts));
            } else {
                channels.push_back(channel_of(table, c));
                if (wanted_.bins > 0) d.histogram = histogram_of(table, c);
                if (wanted_.counts()) {
                    d.counts = histogram_of(frame.table(part.id + "_counts"), c);
                    d.percentiles = found_percentiles(frame, part, c, keys, wanted_);
                    if (channels.back().numbers.integer("count") == 0)
                        std::fill(d.percentiles.begin(), d.percentiles.end(),
                                  std::numeric_limits<double>::quiet_NaN());
                }
            }
            if (wanted_.any()) channels.back().distribution = std::move(d);
        }
    }
    if (wanted_.quality) focus_ = variance(frame.table("focus"));
    return channels;
}

}  // namespace sluice::apps
