#include "pipeline/batch/fingerprint.hpp"

#include "pipeline/batch/file_stamp.hpp"

#include <cstdint>
#include <cstdio>
#include <string_view>
#include <utility>

namespace sluice {
namespace {

// To be counted up when a version writes other bytes for the same pipeline.
constexpr std::string_view generation = "sluice outputs 1\n";

bool changes_bytes(std::string_view stage, std::string_view param) {
    using Pair = std::pair<std::string_view, std::string_view>;
    const Pair pair{stage, param};
    return pair != Pair{"load", "max_pixels"} && pair != Pair{"save", "durable"};
}

// FNV-1a: nobody gains by making two pipelines collide.
class Hash {
public:
    // With its length, so that no two lists of texts are one.
    void add(std::string_view text) {
        mix(std::to_string(text.size()) + ":");
        mix(text);
    }
    std::string text() const {
        char digits[17];
        std::snprintf(digits, sizeof digits, "%016llx", static_cast<unsigned long long>(state_));
        return digits;
    }

private:
    void mix(std::string_view text) {
        for (const char c : text) state_ = (state_ ^ static_cast<unsigned char>(c)) * 0x100000001b3;
    }
    std::uint64_t state_ = 0xcbf29ce484222325;
};

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
        for (const auto& input : node.inputs)
            hash.add(input ? std::to_string(input->node) + "." + std::to_string(input->port) : "");
        for (const ParamDecl& decl : node.stage->params)
            if (const auto value = node.values.find(decl.name);
                value != node.values.end() && changes_bytes(node.stage->name, decl.name))
                add_param(hash, decl, value->second);
    }
    return hash.text();
}

}  // namespace sluice
