#include "io/statistics_file.hpp"
#include "pipeline/graph/stage_builder.hpp"

namespace sluice::stages {
namespace {

struct GivenCounts {
    std::string file;
};

}  // namespace

// A part of normalize.
StageDef given_counts() {
    return table_stage<GivenCounts>("given_counts", "Reads histograms from a file.")
        .internal()
        .table_out("counts", "The histogram.", {"histogram"})
        .param("file", &GivenCounts::file, "A file written by sluice stats.", path, required)
        .layout([](const GivenCounts& p, const StageInputs&) {
            TableLayout layout;
            const StatisticsFile file = read_histograms(p.file);
            for (const StatisticsFile::Group& group : file.groups) layout.channels.push_back(group.name);
            layout.fields = {{"histogram", FieldType::u64, true, file.groups[0].histogram.size()}};
            return layout;
        })
        .given([](const GivenCounts& p, const StageInputs&, Table& counts) {
            const StatisticsFile file = read_histograms(p.file);
            for (std::size_t c = 0; c < file.groups.size(); ++c)
                for (std::size_t level = 0; level < file.groups[c].histogram.size(); ++level)
                    counts.set("histogram", c, 0, level,
                               static_cast<double>(file.groups[c].histogram[level]));
        });
}

}  // namespace sluice::stages
