// Pipelines, devices, Sessions and Frames. Threads of Python may share a Session: calls wait for each other,
// and without Python's lock, so that other threads go on.
#include "apps/python/arrays.hpp"
#include "apps/python/bindings.hpp"
#include "apps/python/graph_of.hpp"
#include "apps/python/tables.hpp"
#include "apps/python/words.hpp"

#include "pipeline/core/format_fault.hpp"
#include "pipeline/core/message.hpp"
#include "pipeline/device/forked.hpp"
#include "pipeline/graph/measured.hpp"
#include "pipeline/plan/plan.hpp"
#include "pipeline/run/prepare.hpp"
#include "pipeline/sluice/sluice.hpp"

#include <nanobind/stl/map.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/unique_ptr.h>
#include <nanobind/stl/variant.h>
#include <nanobind/stl/vector.h>
#include <algorithm>

#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace nb = nanobind;
using namespace nb::literals;

namespace sluice::python {
namespace {

constexpr const char* not_as_image =
    "the layout of this array is not that of an image; numpy.ascontiguousarray() fixes that";

using Formats = std::vector<std::pair<std::string, ImageFormat>>;  // by the id of a Source or Sink

Graph changed_graph(const std::string& text, const std::string& file, Changes changes) {
    Graph graph = graph_of(text, file, changes);
    for (const auto& [name, value] : changes) graph.set(name, value);
    return graph;
}

// The ids of the images that a graph leaves open at its start and at its end, in the order of its stages.
struct Ends {
    std::vector<std::string> inputs, outputs;
};
Ends open_ends(const Graph& graph) {
    const CheckedGraph checked = check_or_throw(graph, builtin_stages(), {.open_ends = true});
    Ends ends;
    for (const CheckedNode& node : checked.nodes) {
        const auto* source = node.stage->as<SourceDef>();
        const auto* sink = node.stage->as<SinkDef>();
        if (source != nullptr && source->expand) continue;  // it needs nothing
        if ((source != nullptr && source->open) || (sink != nullptr && sink->open))
            throw Error(Error::Kind::usage, node.id,
                        "is a file, but this pipeline works on arrays; for files, use read() and write(), "
                        "for folders batch()");
        if (source != nullptr) ends.inputs.push_back(node.id);
        if (sink != nullptr) ends.outputs.push_back(node.id);
    }
    return ends;
}

Formats named(const std::vector<std::string>& ids, const std::vector<ImageFormat>& formats) {
    if (ids.size() != formats.size())
        throw Error(Error::Kind::usage, "pipeline",
                    "needs " + std::to_string(ids.size()) + (ids.size() == 1 ? " image (" : " images (") +
                        listed(ids) + "), not " + std::to_string(formats.size()));
    Formats inputs;
    for (std::size_t i = 0; i < ids.size(); ++i) inputs.emplace_back(ids[i], formats[i]);
    return inputs;
}

PlanOptions plan_options(const std::vector<std::string>& observe, const std::string& storage,
                         std::size_t limit_memory) {
    PlanOptions options{.observe = observe, .storage = value_of<StorageChoice>("storage", storage)};
    options.limit_memory = limit_memory;
    return options;
}

Formats results_of(const ExecutionPlan& plan) {
    Formats results;
    for (const PlannedStep& step : plan.steps)
        if (const auto* down = std::get_if<Download>(&step))
            results.emplace_back(plan.graph.nodes[down->sink].id, plan.images[down->image].format);
    return results;
}

ConstHostView view_in(const nb::object& array, const ImageFormat& format, const std::string& name) {
    const auto view = view_of(nb::cast<ConstPixels>(array), format);
    if (!view) throw Error(Error::Kind::usage, name, not_as_image);
    return *view;
}

struct Shared {
    Shared(const Plan& plan, std::size_t frames) : session(plan, {.frames_in_flight = frames}) {}

    std::mutex mutex;
    Session session;
};

// What a forked process cannot end properly it leaves as it is.
struct UnlessForked {
    template <class T>
    void operator()(T* object) const {
        if (!is_forked()) delete object;
    }
};

// Calls `work` with the Session for itself.
template <class Work>
auto with(Shared& shared, const Work& work) {
    refuse_forked();
    const nb::gil_scoped_release others_go_on;
    const std::lock_guard lock(shared.mutex);
    return work(shared.session);
}

// A frame on its way. Once it was waited for, its memory on the device is another one's.
class PythonFrame {
public:
    PythonFrame(std::shared_ptr<Shared> shared, Frame frame, std::vector<nb::object> kept)
        : shared_(std::move(shared)), frame_(new Frame(std::move(frame))), kept_(std::move(kept)) {}
    PythonFrame(const PythonFrame&) = delete;
    PythonFrame& operator=(const PythonFrame&) = delete;
    ~PythonFrame() {
        if (frame_ == nullptr || is_forked()) return;
        const nb::gil_scoped_release others_go_on;
        const std::lock_guard lock(shared_->mutex);
        frame_.reset();
    }

