#include "apps/edit/asked.hpp"

#include "apps/edit/document.hpp"
#include "apps/edit/viewed.hpp"
#include "pipeline/sluice/plan.hpp"

#include <cstddef>
#include <utility>

namespace sluice::apps {

Graph read_document(const Json& document, const OpenedFiles& files, Diagnostics& of_kernels) {
    Graph graph = graph_of(document);
    files.expect_readable_kernels(graph);
    bring_kernels(graph, files.file(), of_kernels);
    return graph;
}

CheckedGraph ready(const Json& asked, const OpenedFiles& files) {
    const Json& document = asked.at("pipeline");
    const std::size_t image = asked.value("image", std::size_t{0});
    Diagnostics faults;
    const Graph written = read_document(document, files, faults);
    if (!faults.ok()) throw Faulty{faults_json(faults, document)};
    CheckedGraph graph = sluice::check(with_source(written, builtin_stages()), builtin_stages(), faults,
                                       {.paths_later = true});
    if (!faults.ok()) throw Faulty{faults_json(faults, document)};
    for (CheckedNode& node : graph.nodes) {
        if (!reads_image(node) || node.values.count("path") > 0) continue;
        if (image >= files.images().size())
            throw Error(Error::Kind::usage, node.id,
                        "has no image; start 'sluice edit' with an image or a folder, or give it a path");
        node.values["path"] = files.images()[image];
    }
    files.expect_readable(graph);
    return graph;
}

PageResponse json_response(const Json& json, unsigned status) {
    return {status, "application/json", one_line(json)};
}

PageResponse faults_response(Json faults, unsigned status) {
    return json_response({{"faults", std::move(faults)}}, status);
}

PageResponse respond(const PageRequest& request,
                     const std::function<PageResponse(const Json& asked)>& handler) {
    Json asked;
    try {
        asked = Json::parse(request.body);
        return handler(asked);
    } catch (const Faulty& fault) {
        return faults_response(fault.faults);
    } catch (const NotReadable& refusal) {
        return faults_response(Json::array({{{"message", refusal.what()}}}), 403);
    } catch (const Json::exception& error) {
        return {400, "text/plain; charset=utf-8", std::string("400: ") + error.what() + "\n"};
    } catch (const Error& error) {
        const auto document = asked.find("pipeline");
        const bool is_document = document != asked.end() && document->is_object();
        return faults_response(Json::array({fault_json(error, is_document ? *document : Json::object())}),
                               error.kind() == Error::Kind::device ? 503 : 422);
    }
}

}  // namespace sluice::apps
