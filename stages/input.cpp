#include "pipeline/graph/stage_builder.hpp"

namespace sluice::stages {

// Put where a graph leaves an image open at its start: Session::submit takes the pixels.
StageDef input() { return source("input", "An image from the application.").internal(); }

}  // namespace sluice::stages
