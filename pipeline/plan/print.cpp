#include "pipeline/plan/print.hpp"

#include "pipeline/core/json_text.hpp"
#include "pipeline/plan/text.hpp"
#include "pipeline/plan/tuning/nearest.hpp"
#include "pipeline/plan/words.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <set>
#include <variant>

namespace sluice {
namespace {

using nlohmann::ordered_json;

// ", 12 rows at a time", the most of a strip; "" where all come at once.
std::string rows_text(const ExecutionPlan& plan, const std::vector<Rows>& strips) {
    if (!plan.in_strips() || strips.empty()) return "";
    std::size_t most = 0;
    for (const Rows& rows : strips) most = std::max(most, rows.count);
    return cat(", ", most, most == 1 ? " row at a time" : " rows at a time");
}

std::string images_text(const ExecutionPlan& plan, const std::vector<std::size_t>& images) {
    std::string text;
    for (const std::size_t i : images) text += cat(text.empty() ? "" : ", ", plan.images[i].name);
    return text;
}

std::string costs_of(const ExecutionPlan& plan) {
    return costs_text(plan.device, plan.recipe ? plan.recipe->options : PlanOptions{});
}

const char* kind_of(const Launch& launch) { return launch.over_pixels ? "pass" : "table"; }

}  // namespace

std::string plan_text(const ExecutionPlan& plan, bool kernels) {
    std::size_t up = 0, down = 0, moved = 0, number = 0;
    std::string text = cat(plan_summary(plan), "\nsteps\n");
    for (const PlannedStep& step : plan.steps) {
        text += cat("  ", ++number, ". ");
        if (const auto* upload = std::get_if<Upload>(&step)) {
            const PlannedImage& image = plan.images[upload->image];
            text +=
                cat("upload  ", image.name, "  ", image.format.text(), rows_text(plan, upload->rows), "\n");
            up += image.format.host_bytes();
        } else if (const auto* download = std::get_if<Download>(&step)) {
            const PlannedImage& image = plan.images[download->image];
            text += cat("download  ", plan.graph.nodes[download->sink].id, "  ", image.format.text(),
                        rows_text(plan, download->rows), "\n");
            down += image.format.host_bytes();
        } else if (const auto* host = std::get_if<HostWork>(&step)) {
            const PlannedImage& result = plan.images[host->result];
            std::vector<std::size_t> images;
            for (const auto& image : host->images)
                if (image) images.push_back(*image);
            text += cat("host  ", plan.graph.nodes[host->node].id, "  ", result.format.text(),
                        "\n       a host function takes ", images_text(plan, images),
                        ", and its result is uploaded\n");
            for (const std::size_t image : images) down += plan.images[image].format.host_bytes();
            up += result.format.host_bytes();
        } else {
            const auto& launch = std::get<Launch>(step);
            text += cat(kind_of(launch), "  ", launch.stages, "\n       ", launch.implementation, "; ",
                        launch.groups, " x ", launch.local, " work-items (", launch.reason, ")",
                        rows_text(plan, launch.rows), "\n");
            if (!launch.reads.empty())
                text += cat("       reads ", images_text(plan, launch.reads), ", ",
                            size_text(launch.bytes_read), "\n");
            if (!launch.writes.empty())
                text += cat("       writes ", images_text(plan, launch.writes), ", ",
                            size_text(launch.bytes_written), "\n");
            moved += launch.bytes_read + launch.bytes_written;
        }
    }
    if (plan.in_strips())
        text += cat("\nin ", plan.strips,
                    " strips: successive uploads, passes and downloads are repeated for each strip\n");
    if (!plan.decisions.empty()) text += "\ndecisions\n";
    for (const std::string& decision : plan.decisions) text += cat("  ", decision, "\n");
    text += cat("\n", costs_of(plan), "\n\nimages on the device\n");
    for (const PlannedImage& image : plan.images)
        text += cat("  ", image.name, "  ", image.format.text(), "  ", name(image.storage), " (",
                    image.reason, ")  slot ", image.slot, ", ", size_text(image.bytes()), "\n");
    text += "\ntables\n";
    for (const PlannedTable& table : plan.tables)
        if (!table.layout.fields.empty())
            text += cat("  ", table.name, "  ", fields_text(table.layout),
                        table.kept ? ", kept from frame to frame" : "", "\n");
    if (!plan.observed.empty()) {
        text += "\nread by the caller\n";
        for (const ObservedTable& observed : plan.observed) text += cat("  ", observed.name, "\n");
    }
    if (!plan.graph.assertions.empty()) {
        text += "\nasserted when the frame is done\n";
        for (const Assertion& assertion : plan.graph.assertions)
            text += cat("  ", assertion.id, "  of ", assertion.table, "\n");
    }
    text += cat("\nmoved in device memory: ", size_text(moved), "; up ", size_text(up), ", down ",
                size_text(down), "\n");
    if (!kernels) return text;
    std::set<const Program*> shown;
    for (const PlannedStep& step : plan.steps) {
        const auto* launch = std::get_if<Launch>(&step);
        if (launch == nullptr || !shown.insert(launch->program.get()).second) continue;
        text += cat("\n// ==== ", launch->program->name, "\n// ", launch->program->options, "\n",
                    launch->program->source);
    }
    return text;
}

std::string plan_json(const ExecutionPlan& plan) {
    ordered_json json{{"sluice", 1}, {"device", plan.device.name}};
    json["steps"] = ordered_json::array();
    for (const PlannedStep& step : plan.steps) {
        if (const auto* upload = std::get_if<Upload>(&step)) {
            json["steps"].push_back({{"kind", "upload"}, {"image", plan.images[upload->image].name}});
        } else if (const auto* download = std::get_if<Download>(&step)) {
            json["steps"].push_back({{"kind", "download"},
                                     {"sink", plan.graph.nodes[download->sink].id},
                                     {"image", plan.images[download->image].name}});
        } else if (const auto* host = std::get_if<HostWork>(&step)) {
            ordered_json reads = ordered_json::array();
            for (const auto& image : host->images)
                if (image) reads.push_back(plan.images[*image].name);
            json["steps"].push_back({{"kind", "host"},
                                     {"stage", plan.graph.nodes[host->node].id},
                                     {"reads", reads},
                                     {"writes", {plan.images[host->result].name}}});
        } else {
            const auto& launch = std::get<Launch>(step);
            ordered_json reads = ordered_json::array(), writes = ordered_json::array();
            for (const std::size_t i : launch.reads) reads.push_back(plan.images[i].name);
            for (const std::size_t i : launch.writes) writes.push_back(plan.images[i].name);
            json["steps"].push_back({{"kind", kind_of(launch)},
                                     {"stages", launch.stages},
                                     {"kernel", launch.kernel},
                                     {"implementation", launch.implementation},
                                     {"reason", launch.reason},
                                     {"groups", launch.groups},
                                     {"local", launch.local},
                                     {"reads", reads},
                                     {"writes", writes},
                                     {"bytes_read", launch.bytes_read},
                                     {"bytes_written", launch.bytes_written}});
        }
    }
    json["images"] = ordered_json::array();
    for (const PlannedImage& image : plan.images)
        json["images"].push_back({{"name", image.name},
                                  {"width", image.format.width},
                                  {"height", image.format.height},
                                  {"channels", image.format.channels},
                                  {"pixel", name(image.format.pixel)},
                                  {"space", name(image.format.space)},
                                  {"storage", name(image.storage)},
                                  {"reason", image.reason},
                                  {"slot", image.slot},
                                  {"bytes", image.bytes()}});
    json["tables"] = ordered_json::array();
    for (const PlannedTable& table : plan.tables) {
        if (table.layout.fields.empty()) continue;
        ordered_json fields = ordered_json::array();
        for (const Field& field : table.layout.fields)
            fields.push_back({{"name", field.name}, {"type", name(field.type)}});
        json["tables"].push_back(
            {{"name", table.name}, {"channels", table.layout.channels}, {"fields", fields}});
        if (table.kept) json["tables"].back()["kept"] = true;
    }
    json["observed"] = ordered_json::array();
    for (const ObservedTable& observed : plan.observed) json["observed"].push_back(observed.name);
    json["assertions"] = ordered_json::array();
    for (const Assertion& assertion : plan.graph.assertions)
        json["assertions"].push_back({{"name", assertion.id}, {"table", assertion.table}});
    json["strips"] = plan.strips;
    json["by_rows"] = plan.by_rows;
    json["holds"] = plan.holds;
    json["decisions"] = plan.decisions;
    json["costs"] = costs_of(plan);
    json["passes"] = plan.passes();
    json["peak_device_bytes"] = plan.peak_bytes;
    return json_text(json, 2);
}

}  // namespace sluice
