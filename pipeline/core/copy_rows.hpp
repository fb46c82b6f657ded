// Copies pixels between views that lie in different ways. Any thread.
#pragma once

#include "pipeline/core/host_image.hpp"

namespace sluice {

// Whether the pixels of rows lie alike.
bool same_samples(const ConstHostView& a, const ConstHostView& b);

// Copies the rows of `dst` from `src`: between 2 channels and four lanes, 3 samples of a pixel and four,
// planes and pixels, rgb and bgr. The fourth sample of three channels becomes 0.
void copy_rows(const ConstHostView& src, const HostView& dst);

}  // namespace sluice
