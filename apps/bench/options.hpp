// What the measurements have in common: a command each, and options.
#pragma once

#include "apps/command.hpp"
#include "apps/options/device.hpp"

#include <cstddef>
#include <string>
#include <vector>

namespace sluice::apps {

// A measurement as a command of sluice-bench, with --size, --runs and --json.
Command measurement(const std::string& name, const std::string& summary, int (*run)(const Arguments&));
// Adds --plot, --compare.
void add_plot_option(po::options_description& options);
void add_compare_option(po::options_description& options);

struct ImageSize {
    std::size_t width, height, layers;
    std::size_t pixels() const { return width * height * layers; }
    std::string text() const;
    bool operator==(const ImageSize&) const = default;
};
// --size: "4096x4096,256x256x100", the last one 100 layers, or `standard` where it is not given. Throws what
// wrong_arguments() makes.
std::vector<ImageSize> size_option(const Arguments& arguments, const std::string& standard);
// The same where a measurement takes images of one layer only.
std::vector<ImageSize> one_layer_size_option(const Arguments& arguments, const std::string& standard);
// The same where it takes one size, of one layer. `rule` says so in the error.
ImageSize one_size_option(const Arguments& arguments, const std::string& standard, const std::string& rule);
// --storage; where it is not given, buffers and image objects of packed texels where the device has them.
std::vector<StorageChoice> storages_option(const Arguments& arguments, const Device& device);

}  // namespace sluice::apps
