#include "pipeline/graph/stage_builder.hpp"

namespace sluice::stages {

// Put where nobody takes an image: Frame::read and Frame::image give it to the application.
StageDef output() { return sink("output", "An image for the application.").internal(); }

}  // namespace sluice::stages
