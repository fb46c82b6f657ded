#include "pipeline/plan/schedule/strips.hpp"

#include "pipeline/core/ceil_div.hpp"
#include "pipeline/core/device_name.hpp"
#include "pipeline/plan/schedule/footprint.hpp"
#include "pipeline/plan/text.hpp"
#include "pipeline/plan/words.hpp"

#include <algorithm>
#include <cstdint>
#include <tuple>
#include <variant>

namespace sluice {
namespace {

// What a Gather reads in one strip for the rows that its pass makes.
struct RowsReached {
    std::size_t gather = 0, read = 0, made = 0;
    std::size_t excess = 0;  // bytes that it reads for more rows than it makes
};

// Of its strips, the one that reads most.
RowsReached reach_of(const Assembly& assembly, const PassStep& pass, const GatherSource& gather,
                     const std::vector<Rows>& strips) {
    const Footprint footprint(assembly.plan.graph, assembly.plan.graph.nodes[gather.node]);
    const Interval columns{0, static_cast<std::int64_t>(pass.domain.width)};
    RowsReached reach{gather.node};
    for (const Rows& rows : strips) {
        if (rows.count == 0) continue;
        const Interval read =
            footprint(
                {columns, {static_cast<std::int64_t>(rows.first), static_cast<std::int64_t>(rows.end())}})
                .rows;
        const auto count = static_cast<std::size_t>(read.end - read.first);
        if (count > reach.read) std::tie(reach.read, reach.made) = std::tuple(count, rows.count);
    }
    if (reach.read > reach.made)
        for (const std::size_t i : gather.loads)
            reach.excess +=
                (reach.read - reach.made) * assembly.image(i).pitch * assembly.image(i).format.layers;
    return reach;
}

// The one that makes a strip larger than its rows, if one does.
std::optional<RowsReached> largest_reach(const Assembly& assembly) {
    RowsReached largest;
    for (std::size_t i = 0; i < assembly.steps.size(); ++i)
        if (const auto* pass = std::get_if<PassStep>(&assembly.steps[i]))
            for (const GatherSource& gather : pass->gathers)
                if (const RowsReached reach = reach_of(assembly, *pass, gather, assembly.rows[i]);
                    reach.excess > largest.excess)
                    largest = reach;
    return largest.excess > 0 ? std::optional(largest) : std::nullopt;
}

std::string why(const Assembly& assembly) {
    const auto reach = largest_reach(assembly);
    if (!reach) return "";
    const Primitives& graph = assembly.plan.graph;
    const Primitive& gather = graph.nodes[reach->gather];
    return cat(": ", stage_text(graph, gather.id), " reads ", reach->read, " of the ",
               graph.inputs_of(gather).image().height, " rows of its image for ",
               reach->made == 1 ? "one" : cat(reach->made), " of its own");
}

[[noreturn]] void refuse(const Assembly& assembly, const PlannedImage& largest, std::size_t limit) {
    const ExecutionPlan& plan = assembly.plan;
    const bool piece = largest.bytes() > plan.device.max_allocation;
    std::string what =
        piece ? cat("an image of ", largest.format.text(), " needs ", largest.bytes(),
                    " bytes in one piece; the device (", short_name(plan.device), ") allows ",
                    plan.device.max_allocation)
              : cat("a frame needs ", plan.peak_bytes, " bytes of device memory; the limit is ", limit);
    const bool raise = !piece && assembly.options.limit_memory > 0;
    if (const std::string reason = plan.needs_whole_images(); !reason.empty())
        what += cat(", and it cannot be processed in strips: ", reason);
    else
        what += cat(", even row by row", why(assembly));
    throw Error(Error::Kind::usage, "",
                cat(what, "; ",
                    raise ? cat("a limit of ", plan.peak_bytes, " would be enough")
                          : "use a smaller image or a device with more memory"));
}

}  // namespace

std::optional<std::size_t> cut(const Assembly& assembly) {
    const ExecutionPlan& plan = assembly.plan;
    if (plan.images.empty()) return std::nullopt;
    const std::size_t limit =
        assembly.options.limit_memory == 0 ? plan.device.global_bytes : assembly.options.limit_memory;
    const auto largest =
        std::max_element(plan.images.begin(), plan.images.end(),
                         [](const PlannedImage& a, const PlannedImage& b) { return a.bytes() < b.bytes(); });
    if (largest->bytes() <= plan.device.max_allocation && plan.peak_bytes <= limit) return std::nullopt;

    if (!plan.needs_whole_images().empty()) refuse(assembly, *largest, limit);
    std::size_t height = 1;
    for (const Primitive& node : plan.graph.nodes)
        if (node.format) height = std::max(height, node.format->height);
    const std::size_t now = ceil_div(height, plan.strips);
    const double share =
        std::min(static_cast<double>(limit) / static_cast<double>(plan.peak_bytes),
                 static_cast<double>(plan.device.max_allocation) / static_cast<double>(largest->bytes()));
    const auto fit = static_cast<std::size_t>(static_cast<double>(now) * std::min(share, 1.0));
    const std::size_t rows = std::min(std::max<std::size_t>(fit, 1), now - 1);
    if (rows == 0) refuse(assembly, *largest, limit);
    return ceil_div(height, rows);
}

}  // namespace sluice
