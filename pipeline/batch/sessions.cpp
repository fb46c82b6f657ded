#include "pipeline/batch/sessions.hpp"

#include "pipeline/batch/since.hpp"
#include "pipeline/files/extension.hpp"
#include "pipeline/run/prepare.hpp"

#include <algorithm>
#include <utility>

namespace sluice {
namespace {

constexpr std::size_t most_entries = 6;
constexpr std::size_t most_shorts = 64;
constexpr std::size_t share_of_memory = 4;  // Sessions that wait for their format keep 1/4 of the device's
constexpr std::size_t least_bytes = 4096;   // of a frame; less is no use

Log below_warnings(Log log) {
    if (!log) return {};
    return [log = std::move(log)](const LogMessage& message) {
        if (message.severity < LogMessage::Severity::warning) log(message);
    };
}

}  // namespace

bool PlanKey::operator==(const PlanKey& other) const {
    return variant == other.variant && extensions == other.extensions && origins == other.origins &&
           stand_ins == other.stand_ins && smaller == other.smaller &&
           same_with_profiles(formats, other.formats);
}

PlanKey plan_key(const CheckedGraph& graph, SourceFormats formats) {
    const bool profiles = std::any_of(graph.nodes.begin(), graph.nodes.end(), [](const CheckedNode& node) {
        return node.stage->reads_profile && node.stage->reads_profile(node.values);
    });
    if (!profiles)
        for (auto& [id, format] : formats) format.profile.reset();
    const bool origins = std::any_of(graph.nodes.begin(), graph.nodes.end(), [](const CheckedNode& node) {
        return node.stage->reads_origin && node.stage->reads_origin(node.values);
    });
    PlanKey key{std::move(formats), {}, {}, graph.variant};
    for (const CheckedNode& node : graph.nodes) {
        if (node.smaller) key.smaller.emplace(node.id, *node.smaller);
        if (node.stands_in) key.stand_ins.emplace(node.id, std::pair(node.stage->name, node.values));
        const bool sink = node.stage->kind() == Kind::sink, source = node.stage->kind() == Kind::source;
        for (const ParamDecl& param : node.stage->params) {
            if (param.type != ParamType::path || !(sink || (source && origins))) continue;
            const auto& path = std::get<std::string>(node.values.at(param.name));
            if (sink)
                key.extensions.push_back(extension_of(path));
            else
                key.origins.push_back(path);
        }
    }
    return key;
}

Sessions::Sessions(Device device, PlanOptions options, std::size_t in_flight, std::size_t most_kept, Log log)
    : device_(std::move(device)),
      options_(std::move(options)),
      in_flight_(in_flight),
      most_kept_(most_kept),
      log_(below_warnings(std::move(log))) {}

Session Sessions::get(const CheckedGraph& graph, const PlanKey& key, double& build) {
    const auto known =
        std::find_if(entries_.begin(), entries_.end(), [&](const Entry& e) { return e.key == key; });
    if (known != entries_.end()) {
        entries_.splice(entries_.begin(), entries_, known);
        return entries_.front().session;
    }
    const auto begun = Clock::now();
    const Share allowed = share(key);
    const Prepared prepared{device_, plan(graph, key, allowed.limit_memory)};
    const std::size_t bytes = prepared.execution->peak_bytes * allowed.in_flight;
    const bool kept = make_room(bytes);
    const Session session(prepared, {.frames_in_flight = kept ? allowed.in_flight : 1, .log = log_});
    if (kept) entries_.push_front({key, session, bytes});
    build += since(begun);
    return session;
}

Share Sessions::share(const PlanKey& key) const {
    const auto known =
        std::find_if(shorts_.begin(), shorts_.end(), [&](const Short& s) { return s.key == key; });
    return known == shorts_.end() ? Share{in_flight_, options_.limit_memory} : known->share;
}

void Sessions::set_share(const PlanKey& key, const Share& share) {
    shorts_.remove_if([&](const Short& s) { return s.key == key; });
    shorts_.push_front({key, share});
    if (shorts_.size() > most_shorts) shorts_.pop_back();
    entries_.remove_if([&](const Entry& e) { return e.key == key; });
}

void Sessions::set_limit(const PlanKey& key, std::size_t bytes) {
    const auto same = [&](const Short& s) { return s.key == key; };
    if (std::none_of(shorts_.begin(), shorts_.end(), same)) set_share(key, {in_flight_, bytes});
}

bool Sessions::cut(const CheckedGraph& graph, const PlanKey& key) {
    try {
        const std::size_t now = plan(graph, key, share(key).limit_memory).peak_bytes;
        if (now < least_bytes) return false;
        plan(graph, key, now / 4);
        set_share(key, {1, now / 4});
        return true;
    } catch (const Error&) {
        return false;
    }
}

void Sessions::move_to(Device device) {
    entries_.clear();
    device_ = std::move(device);
}

ExecutionPlan Sessions::plan(const CheckedGraph& graph, const PlanKey& key, std::size_t limit_memory) const {
    PlanOptions options = options_;
    options.limit_memory = limit_memory;
    return prepare(graph, {key.formats, {}}, device_.facts(), {.plan = std::move(options), .of_batch = true});
}

bool Sessions::make_room(std::size_t bytes) {
    const std::size_t limit = most_kept_ > 0 ? most_kept_ : device_.facts().global_bytes / share_of_memory;
    std::size_t kept = 0, count = 0;
    const auto first = std::find_if(entries_.begin(), entries_.end(), [&](const Entry& e) {
        kept += e.bytes;
        return ++count >= most_entries || kept + bytes > limit;
    });
    entries_.erase(first, entries_.end());
    return most_kept_ == 0 || bytes <= limit;
}

}  // namespace sluice
