#include "apps/edit/editor.hpp"

#include "apps/edit/document.hpp"
#include "apps/edit/kept_text.hpp"
#include "apps/edit/page/texts.hpp"
#include "apps/edit/result.hpp"
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

// A pipeline that cannot be run as it is.
struct Faulty {
    Json faults;
};

PageResponse json_response(const Json& json, unsigned status = 200) {
    return {status, "application/json", one_line(json)};
}

PageResponse faults_response(Json faults, unsigned status = 422) {
    return json_response({{"faults", std::move(faults)}}, status);
}

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

Editor::Editor(OpenedFiles files, Device device)
    : files_(std::move(files)),
      device_name_(device.facts().name),
      text_(files_.text()),
      previewer_(std::move(device)) {
    if (!files_.file().empty()) stamp_ = stamp_of(files_.file());
    if (!files_.graph()) return;
    document_ = document_of(*files_.graph(), builtin_stages(), files_.file());
    chain_ = saved_chain_ = chain_of_document(document_, *files_.graph());
}

Graph Editor::read(const Json& document, Diagnostics& of_kernels) const {
    Graph graph = graph_of(document);
    files_.expect_readable_kernels(graph);
    bring_kernels(graph, files_.file(), of_kernels);
    return graph;
}

std::string Editor::file_or_page() const { return files_.file().empty() ? "page" : files_.file(); }

std::string Editor::unsaved() const {
    const std::lock_guard lock(of_state_);
    return chain_ == saved_chain_ ? "" : chain_;
}

PageResponse Editor::answer(const PageRequest& request) {
    try {
        return dispatch(request);
    } catch (const Faulty& fault) {
        return faults_response(fault.faults);
    } catch (const NotReadable& refusal) {
        return faults_response(Json::array({{{"message", refusal.what()}}}), 403);
    } catch (const Json::exception& error) {
        return {400, plain, std::string("400: ") + error.what() + "\n"};
    }
}

PageResponse Editor::dispatch(const PageRequest& request) {
    const auto& texts = embedded_edit_page();
    const std::string name = request.path.empty() ? "page.html" : request.path;
    const bool reads = request.method == "GET" || request.method == "HEAD";
    if (reads) {
        if (const auto text = texts.find(name); text != texts.end())
            return {200, type_of(name), text->second};
        if (name == "stages") return {200, "application/json", stages_json(builtin_stages())};
        if (name == "start") return start();
        if (name == "progress") return json_response(run_.progress());
    }
    using Handler = PageResponse (Editor::*)(const Json&);
    static const std::map<std::string, Handler> handlers{
        {"check", &Editor::check}, {"parse", &Editor::parse},   {"preview", &Editor::preview},
        {"save", &Editor::save},   {"result", &Editor::result}, {"run", &Editor::run}};
    const auto handler = handlers.find(name);
    if (handler == handlers.end()) return {404, plain, "404: there is no such page\n"};
    if (request.method != "POST") return {405, plain, "405: send it with POST\n"};
    const Json asked = Json::parse(request.body);
    try {
        return (this->*handler->second)(asked);
    } catch (const Error& error) {
        const Json document = asked.value("pipeline", Json::object());
        return faults_response(Json::array({fault_json(error, document)}),
                               error.kind() == Error::Kind::device ? 503 : 422);
    }
}

PageResponse Editor::start() const {
    const std::lock_guard lock(of_state_);
    Diagnostics ignored;  // check() says them
    const Graph graph = document_.is_null() ? Graph() : read(document_, ignored);
    return json_response({{"pipeline", document_},
                          {"stages", own_stages(graph)},
                          {"text", text_},
                          {"file", files_.file()},
                          {"revision", revision_},
                          {"changed", chain_ != saved_chain_},
                          {"images", files_.images()},
                          {"named", files_.named_images()},
                          {"output", files_.output()},
                          {"device", device_name_}});
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
    const Graph graph = read(asked.at("pipeline"), of_kernels);
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
    Json json = described(read(document, of_kernels), of_kernels, document, file_or_page());
    keep_text(json, asked, document);
    json["pipeline"] = std::move(document);
    return json_response(json);
}

CheckedGraph Editor::ready(const Json& asked) const {
    const Json& document = asked.at("pipeline");
    const std::size_t image = asked.value("image", std::size_t{0});
    Diagnostics faults;
    const Graph written = read(document, faults);
    if (!faults.ok()) throw Faulty{faults_json(faults, document)};
    CheckedGraph graph = sluice::check(with_source(written, builtin_stages()), builtin_stages(), faults,
                                       {.paths_later = true});
    if (!faults.ok()) throw Faulty{faults_json(faults, document)};
    for (CheckedNode& node : graph.nodes) {
        if (!reads_image(node) || node.values.count("path") > 0) continue;
        if (image >= files_.images().size())
            throw Error(Error::Kind::usage, node.id,
                        "has no image; start 'sluice edit' with an image or a folder, or give it a path");
        node.values["path"] = files_.images()[image];
    }
    files_.expect_readable(graph);
    return graph;
}

PageResponse Editor::preview(const Json& asked) {
    const CheckedGraph graph = ready(asked);
    PreviewRequest wanted{asked.value("node", ""), view_of(asked),
                          asked.value("exact", false) ? Quality::exact : Quality::quick};
    if (asked.value("before", false))
        for (const CheckedNode& node : graph.nodes)
            if (node.stage->kind() == Kind::source) {
                wanted.node = node.id;
                break;
            }
    ViewedImage preview;
    {
        const std::lock_guard lock(of_device_);
        preview = previewer_.preview(graph, wanted);
    }
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

PageResponse Editor::result(const Json& asked) {
    const CheckedGraph graph = ready(asked);
    const std::lock_guard lock(of_device_);
    ResultFile file = result_of(graph, previewer_.device());
    return {200, "application/octet-stream", one_line({{"name", file.name}}) + std::move(file.bytes)};
}

PageResponse Editor::run(const Json& asked) {
    if (asked.value("stop", false)) {
        run_.stop();
        return json_response(run_.progress());
    }
    if (files_.output().empty() || files_.images().empty())
        throw Error(Error::Kind::usage, "run",
                    "start 'sluice edit' with a folder of images and " + Remedy{"output"} +
                        ", the folder for their results");
    files_.expect_readable(ready(asked));
    const std::lock_guard lock(of_device_);
    Diagnostics of_kernels;  // which ready() has found to be right
    run_.start(read(asked["pipeline"], of_kernels), files_.named_images(), files_.output(),
               previewer_.device());
    return json_response(run_.progress());
}

}  // namespace sluice::apps
