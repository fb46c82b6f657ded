// The memory that workers decode into and that pictures then lie in.
#pragma once

#include "pipeline/isolated/segment.hpp"

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <list>
#include <memory_resource>
#include <mutex>
#include <vector>

#include <sys/types.h>

namespace sluice::isolated {

// A segment that one image is made in. Then it is what the image takes its memory from; when the image is
// gone, the worker that knows it may get it again.
class PixelSegment : public std::pmr::memory_resource {
public:
    PixelSegment(std::uint64_t id, std::size_t bytes, pid_t worker, bool gives_back)
        : id_(id), segment_(bytes), worker_(worker), gives_back_(gives_back) {}

    std::uint64_t id() const { return id_; }  // of all of a run
    const Segment& segment() const { return segment_; }

private:
    friend class PixelSegments;

    void* do_allocate(std::size_t bytes, std::size_t alignment) override;
    void do_deallocate(void* pointer, std::size_t bytes, std::size_t alignment) override;
    bool do_is_equal(const memory_resource& other) const noexcept override { return this == &other; }

    std::uint64_t id_;
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

    // One for a worker. Only that worker will ever see it: what is in it stays between both. It keeps those
    // that it has, since their pages are mapped then, and is to be told which are `gone`. Throws
    // std::bad_alloc.
    struct Taken {
        PixelSegment& segment;
        bool is_new;
        std::vector<std::uint64_t> gone;
    };
    Taken take(std::size_t bytes, pid_t worker);
    // It holds no image.
    void leave(PixelSegment& segment);
    // The worker is gone; its segments go when their images do.
    void forget(pid_t worker);

private:
    std::vector<std::uint64_t> sweep(pid_t worker, std::size_t least);

    std::mutex mutex_;
    std::list<PixelSegment> segments_;
    std::uint64_t next_id_ = 0;
    std::atomic<bool> gives_back_ = false;
};

}  // namespace sluice::isolated
