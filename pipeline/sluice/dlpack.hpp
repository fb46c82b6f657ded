// The bridge to DLPack: tensors of other libraries as images of a pipeline, and back, without a copy.
//
//   session.submit(sluice::dl_view(tensor.dl_tensor));     // in memory of the host
//   session.submit(sluice::dl_image(device, tensor));      // a buffer of OpenCL
//   DLManagedTensor* mine = sluice::dl_tensor(frame.read());
//
// Header-only, and no part of the library: an application that includes it has <dlpack/dlpack.h>, 0.6 or
// newer. Tensors are rows, columns and channels (H W C), with layers before them (N H W C), or rows and
// columns of grey (H W). Planes (C H W) are images of one channel with layers, or ConstPlanes. What the
// channels are no tensor says: they are R G B, R G B A and two of data; set `format.order` and
// `format.grey_alpha` of what is returned where they are others. Errors are sluice::Error(usage).
#pragma once

#include "pipeline/core/error.hpp"
#include "pipeline/core/host_image.hpp"
#include "pipeline/device/opencl.hpp"
#include "pipeline/run/session.hpp"

#include <dlpack/dlpack.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <utility>

namespace sluice {

// The pixels of a tensor of kDLCPU. Rows may be any distance apart, and three channels may lie in four
// samples. Valid as long as the tensor is. Throws for another device, a type that no Pixel is, samples of a
// pixel that do not follow each other, and layers that do not.
inline HostView dl_view(const DLTensor& tensor);
// The same of kDLOpenCL, whose data is a cl_mem; it is retained. For a plan with Storage::rows
// (PlanOptions::storage_of). The tensor says no event: set `ready` where it may not be there yet. Throws
// Error(device) where it is of another context than the device.
inline DeviceImage dl_image(const Device& device, const DLTensor& tensor);

// A tensor that owns the image. Whoever takes it calls its deleter, once.
inline DLManagedTensor* dl_tensor(HostImage image);
// The same of kDLOpenCL, which holds the memory. It is there when `image.ready` is done, and as long as the
// Frame lives that it came from. Throws for an image object.
inline DLManagedTensor* dl_tensor(DeviceImage image);

// --- below: how -------------------------------------------------------------------------------------------

namespace dl_parts {

[[noreturn]] inline void refuse(const std::string& what) {
    throw Error(Error::Kind::usage, "DLTensor", what);
}

struct TypeOf {
    Pixel pixel;
    DLDataTypeCode code;
    std::uint8_t bits;
};
inline constexpr std::array<TypeOf, 8> types{{{Pixel::u8, kDLUInt, 8},
                                              {Pixel::u16, kDLUInt, 16},
                                              {Pixel::i8, kDLInt, 8},
                                              {Pixel::i16, kDLInt, 16},
                                              {Pixel::i32, kDLInt, 32},
                                              {Pixel::f16, kDLFloat, 16},
                                              {Pixel::f32, kDLFloat, 32},
                                              {Pixel::f64, kDLFloat, 64}}};

inline Pixel pixel_of(const DLDataType& type) {
    for (const TypeOf& known : types)
        if (type.lanes == 1 && type.code == known.code && type.bits == known.bits) return known.pixel;
    refuse("its type (code " + std::to_string(type.code) + ", " + std::to_string(type.bits) + " bits, " +
           std::to_string(type.lanes) +
           " lanes) is none of u8, i8, u16, i16, i32, f16, f32, f64 with one lane");
}

inline DLDataType type_of(Pixel pixel) {
    for (const TypeOf& known : types)
        if (known.pixel == pixel) return {static_cast<std::uint8_t>(known.code), known.bits, 1};
    refuse("there is no such type of pixels");
}

// An image in what a tensor holds, without its memory.
struct Rows {
    ImageFormat format;
    std::size_t pitch;  // bytes
    int lanes;
};

// Layers, rows, columns, channels: a dimension that a tensor leaves out has one.
enum Dimension { layer, row, column, channel };

inline Rows rows_of(const DLTensor& tensor) {
    if (tensor.ndim < 2 || tensor.ndim > 4)
        refuse("it has " + std::to_string(tensor.ndim) + " dimensions: H W, H W C and N H W C are images");
    std::array<std::int64_t, 4> shape{1, 1, 1, 1}, strides{};
    const int first = tensor.ndim == 4 ? layer : row;
    for (int i = 0; i < tensor.ndim; ++i) shape[static_cast<std::size_t>(first + i)] = tensor.shape[i];
    for (const std::int64_t length : shape)
        if (length <= 0) refuse("it has no pixels");
    if (shape[channel] > 4) refuse(std::to_string(shape[channel]) + " channels are more than 4");
    strides = {shape[row] * shape[column] * shape[channel], shape[column] * shape[channel], shape[channel],
               1};
    for (int i = 0; tensor.strides != nullptr && i < tensor.ndim; ++i)
        strides[static_cast<std::size_t>(first + i)] = tensor.strides[i];
    if (shape[column] == 1) strides[column] = shape[channel];  // what dimensions of one say means nothing
    if (shape[row] == 1) strides[row] = shape[column] * strides[column];

    const bool padded = shape[channel] == 3 && strides[column] == 4;
    if ((shape[channel] > 1 && strides[channel] != 1) || (strides[column] != shape[channel] && !padded))
        refuse("the samples of its pixels do not follow each other: planes are images by interleave()");
    if (strides[row] < shape[column] * strides[column] - (padded ? 1 : 0))
        refuse("its rows overlap, or go upwards");
    if (shape[layer] > 1 && strides[layer] != shape[row] * strides[row])
        refuse("its layers do not follow each other");
    ImageFormat format{.width = static_cast<std::size_t>(shape[column]),
                       .height = static_cast<std::size_t>(shape[row]),
                       .channels = static_cast<int>(shape[channel]),
                       .pixel = pixel_of(tensor.dtype),
                       .layers = static_cast<std::size_t>(shape[layer])};
    const std::size_t pitch = static_cast<std::size_t>(strides[row]) * bytes(format.pixel);
    return {format, pitch, padded ? 4 : 0};
}

// A tensor and what it points to.
template <class Owner>
struct Owned {
    Owner owner;
    std::array<std::int64_t, 4> shape, strides;
    DLManagedTensor tensor;
};

template <class Owner>
DLManagedTensor* owned(Owner image, const Rows& rows, DLDeviceType device) {
    const ImageFormat& format = rows.format;
    if (rows.pitch % bytes(format.pixel) != 0) refuse("its rows do not begin at whole samples");
    const auto n = [](std::size_t value) { return static_cast<std::int64_t>(value); };
    const std::int64_t pitch = n(rows.pitch / bytes(format.pixel));
    auto owned = std::make_unique<Owned<Owner>>(
        Owned<Owner>{std::move(image),
                     {n(format.layers), n(format.height), n(format.width), format.channels},
                     {n(format.height) * pitch, pitch, rows.lanes > 0 ? rows.lanes : format.channels, 1},
                     {}});
    const bool layered = format.layers > 1;
    DLTensor& tensor = owned->tensor.dl_tensor;
    tensor.device = {device, 0};
    tensor.ndim = layered ? 4 : 3;
    tensor.dtype = type_of(format.pixel);
    tensor.shape = owned->shape.data() + (layered ? 0 : 1);
    tensor.strides = owned->strides.data() + (layered ? 0 : 1);
    owned->tensor.manager_ctx = owned.get();
    owned->tensor.deleter = [](DLManagedTensor* self) {
        delete static_cast<Owned<Owner>*>(self->manager_ctx);
    };
    return &owned.release()->tensor;
}

}  // namespace dl_parts

inline HostView dl_view(const DLTensor& tensor) {
    if (tensor.device.device_type != kDLCPU)
        dl_parts::refuse("it is on a device: kDLCPU is what a view can be of");
    const auto [format, pitch, lanes] = dl_parts::rows_of(tensor);
    return {format, static_cast<std::byte*>(tensor.data) + tensor.byte_offset, pitch, lanes};
}

inline DeviceImage dl_image(const Device& device, const DLTensor& tensor) {
    if (tensor.device.device_type != kDLOpenCL)
        dl_parts::refuse("it is on no device of OpenCL: take dl_view() of kDLCPU");
    const auto [format, pitch, lanes] = dl_parts::rows_of(tensor);
    return {.format = format,
            .storage = Storage::rows,
            .pitch = pitch,
            .memory = adopt_memory(device, static_cast<cl_mem>(tensor.data)),
            .ready = {},
            .offset = tensor.byte_offset,
            .lanes = lanes};
}

inline DLManagedTensor* dl_tensor(HostImage image) {
    const HostView view = image.view();
    DLManagedTensor* const tensor =
        dl_parts::owned(std::move(image), {view.format, view.pitch, view.lanes}, kDLCPU);
    tensor->dl_tensor.data = view.data;  // which moving an image leaves where it is
    return tensor;
}

inline DLManagedTensor* dl_tensor(DeviceImage image) {
    if (image.storage != Storage::rows && image.storage != Storage::buffer)
        dl_parts::refuse("an image object is no tensor: plan with Storage::rows");
    const bool rows = image.storage == Storage::rows;
    const dl_parts::Rows lie{image.format, image.pitch, rows ? image.lanes : image.format.lanes()};
    const std::size_t offset = image.offset;
    cl_mem const memory = native(image.memory);
    DLManagedTensor* const tensor = dl_parts::owned(std::move(image), lie, kDLOpenCL);
    tensor->dl_tensor.data = memory;
    tensor->dl_tensor.byte_offset = offset;
    return tensor;
}

}  // namespace sluice
