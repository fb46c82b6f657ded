// Which options of the command line set which parameters of `load`.
#pragma once

namespace sluice::apps {

struct LoadOption {
    const char *option, *param;
    bool flag = false;  // it has no value
};
inline constexpr LoadOption load_options[] = {
    {"max-pixels", "max_pixels"}, {"limit-seconds", "max_seconds"},
    {"lenient", "lenient", true}, {"page", "page"},
    {"space", "space"},           {"layout", "layout"},
};

}  // namespace sluice::apps
