#include "io/libraries.hpp"

#include "io/codecs.hpp"

#include <algorithm>
#include <iterator>

#ifdef SLUICE_LCMS
#include <lcms2.h>
#endif

namespace sluice {

std::vector<std::string> picture_libraries() {
    std::vector<const Codec*> by_name;
    for (const Codec& codec : codecs()) by_name.push_back(&codec);
    std::sort(by_name.begin(), by_name.end(),
              [](const Codec* a, const Codec* b) { return a->name < b->name; });
    std::vector<std::string> libraries;
    for (const Codec* codec : by_name)
        std::copy_if(codec->libraries.begin(), codec->libraries.end(), std::back_inserter(libraries),
                     [&](const std::string& library) {
                         return std::find(libraries.begin(), libraries.end(), library) == libraries.end();
                     });
    libraries.emplace_back("libexif " SLUICE_LIBEXIF_VERSION);
#ifdef SLUICE_LCMS
    const int lcms = cmsGetEncodedCMMversion();  // 2140 is 2.14
    libraries.push_back("Little CMS " + std::to_string(lcms / 1000) + "." + std::to_string(lcms % 1000 / 10));
#endif
    return libraries;
}

}  // namespace sluice
