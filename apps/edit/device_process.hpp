// The process that computes: a kernel of a user may hang or crash there, and the editor goes on.
#pragma once

#include "apps/child/fork_server.hpp"
#include "apps/edit/opened.hpp"
#include "apps/edit/server.hpp"
#include "pipeline/device/device.hpp"
#include "pipeline/isolated/segment.hpp"

#include <cstddef>
#include <filesystem>
#include <functional>
#include <memory>
#include <mutex>
#include <string>

namespace sluice::apps {

// What the child does: answers requests, one after the other (computer.hpp), until its owner is gone. It ends
// when a call of the device takes longer than so many seconds; 0 = no limit. `folder`: for results; what is
// in it when the child is ended is left.
void compute(const OpenedFiles& files, const std::filesystem::path& folder,
             const std::function<Device()>& open, double seconds, const isolated::Channel& channel);

// Any thread.
class DeviceProcess {
public:
    // `work`: compute(). Throws what `open` throws.
    DeviceProcess(ForkServer& server, std::size_t work);

    const std::string& device_name() const { return device_name_; }
    // Throws Error(device) if the child ends instead of answering; the next request starts another one.
    PageResponse answer(const PageRequest& request);

private:
    std::string start();
    isolated::Message heard();

    ForkServer& server_;
    const std::size_t work_;
    std::mutex mutex_;
    std::unique_ptr<Child> child_;
    std::unique_ptr<isolated::Segment> segment_;  // with the bodies of its responses
    std::string device_name_;
};

}  // namespace sluice::apps
