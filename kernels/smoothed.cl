// Two numbers of each group of an image, averaged over the frames of a stream: one call per channel.
//
// previous: what the frame before gave, all zero where there was none. A group of which nothing was counted
// stays as it was. Where the range of one group lies apart from the smoothed one by more than `cut` of the
// wider of both, the stream begins anew. range_min is there if a stage takes a range, moments_mean if it
// takes mean and deviation.
#include "kernels/running.clh"

#ifdef range_min
running_group smoothed_range_found(int row, int channel, TABLE range) {
    const REAL lo = range_min(row, channel), hi = range_max(row, channel);
    const running_group found = {{lo, 0}, {hi, 0}, lo <= hi ? 1 : 0};
    return found;
}

running_group smoothed_range_before(int row, int channel, TABLE previous) {
    const running_group before = {{previous_min(row, channel), previous_min_rest(row, channel)},
                                  {previous_max(row, channel), previous_max_rest(row, channel)},
                                  previous_frames(row, channel)};
    return before;
}

void smoothed_range(int row, int channel, TABLE range, TABLE previous, TABLE smoothed, REAL smoothing,
                    REAL cut) {
    bool cuts = false;
    for (int c = 0; c < range_channels; ++c) {
        const running_group a = smoothed_range_found(row, c, range);
        const running_group b = smoothed_range_before(row, c, previous);
        const bool both = a.frames > 0 && b.frames > 0;
        cuts |= both && running_cuts(a.first.value, a.second.value, b.first.value, b.second.value, cut);
    }
    const running_group now = running_next(smoothed_range_before(row, channel, previous),
                                           smoothed_range_found(row, channel, range), cuts, smoothing);
    smoothed_min(row, channel) = now.first.value;
    smoothed_min_rest(row, channel) = now.first.rest;
    // Rounding must not turn a narrow range around.
    smoothed_max(row, channel) = now.frames > 0 ? fmax(now.first.value, now.second.value) : now.second.value;
    smoothed_max_rest(row, channel) = now.second.rest;
    smoothed_frames(row, channel) = now.frames;
}
#endif

#ifdef moments_mean
running_group smoothed_moments_found(int row, int channel, TABLE moments) {
    const running_group found = {{moments_mean(row, channel), moments_part(row, channel)},
                                 {moments_std(row, channel), 0},
                                 isnan(moments_mean(row, channel)) ? 0 : 1};
    return found;
}

running_group smoothed_moments_before(int row, int channel, TABLE previous) {
    const running_group before = {{previous_mean(row, channel), previous_part(row, channel)},
                                  {previous_std(row, channel), previous_std_rest(row, channel)},
                                  previous_frames(row, channel)};
    return before;
}

// The range is from one deviation below the mean to one above.
void smoothed_moments(int row, int channel, TABLE moments, TABLE previous, TABLE smoothed, REAL smoothing,
                      REAL cut) {
    bool cuts = false;
    for (int c = 0; c < moments_channels; ++c) {
        const running_group a = smoothed_moments_found(row, c, moments);
        const running_group b = smoothed_moments_before(row, c, previous);
        const bool both = a.frames > 0 && b.frames > 0;
        cuts |= both && running_cuts(a.first.value - a.second.value, a.first.value + a.second.value,
                                     b.first.value - b.second.value, b.first.value + b.second.value, cut);
    }
    const running_group now = running_next(smoothed_moments_before(row, channel, previous),
                                           smoothed_moments_found(row, channel, moments), cuts, smoothing);
    smoothed_mean(row, channel) = now.first.value;
    smoothed_part(row, channel) = now.first.rest;
    smoothed_std(row, channel) = now.second.value;
    smoothed_std_rest(row, channel) = now.second.rest;
    smoothed_frames(row, channel) = now.frames;
}
#endif
