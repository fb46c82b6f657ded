#include "io/uncarried.hpp"

#include <algorithm>

namespace sluice {

void leave(Metadata& metadata, std::string_view what) {
    std::vector<std::string>& all = metadata.uncarried;
    if (std::find(all.begin(), all.end(), what) == all.end()) all.emplace_back(what);
}

}  // namespace sluice
