// A Plan: a checked Graph with its steps, for one device and for the formats of its inputs. A Session builds
// the kernels.
#pragma once

#include "pipeline/core/api.hpp"
#include "pipeline/core/format.hpp"
#include "pipeline/device/device.hpp"
#include "pipeline/graph/graph.hpp"
#include "pipeline/plan/options.hpp"
#include "pipeline/run/session.hpp"

#include <cstddef>
#include <map>
#include <memory>
#include <string>
#include <utility>

namespace sluice {

class Registry;

// The stages that come with sluice. To add your own stages, copy this Registry and call add(). Any thread.
SLUICE_API const Registry& builtin_stages();

// Reads a file that 'sluice tune --output FILE' wrote, for PlanOptions::tuning. Plans made with it are the
// same on every machine with a device of that model. Throws Error(input, file) if the file cannot be used.
// Any thread.
SLUICE_API std::shared_ptr<const DeviceTuning> read_tuning(const std::string& file);

// Value type. A Plan never changes, so copies share its contents and any number of threads may use it at
// once. It keeps the stages that it uses; the Registry may be destroyed. After you move from a Plan, its
// functions throw Error(usage), and so does a Session made with it. For the format of a result, make a
// Session and call result_format().
class SLUICE_API Plan : public Prepared {
public:
    // For a graph that takes exactly one image from the application. `input`: the format of the images that
    // Session::submit() will get. Throws Error(usage) with every fault of the graph.
    Plan(const Graph& graph, const ImageFormat& input, const Device& device, const PlanOptions& options = {},
         const Registry& registry = builtin_stages());
    // For any graph. `inputs`: the formats of the images from the application, by the id of the Source (the
    // node where an image enters). The formats of files are read from the files.
    Plan(const Graph& graph, const SourceFormats& inputs, const Device& device,
         const PlanOptions& options = {}, const Registry& registry = builtin_stages());

    // For a graph with stages whose size follows from pixels, such as trim; other Plans throw Error(usage)
    // for these. Runs what measures them on `images`, by the id of the Source; images of files are read. The
    // Plan is for the sizes that were found: a Session made with it gives every image the rectangle of trim
    // that these images have. `warn`, if set, receives what the stages say. Waits for the device.
    static Plan measured(const Graph& graph, const std::map<std::string, SubmittedImage>& images,
                         const Device& device, const PlanOptions& options = {},
                         const Registry& registry = builtin_stages(), const Log& warn = {});

    // Bytes of device memory for one frame.
    std::size_t peak_bytes() const;
    // How many strips a frame is processed in; 1 = in one piece.
    std::size_t strips() const;
    // How many passes one frame needs over the rows of a Source. Throws Error(usage) for an unknown id.
    std::size_t readings(const std::string& source) const;

    // The output of `sluice plan`: three lines; each step and its reason (`kernels` adds the source code of
    // the kernels); the same as JSON; a graph for Graphviz's dot.
    std::string summary() const;
    std::string text(bool kernels = false) const;
    std::string json() const;
    std::string dot() const;

private:
    explicit Plan(Prepared plan) : Prepared(std::move(plan)) {}
    const ExecutionPlan& made() const;
};

}  // namespace sluice
