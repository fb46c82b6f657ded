// What the page asks, and how it is answered.
#pragma once

#include "apps/edit/opened.hpp"
#include "apps/edit/server.hpp"
#include "apps/json.hpp"
#include "pipeline/graph/checked_graph.hpp"
#include "pipeline/graph/graph.hpp"

#include <functional>

namespace sluice::apps {

// Thrown for a pipeline that cannot be run as it is.
struct Faulty {
    Json faults;  // faults_json()
};

// The pipeline of a request (document.hpp), with the stages of its kernels as their files are now. Throws
// NotReadable.
Graph read_document(const Json& document, const OpenedFiles& files, Diagnostics& of_kernels);
// The pipeline that a request wants to be computed: checked, with paths for all Sources that may be read.
// `asked`: {"pipeline": ..., "image": 2}. Throws Faulty, NotReadable, Error.
CheckedGraph ready(const Json& asked, const OpenedFiles& files);

PageResponse json_response(const Json& json, unsigned status = 200);
PageResponse faults_response(Json faults, unsigned status = 422);

// What `handler` says to the body of a request. All that it throws becomes a response.
PageResponse respond(const PageRequest& request,
                     const std::function<PageResponse(const Json& asked)>& handler);

}  // namespace sluice::apps
