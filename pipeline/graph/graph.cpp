// Building a Graph in C++, and finding out where its text is.
#include "pipeline/graph/graph.hpp"

#include "pipeline/core/message.hpp"
#include "pipeline/core/missing_file.hpp"
#include "pipeline/core/text.hpp"
#include "pipeline/graph/checked_graph.hpp"
#include "pipeline/graph/kernel/bring_along.hpp"
#include "pipeline/graph/limits.hpp"
#include "pipeline/graph/names.hpp"
#include "pipeline/graph/pipeline_text.hpp"
#include "pipeline/graph/reference.hpp"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <fstream>

namespace sluice {
namespace {

// Of an argument that is no file so far: does it look like one all the same?
bool is_file_name(const std::string& argument) {
    if (argument.find_first_of("|;") != std::string::npos) return false;
    const std::string extension = lower_case(std::filesystem::path(argument).extension().string());
    // "statistics out.json" is a stage with a path.
    if (extension == ".json") return argument.find_first_of(" \t\n") == std::string::npos;
    return extension == ".yaml" || extension == ".yml";
}

}  // namespace

std::string pipeline_text(const std::filesystem::path& file) {
    const auto refuse = [&](const Wording& what) { throw Error(Error::Kind::usage, file.string(), what); };
    std::error_code fault;
    if (std::filesystem::is_directory(file, fault)) refuse("it is a folder; a pipeline file is expected");
    std::ifstream stream(file, std::ios::binary);
    if (!stream && errno == ENOENT) refuse(missing_file(file));
    if (!stream) refuse(std::string("the pipeline file cannot be read: ") + std::strerror(errno));
    std::string text(max_pipeline_bytes + 1, '\0');  // one more shows that there is too much
    stream.read(text.data(), static_cast<std::streamsize>(text.size()));
    if (stream.bad()) refuse("the pipeline file cannot be read completely");
    text.resize(static_cast<std::size_t>(stream.gcount()));
    if (text.size() > max_pipeline_bytes)
        refuse("the file is too large for a pipeline, which has at most 1 MiB");
    return text;
}

Graph Graph::from_file(const std::filesystem::path& file, const Values& vars) {
    return from_text(pipeline_text(file), file.string(), vars);
}

std::vector<ParamDecl> variables_of_file(const std::filesystem::path& file) {
    return variables_of_text(pipeline_text(file), file.string());
}

Graph Graph::from_argument(const std::string& file_or_chain, const Values& vars) {
    return is_file_name(file_or_chain) ? from_file(file_or_chain, vars) : from_chain(file_or_chain, vars);
}

Graph& Graph::add(std::string stage, const std::vector<std::pair<std::string, Value>>& params, std::string id,
                  const std::vector<std::string>& from) {
    GraphNode node;
    node.stage = std::move(stage);
    node.id = std::move(id);
    node.starts_branch = nodes.empty();
    for (const auto& [name, value] : params) node.params.push_back({name, value, {}});
    for (const std::string& source : from) node.from.push_back(read_reference(source, {}));
    if (node.stage == "kernel") {
        Diagnostics faults;
        bring_along(node, "", false, stages, faults);
        faults.throw_if_errors();
    }
    nodes.push_back(std::move(node));
    return *this;
}

void Graph::set(const std::string& node_and_param, Value value) {
    const std::size_t point = node_and_param.rfind('.');
    if (point == std::string::npos || point == 0 || point + 1 == node_and_param.size())
        throw Error(Error::Kind::usage, node_and_param, "write NODE.PARAM, such as gamma.exponent");
    const std::string id = node_and_param.substr(0, point);
    const std::string param = node_and_param.substr(point + 1);
    const std::vector<std::string> names = node_names(nodes);
    const auto at = std::find(names.begin(), names.end(), id);
    if (at == names.end())
        throw Error(
            Error::Kind::usage, node_and_param,
            "there is no node " + in_quotes(id) + did_you_mean(id, names) + "; there are: " + listed(names));
    std::vector<GraphParam>& params = nodes[static_cast<std::size_t>(at - names.begin())].params;
    const auto same = [&](const GraphParam& p) { return p.name == param; };
    params.erase(std::remove_if(params.begin(), params.end(), same), params.end());
    params.push_back({param, std::move(value), {}, true});
}

std::vector<std::string> CheckedGraph::sources() const {
    std::vector<std::string> ids;
    for (const CheckedNode& node : nodes)
        if (node.stage->kind() == Kind::source) ids.push_back(node.id);
    return ids;
}

std::optional<std::size_t> CheckedGraph::find(const std::string& id) const {
    for (std::size_t i = 0; i < nodes.size(); ++i)
        if (nodes[i].id == id) return i;
    return std::nullopt;
}

}  // namespace sluice
