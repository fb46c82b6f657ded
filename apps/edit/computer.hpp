// What the page sees of its images. The part of the editor that needs a device.
#pragma once

#include "apps/edit/opened.hpp"
#include "apps/edit/previewer.hpp"
#include "apps/edit/server.hpp"

#include <filesystem>

namespace sluice::apps {

// Use it from one thread at a time.
class Computer {
public:
    // `files` must outlive it. `folder`: an empty one, for results.
    Computer(const OpenedFiles& files, std::filesystem::path folder, Device device);

    // A preview or a result. Other requests get 404.
    PageResponse answer(const PageRequest& request);
    const Device& device() const { return previewer_.device(); }

private:
    PageResponse preview(const Json& asked);
    PageResponse result(const Json& asked);

    const OpenedFiles& files_;
    std::filesystem::path folder_;
    Previewer previewer_;
};

}  // namespace sluice::apps
