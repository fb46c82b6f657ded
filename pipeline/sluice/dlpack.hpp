// The bridge to DLPack: uses tensors of other libraries as images, and images as tensors, without a copy.
//
//   session.submit(sluice::dl_view(tensor.dl_tensor));     // in host memory
//   session.submit(sluice::dl_image(device, tensor));      // an OpenCL buffer
//   DLManagedTensor* mine = sluice::dl_tensor(frame.read());
//
// Header-only: your application needs <dlpack/dlpack.h>, version 0.6 or newer. The dimensions of a tensor are
// H W C, N H W C (N layers), or H W (grey). With TensorLayout::nchw, they are C H W or 1 C H W; a plan that
// stores the image in StorageChoice::planes uses it in place. A tensor does not say what its channels mean.
// sluice takes three as R G B, four as R G B A, and two as data. If they mean something else, set
// `format.order` or `format.grey_alpha` of the returned view. Errors are Error(usage), unless a function says
// otherwise. Any thread.
#pragma once

#include "pipeline/core/error.hpp"
#include "pipeline/core/host_image.hpp"
#include "pipeline/core/tensor.hpp"
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

// A view of a kDLCPU tensor. Rows may have any pitch, and three channels may be padded to four samples. Valid
// as long as the tensor. Throws if the tensor is on another device, no Pixel has its type, or the samples of
// a pixel or the layers are not contiguous.
inline HostView dl_view(const DLTensor& tensor, TensorLayout layout = TensorLayout::nhwc);
// An image that uses the cl_mem of a kDLOpenCL tensor, and retains it. The plan must store the image in
// StorageChoice::rows, or in planes for nchw (PlanOptions::storage_of). A tensor has no event: if its
// contents may not be complete yet, set `ready`. Throws Error(device) if the tensor belongs to another
// context.
inline DeviceImage dl_image(const Device& device, const DLTensor& tensor,
                            TensorLayout layout = TensorLayout::nhwc);

// A kDLCPU tensor that owns the image. Its user must call its deleter once.
inline DLManagedTensor* dl_tensor(HostImage image);
// A kDLOpenCL tensor that holds the memory of the image. Its contents are complete when `image.ready` is
// done, and valid as long as the Frame that the image came from. Throws if the image is an image object.
inline DLManagedTensor* dl_tensor(DeviceImage image);

// --- implementation ---------------------------------------------------------------------------------------

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
           " lanes) must be u8, i8, u16, i16, i32, f16, f32 or f64, with one lane");
}

inline DLDataType type_of(Pixel pixel) {
    for (const TypeOf& known : types)
        if (known.pixel == pixel) return {static_cast<std::uint8_t>(known.code), known.bits, 1};
    refuse("the pixel type is unknown");
}

// How an image is stored in a tensor.
struct Rows {
    ImageFormat format;
    std::size_t pitch;  // bytes
    int lanes;
    std::size_t plane = 0;  // bytes
};

// The dimensions. One that a tensor leaves out has length 1.
enum Dimension { layer, row, column, channel };

// Of a tensor whose channels are planes.
inline Rows planes_of(const DLTensor& tensor) {
    if (tensor.ndim < 3 || tensor.ndim > 4 || (tensor.ndim == 4 && tensor.shape[0] != 1))
        refuse("it must have the dimensions C H W, or 1 C H W: pass the images of a batch one by one");
    const std::int64_t* const shape = tensor.shape + (tensor.ndim - 3);
    if (shape[0] < 1 || shape[0] > 4)
        refuse("it has " + std::to_string(shape[0]) + " channels; an image has 1 to 4");
    if (shape[1] < 1 || shape[2] < 1) refuse("it has no pixels");
    std::array<std::int64_t, 3> strides{shape[1] * shape[2], shape[2], 1};
    for (std::size_t i = 0; tensor.strides != nullptr && i < 3; ++i)
        strides[i] = tensor.strides[static_cast<std::size_t>(tensor.ndim - 3) + i];
    if (shape[1] == 1) strides[1] = shape[2];  // the stride of a length 1 has no meaning
    if (shape[0] == 1) strides[0] = shape[1] * strides[1];
    if (shape[2] > 1 && strides[2] != 1) refuse("the samples of a row are not adjacent");
    if (strides[1] < shape[2] || strides[0] < (shape[1] - 1) * strides[1] + shape[2])
        refuse("its rows or planes overlap, or run backwards");
    const ImageFormat format{.width = static_cast<std::size_t>(shape[2]),
                             .height = static_cast<std::size_t>(shape[1]),
                             .channels = static_cast<int>(shape[0]),
                             .pixel = pixel_of(tensor.dtype)};
    const std::size_t sample = bytes(format.pixel);
    return {format, static_cast<std::size_t>(strides[1]) * sample, 0,
            format.channels > 1 ? static_cast<std::size_t>(strides[0]) * sample : 0};
}

