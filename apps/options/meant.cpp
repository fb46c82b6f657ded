#include "apps/options/meant.hpp"

#include "apps/options/pipeline.hpp"
#include "apps/program.hpp"
#include "io/codecs.hpp"
#include "pipeline/core/message.hpp"
#include "pipeline/files/extension.hpp"
#include "pipeline/graph/registry.hpp"
#include "pipeline/sluice/plan.hpp"

#include <algorithm>
#include <filesystem>

namespace sluice::apps {
namespace {

bool is_there(const std::string& path) {
    std::error_code fault;
    return !path.empty() && std::filesystem::exists(path, fault);
}

bool is_picture(const std::string& word) { return is_picture_extension(extension_of(word)); }

std::string picture_among(const std::vector<std::string>& words) {
    const auto at = std::find_if(words.begin(), words.end(), is_picture);
    return at == words.end() ? "photo.jpg" : *at;
}

bool is_pipeline(const std::string& word) {
    const std::string first = word.substr(0, word.find(' '));
    return is_pipeline_file(word) || word.find('|') != std::string::npos ||
           (first != word && builtin_stages().find(first) != nullptr);
}

bool is_mode(const std::string& word) {
    const std::vector<std::string>& modes = builtin_stages().find("normalize")->param("mode")->choices;
    return std::find(modes.begin(), modes.end(), word) != modes.end();
}

bool has(const std::vector<std::string>& names, const char* name) {
    return std::find(names.begin(), names.end(), name) != names.end();
}

std::vector<std::string> command_names() {
    std::vector<std::string> names;
    for (const Command& command : program().commands) names.push_back(command.name);
    names.emplace_back("help");
    return names;
}

// "; 'sluice plan' has it", where other commands have this very option.
std::string where_it_is(const std::string& option) {
    std::string who;
    std::size_t count = 0;
    for (const Command& command : program().commands)
        for (const auto& own : command.options.options()) {
            const std::string brief =
                own->canonical_display_name(po::command_line_style::allow_dash_for_short);
            if ("--" + own->long_name() != option && brief != option) continue;
            who += (who.empty() ? "'" : ", '") + called(command.name) + "'";
            ++count;
        }
    return count == 0 || count > 2 ? "" : "; " + who + (count == 1 ? " has it" : " have it");
}

}  // namespace

std::string meant_by_command(const std::vector<std::string>& words) {
    const std::string& word = words.at(0);
    const StageDef* stage = builtin_stages().find(word);
    if (stage != nullptr && (stage->kind() == Kind::source || stage->kind() == Kind::sink))
        return "; a pipeline is one argument: sluice run \"load photo.jpg | normalize | save out.png\"";
    if (stage != nullptr)
        return "; it is a stage: sluice run \"load " + picture_among(words) + " | " + word +
               " | save out.png\"";
    if (is_mode(word))
        return "; it is a mode of normalize: sluice batch " + picture_among(words) + " -o DIR --normalize " +
               word;
    if (is_pipeline(word)) return "; to run a pipeline, use 'sluice run PIPELINE'";
    const std::vector<std::string> also = builtin_stages().also(word);
    if (!also.empty() && stage == nullptr)
        return "; the stage " + also.front().substr(0, also.front().find(' ')) +
               " does it: sluice run \"load " + picture_among(words) + " | " + also.front() +
               " | save out.png\"";
    if (is_there(word) || is_picture(word))
        return "; 'sluice batch " + word + " -o DIR' runs a pipeline on images, 'sluice stats " + word +
               "' measures them";
    std::vector<std::string> names = command_names();
    names.emplace_back("--version");
    return did_you_mean(word, names) + "; '" + called("help") + "' lists them";
}

std::string meant_by_option_first(const std::vector<std::string>& words) {
    const std::vector<std::string> names = command_names();
    const auto command = std::find_if(words.begin(), words.end(), [&](const std::string& word) {
        return std::find(names.begin(), names.end(), word) != names.end();
    });
    if (command != words.end()) {
        std::string line = called(*command);
        for (auto word = words.begin(); word != command; ++word) line += " " + *word;
        return "; options follow the command: " + line + " ...";
    }
    const std::string near = did_you_mean(words[0], {"--help", "--version"});
    return near.empty() ? "; a command comes first; '" + called("help") + "' lists them" : near;
}

std::string meant_by_option(const Command& command, const std::string& option,
                            const std::vector<std::string>& own) {
    const auto is = [&](std::initializer_list<const char*> names) {
        return std::find(names.begin(), names.end(), option) != names.end();
    };
    if (is({"-o", "--output", "--out"}) && takes_pipeline(command))
        return "; the result is the last word, 'sluice run PIPELINE IN OUT', or the pipeline says where it "
               "goes: \"load photo.jpg | ... | save out.png\"";
    if (is({"-o", "--output", "--out"}) && has(own, "--json")) return " (did you mean '--json FILE'?)";
    if (is({"-f", "--force", "-y", "--yes"}) && has(own, "--overwrite"))
        return " (did you mean '--overwrite always'?)";
    if (is({"--threads", "--workers", "--parallel"}) && has(own, "--jobs"))
        return " (did you mean '--jobs N'?)";
    if (is({"--cpu", "--gpu"}) && has(own, "--device"))
        return " (did you mean '--device " + option.substr(2) + "'?)";
    if (is({"--mode", "--method"}) && has(own, "--normalize")) return " (did you mean '--normalize MODE'?)";
    if (is({"--version", "-V"})) return "; 'sluice --version' prints the version";
    const std::string elsewhere = where_it_is(option);
    return elsewhere.empty() ? did_you_mean(option, own) : elsewhere;
}

std::string meant_by_input(const std::string& word) {
    std::error_code fault;
    const bool file = std::filesystem::is_regular_file(word, fault);
    if (is_there(word) && !(file && is_pipeline_file(word))) return "";
    if (is_pipeline(word) || builtin_stages().find(word) != nullptr)
        return "; to give a pipeline, use --pipeline " + in_quotes(word);
    return is_mode(word) ? "; to give a mode of normalize, use --normalize " + word : "";
}

std::string meant_by_words(const Command& command, const std::vector<std::string>& words) {
    if (command.max_words == 0) return "; the command takes none";
    std::string taken = command.words;
    std::erase_if(taken, [](char c) { return c == '[' || c == ']'; });
    if (!takes_pipeline(command)) return "; it takes one " + taken;
    if (is_pipeline(words[0]) && words[0].find_first_of(" |") == std::string::npos)
        return "; the pipeline is " + in_quotes(words[0]);
    if (words[0].find_first_of(" |") == std::string::npos && (is_there(words[0]) || is_picture(words[0])))
        return "; a pipeline is one argument, such as \"load " + words[0] +
               " | normalize | save out.png\"; 'sluice batch' accepts files";
    return "; a pipeline is one argument: put it in quotes";
}

std::string meant_by_files(const std::vector<std::string>& words) {
    const auto is_stage = [](const std::string& word) {
        return builtin_stages().find(word.substr(0, word.find(' '))) != nullptr;
    };
    const bool parts = std::any_of(words.begin() + 1, words.end(), is_stage);
    return parts ? "; a pipeline is one argument: put it in quotes" : "";
}

}  // namespace sluice::apps