    void wait() {
        with(*shared_, [&](Session& session) {
            if (frame_ == nullptr) return;
            frame_->wait();
            for (const ObservedTable& observed : session.plan().observed)
                tables_.emplace(observed.name, frame_->table(observed.name));
            warnings_ = frame_->warnings();
            frame_.reset();
        });
        kept_.clear();
    }
    std::map<std::string, nb::object> tables() {
        wait();
        std::map<std::string, nb::object> columns;
        for (const auto& [name, table] : tables_) columns.emplace(name, columns_of(table));
        return columns;
    }
    std::vector<std::string> warnings() {
        wait();
        return warnings_;
    }

private:
    std::shared_ptr<Shared> shared_;
    std::unique_ptr<Frame, UnlessForked> frame_;  // none: was waited for
    std::vector<nb::object> kept_;                // arrays whose memory it uses
    std::map<std::string, Table> tables_;
    std::vector<std::string> warnings_;
};

class PythonSession {
public:
    PythonSession(const std::string& text, const std::string& file, const Changes& changes,
                  const std::vector<ImageFormat>& formats, const Device& device,
                  const std::vector<std::string>& observe, std::size_t frames, const std::string& storage,
                  std::size_t limit_memory, const std::vector<bool>& planes, bool results_in_planes,
                  const std::string& result_order, const std::vector<nb::object>& to_measure) {
        refuse_forked();
        std::vector<ConstHostView> views;
        // Of a format that is refused in any case there may be no view.
        if (std::all_of(formats.begin(), formats.end(),
                        [](const ImageFormat& format) { return format_fault(format).empty(); }))
            for (std::size_t i = 0; i < to_measure.size(); ++i)
                views.push_back(view_in(to_measure[i], formats.at(i), "image"));
        const nb::gil_scoped_release others_go_on;
        const Graph graph = changed_graph(text, file, changes);
        const Ends ends = open_ends(graph);
        inputs = named(ends.inputs, formats);
        PlanOptions options = plan_options(observe, storage, limit_memory);
        if (options.storage == StorageChoice::automatic) {
            for (std::size_t i = 0; i < inputs.size(); ++i)
                if (planes.at(i)) options.storage_of.emplace(ends.inputs[i], StorageChoice::planes);
            for (const std::string& id : ends.outputs)
                if (results_in_planes) options.storage_of.emplace(id, StorageChoice::planes);
        }
        const Plan plan = planned(graph, views, device, options);
        text_ = plan.text();
        outputs = results_of(*plan.execution);
        for (auto& [id, format] : outputs)
            if (!result_order.empty() && format.colors() == 3 && format.model == Model::rgb)
                format.order = value_of<Order>("result_order", result_order);
        for (const ObservedTable& table : plan.execution->observed) tables.push_back(table.name);
        shared_.reset(new Shared(plan, frames), UnlessForked());
    }

    std::unique_ptr<PythonFrame> submit(const std::vector<nb::object>& images,
                                        const std::vector<nb::object>& results, bool lend) {
        return start(images, results, lend, [](Session& session, const auto& given, const auto& places) {
            return std::optional(session.submit(given, places));
        });
    }
    // None: all frames are in flight.
    std::unique_ptr<PythonFrame> try_submit(const std::vector<nb::object>& images,
                                            const std::vector<nb::object>& results, bool lend) {
        return start(images, results, lend, [](Session& session, const auto& given, const auto& places) {
            return session.try_submit(given, places);
        });
    }
    void warm_up() {
        with(*shared_, [](Session& session) { session.warm_up(); });
    }

    void set(const std::map<std::string, Value>& values) {
        with(*shared_, [&](Session& session) { session.set(values); });
    }
    void reset() {
        with(*shared_, [](Session& session) { session.reset(); });
    }
    std::map<std::string, std::size_t> counters() {
        const Counts all = with(*shared_, [](Session& s) { return s.counters().total(); });
        return {{"uploads", all.uploads},
                {"downloads", all.downloads},
                {"bytes_to_device", all.bytes_to_device},
                {"bytes_to_host", all.bytes_to_host},
                {"table_reads", all.table_reads},
                {"launches", all.launches},
                {"waits", all.waits}};
    }
    const std::string& text() const { return text_; }

    Formats inputs, outputs;  // in the order in which submit() takes them
    std::vector<std::string> tables;
    bool is_measured = false;           // it is for the sizes of these images
    std::vector<std::string> warnings;  // about them

private:
    // For the sizes of these images, if there are any.
    Plan planned(const Graph& graph, const std::vector<ConstHostView>& images, const Device& device,
                 const PlanOptions& options) {
        if (images.empty() || !has_measured(check_or_throw(graph, builtin_stages(), {.open_ends = true})))
            return Plan(graph, SourceFormats(inputs.begin(), inputs.end()), device, options);
        is_measured = true;
        std::map<std::string, SubmittedImage> given;
        for (std::size_t i = 0; i < inputs.size(); ++i) given.emplace(inputs[i].first, images[i]);
        return Plan::measured(graph, given, device, options, builtin_stages(),
                              [&](const LogMessage& message) { warnings.push_back(message.text); });
    }

