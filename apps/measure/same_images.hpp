// Any stage by itself, all of whose images have the same pixels.
#pragma once

#include "apps/measure/device_run.hpp"

#include <list>
#include <map>
#include <string>
#include <vector>

namespace sluice::apps {

// Names of the stages that make an image of images alone.
std::vector<std::string> stages_of_images();

// The same for all of its open Sources.
SourceFormats same_formats(const Graph& graph, const ImageFormat& format);

// The images of a graph, each in device memory of its own, in the storage that a plan with this choice
// expects. Belongs to one thread.
class SameImages {
public:
    // Throws Error where the graph takes other images.
    SameImages(const Graph& graph, const HostImage& image, const Device& device, StorageChoice storage);
    const std::map<std::string, SubmittedImage>& submitted() const { return images_; }
    DeviceImage first() const { return memory_.front().get(); }

private:
    std::list<ImageOnDevice> memory_;
    std::map<std::string, SubmittedImage> images_;
};

}  // namespace sluice::apps
