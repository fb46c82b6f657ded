// sluice-bench pipeline --frames: a stream of frames, several of them on their way at once.
#pragma once

#include "apps/command.hpp"

namespace sluice::apps {

int bench_frames(const Arguments& arguments);

}  // namespace sluice::apps
