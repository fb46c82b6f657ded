#include "pipeline/batch/in_file.hpp"

#include "pipeline/graph/kinds.hpp"

#include <filesystem>
#include <optional>
#include <string>
#include <system_error>

namespace sluice {
namespace {

// By how much the author wants it smaller, or 1.
std::size_t wanted_shrink(const CheckedNode& source) {
    const auto value = source.values.find("shrink");
    if (value == source.values.end() || !std::holds_alternative<std::string>(value->second)) return 1;
    return static_cast<std::size_t>(number_from(std::get<std::string>(value->second)).value_or(1));
}

std::optional<ImageFormat> whole_of(const CheckedNode& source) {
    const auto path = source.values.find("path");
    std::error_code ignored;
    if (path == source.values.end() ||
        !std::filesystem::is_regular_file(std::get<std::string>(path->second), ignored))
        return std::nullopt;
    Values values = source.values;
    values["shrink"] = std::string("never");
    return source.stage->as<SourceDef>()->probe(values).format;
}

}  // namespace

InFile in_file(const CheckedGraph& graph, const std::string& id, const ImageFormat& read) {
    const CheckedNode& source = graph.nodes[graph.find(id).value()];
    InFile file{read, source.smaller ? source.smaller->as.by : wanted_shrink(source)};
    if (file.shrink == 1) return file;
    const auto whole = source.smaller ? std::optional(source.smaller->whole) : whole_of(source);
    if (whole) file.format.width = whole->width, file.format.height = whole->height;
    return file;
}

void tell_input(const CheckedGraph& graph, const std::string& source, const ImageFormat& read,
                FileReport& report) {
    const InFile file = in_file(graph, source, read);
    report.input = file.format;
    report.shrink = file.shrink;
}

}  // namespace sluice
