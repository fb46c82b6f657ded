#include "apps/python/arrays.hpp"

#include "pipeline/core/error.hpp"

#include <array>
#include <cstdint>
#include <memory>
#include <string>
#include <utility>

namespace sluice::python {
namespace {

nb::dlpack::dtype dtype_of(Pixel pixel) {
    using Code = nb::dlpack::dtype_code;
    const Code code = !is_integer(pixel) ? Code::Float : is_signed(pixel) ? Code::Int : Code::UInt;
    return {static_cast<std::uint8_t>(code), static_cast<std::uint8_t>(8 * bytes(pixel)), 1};
}

std::array<std::size_t, 4> shape_of(const ImageFormat& format) {
    return {format.layers, format.height, format.width, static_cast<std::size_t>(format.channels)};
}

template <class Array>
std::string shape_text(const Array& pixels) {
    std::string text;
    for (std::size_t i = 0; i < pixels.ndim(); ++i)
        text += (i > 0 ? " x " : "") + std::to_string(pixels.shape(i));
    return text;
}

template <class Array>
void expect_format(const Array& pixels, const ImageFormat& format) {
    bool same = pixels.ndim() == 4 && pixels.dtype() == dtype_of(format.pixel);
    const auto shape = shape_of(format);
    for (std::size_t i = 0; same && i < shape.size(); ++i) same = pixels.shape(i) == shape[i];
    if (!same)
        throw Error(Error::Kind::usage, "array",
                    "has " + shape_text(pixels) + " values (layers, rows, columns, channels) of " +
                        std::to_string(pixels.dtype().bits) + " bits; the image is " + format.text());
}

// Axes with one element may have any step.
template <class View, class Array>
std::optional<View> rows_of(const Array& pixels, const ImageFormat& format) {
    expect_format(pixels, format);
    const auto sample = static_cast<std::int64_t>(bytes(format.pixel));
    const bool planes = format.channels > 1 && pixels.stride(3) != 1;
    const std::int64_t lanes = format.width > 1 ? pixels.stride(2) : planes ? 1 : format.channels;
    std::int64_t pitch = static_cast<std::int64_t>(format.width) * lanes * sample;
    const auto height = static_cast<std::int64_t>(format.height);
    if (height > 1)
        pitch = pixels.stride(1) * sample;
    else if (format.layers > 1)
        pitch = pixels.stride(0) * sample;
    const bool layers_follow = format.layers == 1 || pixels.stride(0) * sample == height * pitch;
    const std::int64_t plane = planes ? pixels.stride(3) * sample : 0;
    if (!layers_follow || pitch < 0 || plane < 0 || lanes < 1 || (planes && lanes != 1)) return std::nullopt;
    const View view{format, pixels.data(), static_cast<std::size_t>(pitch),
                    planes ? 0 : static_cast<int>(lanes), static_cast<std::size_t>(plane)};
    if (!unusable(view).empty()) return std::nullopt;
    return view;
}

bool is_contiguous(const HostImage& image) {
    const ConstHostView view = image.view();
    return view.packed_pixels() && image.pitch() * image.format().rows() == image.format().host_bytes();
}

}  // namespace

std::optional<ConstHostView> view_of(const ConstPixels& pixels, const ImageFormat& format) {
    return rows_of<ConstHostView>(pixels, format);
}

std::optional<HostView> view_of(const Pixels& pixels, const ImageFormat& format) {
    return rows_of<HostView>(pixels, format);
}

ConstHostView interleaved_view_of(const ConstPixels& pixels, const ImageFormat& format) {
    const auto view = view_of(pixels, format);
    if (!view || view->in_planes())
        throw Error(Error::Kind::usage, "array", "its layout is not that of an image");
    return *view;
}

nb::object empty_array(const ImageFormat& format, bool contiguous) {
    HostImage image(format, Destination{Layout::device});
    if (contiguous && !is_contiguous(image)) image = HostImage(format, Destination{Layout::packed});
    return array_of(std::move(image));
}

nb::object array_of(HostImage image) {
    auto kept = std::make_unique<HostImage>(std::move(image));
    const HostView view = kept->view();
    const nb::capsule owner(kept.get(), [](void* p) noexcept { delete static_cast<HostImage*>(p); });
    kept.release();
    const auto shape = shape_of(view.format);
    const auto sample = bytes(view.format.pixel);
    const auto row = static_cast<std::int64_t>(view.pitch / sample);
    const std::array<std::int64_t, 4> steps{row * static_cast<std::int64_t>(view.format.height), row,
                                            static_cast<std::int64_t>(view.step()), 1};
    return nb::cast(nb::ndarray<nb::numpy>(view.data, shape.size(), shape.data(), owner, steps.data(),
                                           dtype_of(view.format.pixel)));
}

}  // namespace sluice::python
