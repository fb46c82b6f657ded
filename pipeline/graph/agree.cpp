#include "pipeline/graph/agree.hpp"

namespace sluice {

std::string size_fault(const ImageFormat& image, const std::string& name, const ImageFormat& other) {
    if (other.width == image.width && other.height == image.height && other.layers == image.layers) return "";
    return "its images differ in size: the first is " + image.text() + ", and its " + name + " " +
           other.text();
}

std::string mask_fault(const ImageFormat& image, const ImageFormat& mask) {
    if (mask.colors() == 1 || mask.colors() == image.colors()) return "";
    return "its mask must have one channel, or as many as the image has colours, not " + mask.text() +
           " for " + image.text();
}

}  // namespace sluice
