#include "pipeline/graph/given_files.hpp"

#include "pipeline/core/message.hpp"
#include "pipeline/graph/checked_graph.hpp"
#include "pipeline/graph/names.hpp"

#include <algorithm>
#include <optional>

namespace sluice {
namespace {

// A Source or Sink that is a file.
struct FileEnd {
    std::size_t node;
    std::string id, param;
    const GraphParam* path;  // as written; null = left open
    bool reads;
};

const GraphParam* written_param(const GraphNode& node, const StageDef& stage, const ParamDecl& decl) {
    const bool first = &decl == stage.params.data();
    const auto at = std::find_if(node.params.begin(), node.params.end(), [&](const GraphParam& param) {
        return param.name == decl.name || (first && param.name.empty());
    });
    return at == node.params.end() ? nullptr : &*at;
}

// Sources before Sinks.
std::vector<FileEnd> file_ends(const Graph& graph, const Registry& registry) {
    std::vector<FileEnd> ends;
    const std::vector<std::string> names = node_names(graph.nodes);
    for (const Kind kind : {Kind::source, Kind::sink})
        for (std::size_t i = 0; i < graph.nodes.size(); ++i) {
            const StageDef* stage = registry.find(graph.nodes[i].stage);
            if (stage == nullptr || stage->kind() != kind) continue;
            for (const ParamDecl& decl : stage->params)
                if (decl.type == ParamType::path && decl.required)
                    ends.push_back({i, names[i], decl.name, written_param(graph.nodes[i], *stage, decl),
                                    kind == Kind::source});
        }
    return ends;
}

[[noreturn]] void refuse_files(const std::string& what) { throw Error(Error::Kind::usage, "files", what); }

std::string ids_of(const std::vector<FileEnd>& ends) {
    std::vector<std::string> ids;
    ids.reserve(ends.size());
    for (const FileEnd& end : ends) ids.push_back(end.id);
    return listed(ids);
}

// "'load' reads 'a.png' (p.yaml:3:5)".
std::string taken_by(const FileEnd& end) {
    const auto* word = std::get_if<std::string>(&end.path->value);
    const std::string place = end.path->place.text();
    return in_quotes(end.id) + (end.reads ? " reads " : " writes ") +
           in_quotes(word != nullptr ? *word : text(end.path->value)) +
           (place.empty() ? "" : " (" + place + ")");
}

// Whether a graph has no Source, and its first node takes a list of images.
bool first_takes_list(const Graph& graph, const Registry& registry) {
    for (const GraphNode& node : graph.nodes)
        if (const StageDef* stage = registry.find(node.stage); stage && stage->kind() == Kind::source)
            return false;
    if (graph.nodes.empty() || !graph.nodes.front().from.empty()) return false;
    const StageDef* stage = registry.find(graph.nodes.front().stage);
    return stage && !stage->inputs.empty() && !stage->inputs.front().list.empty();
}

// How many files are left to read when each Sink has one; a graph without Sinks gets one.
std::size_t files_to_read(const Graph& graph, const std::vector<NamedFile>& files, const Registry& registry) {
    std::size_t others = 0, saves = 0, open = 0;
    for (const NamedFile& file : files) others += file.node.empty();
    for (const FileEnd& end : file_ends(graph, registry)) {
        const bool named = std::any_of(files.begin(), files.end(),
                                       [&](const NamedFile& file) { return file.node == end.id; });
        saves += !end.reads;
        open += !end.reads && !named && end.path == nullptr;
    }
    return others - std::min(others, saves == 0 ? 1 : open);
}

// A `load` for each of these files, in front of the node that takes them all.
Graph with_list(Graph graph, std::size_t files) {
    std::vector<GraphNode> loads(files);
    graph.nodes.front().from.clear();
    for (std::size_t i = 0; i < files; ++i) {
        loads[i].stage = "load";
        loads[i].starts_branch = true;
        const std::string id = i == 0 ? "load" : "load." + std::to_string(i + 1);
        graph.nodes.front().from.push_back({"", {id, "", {}}});
    }
    graph.nodes.front().starts_branch = true;
    graph.nodes.insert(graph.nodes.begin(), loads.begin(), loads.end());
    return graph;
}

class Filling {
public:
    Filling(Graph& graph, const std::vector<NamedFile>& files, const Registry& registry)
        : graph_(graph), files_(files), ends_(file_ends(graph, registry)), given_(ends_.size(), nullptr) {}

