#include "io/histograms.hpp"
#include "pipeline/graph/stage_builder.hpp"

namespace sluice::stages {
namespace {

struct GivenCounts {
    std::string file;
};

}  // namespace

// A part of normalize.
StageDef given_counts() {
    return table_stage<GivenCounts>("given_counts", "Histograms that were counted before, from a file.")
        .internal()
        .table_out("counts", "How often each level occurs.", {"histogram"})
        .param("file", &GivenCounts::file, "What sluice stats wrote.", path, required)
        .layout([](const GivenCounts& p, const StageInputs&) {
            TableLayout layout;
            const Histograms histograms = read_histograms(p.file);
            for (const Histograms::Group& group : histograms.groups) layout.channels.push_back(group.name);
            layout.fields = {{"histogram", FieldType::u64, true, histograms.groups[0].counts.size()}};
            return layout;
        })
        .given([](const GivenCounts& p, const StageInputs&, Table& counts) {
            const Histograms histograms = read_histograms(p.file);
            for (std::size_t c = 0; c < histograms.groups.size(); ++c)
                for (std::size_t level = 0; level < histograms.groups[c].counts.size(); ++level)
                    counts.set("histogram", c, 0, level,
                               static_cast<double>(histograms.groups[c].counts[level]));
        });
}

}  // namespace sluice::stages
