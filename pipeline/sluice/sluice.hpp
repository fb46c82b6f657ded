// sluice: image pipelines on OpenCL devices. Most applications include only this header.
//
//   sluice::Device device = sluice::Device::pick();
//   auto graph = sluice::Graph::from_chain("convert pixel=f32 | normalize mode=minmax");
//   auto plan = sluice::Plan(graph, sluice::ImageFormat{1920, 1080, 3, sluice::Pixel::u8}, device,
//                            {.observe = {"normalize.stats"}});
//   sluice::Session session(plan);
//   sluice::Frame frame = session.submit(view);   // returns at once
//   frame.read(destination);                      // waits; the image and the observed Tables arrive together
//   double low = frame.table("normalize.stats").real("min", 0);
//
// Errors are of type sluice::Error. If OpenCL fails, it is a DeviceError; reopened() then opens the device in
// a new context. There is no global state. Use a Session from one thread at a time, and each of its Frames
// too. Different Sessions run in parallel.
//
// Headers that this one does not include:
// - <sluice/batch.hpp>: batches of files.
// - <sluice/stages.hpp>: the stages as structs, for editors and compilers.
// - <sluice/opencl.hpp>: for applications with an OpenCL context, queue or memory of their own.
// - <sluice/opencv.hpp>, <sluice/dlpack.hpp>: bridges to OpenCV and DLPack.
// - <sluice/stage.hpp>: to declare stages of your own.
#pragma once

#include "pipeline/core/error.hpp"
#include "pipeline/core/format.hpp"
#include "pipeline/core/host_image.hpp"
#include "pipeline/core/statistics.hpp"
#include "pipeline/core/table.hpp"
#include "pipeline/core/tensor.hpp"
#include "pipeline/device/device.hpp"
#include "pipeline/device/error/device_error.hpp"
#include "pipeline/device/reopen.hpp"
#include "pipeline/graph/graph.hpp"
#include "pipeline/run/drop_oldest.hpp"
#include "pipeline/run/session.hpp"
#include "pipeline/sluice/plan.hpp"

#include <sluice/version.hpp>
