// sluice: image pipelines on OpenCL devices. The one header that applications include.
//
//   sluice::Device device = sluice::Device::pick();
//   auto graph = sluice::Graph::from_chain("convert pixel=f32 | normalize mode=minmax");
//   auto plan = sluice::Plan(graph, sluice::ImageFormat{1920, 1080, 3, sluice::Pixel::u8}, device,
//                            {.observe = {"normalize.stats"}});
//   sluice::Session session(plan);
//   sluice::Frame frame = session.submit(view);   // returns at once
//   frame.read(destination);                      // waits: image and observed tables together
//   double low = frame.table("normalize.stats").real("min", 0);
//
// Errors are sluice::Error; what OpenCL failed with is a DeviceError, and reopened() gives another context.
// No global state. A Session belongs to one thread at a time, and so does each of its Frames; different
// Sessions run in parallel.
// Five headers stand beside this one: <sluice/batch.hpp> puts folders of files through, <sluice/opencl.hpp>
// takes an OpenCL context of the application's, <sluice/opencv.hpp> and <sluice/dlpack.hpp> bridge to OpenCV
// and DLPack, and <sluice/stage.hpp> has the words in which stages are declared.
#pragma once

#include "pipeline/core/error.hpp"
#include "pipeline/core/format.hpp"
#include "pipeline/core/host_image.hpp"
#include "pipeline/core/planes.hpp"
#include "pipeline/core/statistics.hpp"
#include "pipeline/core/table.hpp"
#include "pipeline/device/device.hpp"
#include "pipeline/device/error/device_error.hpp"
#include "pipeline/device/reopen.hpp"
#include "pipeline/graph/graph.hpp"
#include "pipeline/run/drop_oldest.hpp"
#include "pipeline/run/session.hpp"
#include "pipeline/sluice/plan.hpp"

#include <sluice/version.hpp>
