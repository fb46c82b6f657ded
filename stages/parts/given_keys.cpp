#include "pipeline/graph/stage_builder.hpp"

namespace sluice::stages {
namespace {

struct GivenKeys {
    std::vector<std::string> channels{"joint"};
    std::vector<double> keys{0};
};

}  // namespace

// Which values `digits` looks at, where the host has found that out.
StageDef given_keys() {
    return table_stage<GivenKeys>("given_keys", "Provides the beginnings of keys.")
        .internal()
        .table_out("given", "The beginnings.", {"prefix"})
        .param("channels", &GivenKeys::channels, "The names of the channels.", count(1, 4),
               choices{"Y", "R", "G", "B", "A", "joint", "luma"})
        .param("keys", &GivenKeys::keys, "As many for each channel, integers up to 2^53.", count(1, 1000))
        .layout([](const GivenKeys& p, const StageInputs&) {
            TableLayout layout;
            layout.channels = p.channels;
            layout.fields = {{"prefix", FieldType::u64, true, p.keys.size() / p.channels.size()}};
            return layout;
        })
        .given([](const GivenKeys& p, const StageInputs&, Table& given) {
            const std::size_t each = p.keys.size() / p.channels.size();
            for (std::size_t i = 0; i < p.keys.size(); ++i)
                given.set("prefix", i / each, 0, i % each, p.keys[i]);
        });
}

}  // namespace sluice::stages
