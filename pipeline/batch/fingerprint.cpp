#include "pipeline/batch/fingerprint.hpp"

#include "pipeline/batch/file_stamp.hpp"
#include "pipeline/core/hash.hpp"
#include "pipeline/graph/sizes.hpp"

#include <algorithm>
#include <array>
#include <string>
#include <string_view>
#include <utility>

namespace sluice {
namespace {

// To be counted up when a version writes other bytes for the same pipeline.
constexpr std::string_view generation = "sluice outputs 1\n";

bool changes_bytes(std::string_view stage, std::string_view param) {
    using Pair = std::pair<std::string_view, std::string_view>;
    constexpr std::array<Pair, 4> others{
        {{"load", "max_pixels"}, {"save", "durable"}, {"save", "overwrite"}, {"save", "newer_than"}}};
    return std::find(others.begin(), others.end(), Pair{stage, param}) == others.end();
}

void add_param(Hash& hash, const ParamDecl& decl, const Value& value) {
    hash.add(decl.name);
    hash.add(text(value));
    if (decl.type != ParamType::path) return;
    const auto stamp = stamp_of(std::filesystem::path(std::get<std::string>(value)));
    hash.add(stamp ? std::to_string(stamp->bytes) : "");
    hash.add(stamp ? std::to_string(stamp->mtime) : "");
}

}  // namespace

std::string fingerprint(const FilePipeline& pipeline, bool copies) {
    Hash hash;
    hash.add(generation);
    if (copies) hash.add("unchanged files are copied");
    for (const CheckedNode& node : pipeline.graph().nodes) {
        hash.add(node.stage->name);
        if (node.stage->read_from) hash.add(node.stage->read_from->text);
        for (const auto& input : node.inputs)
            hash.add(input ? std::to_string(input->node) + "." + std::to_string(input->port) : "");
        for (const ParamDecl& decl : node.stage->params)
            if (const Value* value = written_value(node, decl.name);
                value != nullptr && changes_bytes(node.stage->name, decl.name))
                add_param(hash, decl, *value);
    }
    return hash.text();
}

}  // namespace sluice
