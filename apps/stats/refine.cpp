#include "apps/stats/refine.hpp"

#include "apps/stats/keys.hpp"

#include <algorithm>
#include <utility>

namespace sluice::apps {
namespace {

constexpr std::size_t digit_bins = std::size_t{1} << DigitSearch::digit_bits;
// Prefixes that one Reduce tells apart: its bins are many.
constexpr std::size_t prefixes_at_once = 2;

std::string counts_id(const Part& part, std::size_t round) { return part.id + "_" + std::to_string(round); }

// The channels that the Tables of a part have.
std::vector<std::string> table_channels(const ImageFormat& format, const Grouping& grouping,
                                        const Part& part) {
    if (grouping.group == "joint") return {"joint"};
    if (grouping.group == "luma" && format.colors() == 3) return {"luma"};
    return format.channel_names(part.alpha != "report");
}

}  // namespace

Refiner::Refiner(Device device, StorageChoice storage, Grouping grouping,
                 std::map<std::string, Prefixes> wanted, std::size_t digit)
    : grouping_(std::move(grouping)),
      wanted_(std::move(wanted)),
      digit_(digit),
      images_(std::move(device), storage, [this](const ImageFormat& format) { return graph(format); }) {
    for (const auto& [name, prefixes] : wanted_) {
        counts_[name].resize(prefixes.size() * digit_bins);
        rounds_ = std::max(rounds_, (prefixes.size() + prefixes_at_once - 1) / prefixes_at_once);
    }
}

Measurement Refiner::graph(const ImageFormat& format) const {
    const std::size_t bits = DigitSearch::digit_bits;
    const std::size_t shift = keys_of(format, grouping_.group).bits - bits * (digit_ + 1);
    Measurement made;
    Graph& graph = made.graph;
    graph.add("input");
    for (const Part& part : parts_of(format, grouping_))
        for (std::size_t round = 0; round < rounds_; ++round) {
            const std::vector<std::string> channels = table_channels(format, grouping_, part);
            std::vector<double> keys;
            for (const std::string& channel : channels) {
                const auto found = wanted_.find(channel);
                for (std::size_t i = 0; i < prefixes_at_once; ++i) {
                    const std::size_t at = round * prefixes_at_once + i;
                    const bool is_one = found != wanted_.end() && at < found->second.size();
                    keys.push_back(is_one ? static_cast<double>(found->second[at]) : 0);
                }
            }
            const std::string id = counts_id(part, round);
            graph.add("given_keys", {{"channels", channels}, {"keys", keys}}, id + "_keys");
            add_digits(graph, id, grouping_, part, shift, bits, id + "_keys");
            made.tables.push_back(id);
        }
    return made;
}

void Refiner::add(const ConstHostView& image) {
    Frame frame = images_.run(image);
    for (const Part& part : parts_of(image.format, grouping_))
        for (std::size_t round = 0; round < rounds_; ++round) {
            const Table& table = frame.table(counts_id(part, round));
            const std::vector<std::string>& names = table.layout().channels;
            for (std::size_t c = part.last_only ? names.size() - 1 : 0; c < names.size(); ++c) {
                const auto found = counts_.find(names[c]);
                if (found == counts_.end()) continue;
                const std::vector<std::uint64_t> bins = histogram_of(table, c);
                const std::size_t first = round * prefixes_at_once * digit_bins;
                for (std::size_t i = 0; i < bins.size() && first + i < found->second.size(); ++i)
                    found->second[first + i] += bins[i];
            }
        }
}

}  // namespace sluice::apps
