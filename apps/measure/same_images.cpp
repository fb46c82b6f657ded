#include "apps/measure/same_images.hpp"

#include <algorithm>
#include <functional>

namespace sluice::apps {

std::vector<std::string> stages_of_images() {
    const Registry& stages = builtin_stages();
    std::vector<std::string> names;
    for (const std::string& name : stages.names()) {
        const StageDef& stage = *stages.find(name);
        if (!stage.internal && !stage.inputs.empty() && !stage.outputs.empty() &&
            stage.outputs.front().is_image() &&
            std::all_of(stage.inputs.begin(), stage.inputs.end(), std::mem_fn(&PortDecl::is_image)))
            names.push_back(name);
    }
    return names;
}

SourceFormats same_formats(const Graph& graph, const ImageFormat& format) {
    SourceFormats formats;
    for (const std::string& id : source_ids(graph)) formats[id] = format;
    return formats;
}

SameImages::SameImages(const Graph& graph, const HostImage& image, const Device& device,
                       StorageChoice storage) {
    const SourceFormats formats = same_formats(graph, image.format());
    const Plan plan(graph, formats, device, {.storage = storage});
    for (const PlannedImage& planned : plan.execution->images)
        if (formats.count(planned.name) != 0)
            images_.emplace(
                planned.name,
                memory_.emplace_back(image, device, from_name<StorageChoice>(name(planned.storage)).value())
                    .get());
}

}  // namespace sluice::apps
