#include "apps/edit/editor.hpp"

#include "apps/edit/asked.hpp"
#include "apps/edit/document.hpp"
#include "apps/edit/kept_text.hpp"
#include "apps/edit/page/texts.hpp"
#include "apps/options/spelled.hpp"
#include "pipeline/batch/file_stamp.hpp"
#include "pipeline/core/message.hpp"
#include "pipeline/files/atomic_file.hpp"
#include "pipeline/files/extension.hpp"
#include "pipeline/graph/chain_text.hpp"
#include "pipeline/graph/describe/describe.hpp"
#include "pipeline/sluice/plan.hpp"

#include <algorithm>
#include <set>
#include <utility>

namespace sluice::apps {
namespace {

const std::string plain = "text/plain; charset=utf-8";

std::string type_of(const std::string& name) {
    if (name.ends_with(".css")) return "text/css; charset=utf-8";
    if (name.ends_with(".js")) return "text/javascript; charset=utf-8";
    return "text/html; charset=utf-8";
}

// All faults, but that there is no stage where its kernel has some.
CheckedGraph checked_beside(const Graph& graph, const Diagnostics& of_kernels, Diagnostics& faults) {
    Diagnostics found;
    CheckedGraph checked = checked_whole(graph, builtin_stages(), found);
    std::set<int> faulty;
    for (const Diagnostic& fault : of_kernels) {
        faulty.insert(fault.place.line);
        faults.error(fault.place, fault.subject, fault.message);
    }
    for (const Diagnostic& fault : found)
        if (fault.severity == Diagnostic::Severity::warning)
            faults.warning(fault.place, fault.subject, fault.message);
        else if (faulty.count(fault.place.line) == 0)
            faults.error(fault.place, fault.subject, fault.message);
    return checked;
}

// As the page's pipelines are written, to be compared with them. `from`: what the document was made of.
std::string chain_of_document(const Json& document, const Graph& from) {
    Graph graph = graph_of(document);
    graph.stages = from.stages;
    return chain_of(graph, builtin_stages());
}

// The declarations of the stages that it brings along.
Json own_stages(const Graph& graph) {
    Registry own;
    for (const auto& stage : graph.stages) own.add(*stage);
    return Json::parse(stages_json(own)).at("stages");
}

// The pipeline as text, and its faults. `file`: beside which its kernels lie.
Json described(const Graph& graph, const Diagnostics& of_kernels, const Json& document,
               const std::string& file) {
    const Registry& stages = builtin_stages();
    Diagnostics faults;
    const CheckedGraph checked = checked_beside(graph, of_kernels, faults);
    const std::string yaml = yaml_text(graph, stages);
    Json json{{"faults", faults_json(faults, document)}, {"chain", chain_of(graph, stages)}, {"yaml", yaml}};
    if (!graph.stages.empty()) json["stages"] = own_stages(graph);
    if (!faults.ok() || graph.nodes.empty()) return json;
    // Not every chain can be written as a file.
    try {
        Diagnostics again;
        const CheckedGraph read = checked_whole(Graph::from_text(yaml, file), stages, again);
        if (again.ok() && chain_text(read) == chain_text(checked)) return json;
    } catch (const Error&) {  // no file at all
    }
    json["yaml"] = Json();
    return json;
}

}  // namespace

Editor::Editor(OpenedFiles files, ForkServer& children)
    : files_(std::move(files)),
      text_(files_.text()),
      device_(children, EditorChildren::computes),
      run_(children, EditorChildren::runs_folder) {
    if (!files_.file().empty()) stamp_ = stamp_of(files_.file());
    if (!files_.graph()) return;
    document_ = document_of(*files_.graph(), builtin_stages(), files_.file());
    chain_ = saved_chain_ = chain_of_document(document_, *files_.graph());
}

std::string Editor::file_or_page() const { return files_.file().empty() ? "page" : files_.file(); }

std::string Editor::unsaved() const {
    const std::lock_guard lock(of_state_);
    return chain_ == saved_chain_ ? "" : chain_;
}

PageResponse Editor::answer(const PageRequest& request) {
    const auto& texts = embedded_edit_page();
    const std::string name = request.path.empty() ? "page.html" : request.path;
    if (request.method == "GET" || request.method == "HEAD") {
        if (const auto text = texts.find(name); text != texts.end())
            return {200, type_of(name), text->second};
        if (name == "stages") return {200, "application/json", stages_json(builtin_stages())};
        if (name == "start") return start();
        if (name == "progress") return json_response(run_.progress());
    }
    using Handler = PageResponse (Editor::*)(const Json&);
    static const std::map<std::string, Handler> handlers{
        {"check", &Editor::check}, {"parse", &Editor::parse}, {"save", &Editor::save}};
    const auto handler = handlers.find(name);
    const bool computes = name == "preview" || name == "result", runs = name == "run";
    if (handler == handlers.end() && !computes && !runs) return {404, plain, "404: there is no such page\n"};
    if (request.method != "POST") return {405, plain, "405: send it with POST\n"};
    return respond(request, [&](const Json& asked) {
        if (computes) return device_.answer(request);
        if (runs) return run(request, asked);
        return (this->*handler->second)(asked);
    });
}

PageResponse Editor::start() const {
    const std::lock_guard lock(of_state_);
    Diagnostics ignored;  // check() says them
    const Graph graph = document_.is_null() ? Graph() : read_document(document_, files_, ignored);
    return json_response({{"pipeline", document_},
                          {"stages", own_stages(graph)},
                          {"text", text_},
                          {"file", files_.file()},
                          {"revision", revision_},
                          {"changed", chain_ != saved_chain_},
                          {"images", files_.images()},
                          {"named", files_.named_images()},
                          {"output", files_.output()},
                          {"device", device_.device_name()}});
}

// The file as its author wrote it, as far as that is possible. `asked` has its text so far.
void Editor::keep_text(Json& described, const Json& asked, const Json& document) const {
    const std::string text = asked.value("text", "");
    files_.expect_readable(text);
    if (const auto kept = kept_text(text, file_or_page(), document, builtin_stages()))
        described["yaml"] = *kept;
}

PageResponse Editor::check(const Json& asked) {
    Diagnostics of_kernels;
    const Graph graph = read_document(asked.at("pipeline"), files_, of_kernels);
    Json json = described(graph, of_kernels, asked["pipeline"], file_or_page());
    keep_text(json, asked, asked["pipeline"]);
    const std::lock_guard lock(of_state_);
    document_ = asked["pipeline"];
    chain_ = json["chain"].get<std::string>();
    return json_response(json);
}

PageResponse Editor::parse(const Json& asked) {
    const bool is_chain = asked.contains("chain");
    const std::string text = asked.at(is_chain ? "chain" : "text").get<std::string>();
    is_chain ? files_.expect_readable_chain(text) : files_.expect_readable(text);
    Graph graph;
    try {
        graph = is_chain ? chain_beside(text, files_.file()) : Graph::from_text(text, file_or_page());
    } catch (const Error& error) {
        return faults_response(Json::array({{{"message", error.in(on_command_line)}}}));
    }
    Json document = document_of(graph, builtin_stages(), files_.file());
    Diagnostics of_kernels;
    Json json = described(read_document(document, files_, of_kernels), of_kernels, document, file_or_page());
    keep_text(json, asked, document);
    json["pipeline"] = std::move(document);
    return json_response(json);
}

PageResponse Editor::save(const Json& asked) {
    const std::string& file = files_.file();
    if (file.empty())
        throw Error(
            Error::Kind::usage, "save",
            "the pipeline was given as a chain; start 'sluice edit' with the name of a .yaml file, or "
            "copy the text");
    std::string text = asked.at("text").get<std::string>();
    files_.expect_readable(text);
    const Graph graph = Graph::from_text(text, file);
    Diagnostics faults;
    checked_whole(graph, builtin_stages(), faults);
    if (!faults.ok()) throw Faulty{faults_json(faults, {})};
    if (extension_of(file) == "json" && text.find_first_not_of(" \t\r\n") != text.find('{'))
        text = json_text(graph, builtin_stages());
    const std::lock_guard lock(of_state_);
    const bool changed = stamp_of(file) != stamp_ || asked.value("revision", revision_) != revision_;
    if (changed && !asked.value("anyway", false))
        return faults_response(
            Json::array(
                {{{"message", file + ": the file has changed since this page opened it; save again to "
                                     "replace it, or copy the text and open the page again"},
                  {"changed", true}}}),
            409);
    try {
        write_file(file, Bytes(reinterpret_cast<const std::uint8_t*>(text.data()), text.size()));
    } catch (const Error& error) {
        throw Error(error.kind(), file, error.message());
    }
    text_ = text;
    stamp_ = stamp_of(file);
    saved_chain_ = chain_ = chain_of_document(document_of(graph, builtin_stages(), file), graph);
    return json_response({{"saved", file}, {"revision", ++revision_}});
}

PageResponse Editor::run(const PageRequest& request, const Json& asked) {
    if (asked.value("stop", false)) {
        run_.stop();
        return json_response(run_.progress());
    }
    if (files_.output().empty() || files_.images().empty())
        throw Error(Error::Kind::usage, "run",
                    "start 'sluice edit' with a folder of images and " + Remedy{"output"} +
                        ", the folder for their results");
    return run_.start(request);
}

}  // namespace sluice::apps
