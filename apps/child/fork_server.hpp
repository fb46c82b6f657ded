// Children of this process as it was before it had threads or an open device.
#pragma once

#include "apps/child/child.hpp"

#include <cstddef>
#include <memory>
#include <mutex>
#include <vector>

namespace sluice::apps {

// A process may make copies of itself only as long as it has no threads and has opened no device. This one
// stays as it was, and makes them when they are wanted. It ends with its owner, and its children with it.
class ForkServer {
public:
    // `works`: what a child may be wanted for. See fork_child().
    explicit ForkServer(const std::vector<Child::Work>& works);

    // A child that does works[work]. Must not outlive this. Any thread. Throws Error(usage) if there can be
    // no further process.
    std::unique_ptr<Child> start(std::size_t work);

private:
    int wait(pid_t child);

    std::mutex mutex_;
    Child server_;
};

}  // namespace sluice::apps
