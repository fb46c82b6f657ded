// Pages of docs/ that are part of the program, since an installed one has no docs.
#pragma once

#include <string_view>

namespace sluice::apps {

extern const std::string_view pipelines_page;  // docs/pipelines.md

}  // namespace sluice::apps
