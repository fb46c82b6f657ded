// Arrays of Python as images: what NumPy, or another library by DLPack, holds in the memory of the host.
#pragma once

#include "pipeline/core/host_image.hpp"

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>

#include <optional>

namespace sluice::python {

namespace nb = nanobind;

// Pixels of an image as four axes: layers, rows, columns, channels.
using Pixels = nb::ndarray<nb::device::cpu>;
using ConstPixels = nb::ndarray<nb::ro, nb::device::cpu>;

// The rows of an array where they lie. Nothing where they do not lie as a view can have them: samples of a
// pixel beside each other, three of them in four lanes at most, or each channel in a plane; rows and layers
// in steps of one pitch. Throws Error(usage) for an array of another shape or type than the format.
std::optional<ConstHostView> view_of(const ConstPixels& pixels, const ImageFormat& format);
std::optional<HostView> view_of(const Pixels& pixels, const ImageFormat& format);
// The same without planes. Throws Error(usage) where there is no such view.
ConstHostView interleaved_view_of(const ConstPixels& pixels, const ImageFormat& format);

// A new array of such an image, with four axes, as a device that shares memory takes it where it lies.
// `contiguous`: only where no byte is left out between pixels and rows; else they are packed.
nb::object empty_array(const ImageFormat& format, bool contiguous);

// The same with what an image holds, whose memory it keeps.
nb::object array_of(HostImage image);

}  // namespace sluice::python
