#include "pipeline/sluice/no_effect.hpp"

#include "io/codec_options.hpp"
#include "io/codecs.hpp"
#include "pipeline/core/message.hpp"
#include "pipeline/files/extension.hpp"

#include <algorithm>
#include <cstddef>
#include <map>
#include <string>
#include <utility>

namespace sluice {
namespace {

// What an option was given for.
struct Given {
    const ParamDecl* decl;
    bool taken = false;                  // some file may be of a format that has it
    std::size_t others = 0;              // files that are not
    std::string path = {}, format = {};  // the first of these
};

bool is_of_codecs(const ParamDecl& decl) {
    const auto named_so = [&](const ParamDecl& other) { return other.name == decl.name; };
    return std::any_of(load_options().begin(), load_options().end(), named_so) ||
           std::any_of(save_options().begin(), save_options().end(), named_so);
}

std::string said_format(const FileNode& node) {
    const auto format = node.values->find("format");
    const auto* name = format == node.values->end() ? nullptr : std::get_if<std::string>(&format->second);
    return name == nullptr || *name == "auto" ? "" : *name;
}

}  // namespace

std::vector<Wording> options_without_effect(const std::vector<FileNode>& nodes, const PathsOfNode& paths_of) {
    std::map<std::pair<std::string, std::string>, Given> given;  // by stage and option
    for (const FileNode& node : nodes) {
        std::vector<Given*> of_node;
        for (const ParamDecl& decl : node.stage->params) {
            const auto value = node.values->find(decl.name);
            if (decl.formats.empty() || value == node.values->end() || value->second == decl.standard ||
                !is_of_codecs(decl))
                continue;
            of_node.push_back(&given.try_emplace({node.stage->name, decl.name}, Given{&decl}).first->second);
        }
        if (of_node.empty()) continue;
        const std::string said = said_format(node);
        paths_of(node, [&](std::string_view path) {
            const Codec* codec = codec_of_extension(said.empty() ? extension_of(path) : said);
            for (Given* option : of_node) {
                const std::vector<std::string>& formats = option->decl->formats;
                const bool takes = codec == nullptr ||
                                   std::find(formats.begin(), formats.end(), codec->name) != formats.end();
                option->taken = option->taken || takes;
                if (!takes && option->others++ == 0) {
                    option->path = path;
                    option->format = codec->name;
                }
            }
        });
    }
    std::vector<Wording> all;
    for (const auto& [name, option] : given)
        if (!option.taken && option.others > 0)
            all.push_back(name.first + "." + name.second + " has no effect: it is for " +
                          enumerated(option.decl->formats) + " files, and " +
                          (option.others == 1
                               ? in_quotes(option.path) + " is " + option.format
                               : "none of the " + std::to_string(option.others) + " files is"));
    return all;
}

}  // namespace sluice
