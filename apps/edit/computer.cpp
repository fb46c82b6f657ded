#include "apps/edit/computer.hpp"

#include "apps/edit/asked.hpp"
#include "apps/edit/result.hpp"

#include <algorithm>
#include <cstddef>
#include <utility>

namespace sluice::apps {
namespace {

View view_of(const Json& asked) {
    const auto number = [](const Json& json, const char* name, std::size_t low) {
        return std::clamp<std::size_t>(json.at(name).get<std::size_t>(), low, 32768);
    };
    View view{number(asked, "width", 1), number(asked, "height", 1), {}};
    if (asked.contains("part") && asked["part"].is_object()) {
        const Json& part = asked["part"];
        view.part = View::Part{number(part, "x", 0), number(part, "y", 0), number(part, "width", 1),
                               number(part, "height", 1)};
    }
    return view;
}

Json steps_json(const ViewedImage& preview) {
    Json steps = Json::array();
    for (const auto& [name, ms] : preview.steps) steps.push_back({{"name", name}, {"ms", ms}});
    return steps;
}

}  // namespace

Computer::Computer(const OpenedFiles& files, std::filesystem::path folder, Device device)
    : files_(files), folder_(std::move(folder)), previewer_(std::move(device)) {}

PageResponse Computer::answer(const PageRequest& request) {
    return respond(request, [&](const Json& asked) -> PageResponse {
        if (request.path == "preview") return preview(asked);
        if (request.path == "result") return result(asked);
        return {404, "text/plain; charset=utf-8", "404: there is no such page\n"};
    });
}

PageResponse Computer::preview(const Json& asked) {
    const CheckedGraph graph = ready(asked, files_);
    PreviewRequest wanted{asked.value("node", ""), view_of(asked),
                          asked.value("exact", false) ? Quality::exact : Quality::quick};
    if (asked.value("before", false))
        for (const CheckedNode& node : graph.nodes)
            if (node.stage->kind() == Kind::source) {
                wanted.node = node.id;
                break;
            }
    ViewedImage preview = previewer_.preview(graph, wanted);
    // The facts on a line, then the pixels.
    std::string body = one_line({{"width", preview.width},
                                 {"height", preview.height},
                                 {"whole", {preview.format.width, preview.format.height}},
                                 {"format", preview.format.text()},
                                 {"node", preview.node},
                                 {"exact", preview.exact},
                                 {"measured_small", preview.measured_small},
                                 {"stretched", preview.stretched},
                                 {"planned", preview.planned},
                                 {"ms", preview.milliseconds},
                                 {"steps", steps_json(preview)},
                                 {"tables", preview.tables},
                                 {"warnings", preview.warnings}});
    body += preview.rgba;
    return {200, "application/octet-stream", std::move(body)};
}

PageResponse Computer::result(const Json& asked) {
    const CheckedGraph graph = ready(asked, files_);
    ResultFile file = result_of(graph, previewer_.device(), folder_);
    return {200, "application/octet-stream", one_line({{"name", file.name}}) + std::move(file.bytes)};
}

}  // namespace sluice::apps
