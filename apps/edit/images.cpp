#include "apps/edit/images.hpp"

#include "apps/options/spelled.hpp"
#include "pipeline/core/image_file.hpp"

#include <algorithm>
#include <utility>

namespace sluice::apps {
namespace {

std::string key_of(const CheckedNode& source) {
    std::string key;
    for (const auto& [name, value] : source.values) key += name + "=" + text(value) + "\n";
    const auto path = source.values.find("path");
    if (path == source.values.end()) return key;
    const auto stamp = stamp_of(std::get<std::string>(path->second));
    return stamp ? key + std::to_string(stamp->bytes) + " " + std::to_string(stamp->mtime) : key;
}

}  // namespace

std::shared_ptr<const Images::Image> Images::of(const CheckedNode& source) {
    const std::string key = key_of(source);
    const auto found =
        std::find_if(kept_.begin(), kept_.end(), [&](const auto& image) { return image->key == key; });
    if (found != kept_.end()) {
        kept_.splice(kept_.begin(), kept_, found);
        return kept_.front();
    }
    const auto image = std::make_shared<Image>();
    image->key = key;
    const auto file = source.stage->as<SourceDef>()->open(source.values);
    image->pixels = file->read({.layout = Layout::device}, [&](const Wording& warning) {
        image->warnings.push_back(warning.in(on_command_line));
    });
    kept_.push_front(image);
    if (kept_.size() > room) kept_.pop_back();
    return kept_.front();
}

}  // namespace sluice::apps
