#include "pipeline/batch/reserve.hpp"

#include <algorithm>
#include <cmath>

namespace sluice {

using Seconds = std::chrono::duration<double>;

void Reserve::files_wait(bool some, Time now) {
    if (!some)
        waiting_since_.reset();
    else if (!waiting_since_)
        waiting_since_ = now;
}

void Reserve::opens() {
    --closed_;
    ++fresh_;
}

void Reserve::begun(Time now) {
    --fresh_;
    ++at_work_;
    if (waiting_since_) waiting_since_ = now;
}

void Reserve::built(double seconds, Time now) {
    if (!waiting_since_) return;
    waiting_since_ = std::min(
        now, *waiting_since_ + std::chrono::duration_cast<Time::duration>(Seconds(std::max(seconds, 0.0))));
}

void Reserve::lost(bool begun) { --(begun ? at_work_ : fresh_); }

std::optional<double> Reserve::opens_in(Time now, bool stops) const {
    if (closed_ == 0) return std::nullopt;
    if (fresh_ + at_work_ == 0) return 0;  // or what they gave back would never be done
    if (stops || fresh_ >= at_work_ || !waiting_since_ || std::isinf(patience_)) return std::nullopt;
    return std::max(0.0, patience_ - Seconds(now - *waiting_since_).count());
}

}  // namespace sluice
