// Pictures to measure batches with.
#pragma once

#include "apps/bench/options.hpp"

#include <cstddef>
#include <filesystem>
#include <string>

namespace sluice::apps {

// Writes `count` pictures of 8-bit RGB to `folder`, as 0001.EXT and so on: crops of the pictures of 8-bit RGB
// in `from` that have a megapixel or more, resized, each from another place; or, where `from` is empty, noise
// that is as smooth as a photograph. The same arguments give the same pixels. Throws Error(input) for a
// `from` without such a picture, and like io's write().
void make_photos(const std::filesystem::path& from, const std::filesystem::path& folder, std::size_t count,
                 const ImageSize& size, const std::string& extension);

}  // namespace sluice::apps