inline Rows rows_of(const DLTensor& tensor, TensorLayout layout) {
    if (layout == TensorLayout::nchw) return planes_of(tensor);
    if (tensor.ndim < 2 || tensor.ndim > 4)
        refuse("it has " + std::to_string(tensor.ndim) + " dimensions; an image has H W, H W C or N H W C");
    std::array<std::int64_t, 4> shape{1, 1, 1, 1}, strides{};
    const int first = tensor.ndim == 4 ? layer : row;
    for (int i = 0; i < tensor.ndim; ++i) shape[static_cast<std::size_t>(first + i)] = tensor.shape[i];
    for (const std::int64_t length : shape)
        if (length <= 0) refuse("it has no pixels");
    if (shape[channel] > 4)
        refuse("it has " + std::to_string(shape[channel]) + " channels; an image has 1 to 4");
    strides = {shape[row] * shape[column] * shape[channel], shape[column] * shape[channel], shape[channel],
               1};
    for (int i = 0; tensor.strides != nullptr && i < tensor.ndim; ++i)
        strides[static_cast<std::size_t>(first + i)] = tensor.strides[i];
    if (shape[column] == 1) strides[column] = shape[channel];  // the stride of a length 1 has no meaning
    if (shape[row] == 1) strides[row] = shape[column] * strides[column];

    const bool padded = shape[channel] == 3 && strides[column] == 4;
    if ((shape[channel] > 1 && strides[channel] != 1) || (strides[column] != shape[channel] && !padded))
        refuse("the samples of a pixel are not adjacent; for planes (C H W), pass TensorLayout::nchw");
    if (strides[row] < shape[column] * strides[column] - (padded ? 1 : 0))
        refuse("its rows overlap or run from bottom to top");
    if (shape[layer] > 1 && strides[layer] != shape[row] * strides[row])
        refuse("its layers are not adjacent");
    ImageFormat format{.width = static_cast<std::size_t>(shape[column]),
                       .height = static_cast<std::size_t>(shape[row]),
                       .channels = static_cast<int>(shape[channel]),
                       .pixel = pixel_of(tensor.dtype),
                       .layers = static_cast<std::size_t>(shape[layer])};
    const std::size_t pitch = static_cast<std::size_t>(strides[row]) * bytes(format.pixel);
    return {format, pitch, padded ? 4 : 0, 0};
}

// A tensor and the objects that it points to.
template <class Owner>
struct Owned {
    Owner owner;
    std::array<std::int64_t, 4> shape, strides;
    DLManagedTensor tensor;
};

template <class Owner>
DLManagedTensor* owned(Owner image, const Rows& rows, DLDeviceType device) {
    const ImageFormat& format = rows.format;
    if (rows.pitch % bytes(format.pixel) != 0) refuse("its pitch is not a multiple of the sample size");
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

inline HostView dl_view(const DLTensor& tensor, TensorLayout layout) {
    if (tensor.device.device_type != kDLCPU)
        dl_parts::refuse("it is on a device; dl_view() takes tensors in host memory (kDLCPU)");
    const auto [format, pitch, lanes, plane] = dl_parts::rows_of(tensor, layout);
    return {format, static_cast<std::byte*>(tensor.data) + tensor.byte_offset, pitch, lanes, plane};
}

inline DeviceImage dl_image(const Device& device, const DLTensor& tensor, TensorLayout layout) {
    if (tensor.device.device_type != kDLOpenCL)
        dl_parts::refuse("it is not in OpenCL memory (kDLOpenCL); for host memory, use dl_view()");
    const auto [format, pitch, lanes, plane] = dl_parts::rows_of(tensor, layout);
    return {.format = format,
            .storage = Storage::rows,
            .pitch = pitch,
            .memory = adopt_memory(device, static_cast<cl_mem>(tensor.data)),
            .ready = {},
            .offset = tensor.byte_offset,
            .lanes = lanes,
            .plane = plane};
}

inline DLManagedTensor* dl_tensor(HostImage image) {
    const HostView view = image.view();
    DLManagedTensor* const tensor =
        dl_parts::owned(std::move(image), {view.format, view.pitch, view.lanes}, kDLCPU);
    tensor->dl_tensor.data = view.data;  // still valid: moving an image does not move its pixels
    return tensor;
}

inline DLManagedTensor* dl_tensor(DeviceImage image) {
    if (image.plane > 0) dl_parts::refuse("an image in planes cannot be a tensor of H W C");
    if (image.storage != Storage::rows && image.storage != Storage::buffer)
        dl_parts::refuse("an image object cannot be a tensor; plan with Storage::rows");
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