    void run() {
        for (const NamedFile& file : files_)
            if (!file.node.empty()) by_name(file);
        std::vector<FileEnd> open;
        for (const FileEnd& end : ends_)
            if (end.path == nullptr && given(end) == nullptr) open.push_back(end);
        std::vector<const NamedFile*> others;
        for (const NamedFile& file : files_)
            if (file.node.empty()) others.push_back(&file);
        if (others.size() > open.size()) too_many(*others[open.size()], open);
        if (others.size() < open.size()) too_few({open.begin() + others.size(), open.end()});
        for (std::size_t i = 0; i < others.size(); ++i) given(open[i]) = others[i];
        for (const FileEnd& end : ends_)
            if (const NamedFile* file = given(end); file != nullptr)
                graph_.nodes[end.node].params.push_back({end.param, file->path, {}, true});
    }

private:
    const NamedFile*& given(const FileEnd& end) {
        const auto at = std::find_if(ends_.begin(), ends_.end(),
                                     [&](const FileEnd& other) { return other.node == end.node; });
        return given_[static_cast<std::size_t>(at - ends_.begin())];
    }

    void by_name(const NamedFile& file) {
        const std::string word = in_quotes(file.node + "=" + file.path);
        const auto end = std::find_if(ends_.begin(), ends_.end(),
                                      [&](const FileEnd& each) { return each.id == file.node; });
        if (end == ends_.end()) {
            std::vector<std::string> ids;
            for (const FileEnd& each : ends_) ids.push_back(each.id);
            refuse_files(word + ": there is no load or save " + in_quotes(file.node) +
                         did_you_mean(file.node, ids) + "; there are: " + listed(ids) +
                         " (a file of this name is written './" + file.node + "=" + file.path + "')");
        }
        if (end->path != nullptr) refuse_files(word + ": " + taken_by(*end) + "; leave the path out there");
        if (given(*end) != nullptr) refuse_files(word + ": " + in_quotes(file.node) + " is given twice");
        given(*end) = &file;
    }

    [[noreturn]] void too_many(const NamedFile& file, const std::vector<FileEnd>& open) {
        std::string why;
        for (const FileEnd& end : ends_)
            if (end.path != nullptr) why += (why.empty() ? ": " : ", ") + taken_by(end);
        const std::string word = in_quotes(file.path) + " is one file too many; the pipeline leaves open ";
        if (open.empty()) refuse_files(word + "no path" + why);
        refuse_files(word + (open.size() == 1 ? "one path, of " : "these paths: ") + ids_of(open));
    }

    [[noreturn]] static void too_few(const std::vector<FileEnd>& open) {
        std::string files;
        for (const FileEnd& end : open)
            files += (files.empty() ? "" : ", ") + std::string("a file to ") +
                     (end.reads ? "read" : "write") + " for " + in_quotes(end.id);
        refuse_files("missing: " + files);
    }

    Graph& graph_;
    const std::vector<NamedFile>& files_;
    const std::vector<FileEnd> ends_;
    std::vector<const NamedFile*> given_;  // of each end
};

}  // namespace

std::vector<NamedFile> given_files(const std::vector<std::string>& words) {
    std::vector<NamedFile> files;
    for (const std::string& word : words) {
        const std::size_t equals = std::min(word.find('='), word.size());
        std::string name = word.substr(0, equals);
        std::string letters = name;
        std::erase(letters, '.');  // "load.2"
        const bool by_name = equals < word.size() && is_node_name(letters);
        files.push_back(by_name ? NamedFile{name, word.substr(equals + 1)} : NamedFile{"", word});
    }
    return files;
}

Graph with_ends(Graph graph, const std::vector<NamedFile>& files, const Registry& registry) {
    if (files.empty()) return graph;
    const std::size_t reads = files_to_read(graph, files, registry);
    graph = reads > 1 && first_takes_list(graph, registry) ? with_list(std::move(graph), reads)
                                                           : with_source(std::move(graph), registry);
    std::size_t left = files.size();
    for (const FileEnd& end : file_ends(graph, registry)) {
        const bool named = std::any_of(files.begin(), files.end(),
                                       [&](const NamedFile& file) { return file.node == end.id; });
        if (named || end.path == nullptr) left -= std::min<std::size_t>(left, 1);
    }
    return left > 0 ? with_sink(std::move(graph), registry) : graph;
}

void fill_paths(Graph& graph, const std::vector<NamedFile>& files, const Registry& registry) {
    if (!files.empty()) Filling(graph, files, registry).run();
}

}  // namespace sluice
