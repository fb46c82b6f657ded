// A pipeline file in which only values change: comments, variables and the layout stay.
#pragma once

#include "apps/json.hpp"
#include "pipeline/graph/registry.hpp"

#include <optional>
#include <string>

namespace sluice::apps {

// `text` with the values of `document` (document.hpp). Nothing if the file cannot be kept, because it has
// other stages, because a parameter was removed, or because the text is no pipeline. `file_name`: beside it
// are the files that the text includes.
std::optional<std::string> kept_text(const std::string& text, const std::string& file_name,
                                     const Json& document, const Registry& registry);

}  // namespace sluice::apps
