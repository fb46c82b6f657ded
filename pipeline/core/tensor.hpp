// Tensors: images of one format, one behind the other without gaps, as neural networks take them. Any thread.
#pragma once

#include "pipeline/core/api.hpp"
#include "pipeline/core/enum_names.hpp"
#include "pipeline/core/host_image.hpp"

#include <array>
#include <cstddef>
#include <string_view>

namespace sluice {

// The order of the axes: image, channel, row, column. nchw has planes.
enum class TensorLayout { nchw, nhwc };
template <>
inline constexpr std::array<std::string_view, 2> names_of<TensorLayout>{"nchw", "nhwc"};

// The place of image `index` in a tensor at `data`, for Session::submit() and Frame::read(). `format` is that
// of one image, which takes format.host_bytes(); its order says which channel comes first. The caller checks
// that the tensor holds the image. Throws Error(usage) for a format that has more than one layer or is
// impossible.
SLUICE_API HostView tensor_slot(void* data, const ImageFormat& format, TensorLayout layout,
                                std::size_t index);

}  // namespace sluice
