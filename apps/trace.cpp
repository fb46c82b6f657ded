#include "apps/trace.hpp"

#include "apps/json.hpp"

#include <algorithm>
#include <map>

namespace sluice::apps {
namespace {

// Tracks of the host share its clock; all others are the device's, which has another one.
bool of_host(const Span& span) { return span.track.starts_with("host"); }

constexpr int host_process = 1, device_process = 2;

Json named(const char* what, int process, int thread, const std::string& name) {
    return {{"name", what}, {"ph", "M"}, {"pid", process}, {"tid", thread}, {"args", {{"name", name}}}};
}

}  // namespace

std::string trace_json(const std::vector<Span>& spans) {
    std::map<bool, std::uint64_t> zero;  // of each clock
    for (const Span& span : spans) {
        const auto [first, is_new] = zero.try_emplace(of_host(span), span.start);
        if (!is_new) first->second = std::min(first->second, span.start);
    }

    Json events = Json::array();
    std::map<std::string, int> threads;
    for (const Span& span : spans) {
        const int process = of_host(span) ? host_process : device_process;
        const auto [thread, is_new] = threads.try_emplace(span.track, static_cast<int>(threads.size()) + 1);
        if (is_new) events.push_back(named("thread_name", process, thread->second, span.track));
        events.push_back({{"name", span.name},
                          {"ph", "X"},
                          {"pid", process},
                          {"tid", thread->second},
                          {"ts", static_cast<double>(span.start - zero[of_host(span)]) / 1000},
                          {"dur", static_cast<double>(span.end - span.start) / 1000},
                          {"args", {{"bytes", span.bytes}}}});
    }
    for (const auto& [host, start] : zero)
        events.push_back(named("process_name", host ? host_process : device_process, 0,
                               host ? "host" : "device (a clock of its own)"));
    return pretty({{"displayTimeUnit", "ns"}, {"traceEvents", std::move(events)}});
}

}  // namespace sluice::apps