    template <class Submit>
    std::unique_ptr<PythonFrame> start(const std::vector<nb::object>& images,
                                       const std::vector<nb::object>& results, bool lend,
                                       const Submit& submit) {
        std::vector<nb::object> kept;
        std::map<std::string, SubmittedImage> given;
        for (std::size_t i = 0; i < inputs.size(); ++i) {
            const auto& [id, format] = inputs[i];
            const ConstHostView view = view_in(kept.emplace_back(images.at(i)), format, id);
            given.emplace(id, lend ? SubmittedImage(LentView{view}) : SubmittedImage(view));
        }
        std::map<std::string, ResultPlace> places;
        for (std::size_t i = 0; i < outputs.size(); ++i) {
            const auto& [id, format] = outputs[i];
            const auto view = view_of(nb::cast<Pixels>(kept.emplace_back(results.at(i))), format);
            if (!view) throw Error(Error::Kind::usage, id, not_as_image);
            places.emplace(id, *view);
        }
        std::optional<Frame> frame =
            with(*shared_, [&](Session& session) { return submit(session, given, places); });
        if (!frame) return nullptr;
        return std::make_unique<PythonFrame>(shared_, std::move(*frame), std::move(kept));
    }

    std::shared_ptr<Shared> shared_;
    std::string text_;
};

}  // namespace

void bind_sessions(nb::module_& module) {
    module.def(
        "parse",
        [](const std::string& text, const std::string& file, const Changes& changes) {
            changed_graph(text, file, changes);
        },
        "text"_a, "file"_a, "changes"_a);
    module.def("empty", &empty_array, "format"_a, "contiguous"_a = false);

    nb::class_<DeviceEntry>(module, "DeviceInfo", "An OpenCL device in the list devices().")
        .def_ro("index", &DeviceEntry::index)
        .def_prop_ro("name", [](const DeviceEntry& entry) { return entry.facts.name; })
        .def_prop_ro("memory", [](const DeviceEntry& entry) { return entry.facts.global_bytes; })
        .def_ro("missing", &DeviceEntry::missing)
        .def_ro("chosen", &DeviceEntry::chosen)
        .def("__repr__", [](const DeviceEntry& entry) {
            return std::to_string(entry.index) + ": " + entry.facts.name + (entry.chosen ? " (chosen)" : "") +
                   (entry.missing.empty() ? "" : " (cannot be used: " + entry.missing + ")");
        });
    module.def(
        "devices",
        [] {
            refuse_forked();
            const nb::gil_scoped_release others_go_on;
            return list_devices();
        },
        "All OpenCL devices, in the order of the loader. The chosen one is used if you name none.");
    nb::class_<Device>(
        module, "Device",
        "An open device. `spec` is an index of devices(), part of a name, 'cpu' or 'gpu'; '' means the "
        "environment variable SLUICE_DEVICE, or the best device. Any thread may use it.")
        .def(nb::new_([](const std::string& spec) {
                 refuse_forked();
                 const nb::gil_scoped_release others_go_on;
                 return Device::pick(spec);
             }),
             "spec"_a = "")
        .def_prop_ro("name", [](const Device& device) { return device.facts().name; });

    nb::class_<PythonFrame>(module, "Frame")
        .def("wait", &PythonFrame::wait)
        .def("tables", &PythonFrame::tables)
        .def("warnings", &PythonFrame::warnings);
    nb::class_<PythonSession>(module, "Session")
        .def(nb::init<const std::string&, const std::string&, const Changes&, const std::vector<ImageFormat>&,
                      const Device&, const std::vector<std::string>&, std::size_t, const std::string&,
                      std::size_t, const std::vector<bool>&, bool, const std::string&,
                      const std::vector<nb::object>&>(),
             "text"_a, "file"_a, "changes"_a, "formats"_a, "device"_a, "observe"_a, "frames_in_flight"_a = 1,
             "storage"_a = "auto", "limit_memory"_a = 0, "planes"_a = std::vector<bool>(),
             "results_in_planes"_a = false, "result_order"_a = "", "to_measure"_a = std::vector<nb::object>())
        .def("submit", &PythonSession::submit, "images"_a, "results"_a, "lend"_a)
        .def("try_submit", &PythonSession::try_submit, "images"_a, "results"_a, "lend"_a)
        .def("warm_up", &PythonSession::warm_up)
        .def("set", &PythonSession::set, "values"_a)
        .def("reset", &PythonSession::reset)
        .def("counters", &PythonSession::counters)
        .def_prop_ro("plan", &PythonSession::text)
        .def_ro("inputs", &PythonSession::inputs)
        .def_ro("outputs", &PythonSession::outputs)
        .def_ro("is_measured", &PythonSession::is_measured)
        .def_ro("warnings", &PythonSession::warnings)
        .def_ro("tables", &PythonSession::tables);
}

}  // namespace sluice::python
