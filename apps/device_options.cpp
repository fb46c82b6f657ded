#include "apps/device_options.hpp"

#include "pipeline/core/message.hpp"

namespace sluice::apps {

void add_device_options(po::options_description& options) {
    options.add_options()  //
        ("device", po::value<std::string>()->value_name("SPEC"),
         "an index of 'sluice devices', a part of a name, cpu or gpu")  //
        ("storage", po::value<std::string>()->value_name("KIND")->default_value("auto"),
         "where images lie on the device: auto, image, buffer or natural (an image object with a pixel in "
         "each texel)");
}

Device pick_device(const Arguments& arguments) {
    Device device = Device::pick(arguments.has("device") ? arguments.text("device") : "");
    arguments.messages.detail("device: " + device.facts().name);
    return device;
}

StorageChoice storage_choice(const Arguments& arguments) {
    const std::string& name = arguments.text("storage");
    if (name == "auto") return StorageChoice::automatic;
    if (name == "image") return StorageChoice::image;
    if (name == "buffer") return StorageChoice::buffer;
    if (name == "natural") return StorageChoice::natural;
    throw wrong_arguments(arguments, "--storage: " + in_quotes(name) +
                                         " is none of auto, image, buffer, natural" +
                                         did_you_mean(name, {"auto", "image", "buffer", "natural"}));
}

}  // namespace sluice::apps
