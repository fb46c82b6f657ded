// sluice-bench pipeline --frames --compare: frames as a camera or OpenCV has them, beside cv::normalize.
#pragma once

#include "apps/command.hpp"

namespace sluice::apps {

int bench_camera_frames(const Arguments& arguments);

}  // namespace sluice::apps
