#include "pipeline/isolated/pixel_segments.hpp"

#include <new>
#include <utility>

namespace sluice::isolated {

void* PixelSegment::do_allocate(std::size_t bytes, std::size_t) {
    if (bytes > segment_.bytes()) throw std::bad_alloc();
    return segment_.data();
}

void PixelSegment::do_deallocate(void*, std::size_t, std::size_t) {
    if (gives_back_) segment_.clear();
    taken_ = false;  // last: from now on another thread may have it, or remove it
}

PixelSegments::Taken PixelSegments::take(std::size_t bytes, pid_t worker) {
    const std::lock_guard lock(mutex_);
    std::vector<std::uint64_t> gone = sweep(worker, bytes);
    PixelSegment* best = nullptr;
    for (PixelSegment& segment : segments_)
        if (segment.worker_ == worker && !segment.taken_ &&
            (best == nullptr || segment.segment().bytes() < best->segment().bytes()))
            best = &segment;
    if (best == nullptr)
        return {segments_.emplace_back(next_id_++, bytes, worker, gives_back_), true, std::move(gone)};
    best->taken_ = true;
    return {*best, false, std::move(gone)};
}

void PixelSegments::leave(PixelSegment& segment) { segment.do_deallocate(nullptr, 0, 0); }

void PixelSegments::forget(pid_t worker) {
    constexpr pid_t nobody = -1;
    const std::lock_guard lock(mutex_);
    for (PixelSegment& segment : segments_)
        if (segment.worker_ == worker) segment.worker_ = nobody;
    sweep(nobody, 0);
}

// Those that nobody will ask for again: of workers that are gone, and of this one those that are too small
// for what it decodes now.
std::vector<std::uint64_t> PixelSegments::sweep(pid_t worker, std::size_t least) {
    std::vector<std::uint64_t> gone;
    segments_.remove_if([&](const PixelSegment& segment) {
        const bool goes =
            !segment.taken_ &&
            (segment.worker_ < 0 || (segment.worker_ == worker && segment.segment().bytes() < least));
        if (goes && segment.worker_ == worker) gone.push_back(segment.id());
        return goes;
    });
    return gone;
}

}  // namespace sluice::isolated
