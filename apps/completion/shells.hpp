// Completion scripts: all words are in them, so that a key press starts no program and no OpenCL.
#pragma once

#include <string>

namespace sluice::apps {

std::string bash_completion();
std::string zsh_completion();
std::string fish_completion();

}  // namespace sluice::apps
