#include "pipeline/core/tensor.hpp"

#include "pipeline/core/error.hpp"
#include "pipeline/core/format_fault.hpp"

#include <string>

namespace sluice {

HostView tensor_slot(void* data, const ImageFormat& format, TensorLayout layout, std::size_t index) {
    std::string fault = memory_fault(format);
    if (format.layers != 1)
        fault = "an image in a tensor has one layer, not " + std::to_string(format.layers);
    if (!fault.empty()) throw Error(Error::Kind::usage, "tensor", fault);
    HostView view{format, static_cast<std::byte*>(data) + index * format.host_bytes()};
    const std::size_t row = format.width * bytes(format.pixel);
    const bool planes = layout == TensorLayout::nchw && format.channels > 1;
    view.pitch = planes ? row : row * static_cast<std::size_t>(format.channels);
    view.plane = planes ? row * format.height : 0;
    return view;
}

}  // namespace sluice
