#include "pipeline/batch/compile_ahead.hpp"

#include "pipeline/batch/sessions.hpp"
#include "pipeline/graph/measured.hpp"
#include "pipeline/run/prepare.hpp"

#include <algorithm>
#include <utility>
#include <vector>

namespace sluice {
namespace {

constexpr std::size_t most_files = 1000;                            // that are looked at
constexpr std::size_t most_formats = 16;                            // that are compiled
constexpr std::size_t most_pixels = std::size_t{64} * 1024 * 1024;  // of a blank picture

struct Format {
    CheckedGraph graph;
    PlanKey key;
};

bool same_kernels(PlanKey a, PlanKey b) {
    for (PlanKey* key : {&a, &b})
        for (auto& [id, format] : key->formats) format.width = format.height = 1;
    return a == b;
}

std::vector<Format> formats_of(const Job& job) {
    std::vector<Format> formats;
    for (std::size_t i = 0; i < std::min(job.files.size(), most_files); ++i) {
        if (formats.size() >= most_formats || job.steps.stop.stop_requested()) break;
        try {
            CheckedGraph graph = job.pipeline.for_file(job.files[i]);
            PlanKey key = plan_key(graph, open_files(graph).formats);
            if (std::none_of(formats.begin(), formats.end(),
                             [&](const Format& known) { return same_kernels(known.key, key); }))
                formats.push_back({std::move(graph), std::move(key)});
        } catch (const Error&) {  // the job will say what is wrong with the file
        }
    }
    return formats;
}

void warm_up(const Job& job, const Device& device, const PlanOptions& options, const Format& format) {
    for (const auto& [id, of] : format.key.formats)
        if (of.pixels() > most_pixels) return;
    for (const Measuring& one : with_largest(format.graph)) {
        Session session({device, prepare(one.graph, {format.key.formats, {}}, device.facts(),
                                         {.plan = options, .of_batch = true})},
                        {.build_at_once = false});
        session.warm_up(job.steps.stop);
    }
}

}  // namespace

void compile_ahead(const Job& job, const Device& device) {
    std::vector<Format> formats = formats_of(job);
    std::reverse(formats.begin(), formats.end());
    const PlanOptions options = limited_plan(job, device.facts());
    for (const Format& format : formats) {
        if (job.steps.stop.stop_requested()) return;
        try {
            warm_up(job, device, options, format);
        } catch (const Error&) {
        }
    }
}

}  // namespace sluice
