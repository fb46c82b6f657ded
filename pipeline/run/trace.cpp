#include "pipeline/run/trace.hpp"

#include "pipeline/core/json_text.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <map>
#include <utility>

namespace sluice {
namespace {

using Json = nlohmann::ordered_json;

constexpr int process_of(Span::Where where) { return where == Span::Where::host ? 1 : 2; }

Json metadata(const char* what, int process, int thread, Json args) {
    return {{"name", what}, {"ph", "M"}, {"pid", process}, {"tid", thread}, {"args", std::move(args)}};
}

Json arguments(const Span& span) {
    Json args = Json::object();
    if (span.frame > 0) args["frame"] = span.frame;
    if (span.bytes > 0) args["bytes"] = span.bytes;
    if (span.bytes > 0 && span.end > span.start)
        args["GB/s"] = static_cast<double>(span.bytes) / static_cast<double>(span.end - span.start);
    return args;
}

}  // namespace

std::string trace_json(const std::vector<Span>& spans, const std::string& device) {
    std::vector<const Span*> sorted;
    for (const Span& span : spans) sorted.push_back(&span);
    std::stable_sort(sorted.begin(), sorted.end(), [](const Span* a, const Span* b) {
        return a->start != b->start ? a->start < b->start : a->end > b->end;  // what is within comes behind
    });
    const std::uint64_t zero = sorted.empty() ? 0 : sorted.front()->start;

    Json events = Json::array();
    std::map<std::pair<Span::Where, std::string>, int> threads;
    for (const Span* span : sorted) {
        const int process = process_of(span->where);
        const auto [thread, is_new] =
            threads.try_emplace({span->where, span->track}, static_cast<int>(threads.size()) + 1);
        if (is_new && thread->second == 1) {
            events.push_back(metadata("process_name", 1, 0, {{"name", "host"}}));
            events.push_back(metadata("process_name", 2, 0, {{"name", device}}));
        }
        if (is_new)
            events.push_back(metadata("thread_name", process, thread->second, {{"name", span->track}}));
        events.push_back({{"name", span->name},
                          {"ph", "X"},
                          {"pid", process},
                          {"tid", thread->second},
                          {"ts", static_cast<double>(span->start - zero) / 1000},
                          {"dur", static_cast<double>(span->end - span->start) / 1000},
                          {"args", arguments(*span)}});
    }
    const Json trace{{"displayTimeUnit", "ns"}, {"traceEvents", std::move(events)}};
    return json_text(trace, 1) + "\n";
}

}  // namespace sluice
