#include "pipeline/plan/words.hpp"

#include "pipeline/plan/text.hpp"

#include <algorithm>
#include <cstdio>

namespace sluice {
namespace {

// "normalize.2" of "normalize.2.stats": what the author of the pipeline calls the stage.
std::string own_part(const std::string& id) {
    const auto is_digit = [](char c) { return c >= '0' && c <= '9'; };
    const std::size_t first = id.find('.');
    if (first == std::string::npos) return id;
    const std::size_t second = std::min(id.find('.', first + 1), id.size());
    const bool numbered = std::all_of(id.begin() + static_cast<std::ptrdiff_t>(first) + 1,
                                      id.begin() + static_cast<std::ptrdiff_t>(second), is_digit);
    return id.substr(0, numbered ? second : first);
}

}  // namespace

std::string size_text(std::size_t bytes) {
    constexpr std::size_t kib = 1024, mib = kib * 1024, gib = mib * 1024;
    if (bytes >= 10 * gib) return cat(bytes / gib, " GiB");
    if (bytes >= 10 * mib) return cat(bytes / mib, " MiB");
    if (bytes >= 10 * kib) return cat(bytes / kib, " KiB");
    return cat(bytes, " bytes");
}

std::string time_text(double nanoseconds) {
    const bool few = nanoseconds < 1e5;
    char text[32];
    std::snprintf(text, sizeof text, "%.3g %s", nanoseconds / (few ? 1e3 : 1e6), few ? "us" : "ms");
    return text;
}

std::string fields_text(const TableLayout& layout) {
    std::string text;
    for (const Field& field : layout.fields) text += cat(text.empty() ? "" : " ", field.name);
    text += " of";
    for (const std::string& channel : layout.channels) text += cat(" ", channel);
    return text;
}

// The planner puts a convert before a Sink that wants another format.
std::string stage_text(const Primitives& graph, const std::string& id) {
    const std::string stage = own_part(id);
    const auto is_sink = [&](const Primitive& node) { return node.is(Kind::sink) && node.id == stage; };
    const bool converts = stage != id && std::any_of(graph.nodes.begin(), graph.nodes.end(), is_sink);
    return converts ? cat("convert for ", stage) : stage;
}

}  // namespace sluice
