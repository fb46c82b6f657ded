// The declarations of commands and stages, as completion and the manual need them.
#pragma once

#include "apps/command.hpp"

#include <string>
#include <vector>

namespace sluice::apps {

enum class Takes { nothing, text, words, files, folders, pipeline };

struct DeclaredOption {
    std::string name;      // "--output"
    std::string letter;    // "-o", or ""
    std::string value;     // what help calls it: "DIR"; "" = it takes none
    std::string standard;  // its default, or ""
    std::string what;      // it does
    Takes takes = Takes::nothing;
    std::vector<std::string> words;  // that it may be; those of Takes::words
    bool or_else = false;            // it may be another word, too
    bool repeats = false;            // may be given again
    bool switches_off = false;       // it is --no- of the one before, which help does not list
};
std::vector<DeclaredOption> declared_options(const Command& command);  // those of all commands too

// What stands beside the options, and the words that it may be.
Takes takes(const Command& command);

struct DeclaredParam {
    std::string name;
    std::vector<std::string> words;  // that its value may be
};
struct DeclaredStage {
    std::string name, summary;
    bool path = false;  // it takes the path of a file
    std::vector<DeclaredParam> params;
};
std::vector<DeclaredStage> declared_stages();  // those that pipelines may name

// What `sluice help` takes beside the names of commands.
inline constexpr const char* other_help = "pipelines";

}  // namespace sluice::apps
