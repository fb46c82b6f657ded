// The memory that workers decode into and that pictures then lie in.
#pragma once

#include "pipeline/isolated/segment.hpp"

#include <atomic>
#include <cstddef>
#include <list>
#include <memory_resource>
#include <mutex>

#include <sys/types.h>

namespace sluice::isolated {

// A segment that one image is made in. Then it is what the image takes its memory from; when the image is
// gone, the worker that knows it may get it again.
class PixelSegment : public std::pmr::memory_resource {
public:
    PixelSegment(std::size_t bytes, pid_t worker, bool gives_back)
        : segment_(bytes), worker_(worker), gives_back_(gives_back) {}

    const Segment& segment() const { return segment_; }

private:
    friend class PixelSegments;

    void* do_allocate(std::size_t bytes, std::size_t alignment) override;
    void do_deallocate(void* pointer, std::size_t bytes, std::size_t alignment) override;
    bool do_is_equal(const memory_resource& other) const noexcept override { return this == &other; }

    Segment segment_;
    pid_t worker_;
    bool gives_back_;
    std::atomic<bool> taken_ = true;  // by a worker that fills it, or by an image
};

// All of a run; must outlive the images. Any thread.
class PixelSegments {
public:
    // Pages of images that are gone go back to the system, in place of waiting for the next picture.
    void give_back() { gives_back_ = true; }

    // One for a worker. Only that worker will ever see it: what is in it stays between both. Throws
    // std::bad_alloc.
    PixelSegment& take(std::size_t bytes, pid_t worker);
    // It holds no image.
    void leave(PixelSegment& segment);
    // The worker is gone; its segments go when their images do.
    void forget(pid_t worker);

private:
    void sweep(pid_t worker, std::size_t least);

    std::mutex mutex_;
    std::list<PixelSegment> segments_;
    std::atomic<bool> gives_back_ = false;
};

}  // namespace sluice::isolated
