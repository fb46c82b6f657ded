#include "apps/edit/result.hpp"

#include "apps/edit/viewed.hpp"
#include "pipeline/run/measure.hpp"
#include "pipeline/run/prepare.hpp"
#include "pipeline/run/run_files.hpp"
#include "pipeline/run/session.hpp"

#include <filesystem>
#include <fstream>
#include <iterator>
#include <system_error>
#include <utility>

namespace sluice::apps {
namespace {

namespace fs = std::filesystem;

// Of this result, or of one whose process was ended.
void empty(const fs::path& folder) {
    std::error_code ignored;
    for (const fs::path& left : fs::directory_iterator(folder)) fs::remove_all(left, ignored);
}

// A Sink with its defaults.
CheckedNode save_node(const CheckedGraph& graph) {
    Graph one;
    one.add("input").add("save");
    Diagnostics faults;
    return sluice::check(one, graph.registry, faults, {.paths_later = true}).nodes.back();
}

}  // namespace

ResultFile result_of(CheckedGraph graph, const Device& device, const fs::path& folder) {
    empty(folder);
    std::size_t sinks = 0;
    for (const CheckedNode& node : graph.nodes) sinks += node.stage->kind() == Kind::sink ? 1 : 0;
    if (sinks == 0) {
        const auto last = last_image(graph);
        if (!last) throw Error(Error::Kind::usage, "save", "the pipeline has no image to save; add a stage");
        CheckedNode save = save_node(graph);
        save.id = "view.save";
        save.inputs.front() = {*last, 0};
        graph.nodes.push_back(std::move(save));
    }
    fs::path saved;
    std::size_t number = 0;
    for (CheckedNode& node : graph.nodes) {
        if (node.stage->kind() != Kind::sink) continue;
        const auto path = node.values.find("path");
        const fs::path name = path == node.values.end()
                                  ? fs::path("result.png")
                                  : fs::path(std::get<std::string>(path->second)).filename();
        saved = folder / std::to_string(++number) / (name == "-" ? fs::path("result.png") : name);
        fs::create_directory(saved.parent_path());
        node.values["path"] = saved.string();
    }
    Opened opened = open_files(graph);
    measure(graph, opened, {}, device, {});
    const Prepared plan{device, prepare(graph, opened, device.facts())};
    Session session(plan, {.frames_in_flight = 1});
    run_files(session, {}, std::move(opened.files));
    std::ifstream file(saved, std::ios::binary);
    ResultFile result{saved.filename().string(),
                      {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()}};
    empty(folder);
    return result;
}

}  // namespace sluice::apps
